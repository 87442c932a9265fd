from citehop.papers.parsing.latex.floats import parse_floats
from citehop.papers.parsing.latex.tabular import parse_grid


def test_floats_with_several_captions() -> None:
    two = parse_floats(
        "table",
        r"\begin{table}\caption{A}\label{a}\begin{tabular}{l}x\end{tabular}\caption{B}\label{b}\begin{tabular}{l}y\end{tabular}\end{table}",
    )
    assert [(f.caption, f.labels, [parse_grid(t)[0][0].text for t in f.tabulars]) for f in two] == [
        ("A", ("a",), ["x"]),
        ("B", ("b",), ["y"]),
    ]
    parts = parse_floats(
        "figure",
        r"\begin{figure}\begin{subfigure}{1cm}\includegraphics{p}\caption{left}\end{subfigure}"
        r"\subfloat[right]{\includegraphics{q}}\caption{Both.}\end{figure}",
    )
    assert [(f.caption, f.pictures) for f in parts] == [("Both. (a) left; (b) right", ("p", "q"))]
    assert [
        f.kind for f in parse_floats("figure", r"\captionof{table}{T}\begin{tabular}{l}x\end{tabular}")
    ] == ["table"]
