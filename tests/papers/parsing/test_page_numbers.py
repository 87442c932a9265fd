"""Numbers that are printed on pages, in running heads or feet."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen import canvas

from citehop.papers.parsing.printed_pages import find_page, find_printed_page
from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper, PublicationPlace
from citehop.settings import Settings


def draw(path: Path, head: str, foot: str) -> Path:
    """Four pages, in whose `head` and `foot` N is the number from 31 on."""
    pdf = canvas.Canvas(str(path), pagesize=(400, 600))
    for number in range(31, 35):
        pdf.drawString(50, 580, head.replace("N", str(number)))
        for place in range(20):
            pdf.drawString(
                50, 520 - 14 * place, f"Line {place} says that river {number * 7 + place} rose by two feet."
            )
        pdf.drawString(190, 20, foot.replace("N", str(number)))
        pdf.showPage()
    pdf.save()
    return path


@pytest.mark.parametrize(
    ("head", "foot", "first"),
    [
        ("", "N", 31),
        ("N  RIVERS OF THE NORTH", "", 31),
        ("", "- N -", 31),
        ("", "rivers.org", 0),
        ("", "2019", 0),
    ],
)
def test_numbers_at_the_edges_of_pages(tmp_path: Path, head: str, foot: str, first: int) -> None:
    paper = read_paper(draw(tmp_path / "rivers.pdf", head, foot), Settings())
    assert paper.first_number == first


def test_pages_by_their_printed_numbers() -> None:
    paper = Paper("a", "A", pages=4, first_number=31)
    assert [find_printed_page(paper, page) for page in (0, 1, 4)] == [None, 31, 34]
    assert [find_page(paper, number) for number in (32, 3, 40)] == [2, 3, 0]
    cited = Paper("a", "A", pages=12, place=PublicationPlace(pages="464–75"))
    assert find_page(cited, 466) == 3
