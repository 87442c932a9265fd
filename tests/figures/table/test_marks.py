"""Check marks and crosses in cells, from texts and from ink."""

import numpy as np
import pytest
from PIL import Image, ImageDraw

from citehop.figures.table.marks import are_marks, find_signs, mark_of, read_mark
from citehop.papers.types import BBox, Word


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


def test_a_small_cross_is_no_check_mark() -> None:
    image = Image.new("RGB", (60, 40), "white")
    pen = ImageDraw.Draw(image)
    pen.line([(25, 14), (35, 26)], fill="black", width=2)
    pen.line([(24, 27), (36, 13)], fill="black", width=3)
    found = read_mark(np.asarray(image), BBox(5, 5, 55, 35), 16.0)
    assert found is not None
    assert found[0] == "✗"


def test_signs_that_ocr_dropped_are_found_between_words() -> None:
    image = Image.new("RGB", (300, 140), "white")
    pen = ImageDraw.Draw(image)
    rows = [
        Word(name, BBox(10, y, 70, y + 16)) for name, y in (("Aurora", 20), ("Hydra", 60), ("Jasper", 100))
    ]
    for x in (150, 220):
        pen.line([(x, 29), (x + 4, 35), (x + 12, 22)], fill="black", width=2)
    pen.line([(150, 62), (160, 74)], fill="black", width=2)
    pen.line([(150, 74), (160, 62)], fill="black", width=2)
    pen.line([(150, 108), (161, 108)], fill="black", width=2)
    pen.line([(5, 88), (290, 88)], fill="black", width=2)
    found = sorted((round(sign.bbox.x0 / 10), sign.text) for sign in find_signs(image, rows, 16.0))
    assert found == [(15, "–"), (15, "✓"), (15, "✗")], "the check mark at 220 has no other sign in its column"
    assert find_signs(image, (), 16.0) == []


def test_stubs_of_rules_are_no_dashes() -> None:
    image = Image.new("RGB", (300, 140), "white")
    pen = ImageDraw.Draw(image)
    rows = [Word("Aurora", BBox(200, y, 260, y + 16)) for y in (20, 60, 100)]
    pen.line([(150, 5), (150, 108)], fill="black", width=2)
    for y in (28, 68, 108):
        pen.line([(150, y), (165, y)], fill="black", width=2)
    assert find_signs(image, rows, 16.0) == []


def test_letters_that_stick_out_of_their_words_are_no_dashes() -> None:
    image = Image.new("RGB", (240, 160), "white")
    pen = ImageDraw.Draw(image)
    words = []
    for y in (20, 60, 100):
        for x in (20, 120):
            for stem in (x, x + 12):  # feet of letters, 5 pixels below the box of the word
                pen.rectangle((stem, y, stem + 2, y + 20), fill="black")
                pen.rectangle((stem - 3, y + 19, stem + 5, y + 20), fill="black")
            words.append(Word("hh", BBox(x - 4, y, x + 18, y + 15)))
    assert find_signs(image, words, 16.0) == []
