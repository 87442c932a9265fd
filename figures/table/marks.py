"""Check marks, crosses and discs in cells: signs for yes and no, from texts and, where OCR drops them, from ink."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...papers.raster import Mask, Pixels, detect_ink, find_extent
from ...papers.types import BBox

YES, NO = "✓✔☑√●•⬤", "✗✘☒×○◦"
_YES = {*YES, "yes", "y", "v"}
_NO = {*NO, "no", "n", "x"}
_UNSURE = {"o"}  # a disc or a ring
_SIGNS = frozenset(YES + NO)
_BLANK = {"-", "–", "—", "n/a", ""}
SMALLEST, LARGEST = 0.3, 1.8  # height of a sign, of the height of the text
FULL = 0.62  # share of its box that a disc covers; a ring and the strokes of marks cover less
CORNER = 0.34  # share of a sign's sides that its corners take


def mark_of(text: str) -> bool | None:
    """True for a sign that means yes, False for one that means no, None for any other text."""
    text = text.strip().lower()
    if text in _YES:
        return True
    return False if text in _NO else None


def is_sign(text: str) -> bool:
    """True if the text is a printed sign rather than a word or a letter."""
    return text.strip() in _SIGNS


def are_marks(texts: Sequence[str]) -> bool:
    """True if the texts of a column are signs for yes and no, and dashes."""
    plain = [text.strip().lower() for text in texts]
    signs = [text for text in plain if text not in _BLANK]
    return bool(signs) and all(mark_of(text) is not None or text in _UNSURE for text in signs)


def read_mark(pixels: Pixels, box: BBox, height: float) -> tuple[str, BBox] | None:
    """Return the sign ("✓", "✗", "●" or "○") that is all the ink in a cell, and its box; None without one.

    `height` is that of the text. A cross has ink in all its corners, a check mark none in its top left one.
    """
    left, top = max(0, round(box.x0)), max(0, round(box.y0))
    crop = pixels[top : round(box.y1) + 1, left : round(box.x1) + 1]
    if crop.shape[0] < 5 or crop.shape[1] < 5:
        return None
    ink = detect_ink(crop)
    ink[ink.mean(axis=1) > 0.9] = False  # rules and the edges of shading
    ink[:, ink.mean(axis=0) > 0.9] = False
    if ink.sum() < 8:
        return None
    (x0, x1), (y0, y1) = find_extent(np.any(ink, axis=0)), find_extent(np.any(ink, axis=1))
    sides = sorted((x1 - x0, y1 - y0))
    if not SMALLEST * height <= sides[0] <= sides[1] <= LARGEST * height:
        return None
    sign = ink[y0:y1, x0:x1]
    found = BBox(left + x0, top + y0, left + x1, top + y1)
    return _shape(sign), found


def _shape(sign: Mask) -> str:
    tall, wide = sign.shape
    dy, dx = max(1, round(CORNER * tall)), max(1, round(CORNER * wide))
    corners = [sign[:dy, :dx], sign[:dy, -dx:], sign[-dy:, :dx], sign[-dy:, -dx:]]
    if sign.mean() > FULL:
        return "●"
    if not sign[tall // 3 : tall - tall // 3, wide // 3 : wide - wide // 3].any():
        return "○"
    shares = [float(corner.mean()) for corner in corners]
    return "✗" if min(shares) > 0.12 else "✓"
