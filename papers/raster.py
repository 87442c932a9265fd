"""Detect ink in images of text: gaps between cells and words, rules, dashes. All functions are pure and take pixel
arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from .types import BBox

Pixels = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

# Least widths of a gap, as a multiple of the height of the ink. A space is .25 to .35 of the type size, and a column gap
# is rarely below 1. WORD_GAP is wider than any gap inside a word; it is for lines in which the recognizer drops spaces.
CELL_GAP = 0.9
WORD_GAP = 0.45
CONTRAST = 40  # least difference from the background in gray levels; the palest printed text differs by more


def detect_ink(crop: Pixels) -> Mask:
    """Return a mask, (height, width), of the pixels of `crop` that differ from its background, the most frequent gray
    level.

    `crop` is a color image, (height, width, 3), or a gray image.
    """
    gray = crop.mean(axis=2) if crop.ndim == 3 else crop.astype(np.float64)
    levels = np.bincount((gray / 8).astype(np.intp).ravel(), minlength=32)
    background = float(np.argmax(levels)) * 8 + 4
    ink: Mask = np.abs(gray - background) > CONTRAST
    return ink


def find_extent(profile: Mask) -> tuple[int, int]:
    """Return the index of the first True in `profile` and one past the last True.

    If nothing is True, return the whole profile.
    """
    marked = np.flatnonzero(profile)
    return (int(marked[0]), int(marked[-1]) + 1) if len(marked) else (0, len(profile))


def find_runs(profile: Mask) -> list[tuple[int, int]]:
    """Return the runs of True as (start, end), end exclusive."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], profile, [False])).astype(np.int8)))
    return [(int(start), int(end)) for start, end in zip(edges[::2], edges[1::2], strict=True)]


def erase_rules(image: Pixels, length: int) -> Pixels:
    """Return a copy of `image` in which straight thin strokes of at least `length` pixels are painted over.

    Each pixel of a stroke gets the color of pixels next to the stroke. This removes table rules, axes and grid lines.
    Shading and filled areas, which are not thin, remain.
    """
    import cv2

    result = image.copy()
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    thin = 2 * max(2, length // 16) + 1  # the kernel closes any stroke narrower than this
    for across in (True, False):  # vertical strokes, then horizontal ones
        stroke = (cv2.morphologyEx(gray, cv2.MORPH_BLACKHAT, _line_kernel(thin, across)) > CONTRAST).astype(
            np.uint8
        )
        long = cv2.morphologyEx(stroke, cv2.MORPH_OPEN, _line_kernel(length, not across))
        if long.any():
            mask = cv2.dilate(long, np.ones((3, 3), np.uint8)).astype(bool)
            result[mask] = cv2.morphologyEx(result, cv2.MORPH_CLOSE, _line_kernel(thin + 4, across))[mask]
    return result


def _line_kernel(length: int, across: bool) -> npt.NDArray[np.uint8]:
    return np.ones((1, length) if across else (length, 1), np.uint8)


def is_dash(ink: Mask) -> bool:
    """True if the ink of a crop is a single flat stroke."""
    (x0, x1), (y0, y1) = find_extent(np.any(ink, axis=0)), find_extent(np.any(ink, axis=1))
    wide, tall = x1 - x0, y1 - y0
    return bool(ink.any()) and wide >= 2.5 * tall and float(ink[y0:y1, x0:x1].mean()) > 0.7


def is_rule_segment(ink: Mask) -> bool:
    """True if the ink of a crop is a single vertical stroke too thin for a letter: a piece of a dashed rule."""
    (x0, x1), (y0, y1) = find_extent(np.any(ink, axis=0)), find_extent(np.any(ink, axis=1))
    wide, tall = x1 - x0, y1 - y0
    return bool(ink.any()) and tall >= 7 * wide and float(ink[y0:y1, x0:x1].mean()) > 0.85


def cut_at_gaps(crop: Pixels, box: BBox) -> list[BBox]:
    """Split `box`, whose pixels are `crop`, at every gap in the ink that is as wide as a column gap.

    The parts are trimmed to the ink plus a small margin; `box` is returned unchanged if it has no such gap.
    """
    ink = detect_ink(crop)
    top, bottom = find_extent(np.any(ink, axis=1))
    gap = max(6.0, CELL_GAP * (bottom - top))
    pieces: list[list[int]] = []
    for start, end in find_runs(np.any(ink, axis=0)):
        if pieces and start - pieces[-1][1] < gap:
            pieces[-1][1] = end
        else:
            pieces.append([start, end])
    if len(pieces) <= 1:
        return [box]
    rim = max(2, round(0.2 * (bottom - top)))
    width = crop.shape[1]
    return [
        BBox(box.x0 + max(0, start - rim), box.y0, box.x0 + min(width, end + rim), box.y1)
        for start, end in pieces
    ]


def snap_words(text: str, positions: Sequence[float], ink: Mask) -> list[tuple[str, float, float]]:
    """Split `text` at spaces and at wide gaps in the ink into (word, x0, x1), with x in pixels of the crop.

    `positions` are the recognizer's estimates of the center of each character that is not a space. Each split is placed
    in the widest gap between the two centers that it separates. If the number of positions is wrong, the text is not
    split.
    """
    left, right = find_extent(np.any(ink, axis=0))
    letters = [character for character in text if not character.isspace()]
    if len(letters) != len(positions):
        return [(" ".join(text.split()), float(left), float(right))]
    top, bottom = find_extent(np.any(ink, axis=1))
    spaces = _count_letters_before_spaces(text)
    words: list[tuple[str, float, float]] = []
    begin, x0 = 0, float(left)
    for index, (here, there) in enumerate(pairwise(positions), start=1):
        start, end = _find_widest_gap(ink, here, there)
        if index in spaces or end - start > WORD_GAP * (bottom - top):
            words.append(("".join(letters[begin:index]), x0, float(start)))
            begin, x0 = index, float(end)
    words.append(("".join(letters[begin:]), x0, float(right)))
    return [(word, x0, max(x0, x1)) for word, x0, x1 in words if word]


def _count_letters_before_spaces(text: str) -> set[int]:
    """Return, for each space in `text`, the number of letters before it."""
    found, count = set(), 0
    for character in text:
        if character.isspace():
            found.add(count)
        else:
            count += 1
    return found


def _find_widest_gap(ink: Mask, here: float, there: float) -> tuple[int, int]:
    """Return the widest run of columns without ink between `here` and `there`, or their midpoint twice if there is
    none.
    """
    start = max(0, int(here))
    end = min(ink.shape[1], max(start + 1, int(np.ceil(there))))
    gaps = find_runs(~np.any(ink[:, start:end], axis=0))
    if not gaps:
        middle = round((here + there) / 2)
        return middle, middle
    first, last = max(gaps, key=lambda gap: gap[1] - gap[0])
    return start + first, start + last
