"""The texts of a chart: words joined into labels, with boxes that fit the ink."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from ...papers.types import BBox, Word
from .canvas import DISTINCT, Canvas, Floats, Mask, distance, most_common, window
from .numbers import parse_number

# Gap between two words of one label, in heights of the taller word. Labels crowded along an axis stand as near to one
# another: those are parted again by their tick marks.
WORD_GAP = 0.8
# A box this much taller than wide holds text that runs up or down.
UPRIGHT = 1.4
RIM = 3  # pixels around a text in which its background shows


@dataclass(frozen=True, slots=True)
class Phrase:
    """A label: its text, the box of its ink, the number it consists of (or None), how it runs, the words it is made of.

    `words` is empty for a single word; `slanted` text is one word whose box is far taller than its letters.
    """

    text: str
    box: BBox
    number: float | None = None
    vertical: bool = False
    slanted: bool = False
    words: tuple[Phrase, ...] = ()

    @property
    def cx(self) -> float:
        return (self.box.x0 + self.box.x1) / 2

    @property
    def cy(self) -> float:
        return (self.box.y0 + self.box.y1) / 2

    @property
    def em(self) -> float:
        """Height of the letters, whichever way the text runs."""
        return self.box.width if self.vertical else self.box.height


def phrases_of(words: Sequence[Word], canvas: Canvas) -> tuple[Phrase, ...]:
    """Labels in reading order (top to bottom, then left to right). `words` are in canvas pixels."""
    whole = [piece for word in _texts(words) for piece in cut_at_swatches(word, canvas)]
    fitted = [_phrase(w.text, tighten(w.bbox, canvas)) for w in whole]
    tight = _with_slant([p for p in fitted if not _is_marker(p, canvas) and not _is_stray(p, fitted)])
    pieces = [piece for phrase in tight for piece in _split_numbers(phrase, canvas)]
    level = [p for p in pieces if not p.vertical]
    apart = _tick_columns(level)
    flat = apart + _join([p for p in level if p not in apart], canvas)
    upright = _join([p for p in pieces if p.vertical], canvas)
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


def cut_at_swatches(word: Word, canvas: Canvas) -> list[Word]:
    """The word without legend swatches that its box took in; a swatch in its middle cuts it in two."""
    box = word.bbox
    margin = 0.15 * box.height
    rows, columns = window(BBox(box.x0 - margin, box.y0, box.x1 + margin, box.y1), canvas)
    ink = letters(canvas, rows, columns)
    if ink.size == 0 or (ink.shape[1] < 1.5 * ink.shape[0] and len(word.text) > 1):
        return [word]
    if len(word.text) <= 3 and _is_struck(ink):
        return []
    blocks = _blocks(ink)
    if not blocks:
        return [word]
    edges = [0, *(x for start, end in blocks for x in (start, end)), ink.shape[1]]
    parts = [
        (a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if _has_letters(ink[:, a + 1 : b - 1])
    ]
    if not parts:
        return []
    texts = _shares(word.text, [b - a for a, b in parts])
    x = columns.start
    return [
        Word(text, BBox(x + a, box.y0, x + b, box.y1), word.confidence)
        for text, (a, b) in zip(texts, parts, strict=True)
        if text
    ]


def _is_struck(ink: Mask) -> bool:
    """Whether one stroke runs through the middle from side to side: the line of a swatch, its marker read as letters."""
    rows = np.flatnonzero(ink.any(axis=1))
    columns = np.flatnonzero(ink.any(axis=0))
    if len(rows) < 5 or len(columns) < 1.3 * len(rows):
        return False
    inner = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    quarter = len(inner) // 4
    return float(inner[quarter : len(inner) - quarter].mean(axis=1).max()) > 0.95


def _blocks(ink: Mask) -> list[tuple[int, int]]:
    """Column ranges of filled or outlined rectangles about as tall as letters: no letter looks like that."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    found = []
    for index in range(1, count):
        x, y, width, height, _area = stats[index].tolist()
        if (
            width < 0.45 * height
            or height < 0.35 * ink.shape[0]
            or height > 0.98 * ink.shape[0]
            or height < 6
        ):
            continue
        piece = labels[y : y + height, x : x + width] == index
        rim = np.concatenate([piece[0], piece[-1], piece[:, 0], piece[:, -1]])
        inside = piece[2:-2, 2:-2]
        if rim.mean() > 0.97 or (rim.mean() > 0.9 and (inside.mean() > 0.9 or width > 1.2 * height)):
            found.append((x, x + width))
    return sorted(found)


