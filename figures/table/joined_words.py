"""Join words that belong together: numbers with a space as thousands separator ("15 455"), and superscripts with
their words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...papers.types import Word
from .lines import SAME_LINE, SEGMENT_GAP, bounds

_HEAD = re.compile(r"[-+−–~<>≈(]?\d{1,3}")
_TAIL = re.compile(r"\d{3}(?:[.,]\d+)?%?\)?[*†‡§]?")
_NUMBER = re.compile(r"[-+−–~<>≈(]?[\d.,]*\d")
_SCRIPTS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉,–")
_GAP = 0.3  # text heights; largest distance between a word and its superscript


def join_thousands(words: Sequence[Word], height: float) -> list[Word]:
    """Join the words of numbers with a space as thousands separator, and keep the order.

    Nothing is joined if other numbers are as close to each other, because the columns are then merely narrow. A
    share in parentheses may follow a number: "238 794 (10.4)".
    """
    numbers = sorted((word for word in words if _NUMBER.match(word.text)), key=lambda word: word.bbox.x0)
    numbers = [word for word in numbers if not (word.text.startswith("(") and word.text.endswith(")"))]
    close = [pair for i, word in enumerate(numbers) for pair in _list_close(word, numbers[i + 1 :], height)]
    if not close or not all(_HEAD.fullmatch(a.text) and _TAIL.fullmatch(b.text) for a, b in close):
        return list(words)
    following = {id(a): b for a, b in close}
    tails = {id(b) for _, b in close}
    joined = []
    for word in words:
        if id(word) in tails:
            continue
        group = [word]
        while id(group[-1]) in following:
            group.append(following[id(group[-1])])
        text = " ".join(part.text for part in group)
        confidence = min(part.confidence for part in group)
        joined.append(word if len(group) == 1 else Word(text, bounds([w.bbox for w in group]), confidence))
    return joined


def _list_close(word: Word, others: Sequence[Word], height: float) -> list[tuple[Word, Word]]:
    """Return the pair of `word` and the next word on its line, if the gap between them is that of a space;
    otherwise [].
    """
    for other in others:
        if other.bbox.x0 - word.bbox.x1 > SEGMENT_GAP * height:
            break
        apart = abs(other.bbox.y0 + other.bbox.y1 - word.bbox.y0 - word.bbox.y1) / 2
        if other.bbox.x0 > word.bbox.x1 - 1 and apart < 0.5 * SAME_LINE * height:
            return [(word, other)]
    return []


def join_scripts(words: Sequence[Word], height: float) -> list[Word]:
    """Join each superscript or subscript to the first word that ends directly left of it at an overlapping height.

    The order of the words is kept.
    """
    joined = list(words)
    for script in words:
        if not _SCRIPTS.issuperset(script.text) or script.text in ",–":
            continue
        at = next((at for at, word in enumerate(joined) if _is_before(word, script, height)), None)
        if at is not None:
            word = joined[at]
            joined[at] = replace(word, text=word.text + script.text, bbox=bounds([word.bbox, script.bbox]))
            joined.remove(script)
    return joined


def _is_before(word: Word, script: Word, height: float) -> bool:
    gap = script.bbox.x0 - word.bbox.x1
    return (
        word is not script
        and -_GAP * height < gap < _GAP * height
        and word.bbox.x0 < script.bbox.x0
        and script.bbox.y0 < word.bbox.y1
        and word.bbox.y0 < script.bbox.y1
    )
