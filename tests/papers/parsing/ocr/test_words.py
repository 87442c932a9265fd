"""OCR on drawn images: words, boxes, turned text, gaps, cache."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from citehop.papers.parsing.ocr.words import recognize_words
from citehop.papers.raster import cut_at_gaps, detect_ink, find_extent, find_runs, snap_words
from citehop.papers.types import BBox, Word
from citehop.settings import Settings

SETTINGS = Settings(threads=1)


def canvas(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (width, height), "white")
    return image, ImageDraw.Draw(image)


def font(size: int) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    return ImageFont.load_default(size)


def by_text(words: tuple[Word, ...]) -> dict[str, BBox]:
    return {word.text: word.bbox for word in words}


def test_words_stand_where_they_were_drawn() -> None:
    image, draw = canvas(700, 200)
    places = {
        "Method": (20, 20),
        "Accuracy": (300, 20),
        "DeepNet": (20, 90),
        "84.25": (300, 90),
        "7": (560, 90),
    }
    for text, at in places.items():
        draw.text(at, text, fill="black", font=font(28))
    found = by_text(recognize_words(image, SETTINGS))
    assert set(places) - {"7"} <= set(found)
    for text in set(places) - {"7"}:
        true = draw.textbbox(places[text], text, font=font(28))
        box = found[text]
        assert abs(box.x0 - true[0]) < 8
        assert abs(box.x1 - true[2]) < 8
        assert box.intersection_area(BBox(*true)) > 0.6 * (true[2] - true[0]) * (true[3] - true[1])


def test_neighboring_cells_are_separate_words() -> None:
    image, draw = canvas(640, 120)
    for index, text in enumerate(["81.2", "79.5", "66.0", "90.1"]):
        draw.text((40 + 90 * index, 40), text, fill="black", font=font(26))
    assert [word.text for word in recognize_words(image, SETTINGS)] == ["81.2", "79.5", "66.0", "90.1"]


@pytest.mark.parametrize("angle", [90, 270])
def test_turned_text_is_read_and_keeps_its_tall_box(angle: int) -> None:
    strip, draw = canvas(260, 50)
    draw.text((10, 6), "Validation loss", fill="black", font=font(30))
    image, _ = canvas(300, 400)
    image.paste(strip.rotate(angle, expand=True), (100, 60))
    words = recognize_words(image, SETTINGS)
    assert "Validation loss" in [word.text for word in words]
    box = by_text(words)["Validation loss"]
    assert box.height > 3 * box.width


def test_an_image_on_its_head_is_read() -> None:
    image, draw = canvas(700, 200)
    draw.text((20, 20), "Convolutional network", fill="black", font=font(28))
    draw.text((20, 100), "Recurrent network", fill="black", font=font(28))
    words = recognize_words(image.rotate(180), SETTINGS)
    assert [word.text for word in words].count("network") == 2
    assert by_text(words)["Recurrent"].y0 < by_text(words)["Convolutional"].y0  # boxes are of the image given


def test_blank_images_hold_no_words() -> None:
    assert recognize_words(Image.new("RGB", (300, 200), "white"), SETTINGS) == ()
    assert recognize_words(Image.new("L", (1, 1), 255), SETTINGS) == ()


def test_words_do_not_depend_on_the_number_of_threads() -> None:
    image, draw = canvas(700, 400)
    for at in range(24):  # four batches of lines
        draw.text((20 + 230 * (at % 3), 10 + 48 * (at // 3)), f"name{at} 8.{at:02}", "black", font=font(20))
    alone = recognize_words(image, SETTINGS)
    assert len(alone) == 48
    assert recognize_words(image, Settings(threads=3)) == alone


def test_the_cache_is_used_and_survives_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    image, draw = canvas(300, 100)
    draw.text((20, 20), "cached words", fill="black", font=font(28))
    first = recognize_words(image, SETTINGS, tmp_path)
    (stored,) = tmp_path.iterdir()
    assert recognize_words(image, SETTINGS, tmp_path) == first
    stored.write_text('[["forged", [0, 0, 1, 1], 0.5]]', encoding="utf-8")
    assert recognize_words(image, SETTINGS, tmp_path) == (Word("forged", BBox(0, 0, 1, 1), 0.5),)
    stored.write_text("[[", encoding="utf-8")
    assert recognize_words(image, SETTINGS, tmp_path) == first


def test_threads_that_read_one_image_at_once_do_not_disturb_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_together(*_: object) -> tuple[Word, ...]:
        meeting.wait()  # all of them write the cache next
        return (Word("rain", BBox(0, 0, 1, 1)),)

    meeting = threading.Barrier(8, timeout=60)
    monkeypatch.setattr("citehop.papers.parsing.ocr.engine.read_words", read_together)
    blank = Image.new("RGB", (8, 8), "white")
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: recognize_words(blank, Settings(), tmp_path), range(8)))
    assert {word.text for words in found for word in words} == {"rain"}
    assert [path.suffix for path in tmp_path.iterdir()] == [".json"]


def test_ink_is_what_differs_from_the_background() -> None:
    crop = np.full((10, 10, 3), 200, dtype=np.uint8)
    crop[2:4, 5:8] = 20
    assert np.flatnonzero(np.any(detect_ink(crop), axis=0)).tolist() == [5, 6, 7]
    inverse = 255 - crop
    assert find_extent(np.any(detect_ink(inverse), axis=1)) == (2, 4)


def test_runs() -> None:
    assert find_runs(np.array([True, True, False, True])) == [(0, 2), (3, 4)]
    assert find_runs(np.array([False, False])) == []


def test_a_box_is_cut_only_at_wide_gaps() -> None:
    crop = np.full((20, 100, 3), 255, dtype=np.uint8)
    for start in (0, 14, 60):  # gaps of 4 and 36 pixels, ink 20 high
        crop[:, start : start + 10 : 2] = 0
    crop[0] = crop[-1] = 255
    pieces = cut_at_gaps(crop, BBox(1000, 500, 1100, 520))
    assert [(piece.x0 < 1030, piece.x1 > 1055) for piece in pieces] == [(True, False), (False, True)]


def test_words_are_cut_at_spaces_into_the_gap() -> None:
    ink = np.zeros((10, 60), dtype=bool)
    ink[:, 2:8] = ink[:, 10:16] = ink[:, 22:28] = True
    assert snap_words("ab c", [5, 13, 25], ink) == [("ab", 2.0, 16.0), ("c", 22.0, 28.0)]
    assert snap_words("ab c", [5, 13], ink) == [("ab c", 2.0, 28.0)]  # positions that do not fit: one word