def _has_letters(ink: Mask) -> bool:
    """Whether columns are inked other than from end to end, as the side of a frame is."""
    share = ink.mean(axis=0) if ink.size else np.zeros(0)
    return int(((share > 0.1) & (share < 0.9)).sum()) >= 3


def _shares(text: str, widths: Sequence[int]) -> list[str]:
    """The text cut into pieces as long as their widths say, at the nearest change of letter kind."""
    bounds, total = [0], sum(widths)
    for index in range(1, len(widths)):
        wanted = len(text) * sum(widths[:index]) / total
        changes = [i for i in range(1, len(text)) if _kind(text[i - 1]) != _kind(text[i])] or [round(wanted)]
        bounds.append(min(changes, key=lambda i: abs(i - wanted)))
    bounds.append(len(text))
    return [text[a:b].strip() for a, b in pairwise(bounds)]


def _kind(character: str) -> int:
    return 1 if character.isdigit() else 2 if character.isalpha() else 0


def _is_marker(phrase: Phrase, canvas: Canvas) -> bool:
    """Whether a single coloured letter is the shape of a marker."""
    if len(phrase.text) > 1 or phrase.text not in "XxOoVvADQU+*":
        return False
    rows, columns = window(phrase.box, canvas)
    ink = letters(canvas, rows, columns)
    return bool(ink.any()) and float(np.median(canvas.chroma[rows, columns][ink])) > 2 * DISTINCT


def _is_stray(phrase: Phrase, others: Sequence[Phrase]) -> bool:
    """Whether punctuation stands by itself: a tick mark or a dash of a line, unless words follow on both sides."""
    if re.search(r"\w", phrase.text):
        return False
    before = any(_stands_before(p, phrase, 2.0) for p in others)
    return not (before and any(_stands_before(phrase, p, 2.0) for p in others))


def _with_slant(phrases: Sequence[Phrase]) -> list[Phrase]:
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


def _phrase(text: str, box: BBox) -> Phrase:
    text = " ".join(text.split())
    number = parse_number(text)
    vertical = len(text) > (1 if number is None else 2) and box.height > UPRIGHT * box.width
    return Phrase(text, box, number, vertical)


def text_height(phrases: Sequence[Phrase]) -> float:
    """Median letter height in pixels, the unit of length of everything here; 12 when there is no text."""
    heights = [p.em for p in phrases if not p.slanted]
    return float(np.median(heights)) if heights else 12.0


def tighten(box: BBox, canvas: Canvas) -> BBox:
    """The box shrunk to the ink inside it; rows and columns of a ruled line that runs through the box do not count."""
    rows, columns = window(box, canvas)
    margin = max(3, int(0.25 * box.height))
    grown = window(BBox(box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin), canvas)
    around = letters(canvas, *grown)
    if not around.any():
        return box
    inner = (
        slice(rows.start - grown[0].start, rows.stop - grown[0].start),
        slice(columns.start - grown[1].start, columns.stop - grown[1].start),
    )
    ruled_rows, ruled_columns = around.mean(axis=1) > 0.95, around.mean(axis=0) > 0.95
    inked_rows = np.flatnonzero((around[inner].any(axis=1)) & ~ruled_rows[inner[0]])
    inked_columns = np.flatnonzero((around[inner].any(axis=0)) & ~ruled_columns[inner[1]])
    if len(inked_rows) < 3 or len(inked_columns) < 2:
        return box
    return BBox(
        float(columns.start + inked_columns[0]),
        float(rows.start + inked_rows[0]),
        float(columns.start + inked_columns[-1] + 1),
        float(rows.start + inked_rows[-1] + 1),
    )


def letters(canvas: Canvas, rows: slice, columns: slice) -> Mask:
    """What stands out from the ground around the region."""
    region = canvas.lab[rows, columns]
    if region.size == 0:
        return np.zeros(region.shape[:2], dtype=bool)
    return distance(region, ground_around(canvas, rows, columns)) > 2 * DISTINCT


def ground_around(canvas: Canvas, rows: slice, columns: slice) -> Floats:
    """The most common colour of a narrow rim around the region."""
    top, left = max(0, rows.start - RIM), max(0, columns.start - RIM)
    around = canvas.lab[top : rows.stop + RIM, left : columns.stop + RIM]
    sides = [around[:RIM], around[-RIM:], around[:, :RIM], around[:, -RIM:]]
    return most_common(np.concatenate([side.reshape(-1, 3) for side in sides]))


