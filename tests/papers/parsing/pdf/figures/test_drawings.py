"""Marks of a drawn page, whose text is hidden while they are detected."""

from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citehop.papers.parsing.pdf.figures.drawings import detect_page_marks
from citehop.papers.parsing.pdf.pages import open_pdf


def draw_page(path: Path) -> Path:
    canvas = Canvas(str(path), pagesize=A4)
    canvas.drawString(60, 700, "Barley and wheat")
    canvas.beginForm("part")
    canvas.drawString(60, 600, "Timber")
    canvas.endForm()
    canvas.doForm("part")
    canvas.line(60, 500, 360, 500)
    canvas.save()
    return path


def test_words_are_no_marks_and_a_line_is_a_rule(tmp_path: Path) -> None:
    with open_pdf(draw_page(tmp_path / "a.pdf")) as document:
        (mark,) = detect_page_marks(document[0], [])
    assert mark.rule
    assert abs(mark.bbox.x0 - 60) < 1
    assert abs(mark.bbox.x1 - 360) < 1


def test_the_text_is_visible_again_afterwards(tmp_path: Path) -> None:
    with open_pdf(draw_page(tmp_path / "a.pdf")) as document:
        page = document[0]
        before = page.render(scale=1).to_numpy().copy()
        detect_page_marks(page, [])
        after = page.render(scale=1).to_numpy()
    assert (before == after).all()
