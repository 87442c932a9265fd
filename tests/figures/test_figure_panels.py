"""Panels of figures by their letters, and the parts of captions about them."""

from __future__ import annotations

from citehop.figures.figure_panels import describe_panels, find_panels
from citehop.papers.types import BBox, Word

FIGURE = BBox(0, 0, 400, 300)


def words(*placed: tuple[str, float, float]) -> list[Word]:
    return [Word(text, BBox(x, y, x + 8, y + 8)) for text, x, y in placed]


def test_panels_in_two_rows() -> None:
    found = find_panels(words(("A", 0, 0), ("B", 210, 2), ("C", 0, 150), ("Yield", 60, 80)), FIGURE)
    assert found == {"a": BBox(0, 0, 210, 150), "b": BBox(210, 0, 400, 150), "c": BBox(0, 150, 400, 300)}


def test_letters_below_their_panels() -> None:
    found = find_panels(words(("(a)", 95, 290), ("(b)", 295, 290)), FIGURE)
    assert found == {"a": BBox(0, 0, 195, 290), "b": BBox(195, 0, 400, 290)}


def test_letters_with_a_gap_or_out_of_order_are_none_of_panels() -> None:
    assert find_panels(words(("a", 0, 0), ("c", 210, 0)), FIGURE) == {}
    assert find_panels(words(("b", 0, 0), ("a", 210, 0), ("c", 0, 150)), FIGURE) == {}


def test_the_caption_of_each_panel() -> None:
    caption = "Yields of barley. (a) Grain in three years, by site. (b) Straw, with the mean as a line."
    assert describe_panels(caption) == {
        "a": "Grain in three years, by site.",
        "b": "Straw, with the mean as a line.",
    }
    assert describe_panels("A survey of barley (see Methods).") == {}
