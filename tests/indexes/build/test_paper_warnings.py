"""Warnings of the papers of a build."""

from citehop.indexes.build.paper_warnings import join_warnings


def test_fonts_of_several_papers_are_counted() -> None:
    fonts = "fonts without Unicode mapping on page"
    warnings = [
        f"b.pdf: {fonts}s 2 and 4: labels of figures cannot be read",
        f"a.pdf: {fonts} 1: labels of figures cannot be read",
        f"c.pdf: {fonts} 3: some of the text cannot be read",
        "a.pdf: the title could not be read",
    ]
    assert join_warnings("mine", warnings) == [
        "a.pdf: the title could not be read",
        "fonts without Unicode mapping in 2 papers: labels of figures cannot be read; "
        "citehop papers mine PAPER names the pages",
        f"c.pdf: {fonts} 3: some of the text cannot be read",
    ]
