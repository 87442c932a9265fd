from citehop.papers.parsing.latex.bibliography import (
    parse_bib_authors,
    parse_bib_entries,
    parse_typeset_entries,
)


def test_typeset_bibliographies() -> None:
    plain_style = parse_typeset_entries(
        r"\bibitem{x} A. Byron. \newblock Slow. \newblock XYZ, 2014. \bibitem{y} K. Meier. \newblock Fast. \newblock XYZ, 2015."
    )
    assert [(key, r.key, r.title, r.year) for key, r in plain_style] == [
        ("x", "1", "Slow", 2014),
        ("y", "2", "Fast", 2015),
    ]
    labels = parse_typeset_entries(
        r"\bibitem[\protect\citeauthoryear{Byron}{Byron}{2014}]{x} A. Byron. Slow. \bibitem[BM15]{y} A. Byron. Fast. 2015."
    )
    assert [r.key for _, r in labels] == ["Byron, 2014", "BM15"]


BIB = r"""
@string{xyz = "Proceedings of XYZ"}
@inproceedings{le, title = {Slow {E}ngines}, author = {Le, Quoc V. and Ada Byron and others}, booktitle = xyz, year = 2014}
@article{kim, title = "Fast \"{E}ngines", author = {Kim, Yoon}, journal = {J}, year = {2014}, doi = {10.1000/XYZ}}
@misc{kim2, title = {Faster Engines}, author = {Yoon Kim}, eprint = {1401.00001}, date = {2014-05-01}}
@article{broken, title = {Never closed
@article{never, title={Not cited}, year=2000}
"""


def test_data_bibliographies() -> None:
    entries = dict(parse_bib_entries(BIB, ["kim", "le", "kim2", "gone"], "plainnat"))
    assert {key: (r.key, r.title, r.authors, r.ids) for key, r in entries.items()} == {
        "kim": ("Kim, 2014a", "Fast Ëngines", ("Yoon Kim",), (("doi", "10.1000/xyz"),)),
        "kim2": ("Kim, 2014b", "Faster Engines", ("Yoon Kim",), (("arxiv", "1401.00001"),)),
        "le": ("Le and Byron, 2014", "Slow Engines", ("Quoc V. Le", "Ada Byron"), ()),
    }
    assert [(key, r.key) for key, r in parse_bib_entries(BIB, ["le", "kim"], "unsrt")] == [
        ("le", "1"),
        ("kim", "2"),
    ]
    assert [(key, r.key) for key, r in parse_bib_entries(BIB, ["le", "kim"], "plain")] == [
        ("kim", "1"),
        ("le", "2"),
    ]
    assert parse_bib_authors("de la Cruz, Juan and {The XYZ Team}") == ("Juan de la Cruz", "The XYZ Team")
