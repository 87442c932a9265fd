"""Recognize check marks, crosses and dots in cells as yes or no, from texts or, if OCR drops them, from ink."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from PIL import Image

from ...papers.raster import CONTRAST, Mask, Pixels, detect_ink, find_extent
from ...papers.types import BBox, Word

YES, NO = "✓✔☑√●•⬤", "✗✘☒×○◦"
_YES = {*YES, "yes", "y", "v"}
_NO = {*NO, "no", "n", "x"}
_UNSURE = {"o"}  # may be a disc or a ring
_SIGNS = frozenset(YES + NO)
_BLANK = {"-", "–", "—", "n/a", ""}
SMALLEST, LARGEST = 0.3, 1.8  # smallest and largest side of a mark, in text heights
FULL = 0.62  # least share of its bounding box that a disc covers; rings and strokes cover less
CORNER = 0.34  # side of a mark's corners, as a share of its side
CROSSED = 0.15  # least ink of a cross in the upper left and lower right corners, as the sum of their shares
STROKE = 0.2  # least share of ink in each of the other two corners, for a check mark or a cross
MOST_SIGNS = 500  # pieces of ink as small as a mark; with more, the image is no table
# The next sizes are in text heights.
LONGEST = 1.3  # largest side of a mark that OCR dropped
RULE = 2.0  # a straight stroke at least this long is a rule
COLUMN = 0.6  # largest distance between the centers of marks in one column
FLAT, APART = 0.2, 0.3  # largest thickness of a dash; least distance between a mark and the words next to it


def mark_of(text: str) -> bool | None:
    """Return True for a mark that means yes, False for a mark that means no, and None for any other text."""
    text = text.strip().lower()
    if text in _YES:
        return True
    return False if text in _NO else None


def is_sign(text: str) -> bool:
    """True if the text is a printed symbol, not a word or a letter."""
    return text.strip() in _SIGNS


def are_marks(texts: Sequence[str]) -> bool:
    """True if the texts of a column are marks for yes and no, or dashes, with at least one mark."""
    plain = [text.strip().lower() for text in texts]
    signs = [text for text in plain if text not in _BLANK]
    return bool(signs) and all(mark_of(text) is not None or text in _UNSURE for text in signs)


def are_mostly_marks(texts: Sequence[str]) -> bool:
    """True for a column of single characters with a printed mark, of which at least half are marks or dashes.

    The other characters are marks that OCR misread as letters.
    """
    plain = [text.strip() for text in texts]
    marks = sum(mark_of(text) is not None or text.lower() in _BLANK for text in plain)
    return all(len(text) <= 1 for text in plain) and any(map(is_sign, plain)) and 2 * marks >= len(plain)


def find_signs(image: Image.Image, words: Sequence[Word], height: float) -> list[Word]:
    """Return the check marks, crosses and dashes that OCR dropped, as words.

    Each is alone on a line of `words` and has another mark in its column. `words` are in pixels of the image,
    and `height` is their text height.
    """
    if not words:
        return []
    gray = np.asarray(image.convert("L"))
    side = 2 * round(0.8 * height) + 1
    dark = cv2.morphologyEx(gray, cv2.MORPH_BLACKHAT, np.ones((side, side), np.uint8))
    ink = (dark > CONTRAST).astype(np.uint8)
    covered = [
        (slice(max(0, int(b.y0) - 2), int(b.y1) + 3), slice(max(0, int(b.x0) - 2), int(b.x1) + 3))
        for b in (word.bbox for word in words)
    ]
    apart = ink.copy()
    for area in covered:
        apart[area] = 0
    length = max(5, round(RULE * height))
    across, upright = (
        cv2.morphologyEx(apart, cv2.MORPH_OPEN, np.ones(shape, np.uint8))
        for shape in ((1, length), (length, 1))
    )
    rules = across | upright
    beside = cv2.dilate(rules, np.ones((5, 5), np.uint8)) > 0
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink - rules, connectivity=8)
    small = (stats[:, 2] >= SMALLEST * height) & (stats[:, 2:4].max(axis=1) <= LONGEST * height)
    small[0] = False
    for area in covered:  # letters may extend beyond the boxes of their words
        small[labels[area]] = False
    if np.count_nonzero(small) > MOST_SIGNS:
        return []
    found = []
    for label in np.flatnonzero(small).tolist():
        x, y, wide, tall, _ = stats[label].tolist()
        if beside[y : y + tall, x : x + wide].any():
            continue
        box = BBox(x, y, x + wide, y + tall)
        flat = tall <= max(3, FLAT * height)
        sign = "–" if flat else _drawn_sign(labels[y : y + tall, x : x + wide] == label)
        if sign and tall >= (1 if flat else SMALLEST * height) and _is_alone_on_line(box, words, height):
            found.append(Word(sign, box))
    known = [*found, *(word for word in words if is_sign(word.text))]
    return [sign for sign in found if sum(_shares_column(sign, other, height) for other in known) > 1]


def _is_alone_on_line(box: BBox, words: Sequence[Word], height: float) -> bool:
    """True if there are words on the same line as the box, but no word is next to the box."""
    middle = (box.y0 + box.y1) / 2
    line = [w.bbox for w in words if abs(w.bbox.y0 + w.bbox.y1 - 2 * middle) < height]
    return bool(line) and all(max(o.x0 - box.x1, box.x0 - o.x1) > APART * height for o in line)


def _shares_column(one: Word, other: Word, height: float) -> bool:
    return abs(one.bbox.x0 + one.bbox.x1 - other.bbox.x0 - other.bbox.x1) < 2 * COLUMN * height


def _drawn_sign(sign: Mask) -> str:
    """Return "✓" or "✗" for ink of this shape, or "" for any other shape."""
    upper_left, upper_right, lower_left, lower_right = _corners(sign)
    if min(upper_right, lower_left) < STROKE or sign.mean() > FULL:
        return ""
    tall, wide = sign.shape
    if min(upper_left, lower_right) > 0.1 and sign[tall // 2, wide // 2]:
        middle, rim = slice(2 * wide // 5, 3 * wide // 5), max(1, tall // 5)
        return "" if sign[:rim, middle].any() or sign[-rim:, middle].any() else "✗"
    return "✓" if upper_left + lower_right < 0.05 else ""


def read_mark(pixels: Pixels, box: BBox, height: float) -> tuple[str, BBox] | None:
    """Return the mark ("✓", "✗", "●" or "○") that is the only ink in a cell, and its box; None without a mark.

    `height` is the text height. A cross has ink in all corners, while a check mark has no ink in its top left corner.
    """
    left, top = max(0, round(box.x0)), max(0, round(box.y0))
    crop = pixels[top : round(box.y1) + 1, left : round(box.x1) + 1]
    if crop.shape[0] < 5 or crop.shape[1] < 5:
        return None
    ink = detect_ink(crop)
    ink[ink.mean(axis=1) > 0.9] = False  # remove rules and the edges of shading
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
    if sign.mean() > FULL:
        return "●"
    if not sign[tall // 3 : tall - tall // 3, wide // 3 : wide - wide // 3].any():
        return "○"
    upper_left, _, _, lower_right = _corners(sign)
    return "✗" if upper_left + lower_right > CROSSED else "✓"


def _corners(sign: Mask) -> tuple[float, float, float, float]:
    """Return the shares of ink in the upper left, upper right, lower left and lower right corner."""
    tall, wide = sign.shape
    dy, dx = max(1, round(CORNER * tall)), max(1, round(CORNER * wide))
    upper_left, upper_right, lower_left, lower_right = (
        float(sign[rows, columns].mean())
        for rows in (slice(dy), slice(-dy, None))
        for columns in (slice(dx), slice(-dx, None))
    )
    return upper_left, upper_right, lower_left, lower_right
