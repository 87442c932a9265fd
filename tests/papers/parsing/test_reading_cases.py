"""Small inputs that were read wrongly once, each for a kind, with the right values."""

from dataclasses import replace
from pathlib import Path

from citehop.papers.bibliography.resolve import resolve_references
from citehop.papers.clusters.ids import describe_location
from citehop.papers.parsing.printed_pages import find_page
from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper
from citehop.settings import Settings


def read_case(shared: Path, file: str) -> Paper:
    return read_paper(shared / "cases" / file, Settings())


def test_numbers_of_lines_are_no_text(shared: Path) -> None:
    paper = read_case(shared, "linenumbers/yarrow-2024-kelp.pdf")
    assert "of the ground after six years" in " ".join(block.text for block in paper.blocks)


def test_years_behind_names_are_no_part_of_them(shared: Path) -> None:
    paper = read_case(shared, "wrapped/zander-2022-mesh.pdf")
    assert paper.authors
    assert not any(char.isdecimal() for name in paper.authors for char in name)


def test_text_that_is_drawn_invisibly_is_not_read(shared: Path) -> None:
    paper = read_case(shared, "hidden/marlow-2021-graintrace.pdf")
    assert "learning rate" not in " ".join(block.text for block in paper.blocks)
    assert any("not seen" in warning for warning in paper.warnings)


def test_isotopes_units_and_powers_are_no_citations(shared: Path) -> None:
    """Raised numbers cite the same entries as the brackets of the same text."""
    raised, brackets = (
        read_case(shared, f"{folder}/halloran-2019-boron.pdf")
        for folder in ("superscript", "superscript_brackets")
    )
    assert [mention.keys for mention in raised.mentions] == [mention.keys for mention in brackets.mentions]
    assert len(raised.mentions) == 9
    calibrated = next(mention for mention in raised.mentions if mention.keys == ("10",))
    assert calibrated.sentence.startswith("The detector was calibrated as described by Osei et al.")
    assert "disagreements" not in calibrated.sentence


def test_bracketed_numbers_behind_examples_are_citations(shared: Path) -> None:
    paper = read_case(shared, "markers/zander-2022-mesh.pdf")
    assert [mention.keys for mention in paper.mentions][:2] == [("2", "6"), ("7",)]


def test_drop_caps_join_their_words(shared: Path) -> None:
    text = " ".join(block.text for block in read_case(shared, "dropcap/tarrant-2015-otters.pdf").blocks)
    assert "THE median night range of the nine otters was 6.4 kilometres of river" in text
    assert "Radio collars of 42 grams were fitted in a clinic by a veterinarian" in text


def test_sideways_tables_on_upright_pages_are_read(shared: Path) -> None:
    for name in ("vale-2018-sideways", "vale-2018-pagerotate"):
        (table,) = read_case(shared, f"rotated/{name}.pdf").figures
        assert (table.label, table.page) == ("Table 1", 2)
        assert "Damson Ghana 655 49.7 1.08" in " ".join(word.text for word in table.words)


def test_each_chapter_has_its_bibliography(shared: Path) -> None:
    paper = read_case(shared, "chapters/mbeki-2017-thesis.pdf")
    assert len(paper.references) == 6
    assert [mention.keys for mention in paper.mentions] == [
        (reference.key,) for reference in paper.references
    ]


def test_footnotes_are_a_bibliography(shared: Path) -> None:
    paper = read_case(shared, "footrefs/quillfeather-2011-harbour.pdf")
    assert any("Goffe" in reference.raw for reference in paper.references)


def test_stamps_and_titles_of_retraction_are_a_notice(shared: Path) -> None:
    assert [read_case(shared, f"retracted/{name}.pdf").notice for name in ("stamped", "titled")] == [
        "retracted"
    ] * 2


def test_printed_page_numbers_are_read(shared: Path) -> None:
    paper = read_case(shared, "pagelabels/fenwick-1998.pdf")
    assert paper.first_number == 217
    assert describe_location(paper, 2) == "page 2 (218 in print)"
    assert find_page(paper, 220) == 4


def test_words_of_a_template_are_no_venue(shared: Path) -> None:
    record = read_case(shared, "template/osterman-2023-lanes.pdf").record
    assert (record.venue, record.identifiers) == (None, ())


def test_a_supplement_is_told_from_its_paper(shared: Path) -> None:
    names = ("natarajan2021", "cs1c04879_si_001")
    assert [read_case(shared, f"supplement/{name}.pdf").supplement for name in names] == [False, True]


def resolve_case(shared: Path, folder: str, citing: str) -> dict[str, str | None]:
    """The papers of a folder that the entries of one of them name, by the keys of the entries."""
    files = sorted((shared / "cases" / folder).glob("*.pdf"))
    papers = [replace(read_paper(file, Settings()), id=file.stem) for file in files]
    paper = next(paper for paper in resolve_references(papers) if paper.id == citing)
    return {reference.key: reference.paper_id for reference in paper.references}


def test_entries_of_similar_titles_are_resolved_to_their_own_papers(shared: Path) -> None:
    assert resolve_case(shared, "refmatch", "dacosta2019") == {
        "Lindqvist, 2008a": "bells1",
        "Lindqvist, 2008b": "bells2",
        "Noor, 2001": None,
        "Rossing and Fletcher, 1995": "principles",
    }
    assert read_case(shared, "refmatch/dacosta2019.pdf").year == 2019, "no year of its references"


def test_an_entry_names_the_published_version(shared: Path) -> None:
    assert "published" in resolve_case(shared, "versions", "citing").values()


def test_both_spellings_of_names_are_read(shared: Path) -> None:
    authors = [author for name in "abc" for author in read_case(shared, f"diacritics/{name}.pdf").authors]
    assert any("Gómez" in author for author in authors)
    assert any("Lämmermann" in author for author in authors)


def test_greek_letters_are_read(shared: Path) -> None:
    text = " ".join(block.text for block in read_case(shared, "greek/ruiz-2016-fibrosis.pdf").blocks)
    assert "3.4-fold" in text
    assert "β" in text
