"""Check marks and crosses in cells, from texts and from ink."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from citehop.figures.table.marks import are_marks, mark_of, read_mark
from citehop.papers.types import BBox


@pytest.mark.parametrize(
    ("text", "mark"),
    [("✓", True), ("Yes", True), ("V", True), ("✗", False), ("no", False), ("81.2", None), ("–", None)],
)
def test_signs_for_yes_and_no(text: str, mark: bool | None) -> None:
    assert mark_of(text) is mark


def test_a_column_of_marks_has_signs_and_blanks_only() -> None:
    assert are_marks(["✓", "✗", "–", ""])
    assert not are_marks(["✓", "81.2"])
    assert not are_marks(["–", "–"])


def drawn(sign: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    image = Image.new("RGB", (60, 40), "white")
    pen = ImageDraw.Draw(image)
    if sign == "✓":
        pen.line([(20, 21), (26, 28), (38, 12)], fill="black", width=3)
    elif sign == "✗":
        pen.line([(22, 12), (38, 28)], fill="black", width=3)
        pen.line([(22, 28), (38, 12)], fill="black", width=3)
    elif sign == "●":
        pen.ellipse((22, 12, 38, 28), fill="black")
    elif sign == "○":
        pen.ellipse((22, 12, 38, 28), outline="black", width=2)
    return np.asarray(image)


@pytest.mark.parametrize("sign", ["✓", "✗", "●", "○"])
def test_signs_are_read_from_their_ink(sign: str) -> None:
    found = read_mark(drawn(sign), BBox(5, 5, 55, 35), 16.0)
    assert found is not None
    assert found[0] == sign
    assert 19 <= found[1].x0 <= 23


def test_an_empty_cell_and_a_rule_hold_no_sign() -> None:
    assert read_mark(drawn(""), BBox(5, 5, 55, 35), 16.0) is None
    ruled = drawn("").copy()
    ruled[20:22] = 0
    assert read_mark(ruled, BBox(5, 5, 55, 35), 16.0) is None
