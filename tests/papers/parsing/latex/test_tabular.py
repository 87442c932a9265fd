from citehop.papers.parsing.latex.citations import replace_cite_commands
from citehop.papers.parsing.latex.table_image import draw_grid
from citehop.papers.parsing.latex.tabular import parse_grid
from citehop.papers.types import Reference

TABULAR = r"""\begin{tabular}{l|cc}
  \toprule
  & \multicolumn{2}{c}{Accuracy} \\ \cmidrule(lr){2-3}
  Method & dev & test \\ \midrule
  DSM~\cite{guo} & 28.62 & \textbf{30.1} $\pm$ 0.2 \\
  \multirow{2}{*}{SlowNet} & 1{,}000 & \makecell{a \\ b} \\
   & 5\% & -- \\
  \bottomrule
\end{tabular}"""


def test_a_grid_keeps_its_citations() -> None:
    grid = parse_grid(replace_cite_commands(TABULAR, {"guo": Reference("Guo et al., 2022", "")}))
    assert [[cell.text for cell in row] for row in grid] == [
        ["", "Accuracy"],
        ["Method", "dev", "test"],
        ["DSM (Guo et al., 2022)", "28.62", "30.1 ± 0.2"],
        ["SlowNet", "1,000", "a b"],
        ["", "5%", "–"],
    ]
    assert [cell.span for cell in grid[0]] == [1, 2]
    drawn = draw_grid(grid)
    assert drawn is not None
    image, words = drawn
    boxes = {word.text: word.bbox for word in words}
    assert boxes["28.62"].x0 == boxes["dev"].x0
    assert boxes["dev"].x0 < boxes["Accuracy"].x0 < boxes["test"].x1
    assert all(0 <= w.bbox.x0 < w.bbox.x1 <= image.width and w.bbox.y1 <= image.height for w in words)
