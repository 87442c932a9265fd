"""Running heads and page numbers, in the margins and outside them."""

from collections.abc import Sequence
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citehop.papers.parsing.read import read_paper
from citehop.settings import Settings

from ...drawn import SENTENCE, TextLine, draw_lines, draw_text, read_pages


def read_text(path: Path, *heads: Sequence[TextLine]) -> str:
    """The text of a paper whose pages have these lines above 20 others."""
    pages = [
        [*head, *((60.0, 620.0 - 12 * line, f"{number}{line} {SENTENCE}") for line in range(20))]
        for number, head in enumerate(heads, 1)
    ]
    return " ".join(block.text for block in read_pages(path / "a.pdf", *pages).blocks)


def test_a_head_at_the_same_height_of_three_pages_is_no_text(tmp_path: Path) -> None:
    assert "Regional" not in read_text(tmp_path, *([(60, 640, f"Regional surveys {i}")] for i in range(4)))


def test_a_line_on_two_pages_is_text(tmp_path: Path) -> None:
    heads = ["Regional surveys", "Regional surveys", "Other surveys", "Local surveys"]
    assert read_text(tmp_path, *([(60, 640, head)] for head in heads)).count("Regional surveys") == 2


def test_two_heads_in_one_line_are_no_text(tmp_path: Path) -> None:
    usual: list[TextLine] = [(60, 810, "Falk et al."), (400, 810, "Regional surveys")]
    lower: list[TextLine] = [
        (60, 640, "Falk et al."),
        (112, 640, "Regional surveys"),
    ]  # and with a narrow gap
    text = read_text(tmp_path, usual, usual, usual, lower)
    assert "Regional" not in text
    assert "northern districts" in text


def test_a_menu_on_three_pages_is_no_table_and_no_text(tmp_path: Path) -> None:
    rows = (("Abstract", "Methods"), ("Tables", "Figures"), ("Back", "Close"), ("Print", "Discuss"))
    path, canvas = tmp_path / "a.pdf", Canvas(str(tmp_path / "a.pdf"), pagesize=A4)
    for number in range(4):
        draw_lines(canvas, [*draw_text(760, 12), *draw_text(420, 12, f"{number} {SENTENCE}")])
        canvas.grid([300, 380, 460], [500 + 20 * row for row in range(len(rows) + 1)])
        for row, cells in enumerate(rows):
            draw_lines(
                canvas, [(310 + 80 * column, 566 - 20 * row, cell) for column, cell in enumerate(cells)]
            )
        canvas.showPage()
    canvas.save()
    paper = read_paper(path, Settings())
    assert paper.figures == ()
    assert "Discuss" not in " ".join(block.text for block in paper.blocks)
