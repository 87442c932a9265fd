import pytest

from citehop.papers.parsing.latex.macros import expand_macros


@pytest.mark.parametrize(
    ("tex", "expanded"),
    [
        (r"\newcommand{\a}{x}\a{} \ab", r"x{} \ab"),
        (r"\newcommand\a[2][d]{#1-#2}\a{x} \a[y]{z}", "d-x y-z"),
        (r"\def\a#1#2{#2#1}\a xy", "yx"),
        (r"\newcommand{\a}{\b}\newcommand{\b}{z}\a", "z"),
        (r"\DeclareMathOperator{\amax}{argmax}\amax", r"\operatorname{argmax}"),
        (r"\renewcommand{\section}{x}\section{y}", r"\section{y}"),
        (r"\newcommand{\a}{\a\a}\a", None),
    ],
)
def test_macros(tex: str, expanded: str | None) -> None:
    found = expand_macros(tex)
    assert len(found) < 100_000
    assert expanded is None or found == expanded
