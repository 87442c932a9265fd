"""Pages drawn from lines of text."""

from collections.abc import Iterable
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper
from citehop.settings import Settings

TextLine = tuple[float, float, str] | tuple[float, float, str, str, float]
SENTENCE = "The annual survey recorded the number of visits in the northern districts."


def draw_text(top: float, lines: int = 20, text: str = SENTENCE, x: float = 60) -> list[TextLine]:
    return [(x, top - 12 * line, text) for line in range(lines)]


def draw_lines(canvas: Canvas, lines: Iterable[TextLine]) -> None:
    """Draw lines (x, y, text) in Helvetica of 10 points, or (x, y, text, font, points)."""
    for x, y, text, *font in lines:
        canvas.setFont(*(font or ("Helvetica", 10)))
        canvas.drawString(x, y, text)
    canvas.setFont("Helvetica", 10)


def write_pages(path: Path, *pages: Iterable[TextLine], size: tuple[float, float] = A4) -> Path:
    canvas = Canvas(str(path), pagesize=size)
    for page in pages:
        draw_lines(canvas, page)
        canvas.showPage()
    canvas.save()
    return path


def read_pages(path: Path, *pages: Iterable[TextLine]) -> Paper:
    return read_paper(write_pages(path, *pages), Settings())
