"""Tables that go on over a page or column break are one table."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from reportlab.pdfgen import canvas

from citehop.figures.parse_document import ParsedDocument, parse

HEAD = ("Region", "Wheat", "Barley")
ROWS = [(f"Office {i}", str(100 + i), str(3 * i)) for i in range(1, 40)]
TEXT = "The offices that answered are listed with what they sold in the year before the survey began."
Page = Callable[[canvas.Canvas], None]


def draw_text(pdf: canvas.Canvas, top: float, lines: int) -> None:
    for i in range(lines):
        pdf.drawString(72, top - 13 * i, TEXT)


def draw_table(pdf: canvas.Canvas, top: float, rows: Sequence[Sequence[str]], left: float = 100) -> None:
    pdf.line(left - 4, top + 12, left + 300, top + 12)
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            pdf.drawString(left + 110 * j, top - 13 * i, cell)
        if i == 0 or i == len(rows) - 1:
            pdf.line(left - 4, top - 13 * i - 3, left + 300, top - 13 * i - 3)


def parse_pages(path: Path, *pages: Page) -> ParsedDocument:
    pdf = canvas.Canvas(str(path / "paper.pdf"))
    for draw in pages:
        pdf.setFont("Helvetica", 10)
        draw(pdf)
        pdf.showPage()
    pdf.save()
    return parse(path / "paper.pdf")


def draw_first(pdf: canvas.Canvas) -> None:
    draw_text(pdf, 740, 20)
    pdf.drawString(72, 420, "Table 1: What the offices sold.")
    draw_table(pdf, 395, [HEAD, *ROWS[:20]])


def draw_second(caption: str, rows: Sequence[Sequence[str]]) -> Page:
    def draw(pdf: canvas.Canvas) -> None:
        pdf.drawString(72, 740, caption)
        draw_table(pdf, 715, rows)
        draw_text(pdf, 700 - 13 * len(rows), 20)

    return draw


@pytest.mark.parametrize("caption", ["Table 1: (continued)", "Table 1: What the offices sold.", ""])
@pytest.mark.parametrize("repeated", [True, False])
def test_two_pages_are_one_table(tmp_path: Path, caption: str, repeated: bool) -> None:
    rows = [HEAD, *ROWS[20:30]] if repeated else ROWS[20:30]
    document = parse_pages(tmp_path, draw_first, draw_second(caption, rows))
    (table,) = document.figures
    first, second = document.paper.figures
    assert (first.label, second.label) == ("Table 1", "Table 1")
    assert (second.continues, second.page) == (first.id, 2)
    assert document.continuations(table) == [second]
    cells = document.cells(table)
    assert cells is not None
    assert cells.header == (HEAD,)
    assert cells.rows == tuple(ROWS[:30])


def test_a_table_after_text_is_another_one(tmp_path: Path) -> None:
    def draw(pdf: canvas.Canvas) -> None:
        draw_text(pdf, 740, 8)
        draw_table(pdf, 600, [HEAD, *ROWS[20:30]])
        draw_text(pdf, 400, 8)

    document = parse_pages(tmp_path, draw_first, draw)
    assert [figure.continues for figure in document.paper.figures] == ["", ""]


def test_a_table_with_other_columns_is_another_one(tmp_path: Path) -> None:
    rows = [(f"{i}", f"{i + 3}", "Barley", "many", f"{2 * i}") for i in range(10)]

    def draw(pdf: canvas.Canvas) -> None:
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                pdf.drawString(100 + 65 * j, 740 - 13 * i, cell)
        draw_text(pdf, 560, 20)

    document = parse_pages(tmp_path, draw_first, draw)
    assert len(document.figures) == 2


def test_another_caption_begins_another_table(tmp_path: Path) -> None:
    second = draw_second("Table 2: What the offices bought.", [HEAD, *ROWS[20:30]])
    document = parse_pages(tmp_path, draw_first, second)
    assert [figure.label for figure in document.figures] == ["Table 1", "Table 2"]
