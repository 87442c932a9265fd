"""Figures small enough to travel inside a page."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from pathlib import Path

from ....errors import CitehopError
from ....figures.image import load_image

LONGEST_SIDE = 1000  # pixels
_QUALITY = 75  # of WebP: text stays sharp, a table takes about 40 kB


def embed_pictures(paths: Iterable[str]) -> dict[str, str]:
    """Each picture at `paths` as a data URI, by its path; those that cannot be read are left out."""
    found = {}
    for path in dict.fromkeys(paths):
        try:
            picture = load_image(Path(path))
        except CitehopError:
            continue
        picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        buffer = io.BytesIO()
        picture.save(buffer, "WEBP", quality=_QUALITY)
        found[path] = f"data:image/webp;base64,{base64.b64encode(buffer.getvalue()).decode()}"
    return found
