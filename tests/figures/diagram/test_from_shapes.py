"""Trees and flow diagrams from boxes, lines and arrow heads."""

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from citehop.figures.diagram.from_shapes import diagram_of_shapes
from citehop.figures.diagram.types import Diagram
from citehop.figures.vector.load import load_vector_figure
from citehop.figures.vector.scene import build_scene


def box(
    canvas: Canvas, x: float, y: float, text: str, color: tuple[float, float, float] | None = None
) -> None:
    """A rounded box of 70 x 20 points with the text in its middle."""
    canvas.setFillColorRGB(*(color or (1, 1, 1)))
    canvas.roundRect(x, y, 70, 20, 4, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("Helvetica", 8)
    canvas.drawCentredString(x + 35, y + 7, text)


def boxes(canvas: Canvas, **places: tuple[float, float]) -> None:
    for text, (x, y) in places.items():
        box(canvas, x, y, text)


def arrow(canvas: Canvas, x0: float, y0: float, x1: float, y1: float) -> None:
    """An arrow to the right or upwards whose filled head ends at (x1, y1)."""
    right, up = (1, 0) if x1 > x0 else (0, 1)
    foot = (x1 - 4 * right, y1 - 4 * up)
    canvas.line(x0, y0, *foot)
    outline(canvas, (x1, y1), *((foot[0] + k * up, foot[1] + k * right) for k in (2, -2)), (x1, y1))


def outline(canvas: Canvas, start: tuple[float, float], *points: tuple[float, float]) -> None:
    """A line through these points, filled if it is closed."""
    path = canvas.beginPath()
    path.moveTo(*start)
    for point in points:
        path.lineTo(*point)
    canvas.drawPath(path, fill=points[-1] == start)


@pytest.fixture
def canvas(tmp_path: Path) -> Canvas:
    return Canvas(str(tmp_path / "figure.pdf"), pagesize=(420, 200))


def find_diagram(canvas: Canvas) -> Diagram | None:
    canvas.save()
    scene = build_scene(load_vector_figure(Path(canvas._filename)))
    return diagram_of_shapes(scene) if scene else None


def diagram_of(canvas: Canvas) -> Diagram:
    diagram = find_diagram(canvas)
    assert diagram is not None
    return diagram


def arrows_of(diagram: Diagram) -> set[tuple[str, str]]:
    return {(diagram.nodes[a].text, diagram.nodes[b].text) for a, b in diagram.arrows}


def children_of(diagram: Diagram, name: str) -> list[str]:
    return [diagram.nodes[i].text for node in diagram.nodes if node.text == name for i in node.children]


def test_arrows_run_to_their_heads(canvas: Canvas) -> None:
    box(canvas, 10, 80, "Encoder", (1, 0.8, 0.6))
    boxes(canvas, Fusion=(110, 80), Decoder=(210, 80), Memory=(110, 20))
    for ends in ((80, 90, 110, 90), (180, 90, 210, 90), (145, 40, 145, 80)):
        arrow(canvas, *ends)
    diagram = diagram_of(canvas)
    assert arrows_of(diagram) == {("Encoder", "Fusion"), ("Fusion", "Decoder"), ("Memory", "Fusion")}
    (encoder,) = (node for node in diagram.nodes if node.text == "Encoder")
    assert encoder.color[2] > 20


def test_tree_of_elbows_with_lists_in_its_leaves(canvas: Canvas) -> None:
    boxes(canvas, Retrieval=(10, 50), Sparse=(110, 80), Dense=(110, 20))
    canvas.drawString(205, 90, "BM25 (Robertson, 2009),")
    canvas.drawString(205, 80, "SPLADE (Formal, 2021)")
    canvas.drawString(205, 27, "DPR (Karpukhin, 2020)")
    for y in (90, 30):
        outline(canvas, (80, 60), (95, 60), (95, y), (110, y))
    canvas.lines([(180, 88, 203, 88), (180, 30, 203, 30)])
    diagram = diagram_of(canvas)
    nodes = {node.text.split(",")[0]: node for node in diagram.nodes}
    children = {name: [diagram.nodes[i].items for i in node.children] for name, node in nodes.items()}
    assert children["Retrieval"] == [("Sparse",), ("Dense",)]
    assert children["Sparse"] == [("BM25 (Robertson, 2009)", "SPLADE (Formal, 2021)")]
    assert children["Dense"] == [("DPR (Karpukhin, 2020)",)]


def test_lines_that_branch_before_they_reach_a_node(canvas: Canvas) -> None:
    boxes(canvas, Methods=(10, 50), Supervised=(150, 80), Unsupervised=(150, 20))
    canvas.lines([(80, 60, 110, 60), (110, 30, 110, 90), (110, 90, 150, 90), (110, 30, 150, 30)])
    assert children_of(diagram_of(canvas), "Methods") == ["Supervised", "Unsupervised"]


def test_ruled_table_is_no_diagram(canvas: Canvas) -> None:
    for row in range(4):
        canvas.line(10, 20 + 25 * row, 290, 20 + 25 * row)
        for column in range(3):
            canvas.drawString(20 + 90 * column, 27 + 25 * row, f"{row}.{column} cell")
    assert find_diagram(canvas) is None


def test_thin_rectangles_are_lines_and_dashes_make_frames(canvas: Canvas) -> None:
    boxes(canvas, Survey=(110, 160), Dense=(20, 90), Sparse=(200, 90))
    canvas.setFillColorRGB(0.3, 0.3, 0.3)
    for x, y, width, height in ((144, 134, 1, 26), (54, 134, 182, 1), (54, 110, 1, 25), (235, 110, 1, 25)):
        canvas.rect(x, y, width, height, stroke=0, fill=1)
    for x in range(4, 292, 8):  # a dashed frame around the children
        canvas.rect(x, 80, 4, 0.8, stroke=0, fill=1)
        canvas.rect(x, 122, 4, 0.8, stroke=0, fill=1)
    for y in range(80, 122, 8):
        canvas.rect(4, y, 0.8, 4, stroke=0, fill=1)
        canvas.rect(288, y, 0.8, 4, stroke=0, fill=1)
    canvas.setFont("Helvetica", 8)
    canvas.drawString(120, 112, "Retrievers")
    diagram = diagram_of(canvas)
    assert "Retrievers" in {node.text for node in diagram.nodes}
    assert set(children_of(diagram, "Survey")) == {"Dense", "Sparse"}
