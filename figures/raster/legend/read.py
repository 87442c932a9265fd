"""Read legend entries: aligned texts, each with a swatch next to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from ....papers.types import BBox
from ...chart.axes.categories import joined
from ...chart.axes.numeric import numeric_axes
from ...chart.style import Style
from ...numbers import parse_number
from ...shapes.label import Label
from ...shapes.rulings import Ruling, find_frames
from ..canvas import Canvas, Mask, window
from .bubbles import read_bubble_legend
from .entries import LegendEntry, with_lines_joined
from .swatches import blocked_pixels, frame_left, swatch_beside

SAME = 0.45  # letter heights; tolerance of alignment
_OPPOSITE = {"triangle left": "triangle right", "triangle right": "triangle left"}
FLAT, WHOLE_SAMPLE = 1.2, 2.0  # largest height of a piece of a sample, and of a sample, in letter heights
INKED = 0.5  # least share of a sample's columns with ink
ALIKE = 12.0  # color distance below which two swatches of one shape do not distinguish two series


def read_legend(
    canvas: Canvas, phrases: Sequence[Label], level: Sequence[Ruling], upright: Sequence[Ruling]
) -> list[LegendEntry]:
    """Return the legend entries in reading order; empty if no two texts with swatches line up.

    Swatches are left or right of their texts. The side with more entries wins, and the left side wins a tie.
    `level` and `upright` are the horizontal and vertical rulings.
    """
    em = canvas.em
    texts = [p for p in phrases if not p.vertical]
    blocked = blocked_pixels(canvas, phrases, level, upright)
    boxes = find_frames(level, upright, em)
    left = _aligned_entries(canvas, _without_noise(texts), blocked, boxes)
    width = canvas.width
    mirrored = _aligned_entries(
        _mirrored_canvas(canvas),
        [replace(p, box=_mirrored(p.box, width), words=()) for p in texts],
        np.ascontiguousarray(blocked[:, ::-1]),
        [_mirrored(box, width) for box in boxes],
    )
    chosen = left if _support(left) >= _support(mirrored) else [_turned_back(e, width) for e in mirrored]
    if not chosen:
        chosen = read_bubble_legend(canvas, texts, blocked)
    named = [entry for entry in chosen if not _numeric(entry)]
    if len(named) > 1 or (
        chosen and _are_ticks(chosen, texts, em)
    ):  # the numbers next to these entries are values printed at marks
        chosen = named
    return sorted(chosen, key=lambda e: (round(e.swatch.y0 / em), e.swatch.x0))


def _aligned_entries(
    canvas: Canvas, texts: Sequence[Label], blocked: Mask, boxes: Sequence[BBox]
) -> list[LegendEntry]:
    """Return the entries with swatches on the left that line up and differ from each other.

    `boxes` are frames, and `blocked` marks the pixels of texts and rulings.
    """
    found = [
        (p, s) for p in texts if (s := swatch_beside(canvas, p, blocked, frame_left(p, boxes))) is not None
    ]
    boxed = _widened([(p, s.box) for p, s in found])
    boxed += _under_others(canvas, boxed, texts, blocked)
    entries = with_lines_joined(boxed, texts, canvas)
    # Lines that end at their names look like swatches. In a legend, a line of the plot may run through a few entries.
    ends = {s.box for _, s in found if s.goes_on}
    groups = [g for g in _groups(entries) if sum(e.swatch in ends for e in g) < 0.5 * len(g)]
    return [e for group in groups if _tells_apart(group) for e in group]


def _under_others(
    canvas: Canvas, found: Sequence[tuple[Label, BBox]], texts: Sequence[Label], blocked: Mask
) -> list[tuple[Label, BBox]]:
    """Return more texts with their samples: texts centered above or below those in `found`, with ink at the
    sample's place.

    Such texts are too short to start next to the sample on their line.
    """
    named = {id(text) for text, _ in found}
    added = []
    for text in texts:
        for other, sample in found:
            pitch = abs(text.cy - other.cy)
            if (
                id(text) in named
                or abs(text.cx - other.cx) > SAME * text.em
                or not text.em < pitch < 4 * text.em
            ):
                continue
            half = max(sample.height, text.em) / 2
            box = BBox(sample.x0, text.cy - half, sample.x1, text.cy + half)
            rows, columns = window(box, canvas)
            ink = (canvas.ink[rows, columns] > 0) & ~blocked[rows, columns]
            if ink.any(axis=0).mean() > INKED:
                added.append((text, box))
                named.add(id(text))
    return added


def _widened(found: Sequence[tuple[Label, BBox]]) -> list[tuple[Label, BBox]]:
    """Return the samples, each as wide as the widest sample above or below it.

    In a dashed sample only the last dash may have been found.
    """
    widened = []
    for label, box in found:
        column = [
            other
            for text, other in found
            if abs(text.box.x0 - label.box.x0) <= SAME * label.em
            and other.x0 <= box.x0
            and box.x1 <= other.x1 + 1
        ]
        widest = max(column, key=lambda other: other.width)
        narrow = box.height < FLAT * label.em and widest.height < WHOLE_SAMPLE * label.em
        x0, x1 = (min(widest.x0, box.x0), max(widest.x1, box.x1)) if narrow else (box.x0, box.x1)
        widened.append((label, BBox(x0, box.y0, x1, box.y1)))
    return widened


def _mirrored_canvas(canvas: Canvas) -> Canvas:
    lab, chroma, ink = canvas.lab[:, ::-1], canvas.chroma[:, ::-1], canvas.ink[:, ::-1]
    return replace(
        canvas,
        lab=np.ascontiguousarray(lab),
        chroma=np.ascontiguousarray(chroma),
        ink=np.ascontiguousarray(ink),
    )


def _mirrored(box: BBox, width: float) -> BBox:
    return BBox(width - box.x1, box.y0, width - box.x0, box.y1)


def _turned_back(entry: LegendEntry, width: float) -> LegendEntry:
    """Return an entry of the mirrored image as it is in the original image."""
    marker = _OPPOSITE.get(entry.style.marker, entry.style.marker)
    style = replace(entry.style, marker=marker)
    return replace(
        entry, style=style, swatch=_mirrored(entry.swatch, width), text=_mirrored(entry.text, width)
    )


def _without_noise(texts: Sequence[Label]) -> list[Label]:
    """Return the texts without a leading single character ("1 Parser") that is probably misread.

    The character is dropped if the rest lines up with other texts and the character does not.
    """
    starts = [p.box.x0 for p in texts]
    trimmed = []
    for text in texts:
        if len(text.words) > 1 and len(text.words[0].text) == 1:
            rest = text.words[1].box.x0
            aligned = sum(abs(rest - x) < 3 for x in starts)
            if aligned > sum(abs(text.box.x0 - x) < 3 for x in starts) - 1 and aligned:
                trimmed.append(joined(text.words[1:]))
                continue
        trimmed.append(text)
    return trimmed


def _groups(entries: Sequence[LegendEntry]) -> list[list[LegendEntry]]:
    """Group entries that line up in a column or row. Groups have at least two entries."""
    groups: list[list[LegendEntry]] = []
    for entry in entries:
        near = [g for g in groups if any(_line_up(entry, other) for other in g)]
        merged = [entry, *(e for g in near for e in g)]
        groups = [g for g in groups if g not in near] + [merged]
    return [g for g in groups if len(g) >= 2]


def _line_up(a: LegendEntry, b: LegendEntry) -> bool:
    em = max(8.0, min(a.text.height, b.text.height))
    gap_a, gap_b = a.text.x0 - a.swatch.x1, b.text.x0 - b.swatch.x1
    beneath = max(abs(a.swatch.x0 - b.swatch.x0), abs(a.swatch.x1 - b.swatch.x1)) <= SAME * em
    if beneath and abs(a.text.x0 + a.text.x1 - b.text.x0 - b.text.x1) / 2 <= SAME * em:
        return abs(_middle(a) - _middle(b)) <= 4 * em and _numeric(a) == _numeric(b)
    slack = 0.2 if _numeric(a) and _numeric(b) else 0.8
    if abs(gap_a - gap_b) > slack * em or abs(a.swatch.width - b.swatch.width) > slack * em:
        return False
    if _numeric(a) != _numeric(b):
        return False
    same_column = abs(a.text.x0 - b.text.x0) <= SAME * em and abs(_middle(a) - _middle(b)) <= 6 * em
    same_row = abs(_middle(a) - _middle(b)) <= SAME * em
    return same_column or same_row


def _numeric(entry: LegendEntry) -> bool:
    return parse_number(entry.name) is not None


def _support(entries: Sequence[LegendEntry]) -> tuple[int, int]:
    """Return the number of entries with names, then the number of all entries. Tick labels with their marks have no
    names.
    """
    return sum(not _numeric(entry) for entry in entries), len(entries)


def _are_ticks(entries: Sequence[LegendEntry], texts: Sequence[Label], em: float) -> bool:
    """True if most entries are tick labels of an axis whose tick marks look like samples.

    Values on such a vertical axis must grow upwards.
    """
    axes = [axis for axis in numeric_axes(texts, em) if not axis.upright or axis.slope < 0]
    ticks = [tick.label.box for axis in axes for tick in axis.ticks]
    return 2 * sum(any(e.text.intersection_area(box) > 0 for box in ticks) for e in entries) > len(entries)


def _middle(entry: LegendEntry) -> float:
    return (entry.swatch.y0 + entry.swatch.y1) / 2


def _tells_apart(group: Sequence[LegendEntry]) -> bool:
    """True if most swatches differ from each other, as in a legend. The marks of a scatter plot do not differ."""
    pairs = list(combinations(group, 2))
    different = sum(_differ(a.style, b.style) for a, b in pairs)
    return different >= 0.7 * len(pairs)


def _differ(a: Style, b: Style) -> bool:
    return float(np.linalg.norm(a.lab - b.lab)) > ALIKE or (a.dash, a.marker, a.hollow, a.hatched) != (
        b.dash,
        b.marker,
        b.hollow,
        b.hatched,
    )
