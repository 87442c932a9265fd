"""Heat maps that show the regions of a page that each word of the query matches."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image, ImageDraw

from .types import Array, PageVectors, QueryVectors

_MOST_WORDS = 11  # panels of single words, after the panel of all words
_COLUMNS = 4
_PANEL = 360  # width of a panel in pixels
_LABEL = 18
_STRONGEST = 150  # opacity of the best patch, of 255: the page stays readable
# Times the area of the smallest patch: larger patches cover the whole page again and say nothing about the place.
_COARSE = 2.0


def word_maps(page: PageVectors, query: QueryVectors) -> dict[str, Array]:
    """Map each word of the query, in order, to an array with the word's match to each vector of the page.

    The match, in -1..1, is the largest inner product of the word's tokens with the vector. If the query is an
    image, all its vectors belong to the word "".
    """
    products = query.vectors @ page.vectors.T
    named = [word for word in dict.fromkeys(query.words) if word] or [""]
    return {word: products[[w == word for w in query.words]].max(axis=0) for word in named}


def heatmap(image: Image.Image, page: PageVectors, query: QueryVectors) -> Image.Image:
    """Draw a panel for all words together and one for each word, with the matching patches of the page in red.

    `image` is the page. The colors of every panel range from the median to the best patch. No patch is drawn if the
    model does not say where its patches are.
    """
    maps = word_maps(page, query)
    together: Array = np.mean([_scaled(page, values) for values in maps.values()], axis=0, dtype=np.float32)
    panels = [("all words" if any(maps) else "image", together)]
    if any(maps):
        panels += [(word, _scaled(page, values)) for word, values in list(maps.items())[:_MOST_WORDS]]
    height = round(_PANEL * image.height / image.width)
    small = image.convert("RGB").resize((_PANEL, height))
    columns = min(_COLUMNS, len(panels))
    sheet = Image.new(
        "RGB", (columns * _PANEL, math.ceil(len(panels) / columns) * (height + _LABEL)), "white"
    )
    pen = ImageDraw.Draw(sheet)
    for n, (word, strengths) in enumerate(panels):
        x, y = n % columns * _PANEL, n // columns * (height + _LABEL)
        pen.text((x + 4, y + 3), word.encode("latin-1", "replace").decode("latin-1"), fill="black")
        sheet.paste(_painted(small, page, strengths), (x, y + _LABEL))
    return sheet


def _placed(page: PageVectors) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return a mask of the patches that stand for one place of the page."""
    areas = (page.boxes[:, 2] - page.boxes[:, 0]) * (page.boxes[:, 3] - page.boxes[:, 1])
    smallest = min(areas[areas > 0], default=0.0)
    return np.asarray((areas > 0) & (areas <= _COARSE * smallest))


def _scaled(page: PageVectors, values: Array) -> Array:
    """Scale `values` so that the median of the placed patches is 0 and the best patch is 1; lower values become 0."""
    placed = _placed(page)
    if not placed.any():
        return np.zeros(len(values), dtype=np.float32)
    middle, best = float(np.median(values[placed])), float(values[placed].max())
    return np.asarray(np.clip((values - middle) / max(best - middle, 1e-9), 0, 1), dtype=np.float32)


def _painted(image: Image.Image, page: PageVectors, strengths: Array) -> Image.Image:
    mask = Image.new("L", image.size, 0)
    pen = ImageDraw.Draw(mask)
    placed = _placed(page)
    scale = np.array([*image.size, *image.size])
    for box, strength in zip(page.boxes[placed], strengths[placed], strict=True):
        x0, y0, x1, y1 = np.round(box * scale).astype(int).tolist()
        if x1 > x0 and y1 > y0:
            pen.rectangle((x0, y0, x1 - 1, y1 - 1), fill=round(_STRONGEST * float(strength)))
    return Image.composite(Image.new("RGB", image.size, (220, 30, 30)), image, mask)