def _split_numbers(phrase: Phrase, canvas: Canvas) -> list[Phrase]:
    """Tick labels that the OCR took for one text ("0.2 0.4 0.6") become one phrase each, cut at the widest ink gaps."""
    parts = phrase.text.split()
    if phrase.vertical or len(parts) < 2 or any(parse_number(part) is None for part in parts):
        return [phrase]
    rows, columns = window(phrase.box, canvas)
    empty = ~np.any(letters(canvas, rows, columns), axis=0)
    gaps = sorted(runs(empty), key=lambda run: run[0] - run[1])[: len(parts) - 1]
    if len(gaps) < len(parts) - 1 or min(end - start for start, end in gaps) < 0.3 * phrase.em:
        return [phrase]
    gaps.sort()
    starts = [0, *(end for _, end in gaps)]
    ends = [*(start for start, _ in gaps), len(empty)]
    x, y0, y1 = columns.start, phrase.box.y0, phrase.box.y1
    boxes = [BBox(x + start, y0, x + end, y1) for start, end in zip(starts, ends, strict=True)]
    return [_phrase(text, box) for text, box in zip(parts, boxes, strict=True)]


def runs(flags: Mask) -> list[tuple[int, int]]:
    """Half-open intervals of consecutive True values, in order."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _tick_columns(phrases: Sequence[Phrase]) -> list[Phrase]:
    """Numbers that stand right-aligned over one another with nothing before most of them: tick labels, never joined."""
    numbers = [p for p in phrases if p.number is not None]
    found: list[Phrase] = []
    for number in numbers:
        column = [n for n in numbers if abs(n.box.x1 - number.box.x1) < 0.3 * number.em]
        led = [n for n in column if any(_stands_before(p, n) for p in phrases)]
        if len(column) >= 3 and len(led) <= len(column) / 3:
            found.append(number)
    return found


def _stands_before(left: Phrase, right: Phrase, reach: float = WORD_GAP) -> bool:
    shared = min(left.box.y1, right.box.y1) - max(left.box.y0, right.box.y0)
    em = max(left.em, right.em)
    return shared > 0.5 * min(left.em, right.em) and 0 <= right.box.x0 - left.box.x1 <= reach * em


def _join(phrases: list[Phrase], canvas: Canvas) -> list[Phrase]:
    """Words of one line joined, left to right (upright text: bottom to top)."""
    waiting = sorted(phrases, key=lambda p: (-p.box.y1 if p.vertical else p.box.x0, p.box.y0, p.text))
    done: list[Phrase] = []
    for phrase in waiting:
        before = [p for p in done if _follows(p, phrase, canvas)]
        if before:
            nearest = min(before, key=lambda p: abs(_gap(p, phrase)))
            done.remove(nearest)
            glue = "" if re.match(r"[.,%)]", phrase.text) or nearest.text.endswith(".") else " "
            text = phrase.text.lstrip(".") if nearest.text.endswith(".") else phrase.text
            whole = _phrase(nearest.text + glue + text, nearest.box.union(phrase.box))
            done.append(replace(whole, words=(*(nearest.words or (nearest,)), phrase)))
        else:
            done.append(phrase)
    return done


def _gap(left: Phrase, right: Phrase) -> float:
    if left.vertical:
        return left.box.y0 - right.box.y1
    return right.box.x0 - left.box.x1


def _follows(left: Phrase, right: Phrase, canvas: Canvas) -> bool:
    """Whether `right` continues the line that `left` begins, with nothing drawn between them."""
    em = max(left.em, right.em)
    if left.slanted or right.slanted:
        return False
    if left.vertical != right.vertical or min(left.em, right.em) < 0.35 * em:
        return False
    if left.vertical:
        shared = min(left.box.x1, right.box.x1) - max(left.box.x0, right.box.x0)
    else:
        shared = min(left.box.y1, right.box.y1) - max(left.box.y0, right.box.y0)
    both_numbers = left.number is not None and right.number is not None
    fragment = re.match(r"[.,%]", right.text) is not None or left.text.endswith(".")
    limit = (0.3 if fragment else 0.12) if both_numbers else WORD_GAP
    if shared < 0.5 * min(left.em, right.em) or not -0.5 * em < _gap(left, right) <= limit * em:
        return False
    top, bottom = max(left.box.y0, right.box.y0), min(left.box.y1, right.box.y1)
    inset = 0.25 * (bottom - top)  # the box around a label may run through the texts' boxes above and below
    between = BBox(left.box.x1 + 1, top + inset, right.box.x0 - 1, bottom - inset)
    if left.vertical or between.width < 2:
        return True
    rows, columns = window(between, canvas)
    return not bool((letters(canvas, rows, columns) & (canvas.chroma[rows, columns] > 2 * DISTINCT)).any())
