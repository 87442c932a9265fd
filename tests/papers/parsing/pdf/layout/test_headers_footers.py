"""Running heads and page numbers, in the margins and outside them."""

from __future__ import annotations

from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citehop.papers.parsing.read import read_paper
from citehop.settings import Settings

SENTENCE = "The annual survey recorded the number of visits in the northern districts and no further action was needed."


def read_text(path: Path, heads: list[str], level: float = 640) -> str:
    canvas = Canvas(str(path / "a.pdf"), pagesize=A4)
    for number, head in enumerate(heads, 1):
        canvas.setFont("Helvetica", 10)
        canvas.drawString(60, level, head)
        for line in range(20):
            canvas.drawString(60, 620 - 12 * line, f"{number}{line} {SENTENCE}"[:95])
        canvas.showPage()
    canvas.save()
    return " ".join(block.text for block in read_paper(path / "a.pdf", Settings()).blocks)


def test_a_head_at_the_same_height_of_three_pages_is_no_text(tmp_path: Path) -> None:
    assert "Regional" not in read_text(tmp_path, [f"Regional surveys {i}" for i in range(4)])


def test_a_line_on_two_pages_is_text(tmp_path: Path) -> None:
    heads = ["Regional surveys", "Regional surveys", "Other surveys", "Local surveys"]
    assert read_text(tmp_path, heads).count("Regional surveys") == 2


def test_two_heads_in_one_line_are_no_text(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A4)
    for number in range(4):
        canvas.setFont("Helvetica", 10)
        level = 640 if number == 3 else 810  # lower on one page, and with a narrow gap
        canvas.drawString(60, level, "Falk et al.")
        canvas.drawString(112 if number == 3 else 400, level, "Regional surveys")
        for line in range(20):
            canvas.drawString(60, 620 - 12 * line, f"{number}{line} {SENTENCE}"[:95])
        canvas.showPage()
    canvas.save()
    text = " ".join(block.text for block in read_paper(tmp_path / "a.pdf", Settings()).blocks)
    assert "Regional" not in text
    assert "no further" in text
