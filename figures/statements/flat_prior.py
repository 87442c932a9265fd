"""Return a flat prior over the labels of a figure whose structure is not understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

from ...papers.types import Word
from ..types import Entity, Reading

_GAP = 0.7  # median word heights; words closer than this belong to one label
_LETTERS = re.compile(r"[^\W\d_]{2}")
_LONGEST = 60  # characters; longer runs are running text


def flat_reading(words: Sequence[Word]) -> Reading:
    """Return a reading that abstains, with every label that has two letters in a row, all equally likely."""
    names = sorted({label for label in _labels(words) if _LETTERS.search(label) and len(label) <= _LONGEST})
    return Reading(tuple(Entity(name, 1.0 / len(names)) for name in names))


def _labels(words: Sequence[Word]) -> list[str]:
    """Join words that are close together on one line into labels."""
    if not words:
        return []
    height = median(word.bbox.height for word in words)
    lines: list[tuple[float, list[Word]]] = []
    for word in sorted(words, key=_middle):
        if not lines or _middle(word) - lines[-1][0] >= height / 2:
            lines.append((_middle(word), []))
        lines[-1][1].append(word)
    labels = []
    for _, line in lines:
        line.sort(key=lambda word: word.bbox.x0)
        run = [line[0]]
        for word in line[1:]:
            if word.bbox.x0 - run[-1].bbox.x1 >= _GAP * height:
                labels.append(run)
                run = []
            run.append(word)
        labels.append(run)
    return [" ".join(word.text for word in run) for run in labels]


def _middle(word: Word) -> float:
    return (word.bbox.y0 + word.bbox.y1) / 2
