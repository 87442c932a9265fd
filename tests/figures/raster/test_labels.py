"""Words of a chart as labels, where the OCR took tick marks, samples of a legend or several numbers for one word."""

from dataclasses import replace

import pytest
from PIL import Image, ImageDraw, ImageFont

from citehop.figures.raster.canvas import build_canvas
from citehop.figures.raster.labels import extract_labels
from citehop.papers.types import BBox, Word

FONT = ImageFont.load_default(20)


def drawn(texts: dict[str, tuple[int, int]], image: Image.Image | None = None) -> Image.Image:
    """An image with each text at its top left corner."""
    page = Image.new("RGB", (400, 220), "white") if image is None else image
    for text, corner in texts.items():
        ImageDraw.Draw(page).text(corner, text, "black", FONT)
    return page


def box_of(text: str, corner: tuple[int, int]) -> BBox:
    x0, y0, x1, y1 = FONT.getbbox(text)
    return BBox(corner[0] + x0, corner[1] + y0, corner[0] + x1, corner[1] + y1)


def test_dashes_after_numbers_and_names_of_an_axis_are_tick_marks() -> None:
    texts = {"60-": (20, 20), "40-": (20, 60), "BERT-": (100, 100), "GPT-J-": (90, 140), "X-": (300, 20)}
    words = [Word(text, box_of(text, corner), 1.0) for text, corner in texts.items()]
    right = {"BERT-": 160.0, "GPT-J-": 160.0}
    words = [
        replace(w, bbox=BBox(w.bbox.x0, w.bbox.y0, right.get(w.text, w.bbox.x1), w.bbox.y1)) for w in words
    ]
    labels = extract_labels(words, build_canvas(drawn(texts)))
    assert {p.text for p in labels} >= {"60", "40", "BERT", "GPT-J"}
    assert sorted(p.number for p in labels if p.number is not None) == [40.0, 60.0]


def test_numbers_under_one_another_are_labels_of_their_own() -> None:
    texts = {"30": (20, 20), "20": (20, 90), "10": (20, 160)}
    column = BBox(18, 20, 44, 184)
    labels = extract_labels([Word("30 20 10", column, 1.0)], build_canvas(drawn(texts)))
    assert [(p.number, round(p.cy / 70)) for p in labels] == [(30.0, 0), (20.0, 1), (10.0, 2)]


@pytest.mark.parametrize("marker", [True, False])
def test_black_line_of_a_legend_is_cut_from_the_name_after_it(marker: bool) -> None:
    page = drawn({"BERT-base": (100, 20), "GPT-J": (100, 60)})
    pencil = ImageDraw.Draw(page)
    for middle in (31, 71):
        pencil.line((40, middle, 90, middle), "black", 3)
        if marker:
            pencil.ellipse((59, middle - 6, 71, middle + 6), "black")
    words = [
        Word(text, BBox(40, y, box_of(text, (100, y)).x1, y + 24), 1.0)
        for text, y in (("BERT-base", 20), ("GPT-J", 60))
    ]
    labels = extract_labels(words, build_canvas(page))
    assert [p.text for p in labels] == ["BERT-base", "GPT-J"]
    assert all(p.box.x0 > 92 for p in labels)


def test_pieces_of_a_word_are_joined_where_other_words_are_farther_apart() -> None:
    page, x, words = drawn({}), 20.0, list[Word]()
    for text, space in (("Re", 1.5), ("ward", 9), ("model", 9), ("for", 9), ("long", 9), ("texts", 9)):
        ImageDraw.Draw(page).text((x, 20), text, "black", FONT)
        box = box_of(text, (round(x), 20))
        words.append(Word(text, box, 1.0))
        x = box.x1 + space
    assert [p.text for p in extract_labels(words, build_canvas(page))] == ["Reward model for long texts"]


def test_point_read_as_a_sign_before_its_name_is_cut_off() -> None:
    page = drawn({"ELMo": (60, 20)})
    ImageDraw.Draw(page).ellipse((40, 24, 52, 36), "blue")
    box = box_of("ELMo", (60, 20))
    [label] = extract_labels([Word("\u25cfELMo", BBox(40, box.y0, box.x1, box.y1), 1.0)], build_canvas(page))
    assert label.text == "ELMo"
    assert label.box.x0 > 52
