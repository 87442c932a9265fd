"""Tables found by their rows and rules on drawn pages: without a caption, and with one that the type does not show."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Figure, Paper
from citehop.settings import Settings

from ...drawn import TextLine, draw_lines, draw_text

ROWS = [
    ("Sector", "2004", "2005", "Change"),
    ("Barley", "1 204", "1 310", "8.8%"),
    ("Timber", "15 455", "15 020", "-2.8%"),
    ("Water supply", "310", "402", "29.7%"),
    ("Dairy", "77", "91", "18.2%"),
]
SENTENCE = "The annual survey recorded the number of visits in the northern districts and no further action was needed. "
Draw = Callable[[Canvas], None]


def write_page(path: Path, *draws: Draw) -> Paper:
    """The paper whose second page has a paragraph, what `draws` add, and another paragraph."""
    canvas = Canvas(str(path), pagesize=A4)
    draw_lines(canvas, draw_text(780, 15, SENTENCE[:95]))
    canvas.showPage()
    draw_lines(canvas, [*draw_text(780, 5, SENTENCE[:95]), *draw_text(400, 5, SENTENCE[:95])])
    for draw in draws:
        draw(canvas)
    canvas.save()
    return read_paper(path, Settings())


def lines(*drawn: TextLine) -> Draw:
    return lambda canvas: draw_lines(canvas, drawn)


def draw_rows(canvas: Canvas, rows: Sequence[Sequence[str]] = ROWS, top: float = 680.0) -> None:
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            canvas.drawString(80 + 100 * j, top - 16 * i, cell)


def draw_grid(canvas: Canvas) -> None:
    canvas.grid([76, 176, 276, 376, 476], [692 - 16 * i for i in range(6)])


def draw_rules(canvas: Canvas) -> None:
    for y in (692, 676, 611):
        canvas.line(76, y, 476, y)


def tables(paper: Paper) -> list[Figure]:
    return [figure for figure in paper.figures if figure.kind == "table"]


@pytest.mark.parametrize("rules", [None, draw_grid, draw_rules], ids=["borderless", "grid", "rules"])
def test_a_table_without_a_caption_is_found(tmp_path: Path, rules: Draw | None) -> None:
    paper = write_page(tmp_path / "a.pdf", draw_rows, *([rules] if rules else []))
    (table,) = tables(paper)
    assert (table.label, table.caption, table.page) == ("Table on page 2", "", 2)
    assert [word.text for word in table.words] == " ".join(" ".join(row) for row in ROWS).split()
    assert abs(table.bbox.y0 - (A4[1] - 692)) < 8
    assert abs(table.bbox.y1 - (A4[1] - 616)) < 8


def test_its_text_stays_in_the_paper_but_its_head_is_no_heading(tmp_path: Path) -> None:
    head = [(80 + 100 * j, 680, cell, "Helvetica-Bold", 12) for j, cell in enumerate(ROWS[0])]
    paper = write_page(tmp_path / "a.pdf", lines(*head), lambda canvas: draw_rows(canvas, ROWS[1:], 664))
    assert len(tables(paper)) == 1
    assert not [block.text for block in paper.blocks if block.kind == "heading"]
    assert [block.text for block in paper.blocks if "%" in block.text] == [" ".join(row) for row in ROWS[1:]]


def test_tables_of_one_page_are_numbered(tmp_path: Path) -> None:
    paper = write_page(tmp_path / "a.pdf", draw_rows, lambda canvas: draw_rows(canvas, top=540))
    first, second = tables(paper)
    assert (first.label, second.label) == ("First table on page 2", "Second table on page 2")
    assert (first.id, second.id) == ("p2:table", "p2:table-2")


def test_cells_with_running_text_in_a_grid(tmp_path: Path) -> None:
    def draw_long_cells(canvas: Canvas) -> None:
        for x in (76, 276, 530):
            canvas.line(x, 700, x, 550)
        for y in (700, 650, 600, 550):
            canvas.line(76, y, 530, y)
        for i in range(3):
            for line in range(3):
                canvas.drawString(80, 686 - 50 * i - 12 * line, "The committee met in the spring of")
                canvas.drawString(280, 686 - 50 * i - 12 * line, "No further action was needed by the local")

    paper = write_page(tmp_path / "a.pdf", draw_long_cells)
    (table,) = tables(paper)
    assert any(block.text.count("spring of No further") == 3 for block in paper.blocks)
    assert abs(table.bbox.x0 - 76) < 2
    assert abs(table.bbox.x1 - 530) < 2


@pytest.mark.parametrize(
    ("columns", "step"),
    [
        ({80: "N.", 110: "The committee met in the spring."}, 16),
        ({80: "Findings of part N . . . . . . . . . . . .", 400: "1N"}, 16),
        ({150: "x = a + b ≤ c", 250: "y = k / n", 500: "(N)"}, 20),
    ],
    ids=["list", "contents", "formulas"],
)
def test_other_things_in_columns_are_no_tables(tmp_path: Path, columns: dict[int, str], step: int) -> None:
    cells = [(x, 680 - step * i, text.replace("N", str(i))) for i in range(5) for x, text in columns.items()]
    assert tables(write_page(tmp_path / "a.pdf", lines(*cells))) == []


def test_a_label_without_punctuation_beside_the_rows_is_their_caption(tmp_path: Path) -> None:
    caption = lines((180, 706, "Table 3 Numbers of sectors by year"))
    (table,) = tables(write_page(tmp_path / "a.pdf", draw_rows, caption))
    assert (table.label, table.caption) == ("Table 3", "Table 3 Numbers of sectors by year")


def test_a_label_above_its_title_in_small_capitals(tmp_path: Path) -> None:
    caption = lines((255, 716, "TABLE V"), (210, 703, "NUMBERS OF SECTORS BY YEAR", "Helvetica", 8))
    (table,) = tables(write_page(tmp_path / "a.pdf", caption, draw_rows, draw_rules))
    assert (table.label, table.caption) == ("Table V", "TABLE V NUMBERS OF SECTORS BY YEAR")


def test_a_bold_line_above_the_rows_is_their_title(tmp_path: Path) -> None:
    bold = [(80, 696, "Harvests by region"), (60, 340, "Growth of barley")]
    paper = write_page(
        tmp_path / "a.pdf", draw_rows, lines(*((*line, "Helvetica-Bold", 10) for line in bold))
    )
    (table,) = tables(paper)
    assert (table.label, table.caption) == ("Table on page 2", "Harvests by region")
    assert [block.text for block in paper.blocks if block.kind == "heading"] == ["Growth of barley"]


def draw_features(canvas: Canvas) -> None:
    """A table whose rows mostly have one cell, in small type, two rules at its head, and its caption below."""
    words = [
        "Feature",
        "words",
        "head of the first word",
        "head of the second word",
        *["bigrams of the two"] * 8,
    ]
    cells = [
        (80, 690, "Category"),
        (80, 680, "Lexical"),
        *((160, 690 - 10 * i, w) for i, w in enumerate(words)),
    ]
    draw_lines(
        canvas, [*((*cell, "Helvetica", 8) for cell in cells), (60, 560, "Table 1: Features of the system.")]
    )
    for y in (698, 687):
        canvas.line(76, y, 300, y)


def test_a_table_of_single_cells_reaches_down_to_its_caption(tmp_path: Path) -> None:
    (table,) = tables(write_page(tmp_path / "paper.pdf", draw_features))
    assert table.label == "Table 1"
    assert {"Category", "Lexical", "head", "bigrams"} <= {word.text for word in table.words}


def test_justified_entries_of_a_bibliography_are_no_table(tmp_path: Path) -> None:
    entries = [
        ("Ada Falk and Ida Holm. 2014.", "Gauges:"),
        ("A Method for Snow.", "Records,"),
        ("Ben Reyes and Ida Holm. 2017.", "Semi-"),
        ("supervised snow. In", "Rivers."),
        ("Carl Moss and Ada Falk. 2006.", "Wind:"),
        ("A Survey of Towers.", "Records,"),
    ]
    cells = [
        (60 + 180 * j, 680 - 14 * i, cell) for i, row in enumerate(entries) for j, cell in enumerate(row)
    ]
    assert tables(write_page(tmp_path / "paper.pdf", lines(*cells))) == []
