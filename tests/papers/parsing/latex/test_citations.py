import pytest

from citehop.papers.parsing.latex.citations import replace_cite_commands
from citehop.papers.types import Reference

REFERENCES = {
    "a": Reference("Kim, 2014", ""),
    "b": Reference("Le and Mikolov, 2014", ""),
    "n": Reference("7", ""),
    "m": Reference("3", ""),
}


@pytest.mark.parametrize(
    ("tex", "marker"),
    [
        (r"\cite{a,b}", "(Kim, 2014; Le and Mikolov, 2014)"),
        (r"\citep[see][p.~3]{a}", "(see Kim, 2014, p. 3)"),
        (r"\citet{b}", "Le and Mikolov (2014)"),
        (r"\textcite{a}", "Kim (2014)"),
        (r"\newcite{a}", "Kim (2014)"),
        (r"\citealp{a}", "Kim, 2014"),
        (r"\citeauthor{b}", "Le and Mikolov"),
        (r"\citeyearpar{a}", "(2014)"),
        (r"\cite{n, m}", "[7, 3]"),
        (r"\cite[p.~2]{n}", "[7, p. 2]"),
        (r"\cite{gone}", "[?]"),
        (r"\nocite{*}", ""),
        (r"\citestyle{x}", r"\citestyle{x}"),
    ],
)
def test_citing_commands(tex: str, marker: str) -> None:
    assert replace_cite_commands(f"x~{tex}.", REFERENCES) == (
        f"x {marker}." if marker and "style" not in marker else "x." if not marker else f"x~{marker}."
    )
