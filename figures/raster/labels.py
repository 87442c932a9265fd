"""The texts of a chart: words joined into labels, with boxes that fit the ink."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...papers.raster import find_runs
from ...papers.types import BBox, Word
from .canvas import DISTINCT, Canvas, window
from .label import Label, phrase_from
from .merge_words import join_lines, stands_before, tick_columns
from .numbers import parse_number
from .split_words import cut_at_swatches
from .text_ink import letters, tighten


def extract_labels(words: Sequence[Word], canvas: Canvas) -> tuple[Label, ...]:
    """Labels in reading order (top to bottom, then left to right). `words` are in canvas pixels."""
    whole = [piece for word in _texts(words) for piece in cut_at_swatches(word, canvas)]
    fitted = [phrase_from(w.text, tighten(w.bbox, canvas)) for w in whole]
    tight = _with_slant([p for p in fitted if not _is_marker(p, canvas) and not _is_stray(p, fitted)])
    pieces = [piece for phrase in tight for piece in _split_numbers(phrase, canvas)]
    level = [p for p in pieces if not p.vertical]
    apart = tick_columns(level)
    flat = apart + join_lines([p for p in level if p not in apart], canvas)
    upright = join_lines([p for p in pieces if p.vertical], canvas)
    return tuple(sorted([*flat, *upright], key=lambda p: (p.box.y0, p.box.x0, p.text)))


def _texts(words: Sequence[Word]) -> list[Word]:
    """The words that are words: recognisers see rare characters of other scripts in marks and hatches."""
    written = [w for w in words if re.search(r"\w", w.text)]
    foreign = [w for w in written if re.search(r"[\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff]", w.text)]
    few = len(foreign) < 0.5 * len(written)
    return [
        w
        for w in words
        if w.text.strip() and not (few and w in foreign) and (w.text.isascii() or re.search(r"\w", w.text))
    ]


_MARKER = re.compile(
    r"[XxOoVvADQU+*]|(?=.{2,4}$)[-\u2013\u2014=~.\u00b7]+[XxOo+*0]?[-\u2013\u2014=~.\u00b7]*"
)
_LEADING_DASH = re.compile(r"[-\u2013\u2014=~_]+(?=[^\W\d])")


def _is_marker(phrase: Label, canvas: Canvas) -> bool:
    """True if a coloured letter, alone or on a dash, is a marker on its line."""
    if not _MARKER.fullmatch(phrase.text):
        return False
    rows, columns = window(phrase.box, canvas)
    ink = letters(canvas, rows, columns)
    return bool(ink.any()) and float(np.median(canvas.chroma[rows, columns][ink])) > 2 * DISTINCT


def _is_stray(phrase: Label, others: Sequence[Label]) -> bool:
    """True for punctuation by itself, a tick mark or a dash of a line, unless words follow on both sides."""
    if re.search(r"\w", phrase.text):
        return False
    before = any(stands_before(p, phrase, 2.0) for p in others)
    return not (before and any(stands_before(phrase, p, 2.0) for p in others))


def _with_slant(phrases: Sequence[Label]) -> list[Label]:
    """The phrases with those marked that are too tall for the width of their letters: large type is wide as well."""
    level = [p.box.height for p in phrases if not p.vertical]
    usual = float(np.percentile(level, 25)) if level else 0.0  # slanted ones may be the majority
    return [
        replace(p, slanted=True)
        if not p.vertical
        and len(p.text) >= 4
        and p.box.height > 1.5 * usual
        and p.box.width < 0.3 * len(p.text) * p.box.height
        else p
        for p in phrases
    ]


def _split_numbers(phrase: Label, canvas: Canvas) -> list[Label]:
    """Tick labels that the OCR took for one text ("0.2 0.4 0.6") become one phrase each, cut at the widest ink gaps."""
    parts = phrase.text.split()
    if phrase.vertical or len(parts) < 2 or any(parse_number(part) is None for part in parts):
        return [phrase]
    rows, columns = window(phrase.box, canvas)
    empty = ~np.any(letters(canvas, rows, columns), axis=0)
    gaps = sorted(find_runs(empty), key=lambda run: run[0] - run[1])[: len(parts) - 1]
    if len(gaps) < len(parts) - 1 or min(end - start for start, end in gaps) < 0.3 * phrase.em:
        return [phrase]
    gaps.sort()
    starts = [0, *(end for _, end in gaps)]
    ends = [*(start for start, _ in gaps), len(empty)]
    x, y0, y1 = columns.start, phrase.box.y0, phrase.box.y1
    boxes = [BBox(x + start, y0, x + end, y1) for start, end in zip(starts, ends, strict=True)]
    return [phrase_from(text, box) for text, box in zip(parts, boxes, strict=True)]
