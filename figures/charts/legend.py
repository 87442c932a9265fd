"""Legend entries: a text with a swatch beside it, one of several that line up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from ...papers.types import BBox
from .canvas import DISTINCT, Canvas, Floats, Mask, distance, most_common, window
from .numbers import parse_number
from .phrases import Phrase, runs
from .places import joined
from .rulings import GREY, Segment, frames
from .styles import Style, style_of

# All in letter heights.
REACH = 7.0  # how far left of its text a swatch may begin
GAP = 2.4  # between swatch and text
BREAK = 0.5  # widest gap inside a swatch (between dashes)
TALL = 3.0  # tallest swatch: the bubbles of a legend are drawn in their sizes
OUTLINE = 3  # pixels within which the thin side of an outlined swatch stands
PALE = 8.0  # colour distance from the ground of the palest swatch
SAME_HUE = 0.85  # cosine of the angle between hues, below which they differ
SAME = 0.45  # tolerance of alignment
ALIKE = 12.0  # colour distance below which two swatches of one shape do not tell two series apart


@dataclass(frozen=True, slots=True)
class Entry:
    """A legend entry: the name, how its series is drawn, the boxes of swatch and text."""

    name: str
    style: Style
    swatch: BBox
    text: BBox


def legend_of(
    canvas: Canvas, phrases: Sequence[Phrase], level: Sequence[Segment], upright: Sequence[Segment], em: float
) -> list[Entry]:
    """Entries in reading order; empty when no two texts with swatches line up. `level` and `upright` are the rulings."""
    texts = _without_noise([p for p in phrases if not p.vertical])
    blocked = _blocked(canvas, phrases, level, upright, em)
    boxes = frames(level, upright, em)
    found = [(p, s) for p in texts if (s := _swatch(canvas, p, blocked, _left_of(p, boxes))) is not None]
    entries = _with_lines_joined(found, texts, canvas)
    chosen = [e for group in _groups(entries) if _tells_apart(group) for e in group]
    return sorted(chosen, key=lambda e: (round(e.swatch.y0 / em), e.swatch.x0))


def _without_noise(texts: Sequence[Phrase]) -> list[Phrase]:
    """The texts less a leading single sign ("1 Parser") where the rest lines up with other texts and the sign does not."""
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


def _blocked(
    canvas: Canvas, phrases: Sequence[Phrase], level: Sequence[Segment], upright: Sequence[Segment], em: float
) -> Mask:
    """Pixels that belong to texts or to rulings longer than any swatch: gridlines behind a legend and its frame."""
    ruled = np.zeros(canvas.lab.shape[:2], dtype=bool)
    boxes = [BBox(s.at - 2, s.start, s.at + 3, s.end) for s in upright if s.length > TALL * em]
    boxes += [BBox(s.start, s.at - 2, s.end, s.at + 3) for s in level if s.length > REACH * em]
    for box in boxes:
        ruled[window(box, canvas)] = True
    blocked = ruled & (canvas.chroma < GREY)
    for phrase in phrases:
        box = phrase.box
        blocked[window(BBox(box.x0 - 2, box.y0 - 2, box.x1 + 2, box.y1 + 2), canvas)] = True
    return blocked


def _left_of(phrase: Phrase, boxes: Sequence[BBox]) -> float:
    """Where the smallest frame around the text begins; 0 without one."""
    around = [b for b in boxes if b.x0 < phrase.box.x0 and phrase.cx < b.x1 and b.y0 < phrase.cy < b.y1]
    return max((b.x0 + 2 for b in around), default=0.0)


def _swatch(canvas: Canvas, phrase: Phrase, blocked: Mask, left: float) -> BBox | None:
    """The ink just left of the text that is centred on it, no taller than a line of text and nowhere before `left`."""
    em, box = phrase.em, phrase.box
    start = max(left, box.x0 - REACH * em)
    rows, columns = window(BBox(start, box.y0 - 1.2 * em, box.x0 - 1, box.y1 + 1.2 * em), canvas)
    region = canvas.lab[rows, columns]
    if region.size == 0:
        return None
    away = distance(region, most_common(region))
    for contrast in (DISTINCT, PALE):
        ink = (away > contrast) & ~blocked[rows, columns]
        found = _centred(region, ink, phrase.cy - rows.start, em)
        if found is not None:
            (left_edge, right_edge), (top, bottom) = found
            x, y = columns.start, rows.start
            return BBox(float(x + left_edge), float(y + top), float(x + right_edge), float(y + bottom))
    return None


def _centred(
    region: Floats, ink: Mask, middle: float, em: float
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Column and row range of the ink nearest to the right rim that is level with `middle` and as flat as a swatch."""
    ink = ink.copy()
    upright = np.ones((max(1, round(1.5 * em)), 1), dtype=np.uint8)
    long = cv2.morphologyEx(ink.astype(np.uint8), cv2.MORPH_OPEN, upright).any(axis=0)
    for start, end in runs(long):
        if end - start <= 0.25 * em:  # the side of a legend's frame
            ink[:, start:end] = False
    band = ink[max(0, int(middle - 0.45 * em)) : int(middle + 0.45 * em) + 1]
    span = _last_span(np.any(band, axis=0), em)
    if span is None:
        return None
    ink &= ~_crossing(region, ink, span, middle, em)
    vertical = _span_around(np.any(ink[:, span[0] : span[1]], axis=1), middle, em)
    if vertical is None or vertical[1] - vertical[0] > TALL * em or abs(sum(vertical) / 2 - middle) > em:
        return None
    if _goes_on(ink, span, vertical, em):
        return None
    return span, vertical


