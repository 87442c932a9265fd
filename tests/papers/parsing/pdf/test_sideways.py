"""Pages whose text is printed sideways."""

from pathlib import Path

import pytest
from reportlab.pdfgen import canvas

from citehop.papers.parsing.pdf.pages import page_size, page_text, render_page

WIDTH, HEIGHT = 400, 600
LINES = ("Site Depth Sand", "Arda 41 cm 23.3", "Bistra 18 cm 41.0", "Cerna 77 cm 105.8", "Drin 52 cm 18.9")


def draw(path: Path, degrees: int, rotation: int = 0, running_head: str = "") -> Path:
    """One page with lines that run in the direction of `degrees`, counterclockwise, on a page with `rotation`."""
    pdf = canvas.Canvas(str(path), pagesize=(WIDTH, HEIGHT))
    pdf.setPageRotation(rotation)
    pdf.setFont("Helvetica", 6)
    pdf.drawString(20, HEIGHT - 30, running_head)
    pdf.setFont("Helvetica", 12)
    pdf.translate(WIDTH / 2, HEIGHT / 2)
    pdf.rotate(degrees)
    for place, line in enumerate(LINES):
        pdf.drawString(-100, 60 - 20 * place, line)
    pdf.save()
    return path


@pytest.mark.parametrize(("degrees", "rotation"), [(90, 0), (270, 0), (180, 0), (0, 90), (90, 90), (0, 0)])
def test_text_reads_from_left_to_right(tmp_path: Path, degrees: int, rotation: int) -> None:
    path = draw(tmp_path / "page.pdf", degrees, rotation)
    assert page_text(path, 1) == " ".join(LINES)
    turned = (degrees in (90, 270)) != (
        rotation == 90
    )  # the sides of a page with a rotation are swapped when it is drawn
    assert page_size(path, 1) == ((HEIGHT, WIDTH) if turned else (WIDTH, HEIGHT))
    assert render_page(path, 1, 72).size == ((HEIGHT, WIDTH) if turned else (WIDTH, HEIGHT))


def test_pages_with_little_text_sideways_stay_upright(tmp_path: Path) -> None:
    head = "Sand and gravel in the rivers of the northern plain, their depth and their weight after each of the eleven floods"
    path = draw(tmp_path / "page.pdf", 90, running_head=head)
    assert page_size(path, 1) == (WIDTH, HEIGHT)
    assert head in page_text(path, 1)
