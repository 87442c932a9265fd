import pytest

from citehop.papers.parsing.latex.comments import strip_comments


@pytest.mark.parametrize(
    ("tex", "kept"),
    [
        ("a % b\nc", "a c"),
        ("a % b\n\nc", "a \n\nc"),
        (r"5\% of % x", r"5\% of "),
        (r"\\% x" + "\ny", r"\\y"),
        (r"\url{http://x/%20y} z", r"\url{http://x/\%20y} z"),
        (r"a\begin{comment}b\end{comment}c", "ac"),
        (r"a\iffalse b \ifx c \fi d\fi e", "a e"),
        (r"a\iffalse b\else c\fi d", r"a c\fi d"),
        (r"a\end{document}b", "a"),
    ],
)
def test_comments(tex: str, kept: str) -> None:
    assert strip_comments(tex) == kept