def _goes_on(ink: Mask, span: tuple[int, int], rows: tuple[int, int], em: float) -> bool:
    """Whether what stands in these columns and rows is the end of a line that comes from farther left."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    inside = labels[rows[0] : rows[1], span[0] : span[1]]
    main = int(np.bincount(inside[inside > 0]).argmax()) if (inside > 0).any() else 0
    return main > 0 and int(stats[main][cv2.CC_STAT_LEFT]) < span[0] - BREAK * em


def _crossing(region: Floats, ink: Mask, span: tuple[int, int], middle: float, em: float) -> Mask:
    """Pixels of another hue than those level with the text: lines of the plot that pass behind the legend."""
    rows = slice(max(0, int(middle - 0.2 * em)), int(middle + 0.2 * em) + 1)
    centre = region[rows, span[0] : span[1]][ink[rows, span[0] : span[1]]]
    if len(centre) == 0:
        return np.zeros_like(ink)
    _, a, b = np.median(centre, axis=0).tolist()
    chroma = np.hypot(region[..., 1], region[..., 2])
    along = (region[..., 1] * a + region[..., 2] * b) / np.maximum(1e-6, chroma * np.hypot(a, b))
    other: Mask = (chroma > 2 * DISTINCT) & (along < SAME_HUE)
    return other


def _last_span(inked: Mask, em: float) -> tuple[int, int] | None:
    """The rightmost run of inked columns, gaps up to BREAK bridged, that ends near the text and starts in sight."""
    pieces = [run for run in runs(inked) if run[1] - run[0] >= 2]
    if not pieces or len(inked) - pieces[-1][1] > GAP * em:
        return None
    start, end = pieces[-1]
    for before in reversed(pieces[:-1]):
        if start - before[1] > BREAK * em:
            break
        start = before[0]
    if (start == 0 and len(inked) > (REACH - 1) * em) or end - start < 0.2 * em:
        return None
    sides = np.flatnonzero(inked[max(0, start - OUTLINE) : end + OUTLINE]) + max(0, start - OUTLINE)
    return int(sides[0]), int(sides[-1]) + 1


def _span_around(inked: Mask, middle: float, em: float) -> tuple[int, int] | None:
    """The run of inked rows nearest to the middle of the text."""
    pieces = runs(inked)
    near = [run for run in pieces if run[0] - 0.6 * em <= middle <= run[1] + 0.6 * em]
    return min(near, key=lambda run: abs((run[0] + run[1]) / 2 - middle), default=None)


def _with_lines_joined(
    found: Sequence[tuple[Phrase, BBox]], texts: Sequence[Phrase], canvas: Canvas
) -> list[Entry]:
    """One entry per swatch; texts that share one, or continue on the next line without one, are its lines."""
    swatches: list[tuple[BBox, list[Phrase]]] = []
    for phrase, box in found:
        for other, lines in swatches:
            if other.intersection_area(box) > 0.5 * min(other.width * other.height, box.width * box.height):
                lines.append(phrase)
                break
        else:
            swatches.append((box, [phrase]))
    taken = {id(p) for _, lines in swatches for p in lines}
    pitch = _pitch([box for box, _ in swatches])
    for _, lines in swatches:
        _take_continuations(lines, [p for p in texts if id(p) not in taken], pitch)
        taken.update(id(p) for p in lines)
    return [_entry(box, lines, canvas) for box, lines in swatches]


def _pitch(boxes: Sequence[BBox]) -> float:
    """Smallest distance between swatches of one column; infinite when there are no two."""
    steps = [
        abs(a.y0 + a.y1 - b.y0 - b.y1) / 2
        for a, b in combinations(boxes, 2)
        if abs(a.x0 - b.x0) < 3 and abs(a.y0 - b.y0) > 3
    ]
    return min(steps, default=float("inf"))


def _take_continuations(lines: list[Phrase], free: Sequence[Phrase], pitch: float) -> None:
    for phrase in sorted(free, key=lambda p: p.box.y0):
        last = max(lines, key=lambda p: p.box.y1)
        gap = phrase.box.y0 - last.box.y1
        if abs(phrase.box.x0 - last.box.x0) <= 0.3 * last.em and -0.2 * last.em < gap < 0.6 * last.em < pitch:
            lines.append(phrase)


def _entry(swatch: BBox, lines: Sequence[Phrase], canvas: Canvas) -> Entry:
    ordered = sorted(lines, key=lambda p: (p.box.y0, p.box.x0))
    text = ordered[0].box
    for line in ordered[1:]:
        text = text.union(line.box)
    rows, columns = window(swatch, canvas)
    style = style_of(canvas.lab[rows, columns], _surroundings(canvas, swatch), ordered[0].em)
    return Entry(" ".join(p.text for p in ordered), style, swatch, text)


def _surroundings(canvas: Canvas, box: BBox) -> Floats:
    grown = BBox(box.x0 - 4, box.y0 - 4, box.x1 + 4, box.y1 + 4)
    rows, columns = window(grown, canvas)
    region = canvas.lab[rows, columns]
    rim = np.concatenate([region[:3].reshape(-1, 3), region[-3:].reshape(-1, 3)])
    return most_common(rim)


def _groups(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Entries joined by lining up in a column or a row, at least two."""
    groups: list[list[Entry]] = []
    for entry in entries:
        near = [g for g in groups if any(_line_up(entry, other) for other in g)]
        merged = [entry, *(e for g in near for e in g)]
        groups = [g for g in groups if g not in near] + [merged]
    return [g for g in groups if len(g) >= 2]


def _line_up(a: Entry, b: Entry) -> bool:
    em = max(8.0, min(a.text.height, b.text.height))
    gap_a, gap_b = a.text.x0 - a.swatch.x1, b.text.x0 - b.swatch.x1
    slack = 0.2 if _numeric(a) and _numeric(b) else 0.8
    if abs(gap_a - gap_b) > slack * em or abs(a.swatch.width - b.swatch.width) > slack * em:
        return False
    if _numeric(a) != _numeric(b):
        return False
    same_column = abs(a.text.x0 - b.text.x0) <= SAME * em and abs(_middle(a) - _middle(b)) <= 6 * em
    same_row = abs(_middle(a) - _middle(b)) <= SAME * em
    return same_column or same_row


def _numeric(entry: Entry) -> bool:
    return parse_number(entry.name) is not None


def _middle(entry: Entry) -> float:
    return (entry.swatch.y0 + entry.swatch.y1) / 2


def _tells_apart(group: Sequence[Entry]) -> bool:
    """Whether the swatches differ from one another, as those of a legend do and the marks of a scatter plot do not."""
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
