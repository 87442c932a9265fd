"""Captions counted and boxes measured by hand on real pages, against what is found."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citehop.cli.sample_cluster import FOLDER as SAMPLE
from citehop.papers.parsing.read import read_paper
from citehop.papers.types import BBox, Figure
from citehop.settings import Settings


def _labels(figures: int, tables: int) -> set[str]:
    return {f"Figure {n}" for n in range(1, figures + 1)} | {f"Table {n}" for n in range(1, tables + 1)}


# Start of the file's name -> its captions (figures, tables), counted on the pages.
CAPTIONS = {
    "a-compare-propagate": _labels(2, 4),
    "a-convolutional-neural": _labels(4, 3),
    "a-model-of-coherence": _labels(3, 2),
    "an-efficient-framework": _labels(2, 9),
    "skip-thought": _labels(2, 6),
    "fine-grained": _labels(4, 4),
    "a-simple-but-tough": _labels(2, 8),
    "word2vec-parameter": _labels(7, 0),
    "literature-graph": _labels(1, 4),
    "specter": _labels(2, 3),
}

# Name, page, label, and the object's x0 y0 x1 y1 in points, read off pages rendered with a grid.
BOXES = [
    ("skip-thought", 5, "Table 3", 115, 82, 498, 246),
    ("skip-thought", 6, "Table 4", 125, 82, 485, 225),
    ("an-efficient", 7, "Table 2", 119, 198, 493, 267),
    ("an-efficient", 7, "Table 3", 119, 308, 493, 392),
    ("an-efficient", 15, "Figure 2", 119, 329, 497, 571),
    ("fine-grained", 12, "Figure 4", 214, 227, 398, 352),
    ("dr-bilstm", 3, "Figure 1", 72, 88, 291, 410),
    ("a-model", 3, "Figure 2", 105, 65, 494, 182),
    ("a-compare", 8, "Table 4", 77, 63, 286, 213),
    ("enriching", 9, "Table 5", 84, 72, 287, 189),
    ("enriching", 9, "Table 6", 321, 72, 533, 309),
    ("convolutional-neural-networks-for", 4, "Table 2", 73, 63, 525, 322),
    ("specter", 8, "Figure 2", 72, 62, 290, 184),
    ("specter", 8, "Table 3", 308, 62, 527, 135),
    ("citesee", 10, "Figure 7", 74, 83, 277, 161),
    ("citesee", 10, "Figure 8", 318, 83, 558, 251),
    ("a-sensitivity", 7, "Figure 3", 95, 67, 270, 203),
    ("a-sensitivity", 7, "Figure 4", 95, 252, 270, 390),
    ("a-sensitivity", 7, "Table 5", 330, 62, 518, 181),
    ("universal-sentence", 6, "Figure 2", 74, 73, 525, 213),
    ("universal-sentence", 6, "Table 4", 74, 253, 525, 386),
    ("word2vec", 6, "Figure 2", 205, 365, 404, 618),
    ("deep-unordered", 3, "Figure 1", 72, 63, 511, 210),
    ("deep-unordered", 8, "Table 3", 92, 63, 506, 334),
    ("enhanced-lstm", 7, "Table 1", 94, 63, 503, 310),
    ("qanet", 3, "Figure 1", 167, 88, 444, 311),
    ("hierarchical-attention", 2, "Figure 2", 318, 76, 534, 322),
    ("hierarchical-attention", 6, "Table 2", 72, 72, 540, 376),
    ("castellanos", 2, "Figure 1", 53, 64, 289, 207),
    ("castellanos", 2, "Table I", 312, 88, 538, 148),
]


@pytest.fixture(scope="module")
def figures(shared: Path) -> dict[str, tuple[Figure, ...]]:
    """Figures of every paper named above, each read once."""
    files = [*sorted(shared.glob("pdf_*/**/*.pdf")), *sorted(SAMPLE.glob("*.pdf"))]
    names = {*CAPTIONS, *(box[0] for box in BOXES)}
    found = {name: next(file for file in files if file.name.startswith(name)) for name in sorted(names)}
    read: dict[Path, tuple[Figure, ...]] = {}
    for file in found.values():
        if file not in read:
            read[file] = read_paper(file, Settings(threads=1)).figures
    return {name: read[file] for name, file in found.items()}


def test_captions_counted_by_hand(figures: dict[str, tuple[Figure, ...]]) -> None:
    right = sum(len(truth & {f.label for f in figures[name]}) for name, truth in CAPTIONS.items())
    assert right / sum(map(len, CAPTIONS.values())) >= 0.95
    assert right / sum(len(figures[name]) for name in CAPTIONS) >= 0.97


def test_boxes_measured_by_hand(figures: dict[str, tuple[Figure, ...]]) -> None:
    overlaps = {
        (name, page, label): max(_overlaps(figures[name], page, label, BBox(*map(float, box))), default=0.0)
        for name, page, label, *box in BOXES
    }
    good = [key for key, value in overlaps.items() if value >= 0.8]
    assert len(overlaps) == 30
    assert len(good) >= 27, {key: value for key, value in overlaps.items() if value < 0.8}


def _overlaps(found: Iterable[Figure], page: int, label: str, truth: BBox) -> list[float]:
    """Intersection over union with each figure of that page and label."""
    boxes = [figure.bbox for figure in found if figure.page == page and figure.label == label]
    shared = [box.intersection_area(truth) for box in boxes]
    area = truth.width * truth.height
    return [s / (b.width * b.height + area - s) for s, b in zip(shared, boxes, strict=True)]


def test_figures_of_a_page_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A4)
    canvas.setFont("Helvetica", 10)
    for y in range(400, 100, -12):
        canvas.drawString(60, y, "The annual survey recorded visits in the districts."[:44])
        canvas.drawString(310, y, "The annual survey recorded visits in the districts."[:44])
    for x, number in ((60, 10), (310, 9)):
        canvas.rect(x, 500, 200, 150)
        canvas.line(x, 500, x + 200, 650)
        canvas.drawString(x, 480, f"Figure {number}: Visits by month.")
    canvas.save()
    found = read_paper(tmp_path / "a.pdf", Settings()).figures
    assert [figure.label for figure in found] == ["Figure 9", "Figure 10"]


PROSE = "The gauges were read twice a day, and every station was visited by the same crew once a year."


def _write_prose(pdf: Canvas, top: float, lines: int) -> float:
    """Write running text below `top`, in points from the bottom of the page, and return where it ends."""
    pdf.setFont("Times-Roman", 10)
    for place in range(lines):
        pdf.drawString(70, top - 12 * place, PROSE)
    return top - 12 * lines


def test_schemes_boxes_and_algorithms_have_their_own_labels(tmp_path: Path) -> None:
    pdf = Canvas(str(tmp_path / "labels.pdf"), pagesize=A4)
    end = _write_prose(pdf, 780, 8)
    for x in (120, 240, 360):
        pdf.rect(x, end - 90, 60, 50)
    pdf.drawString(70, end - 120, "Scheme 1. Synthesis of the boron salt in three steps.")
    end = _write_prose(pdf, end - 160, 6) - 20
    for line in (end, end - 18, end - 82):
        pdf.line(70, line, 450, line)
    pdf.setFont("Times-Bold", 10)
    pdf.drawString(70, end - 12, "Algorithm 2")
    pdf.setFont("Times-Roman", 10)
    pdf.drawString(130, end - 12, "Routing of floods")
    for place, step in enumerate(
        ("1: sort the gauges", "2: for each gauge do", "3:   add its flow to the river", "4: end for")
    ):
        pdf.drawString(75, end - 32 - 13 * place, step)
    _write_prose(pdf, end - 120, 8)
    pdf.save()
    paper = read_paper(tmp_path / "labels.pdf", Settings())
    assert [(figure.label, figure.kind) for figure in paper.figures] == [
        ("Scheme 1", "figure"),
        ("Algorithm 2", "figure"),
    ]
    assert "add its flow to the river" in " ".join(word.text for word in paper.figures[1].words)
    assert any("add its flow to the river" in block.text for block in paper.blocks)


def test_a_caption_at_the_end_of_a_page_names_the_table_of_the_next(tmp_path: Path) -> None:
    pdf = Canvas(str(tmp_path / "divided.pdf"), pagesize=A4)
    end = _write_prose(pdf, 780, 50)
    pdf.drawString(70, end - 30, "Table 5. Depth and sand of the rivers.")
    pdf.showPage()
    rows = (
        ("River", "Depth", "Sand"),
        ("Arda", "41", "23.3"),
        ("Bistra", "18", "41.0"),
        ("Cerna", "77", "105.8"),
    )
    pdf.setFont("Times-Roman", 10)
    for place, row in enumerate(rows):
        for x, cell in zip((100, 220, 340), row, strict=True):
            pdf.drawString(x, 770 - 16 * place, cell)
    for line in (784, 765, 714):
        pdf.line(90, line, 400, line)
    _write_prose(pdf, 680, 20)
    pdf.save()
    (table,) = read_paper(tmp_path / "divided.pdf", Settings()).figures
    assert (table.label, table.page) == ("Table 5", 2)
    assert table.caption == "Table 5. Depth and sand of the rivers."
