"""Correction of misspelled keywords in a question."""

from __future__ import annotations

import re

from .vocabulary import FAST, LEAST, MOST, ORDINALS, SLOW

# Everyday words that are one edit away from a keyword. They are not corrected.
_COMMON = {"nearest", "weakest", "wildest", "heavier", "tallied"}

_KEYWORDS = sorted(word for word in MOST | LEAST | FAST | SLOW | set(ORDINALS) | _COMMON if len(word) >= 6)


def correct_typos(text: str) -> str:
    """Replace lower-case words that are one edit away from a keyword by this keyword: "higheset" by "highest"."""
    return re.sub(r"(?<![\w-])[a-z]{6,}(?![\w-])", lambda match: _corrected(match.group()), text)


def _corrected(word: str) -> str:
    if word in _KEYWORDS:
        return word
    near = [known for known in _KEYWORDS if abs(len(known) - len(word)) <= 1 and _one_edit(word, known)]
    return near[0] if len(near) == 1 else word


def _one_edit(one: str, other: str) -> bool:
    """True if one insertion, deletion, replacement or swap of neighboring letters turns one word into the other."""
    head = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    one, other = one[head:], other[head:]
    swapped = len(one) > 1 and one[1] + one[0] + one[2:] == other
    return one[1:] == other[1:] or one[1:] == other or one == other[1:] or swapped
