"""Recognize the words of an image with rapidocr and the models in its package, and cache the results."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ....settings import Settings
from ...files import write_atomic
from ...raster import Pixels
from ...types import BBox, Word

if TYPE_CHECKING:
    from PIL import Image

VERSION = 3  # version of the OCR code; part of the cache key


def recognize_words(image: Image.Image, settings: Settings, cache: Path | None = None) -> tuple[Word, ...]:
    """Recognize the words of `image` with boxes in its pixels, in reading order; () if it contains no text.

    Words are separated by spaces or gaps. Rotated text (axis titles, group labels) has a tall box. In an upside-down
    image, the reading order runs upwards. With the folder `cache`, the result is stored there under a hash of the
    pixels and reused.
    """
    rgb = np.asarray(image.convert("RGB"))
    path = cache / f"{_hash_pixels(rgb)}.json" if cache is not None else None
    if path is not None and (stored := _load(path)) is not None:
        return stored
    from .engine import read_words  # loads onnxruntime and OpenCV

    words = read_words(np.ascontiguousarray(rgb[:, :, ::-1]), settings.threads or os.cpu_count() or 1)
    if path is not None:
        _store(path, words)
    return words


def _hash_pixels(rgb: Pixels) -> str:
    digest = hashlib.sha256(f"{VERSION} {rgb.shape}".encode())
    digest.update(rgb.tobytes())
    return digest.hexdigest()[:32]


def _load(path: Path) -> tuple[Word, ...] | None:
    """Load the cached words; None if they are missing or the file is damaged, because it is only a cache."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        return tuple(Word(text, BBox(*box), confidence) for text, box, confidence in rows)
    except (OSError, ValueError, TypeError):
        return None


def _store(path: Path, words: Sequence[Word]) -> None:
    rows = [
        (word.text, (word.bbox.x0, word.bbox.y0, word.bbox.x1, word.bbox.y1), word.confidence)
        for word in words
    ]
    write_atomic(path, json.dumps(rows, ensure_ascii=False))
