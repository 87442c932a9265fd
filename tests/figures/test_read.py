"""The whole way from an image to a reading, awkward images included."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from citehop.agent.figures.read_figure import read_figure
from citehop.errors import UsageError
from citehop.settings import Settings

SETTINGS = Settings(threads=1)
ROWS = [
    ["Model", "Accuracy", "Recall"],
    ["DeepNet (Lee et al., 2019)", "84.25", "71.3"],
    ["WideNet", "86.10", "69.8"],
    ["TinyNet (Roy et al., 2021)", "79.44", "73.9"],
]
QUESTION = "Which model has an accuracy of 86.10?"


@pytest.fixture(scope="module")
def table() -> Image.Image:
    image = Image.new("RGB", (760, 250), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(26)
    for row, texts in enumerate(ROWS):
        for x, text in zip((20, 430, 620), texts, strict=True):
            draw.text((x, 25 + 52 * row), text, fill="black", font=font)
    for y in (12, 68, 230):
        draw.line((10, y, 750, y), fill="black", width=2)
    return image


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ocr")


def test_a_table_is_read(table: Image.Image, cache: Path) -> None:
    reading = read_figure(table, QUESTION, settings=SETTINGS, cache=cache)
    assert not reading.abstained
    assert reading.operation == "equals"
    assert reading.entities[0].text == "WideNet"
    assert reading.entities[0].probability > 0.6
    assert sum(entity.probability for entity in reading.entities) == pytest.approx(1)
    name, value = reading.evidence
    assert 120 < (name.y0 + name.y1) / 2 < 160
    assert 430 <= value.x0 < 500
    assert 120 < (value.y0 + value.y1) / 2 < 160


def test_a_table_on_its_head_is_read_alike(table: Image.Image) -> None:
    reading = read_figure(table.rotate(180), QUESTION, settings=SETTINGS)
    assert reading.entities[0].text == "WideNet"


def test_what_the_table_does_not_say_is_left_open(table: Image.Image, cache: Path) -> None:
    reading = read_figure(table, "Which model has a recall of 12.34?", settings=SETTINGS, cache=cache)
    assert reading.abstained
    top = [entity.probability for entity in reading.entities[:3]]
    assert max(top) - min(top) < 0.1


def test_blank_images_and_photos_abstain() -> None:
    blank = Image.new("RGB", (400, 300), "white")
    assert read_figure(blank, QUESTION, settings=SETTINGS).abstained
    rng = np.random.default_rng(3)
    rough = Image.fromarray(rng.integers(0, 255, (12, 16, 3), dtype=np.uint8))
    photo = rough.resize((640, 480), Image.Resampling.BICUBIC)
    assert read_figure(photo, QUESTION, settings=SETTINGS).abstained


def test_a_file_that_is_no_image_is_one_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "figure.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n broken")
    with pytest.raises(UsageError, match=r"figure\.png"):
        read_figure(path, QUESTION, settings=SETTINGS)
