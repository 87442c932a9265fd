"""Represent the lines of a paper for the bibliography parser, and detect lines that interrupt a bibliography."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...types import BBox
from .shape import is_caption, looks_dated

SAME_X = 2.0  # points within which two lines begin at the same x
_REPEATED = 3  # fewest pages on which a line is printed at the same place
_NOWHERE = BBox(0.0, 0.0, 0.0, 0.0)
_COLUMN_START = 60.0  # points from the left edge of a column within which its lines begin
_FEW = (
    0.2  # share of a run's lines that may begin elsewhere; more would be a second column, not a stray label
)
_HEAD_GAP = 2.0  # fewest line heights between a running head and the text below it
_CAPTION_STEP = 1.6  # line heights; a caption continues while its lines are closer than this
_LONGEST_CAPTION = 15  # most lines of a caption


@dataclass(frozen=True, slots=True)
class BibliographyLine:
    """A line of the paper, in reading order.

    `run` numbers the pieces of columns: the lines of a run are below each other. `heading` is True for lines in bold or
    in type larger than the surrounding text, `small` for lines in smaller type.
    """

    text: str
    page: int = 1
    bbox: BBox = _NOWHERE
    run: int = 0
    heading: bool = False
    small: bool = False


def find_interruptions(lines: Sequence[BibliographyLine]) -> set[int]:
    """Return the indexes of the lines that interrupt a bibliography without ending it.

    These are running heads, captions and figure labels.
    """
    return _find_running_heads(lines) | _find_captions(lines) | _find_strays(lines)


def _find_running_heads(lines: Sequence[BibliographyLine]) -> set[int]:
    """Return the indexes of short lines without a date at the top of a page, with white space below."""
    found = set()
    for place in range(1, len(lines) - 1):
        before, line, after = lines[place - 1 : place + 2]
        opens = line.page != before.page and line.run == after.run
        apart = after.bbox.y0 - line.bbox.y1 > _HEAD_GAP * line.bbox.height > 0
        if opens and apart and len(line.text) < 90 and not looks_dated(line.text):
            found.add(place)
    return found


def _find_captions(lines: Sequence[BibliographyLine]) -> set[int]:
    found: set[int] = set()
    for place, line in enumerate(lines):
        if place in found or not is_caption(line.text):
            continue
        end = place + 1
        while end < min(len(lines), place + _LONGEST_CAPTION) and _continues_caption(
            lines[end - 1], lines[end]
        ):
            end += 1
        found.update(range(place, end))
    return found


def _continues_caption(before: BibliographyLine, line: BibliographyLine) -> bool:
    return line.run == before.run and 0 < line.bbox.y0 - before.bbox.y0 < _CAPTION_STEP * before.bbox.height


def _find_strays(lines: Sequence[BibliographyLine]) -> set[int]:
    """Return the indexes of lines that begin far to the right of the other lines in their run.

    They are figure labels or formulas.
    """
    runs: dict[int, list[int]] = defaultdict(list)
    for place, line in enumerate(lines):
        runs[line.run].append(place)
    found: set[int] = set()
    for places in runs.values():
        left = min(lines[place].bbox.x0 for place in places)
        far = [place for place in places if lines[place].bbox.x0 > left + _COLUMN_START]
        if len(far) <= _FEW * len(places):
            found.update(far)
    return found


def measure_left_edges(lines: Sequence[BibliographyLine]) -> dict[int, float]:
    """Map each run to the x at which its lines begin."""
    runs: dict[int, list[float]] = defaultdict(list)
    for line in lines:
        runs[line.run].append(line.bbox.x0)
    return {run: find_left_edge(xs) for run, xs in runs.items()}


def find_left_edge(xs: Sequence[float]) -> float:
    """Return the leftmost x at which at least two lines begin; the leftmost x of all if no two lines begin together."""
    ordered = sorted(xs)
    for x, after in pairwise(ordered):
        if after - x < SAME_X:
            return x
    return ordered[0]


def find_repeated(lines: Sequence[BibliographyLine]) -> set[int]:
    """Return the indexes of lines that are printed at the same place on several pages, such as a panel of links."""
    pages: dict[tuple[str, int, int], set[int]] = defaultdict(set)
    keys = [(line.text, round(line.bbox.x0 / SAME_X), round(line.bbox.y0 / SAME_X)) for line in lines]
    for key, line in zip(keys, lines, strict=True):
        pages[key].add(line.page)
    return {place for place, key in enumerate(keys) if len(pages[key]) >= _REPEATED}
