"""Images from anywhere, made safe: decoded within a pixel limit, upright, opaque, RGB; every fault is one clear line."""

from __future__ import annotations

import warnings
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from ..errors import UsageError

MAX_PIXELS = 60_000_000  # 180 MB as RGB; a poster page at 300 dpi has 35 million


def load_image(source: Path | Image.Image, max_pixels: int = MAX_PIXELS) -> Image.Image:
    """`source` as an RGB image on white, turned as its EXIF data say; of an animation, the first frame.

    Raises UsageError for a file that is missing, no image, damaged or larger than `max_pixels`, before its pixels
    are decoded.
    """
    if isinstance(source, Image.Image):
        return _flat(source, "image", max_pixels)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", Image.DecompressionBombWarning
            )  # the limit here is lower and an error
            with Image.open(source) as opened:
                return _flat(opened, str(source), max_pixels)
    except Image.DecompressionBombError as error:
        raise _too_large(str(source), max_pixels) from error
    except FileNotFoundError as error:
        raise UsageError(f"{source}: no such image; check the path") from error
    except UnidentifiedImageError as error:
        raise UsageError(
            f"{source}: not an image that can be read; give a PNG, JPEG, GIF, TIFF or WebP"
        ) from error
    except OSError as error:
        reason = error.strerror or "damaged or cut off"
        raise UsageError(f"{source}: cannot be read ({reason.lower()}); save the image again") from error


def _flat(image: Image.Image, name: str, max_pixels: int) -> Image.Image:
    if image.width * image.height > max_pixels:
        raise _too_large(f"{name} ({image.width} x {image.height})", max_pixels)
    if image.width < 1 or image.height < 1:
        raise UsageError(f"{name}: the image is empty; give one with pixels")
    try:
        image.seek(0)
        image.load()
        upright = ImageOps.exif_transpose(image)
    except OSError:
        raise
    except (
        Exception
    ) as error:  # decoders raise what they like on hostile data: struct.error, SyntaxError, KeyError
        raise UsageError(f"{name}: damaged image ({type(error).__name__}); save the image again") from error
    if upright.mode.startswith(("I", "F")):
        upright = _to_8_bits(upright)
    if upright.mode in {"RGBA", "LA", "PA", "RGBa", "La"} or "transparency" in upright.info:
        layer = upright.convert("RGBA")
        paper = Image.new("RGBA", layer.size, "white")
        upright = Image.alpha_composite(paper, layer)
    return upright.convert("RGB")


def _to_8_bits(image: Image.Image) -> Image.Image:
    """Grey images of 16 or 32 bits, scaled so that their range fills 0..255 (Pillow's own conversion clips)."""
    values = image.convert("F")
    low, high = values.getextrema()
    assert isinstance(low, float)
    assert isinstance(high, float)
    top = 65535.0 if image.mode.startswith("I") and 255 < high <= 65535 and low >= 0 else max(high, 1.0)
    return values.point(lambda value: value * (255.0 / top)).convert("L")


def _too_large(name: str, max_pixels: int) -> UsageError:
    return UsageError(f"{name}: more than {max_pixels // 1_000_000} million pixels; scale the image down")
