"""Trees and flow diagrams from boxes, lines and arrow heads."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from citehop.figures.diagram.from_shapes import diagram_of_shapes
from citehop.figures.diagram.types import Diagram
from citehop.figures.vector.load import load_vector_figure
from citehop.figures.vector.scene import build_scene


def box(
    canvas: Canvas, x: float, y: float, text: str, colour: tuple[float, float, float] | None = None
) -> None:
    """A rounded box of 70 x 20 points with the text in its middle."""
    canvas.setFillColorRGB(*(colour or (1, 1, 1)))
    canvas.roundRect(x, y, 70, 20, 4, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("Helvetica", 8)
    canvas.drawCentredString(x + 35, y + 7, text)


def arrow(canvas: Canvas, x0: float, y0: float, x1: float, y1: float) -> None:
    """A level arrow whose filled head ends at (x1, y1)."""
    side = -4 if x1 > x0 else 4
    canvas.line(x0, y0, x1 + side, y1)
    head = canvas.beginPath()
    head.moveTo(x1, y1)
    head.lineTo(x1 + side, y1 + 2)
    head.lineTo(x1 + side, y1 - 2)
    head.close()
    canvas.drawPath(head, fill=1)


def diagram_of(canvas: Canvas, path: Path) -> Diagram | None:
    canvas.showPage()
    canvas.save()
    scene = build_scene(load_vector_figure(path))
    return diagram_of_shapes(scene) if scene else None


def test_arrows_run_to_their_heads(tmp_path: Path) -> None:
    path = tmp_path / "flow.pdf"
    canvas = Canvas(str(path), pagesize=(300, 120))
    for x, y, text, colour in (
        (10, 80, "Encoder", (1, 0.8, 0.6)),
        (110, 80, "Fusion", None),
        (210, 80, "Decoder", None),
        (110, 20, "Memory", None),
    ):
        box(canvas, x, y, text, colour)
    arrow(canvas, 80, 90, 110, 90)
    arrow(canvas, 180, 90, 210, 90)
    canvas.line(145, 40, 145, 76)
    head = canvas.beginPath()
    head.moveTo(145, 80)
    head.lineTo(143, 76)
    head.lineTo(147, 76)
    head.close()
    canvas.drawPath(head, fill=1)
    diagram = diagram_of(canvas, path)
    assert diagram is not None
    names = [node.text for node in diagram.nodes]
    arrows = {(names[a], names[b]) for a, b in diagram.arrows}
    assert arrows == {("Encoder", "Fusion"), ("Fusion", "Decoder"), ("Memory", "Fusion")}
    encoder = diagram.nodes[names.index("Encoder")]
    assert encoder.colour[2] > 20


def test_tree_of_elbows_with_lists_in_its_leaves(tmp_path: Path) -> None:
    path = tmp_path / "tree.pdf"
    canvas = Canvas(str(path), pagesize=(300, 120))
    box(canvas, 10, 50, "Retrieval")
    box(canvas, 110, 80, "Sparse")
    box(canvas, 110, 20, "Dense")
    canvas.drawString(205, 90, "BM25 (Robertson, 2009),")
    canvas.drawString(205, 80, "SPLADE (Formal, 2021)")
    canvas.drawString(205, 27, "DPR (Karpukhin, 2020)")
    for y in (90, 30):
        elbow = canvas.beginPath()
        elbow.moveTo(80, 60)
        elbow.lineTo(95, 60)
        elbow.lineTo(95, y)
        elbow.lineTo(110, y)
        canvas.drawPath(elbow)
    canvas.line(180, 88, 203, 88)
    canvas.line(180, 30, 203, 30)
    diagram = diagram_of(canvas, path)
    assert diagram is not None
    nodes = {node.text.split(",")[0]: node for node in diagram.nodes}
    children = {name: [diagram.nodes[i].items for i in node.children] for name, node in nodes.items()}
    assert children["Retrieval"] == [("Sparse",), ("Dense",)]
    assert children["Sparse"] == [("BM25 (Robertson, 2009)", "SPLADE (Formal, 2021)")]
    assert children["Dense"] == [("DPR (Karpukhin, 2020)",)]


def test_lines_that_branch_before_they_reach_a_node(tmp_path: Path) -> None:
    path = tmp_path / "bracket.pdf"
    canvas = Canvas(str(path), pagesize=(300, 120))
    box(canvas, 10, 50, "Methods")
    box(canvas, 150, 80, "Supervised")
    box(canvas, 150, 20, "Unsupervised")
    canvas.line(80, 60, 110, 60)
    canvas.line(110, 30, 110, 90)
    canvas.line(110, 90, 150, 90)
    canvas.line(110, 30, 150, 30)
    diagram = diagram_of(canvas, path)
    assert diagram is not None
    root = next(node for node in diagram.nodes if node.text == "Methods")
    assert [diagram.nodes[i].text for i in root.children] == ["Supervised", "Unsupervised"]


def test_ruled_table_is_no_diagram(tmp_path: Path) -> None:
    path = tmp_path / "table.pdf"
    canvas = Canvas(str(path), pagesize=(300, 120))
    for row in range(4):
        canvas.line(10, 20 + 25 * row, 290, 20 + 25 * row)
        for column in range(3):
            canvas.drawString(20 + 90 * column, 27 + 25 * row, f"{row}.{column} cell")
    assert diagram_of(canvas, path) is None


def test_labels_of_arrows_are_no_nodes_and_frames_hold_their_boxes(tmp_path: Path) -> None:
    path = tmp_path / "frames.pdf"
    canvas = Canvas(str(path), pagesize=(420, 120))
    canvas.setDash(4, 3)
    canvas.rect(5, 50, 190, 65, fill=0)
    canvas.setDash()
    canvas.setFont("Helvetica-Bold", 8)
    canvas.drawString(12, 104, "Offline stage")
    for x, text in ((10, "Corpus"), (110, "Index"), (220, "Search"), (330, "Answer")):
        box(canvas, x, 70, text)
    for x0, x1 in ((80, 110), (180, 220), (290, 326)):
        arrow(canvas, x0, 80, x1, 80)  # the last one ends before its box
    canvas.setFont("Helvetica", 6)
    canvas.drawString(188, 83, "vectors")
    diagram = diagram_of(canvas, path)
    assert diagram is not None
    names = [node.text for node in diagram.nodes]
    assert sorted(names) == ["Answer", "Corpus", "Index", "Offline stage", "Search"]
    assert diagram.labels == ("vectors",)
    arrows = {(names[a], names[b]) for a, b in diagram.arrows}
    assert arrows == {("Corpus", "Index"), ("Index", "Search"), ("Search", "Answer")}
    frame = diagram.nodes[names.index("Offline stage")]
    assert {names[child] for child in frame.children} == {"Corpus", "Index"}


def test_thin_rectangles_are_lines_and_dashes_make_frames(tmp_path: Path) -> None:
    path = tmp_path / "css.pdf"
    canvas = Canvas(str(path), pagesize=(300, 200))
    for x, y, text in ((110, 160, "Survey"), (20, 90, "Dense"), (200, 90, "Sparse")):
        box(canvas, x, y, text)
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
    diagram = diagram_of(canvas, path)
    assert diagram is not None
    names = [node.text for node in diagram.nodes]
    assert "Retrievers" in names
    root = diagram.nodes[names.index("Survey")]
    assert {names[child] for child in root.children} == {"Dense", "Sparse"}
