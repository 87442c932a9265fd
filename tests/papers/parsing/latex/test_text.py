import pytest

from citehop.papers.parsing.latex.text import convert_to_text


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"G{\"u}l\c{c}ehre, \'Etude, na\"\i ve \o{} \ss", "Gülçehre, Étude, naïve ø ß"),
        (r"\textbf{bold} \texttt{code} \textcolor{red}{red} \href{http://x}{link}", "bold code red link"),
        (r"$\alpha_i \leq 5$~\% --- ``quoted''", "α_i ≤ 5 % — “quoted”"),
        (r"a\vspace{1em} b \label{x}c \today", "a b c"),
        (r"\verb|a_b| \checkmark \ding{55} \S 3", "a b ✓ ✗ § 3"),
        (r"a\\[2mm]b", "a b"),
        (r"a \\ [1mm] b \\ [b]", "a b [b]"),
        ("{" * 5000 + "deep", "deep"),
    ],
)
def test_text(tex: str, text: str) -> None:
    assert convert_to_text(tex) == text
