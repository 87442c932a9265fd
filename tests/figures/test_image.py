"""Images of every awkward kind: a safe RGB picture or one clear line."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from citehop.errors import UsageError
from citehop.figures.image import load_image


def saved(image: Image.Image, path: Path, **options: Any) -> Path:
    image.save(path, **options)
    return path


def refused(path: Path) -> str:
    with pytest.raises(UsageError) as caught:
        load_image(path)
    message = str(caught.value)
    assert "\n" not in message
    assert path.name in message
    return message


def test_transparency_becomes_white(tmp_path: Path) -> None:
    image = Image.new("RGBA", (4, 2), (255, 0, 0, 0))
    image.putpixel((1, 1), (0, 0, 255, 255))
    loaded = load_image(saved(image, tmp_path / "clear.png"))
    assert loaded.mode == "RGB"
    assert loaded.getpixel((0, 0)) == (255, 255, 255)
    assert loaded.getpixel((1, 1)) == (0, 0, 255)


def test_an_animation_shows_its_first_frame(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (5, 5), color) for color in ("red", "blue")]
    path = saved(frames[0], tmp_path / "moving.gif", save_all=True, append_images=frames[1:])
    assert load_image(path).getpixel((2, 2)) == (255, 0, 0)


def test_the_camera_s_orientation_is_obeyed(tmp_path: Path) -> None:
    image = Image.new("RGB", (4, 2), "white")
    exif = image.getexif()
    exif[0x0112] = 6  # turn by a quarter to show
    assert load_image(saved(image, tmp_path / "turned.jpg", exif=exif)).size == (2, 4)


def test_sixteen_bits_keep_their_shades(tmp_path: Path) -> None:
    values = np.array([[0, 32896, 65535]], dtype=np.uint16)
    loaded = load_image(saved(Image.fromarray(values), tmp_path / "deep.png"))
    assert [loaded.getpixel((x, 0))[0] for x in range(3)] == [0, 128, 255]  # type: ignore[index]


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "CMYK", "YCbCr", "I", "F"])
def test_every_mode_becomes_rgb(mode: str) -> None:
    assert load_image(Image.new(mode, (3, 3))).mode == "RGB"


def test_huge_images_are_refused_before_they_are_decoded(tmp_path: Path) -> None:
    path = saved(Image.new("1", (20_000, 20_000)), tmp_path / "huge.png")
    assert "million pixels" in refused(path)
    assert "million pixels" in refused(saved(Image.new("1", (9_000, 9_000)), tmp_path / "large.png"))


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (60, 60, 3), dtype=np.uint8)
    whole = saved(Image.fromarray(noise), tmp_path / "whole.png").read_bytes()
    cut = tmp_path / "cut.png"
    cut.write_bytes(whole[: len(whole) // 2])
    assert "cut off" in refused(cut)
    text = tmp_path / "text.png"
    text.write_text("not an image", encoding="utf-8")
    assert "not an image" in refused(text)
    empty = tmp_path / "empty.png"
    empty.write_bytes(b"")
    refused(empty)
    refused(tmp_path / "absent.png")
    refused(tmp_path)
