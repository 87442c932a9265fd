"""Extract the texts of a chart: words joined into labels, with boxes that fit the ink."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import numpy as np

from ...papers.raster import find_runs
from ...papers.types import BBox, Word
from ..numbers import parse_number
from ..shapes.cielab import Floats
from ..shapes.label import Label, phrase_from
from .canvas import DISTINCT, Canvas, window
from .merge_words import join_lines, stands_before, tick_columns
from .split_words import cut_at_swatches
from .text_ink import letters, tighten

FILLING = 0.35  # least share of a marker's ink that is colored; its edge may be white
WIDEST_SIGN = 1.6  # letter heights; largest width of a dash in a text
NAME_GAP = 2.5  # letter heights; largest distance between a legend sample and its name


def extract_labels(words: Sequence[Word], canvas: Canvas, *, slanted: bool = True) -> tuple[Label, ...]:
    """Return the labels in reading order (top to bottom, then left to right). `words` are in canvas pixels.

    If labels may be `slanted`, words that are too tall for their width are marked as slanted.
    """
    written = _without_samples(_without_ticks(_without_points(_texts(words))), canvas)
    whole = [piece for word in written for piece in cut_at_swatches(word, canvas)]
    fitted = [phrase_from(w.text, tighten(w.bbox, canvas)) for w in whole]
    tight = [p for p in fitted if not _is_marker(p, canvas) and not _is_stray(p, fitted)]
    tight = _with_slant(tight) if slanted else tight
    pieces = [piece for phrase in tight for piece in _split_numbers(phrase, canvas)]
    level = [p for p in pieces if not p.vertical]
    apart = tick_columns(level)
    flat = apart + join_lines([p for p in level if p not in apart], canvas)
    upright = join_lines([p for p in pieces if p.vertical], canvas)
    return tuple(sorted([*flat, *upright], key=lambda p: (p.box.y0, p.box.x0, p.text)))


def _texts(words: Sequence[Word]) -> list[Word]:
    """Return the words without symbols misread as rare characters, such as those of other scripts in marks and
    hatches.
    """
    written = [w for w in words if re.search(r"\w", w.text)]
    foreign = [w for w in written if re.search(r"[\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff]", w.text)]
    few = len(foreign) < 0.5 * len(written)
    return [
        w
        for w in words
        if w.text.strip() and not (few and w in foreign) and (w.text.isascii() or re.search(r"\w", w.text))
    ]


def _without_samples(words: Sequence[Word], canvas: Canvas) -> list[Word]:
    """Return the words without legend samples that OCR read as up to three letters.

    A sample is colored and has a text of another color next to it.
    """
    colors = [_ink_color(word, canvas) for word in words]
    return [
        word
        for word, color in zip(words, colors, strict=True)
        if not (
            len(word.text) <= 3
            and np.hypot(*color[1:]) > 2 * DISTINCT
            and any(
                np.linalg.norm(color[1:] - other[1:]) > 2 * DISTINCT and _is_named_by(word.bbox, text.bbox)
                for text, other in zip(words, colors, strict=True)
            )
        )
    ]


def _ink_color(word: Word, canvas: Canvas) -> Floats:
    """Return the median CIELAB color of the word's ink; black without ink."""
    rows, columns = window(word.bbox, canvas)
    ink = canvas.lab[rows, columns][letters(canvas, rows, columns)]
    color: Floats = np.median(ink, axis=0) if len(ink) else np.zeros(3, dtype=np.float32)
    return color


def _is_named_by(sample: BBox, text: BBox) -> bool:
    """True if the text starts close to the right of the sample, at the same height."""
    height = min(sample.height, text.height)
    level = abs(sample.y0 + sample.y1 - text.y0 - text.y1) < height
    return level and -0.2 * height < text.x0 - sample.x1 < NAME_GAP * height


_POINT = re.compile(
    r"(?P<points>[\u25cf\u2022\u25a0\u25b2\u25bc\u25c6\u2605\u25cb\u25a1\u25b3\u25c7]+)\s*(?=\w)"
)


def _without_points(words: Sequence[Word]) -> list[Word]:
    """Return the words without plot points or legend samples that OCR read as symbols before them."""
    cut = []
    for word in words:
        match = _POINT.match(word.text)
        if match is None:
            cut.append(word)
            continue
        box = word.bbox
        start = box.x0 + box.width * match.end() / len(word.text)
        cut.append(Word(word.text[match.end() :], BBox(start, box.y0, box.x1, box.y1), word.confidence))
    return cut


_TICK = re.compile(r"(?P<text>.*\w.*?)\s?[-\u2013\u2014_~\u00b7\u2022]")


