"""Open images of any origin safely: decoded within a pixel limit, upright, opaque, RGB. Every error is one clear
line.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean, median

from PIL import Image, ImageOps, UnidentifiedImageError

from ..errors import UsageError
from ..papers.types import BBox, Word
from ..settings import Settings, load_settings
from .types import FigureImage

MAX_PIXELS = 60_000_000  # 180 MB as RGB; a poster page at 300 dpi has 35 million


def load_image(source: Path | Image.Image, max_pixels: int = MAX_PIXELS) -> Image.Image:
    """Return `source` as an RGB image on white, rotated as its EXIF data require. An animation gives its first
    frame.

    Raises UsageError, before pixels are decoded, for a file that is missing, not an image, damaged, or larger
    than `max_pixels`.
    """
    if isinstance(source, Image.Image):
        return _flat(source, "image", max_pixels)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", Image.DecompressionBombWarning
            )  # the limit here is lower and raises an error
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


def open_figure(
    source: Path | Image.Image | FigureImage,
    *,
    page: int | None = None,
    box: BBox | None = None,
    words: Sequence[Word] = (),
    caption: str = "",
    settings: Settings | None = None,
    cache: Path | None = None,
) -> FigureImage:
    """Return `source` decoded and with its words. OCR reads the words if neither `words` nor the figure has any.

    A file counts as a PDF by its suffix or if `page` is given. A PDF gives the figure at `box`, with its vector
    drawing. `box` is in page points from the top left (default: the whole page), and `page` counts from 1 (the
    default). OCR keeps its words in the folder `cache` if given. `settings` default to those of the environment
    and files. An image that OCR reads upside down is turned. Raises UsageError as `load_image` does.
    """
    if isinstance(source, Path) and (page is not None or source.suffix.lower() == ".pdf"):
        from .vector.load import open_pdf_figure

        source = open_pdf_figure(source, page or 1, box, caption)
    if not isinstance(source, FigureImage):
        source = FigureImage(load_image(source), tuple(words), caption)
    if source.words:
        return source
    from ..papers.parsing.ocr.words import recognize_words

    found = recognize_words(source.pixels, settings or load_settings(), cache)
    if source.drawing is None:
        return _upright(replace(source, words=found))
    from .vector.load import with_ocr_texts

    return replace(source, words=found, drawing=with_ocr_texts(source.drawing, found, source.scale))


def _upright(figure: FigureImage) -> FigureImage:
    """Rotate the figure by 180 degrees if its words are in upside-down order: the first half is lower by more than
    a line.
    """
    words, middle = figure.words, len(figure.words) // 2
    if middle == 0:
        return figure
    rise = mean(w.bbox.y0 for w in words[:middle]) - mean(w.bbox.y0 for w in words[middle:])
    if rise <= median(w.bbox.height for w in words):
        return figure
    width, height = figure.pixels.size
    turned = (
        Word(
            word.text,
            BBox(width - word.bbox.x1, height - word.bbox.y1, width - word.bbox.x0, height - word.bbox.y0),
            word.confidence,
        )
        for word in words
    )
    return replace(figure, pixels=figure.pixels.rotate(180), words=tuple(turned))


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
    ) as error:  # decoders raise any exception on hostile data: struct.error, SyntaxError, KeyError
        raise UsageError(f"{name}: damaged image ({type(error).__name__}); save the image again") from error
    if upright.mode.startswith(("I", "F")):
        upright = _to_8_bits(upright)
    if upright.mode in {"RGBA", "LA", "PA", "RGBa", "La"} or "transparency" in upright.info:
        layer = upright.convert("RGBA")
        paper = Image.new("RGBA", layer.size, "white")
        upright = Image.alpha_composite(paper, layer)
    return upright.convert("RGB")


def _to_8_bits(image: Image.Image) -> Image.Image:
    """Convert a gray image of 16 or 32 bits, scaled so that its range fits 0..255. (Pillow's own conversion clips
    values.)
    """
    values = image.convert("F")
    low, high = values.getextrema()
    assert isinstance(low, float)
    assert isinstance(high, float)
    top = 65535.0 if image.mode.startswith("I") and 255 < high <= 65535 and low >= 0 else max(high, 1.0)
    return values.point(lambda value: value * (255.0 / top)).convert("L")


def _too_large(name: str, max_pixels: int) -> UsageError:
    return UsageError(f"{name}: more than {max_pixels // 1_000_000} million pixels; scale the image down")
