"""Tables side by side in one figure are read apart and joined."""

import importlib.util
from pathlib import Path

from PIL import Image

from citehop.figures.read import read_data
from citehop.figures.table.side_by_side import split_side_by_side
from citehop.figures.types import FigureData, FigureImage
from citehop.papers.types import BBox, Word

_spec = importlib.util.spec_from_file_location("drawn", Path(__file__).with_name("drawn.py"))
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)
drawn = _module.drawn

SYSTEMS = """
============================
System          EM      F1
============================
Baseline       40.4    51.0
R-Net          68.4    77.5
Ours           68.0    77.3
============================
"""
ABLATIONS = """
============================
Removed         EM      F1
============================
Characters     65.0    75.4
Words          55.5    66.8
============================
"""


def beside(left: str, right: str) -> FigureImage:
    """An image of two drawn tables, 60 pixels apart."""
    (image, words), (other, more) = drawn(left), drawn(right)
    shift = image.width + 60
    both = Image.new("RGB", (shift + other.width, max(image.height, other.height)), "white")
    both.paste(image, (0, 0))
    both.paste(other, (shift, 0))
    moved = tuple(
        Word(word.text, BBox(word.bbox.x0 + shift, word.bbox.y0, word.bbox.x1 + shift, word.bbox.y1))
        for word in more
    )
    return FigureImage(both, (*words, *moved), "Table 1: Systems and ablations.")


def cells(data: FigureData) -> dict[tuple[str, str], str]:
    rows, columns = data.rows.attributes[0].names, data.columns.attributes[0].names
    return {(rows[fact.row].text, columns[fact.column].text): fact.text for fact in data.facts}


def test_two_tables_have_their_own_rows() -> None:
    data = read_data(beside(SYSTEMS, ABLATIONS))
    assert data is not None
    assert (data.rows.count, data.columns.count, len(data.facts)) == (5, 4, 10)
    assert cells(data)["Words", "EM"] == "55.5"
    assert cells(data)["R-Net", "F1"] == "77.5"


def test_rules_over_the_whole_width_hold_one_table() -> None:
    image, words = drawn(SYSTEMS)
    assert split_side_by_side(image, words) == [(image, words)]
