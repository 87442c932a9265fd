"""Combine letters with the accents that a file draws as separate characters."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .glyphs import ACCENTS, compose_accent

_SHARED = 0.3  # share of the narrower character's width by which accent and letter must overlap
_KERN = 0.2  # largest space between two letters of a word, as a share of their height

Numbers = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


def combine_accents(letters: list[str], boxes: Numbers, after_blank: Mask) -> Mask:
    """Combine each accent with the previous or next letter in the file if the accent is drawn above it.

    Change `letters` and `boxes` (n, 4) in place: the first of the two characters becomes both. Return the mask of the
    remaining characters.
    """
    alive = np.ones(len(letters), bool)
    for place in [place for place, letter in enumerate(letters) if letter in ACCENTS]:
        before = place - 1
        while before >= 0 and not alive[before]:
            before -= 1
        after = place + 1
        if before >= 0 and not after_blank[place] and _combine_pair(letters, boxes, before, place):
            alive[place] = False
        elif after < len(letters) and not after_blank[after] and _combine_pair(letters, boxes, place, after):
            alive[after] = False
    return alive


def _combine_pair(letters: list[str], boxes: Numbers, first: int, second: int) -> bool:
    if (letters[first] in ACCENTS) == (letters[second] in ACCENTS):
        return False
    letter, accent = sorted((letters[first], letters[second]), key=lambda char: char in ACCENTS)
    one, other = boxes[first], boxes[second]
    shared = min(one[2], other[2]) - max(one[0], other[0])
    whole = compose_accent(letter, accent)
    if not whole or shared < _SHARED * min(one[2] - one[0], other[2] - other[0]):
        return False
    letters[first] = whole
    boxes[first] = [*np.minimum(one[:2], other[:2]), *np.maximum(one[2:], other[2:])]
    return True


def move_stray_accents(letters: list[str], boxes: Numbers, after_blank: Mask) -> npt.NDArray[np.intp]:
    """Return an order of the characters in which accents that interrupt a word come last.

    Such accents are between blanks in the file. Clear `after_blank` of the letter that continues the word, or of an
    accent directly before it.
    """
    moved = []
    for place, letter in enumerate(letters[:-1]):
        if letter not in ACCENTS or not place or not after_blank[place]:
            continue
        if not _are_adjacent(boxes[place - 1], boxes[place + 1]):
            continue
        if after_blank[place + 1]:
            after_blank[place + 1] = False
            moved.append(place)
        else:
            after_blank[place] = False
    stays = np.ones(len(letters), bool)
    stays[moved] = False
    return np.concatenate([np.flatnonzero(stays), np.array(moved, np.intp)])


def _are_adjacent(one: Numbers, other: Numbers) -> bool:
    """True if two letters with these boxes are on one line without space between them."""
    heights = one[3] - one[1], other[3] - other[1]
    level = min(one[3], other[3]) - max(one[1], other[1]) > 0.5 * min(heights)
    return bool(level and abs(other[0] - one[2]) < _KERN * max(heights))


def attach_stray_accents(
    letters: list[str], boxes: Numbers, starts: npt.NDArray[np.intp], baselines: Numbers, sizes: Numbers
) -> set[int]:
    """Combine accents that are drawn apart from their word with the letter below them.

    Return the indexes of the words that consisted of such an accent only. Word w spans the characters from `starts[w]`
    to the next start; `baselines` and `sizes` have one value per character.
    """
    ends = [*starts[1:].tolist(), len(letters)]
    strays = [
        word
        for word, (start, end) in enumerate(zip(starts.tolist(), ends, strict=True))
        if end - start == 1 and letters[start] in ACCENTS
    ]
    gone: set[int] = set()
    lefts, rights = boxes[starts, 0], boxes[np.array(ends, np.intp) - 1, 2]
    for stray in strays:
        start = int(starts[stray])
        middle = float(boxes[start, 0] + boxes[start, 2]) / 2
        near = np.abs(baselines[starts] - baselines[start]) < 0.5 * sizes[starts]
        near &= (lefts <= middle) & (middle <= rights)
        near[stray] = False
        for word in np.flatnonzero(near).tolist():
            spanned = boxes[starts[word] : ends[word]]
            under = np.flatnonzero((spanned[:, 0] <= middle) & (middle <= spanned[:, 2]))
            place = int(starts[word] + under[0]) if len(under) else -1
            letter = compose_accent(letters[place], letters[start]) if len(under) else ""
            if letter:
                letters[place] = letter
                gone.add(stray)
                break
    return gone