def _without_ticks(words: Sequence[Word]) -> list[Word]:
    """Return the words without the tick marks of a vertical axis that OCR read as dashes after them.

    A dash after a number is a tick mark, and so are dashes that share their right side.
    """
    ends = [word.bbox.x1 for word in words if _TICK.fullmatch(word.text)]
    cut = []
    for word in words:
        match = _TICK.fullmatch(word.text)
        box = word.bbox
        column = sum(abs(x1 - box.x1) < 0.4 * box.height for x1 in ends) > 1
        if match is None or not (column or parse_number(match["text"]) is not None):
            cut.append(word)
            continue
        dash = box.width / (len(match["text"]) + 1)
        cut.append(Word(match["text"], BBox(box.x0, box.y0, box.x1 - 0.7 * dash, box.y1), word.confidence))
    return cut


_MARKER = re.compile(
    r"[XxOoVvADQU+*]|(?=.{2,4}$)[-\u2013\u2014=~.\u00b7]+[XxOo+*0]?[-\u2013\u2014=~.\u00b7]*"
)


def _is_marker(phrase: Label, canvas: Canvas) -> bool:
    """True if a letter, alone or on a dash, is colored enough to be a marker on its line."""
    if not _MARKER.fullmatch(phrase.text):
        return False
    rows, columns = window(phrase.box, canvas)
    ink = letters(canvas, rows, columns)
    colored = canvas.chroma[rows, columns][ink] > DISTINCT
    return not len(colored) or float(colored.mean()) > FILLING  # without ink, a point too pale for a letter


def _is_stray(phrase: Label, others: Sequence[Label]) -> bool:
    """True for separate punctuation (a tick mark or a dash of a line), unless words are on both sides.

    Punctuation wider than any dash in a text is a legend sample.
    """
    if re.search(r"\w", phrase.text):
        return False
    if phrase.box.width > WIDEST_SIGN * len(phrase.text) * median(p.box.height for p in others):
        return True
    before = any(stands_before(p, phrase, 2.0) for p in others)
    return not (before and any(stands_before(phrase, p, 2.0) for p in others))


def _with_slant(phrases: Sequence[Label]) -> list[Label]:
    """Mark the phrases that are too tall for the width of their letters as slanted.

    Large type is wide as well, so it is not marked. Next to a slanted phrase, shorter texts of the same height
    are slanted too.
    """
    level = [p.box.height for p in phrases if not p.vertical]
    tall = 1.5 * float(np.percentile(level, 25)) if level else 0.0  # slanted labels may be the majority
    certain = [p for p in phrases if len(p.text) >= 4 and _is_steep(p, tall, 0.3)]
    return [
        replace(p, slanted=True)
        if p in certain or (_is_steep(p, tall, 0.45) and any(_is_beside(p, other) for other in certain))
        else p
        for p in phrases
    ]


def _is_steep(phrase: Label, tall: float, share: float) -> bool:
    """True if the box is higher than `tall` and its letters are on average narrower than `share` of its height."""
    box = phrase.box
    return not phrase.vertical and box.height > tall and box.width < share * len(phrase.text) * box.height


def _is_beside(phrase: Label, other: Label) -> bool:
    shared = min(phrase.box.y1, other.box.y1) - max(phrase.box.y0, other.box.y0)
    return shared > 0.5 * max(phrase.box.height, other.box.height)


def _split_numbers(phrase: Label, canvas: Canvas) -> list[Label]:
    """Split tick labels that OCR read as one text ("0.2 0.4 0.6") at the widest ink gaps.

    Tick labels of a vertical axis are split from top to bottom.
    """
    parts = phrase.text.split()
    if len(parts) < 2 or any(parse_number(part) is None for part in parts):
        return [phrase]
    box = phrase.box
    ink = letters(canvas, *window(box, canvas))
    along = 1 if phrase.vertical else 0
    em = 0.6 * box.height / len(parts) if phrase.vertical else phrase.em
    gaps = sorted(find_runs(~np.any(ink, axis=along)), key=lambda run: run[0] - run[1])[: len(parts) - 1]
    if len(gaps) < len(parts) - 1 or min(end - start for start, end in gaps) < 0.3 * em:
        return [phrase]
    gaps.sort()
    starts = [0, *(end for _, end in gaps)]
    ends = [*(start for start, _ in gaps), ink.shape[1 - along]]
    x, y = int(box.x0), int(box.y0)
    boxes = [
        BBox(box.x0, y + start, box.x1, y + end)
        if phrase.vertical
        else BBox(x + start, box.y0, x + end, box.y1)
        for start, end in zip(starts, ends, strict=True)
    ]
    return [phrase_from(text, box) for text, box in zip(parts, boxes, strict=True)]
