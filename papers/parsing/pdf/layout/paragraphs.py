"""Split the lines of a column into paragraphs."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ..text.lines import Line

_NUMBER = re.compile(r"\d+(?:\.\d+)*\.?$")
_SAME_ROW = 0.35  # share of the font size by which the baselines of the cells of a row may differ
_LONGEST_CELLS = 6.0  # words per line of a table, above which its cells hold running text
_PARTED = 1.3  # multiple of the line pitch above which two lines belong to two paragraphs
_FEWEST_STEPS = 4  # fewest distances between lines of one font size from which their pitch is measured
_SMALLEST = 0.1  # points; smallest font size, because a damaged file may set type in size zero
_STOPS = (".", "!", "?", ":")
_TERMINAL = (*_STOPS, ";", '"', "”", ")")


Role = Literal["text", "note", "caption", "margin", "table"]


@dataclass(frozen=True, slots=True)
class ParagraphPiece:
    """Consecutive lines of one column on one page.

    `open_end` says that the last line reaches the column's edge without ending a sentence, so that the next column may
    continue it. `indented` says that the first line does not begin at the column's edge.
    """

    page: int
    lines: tuple[Line, ...]
    open_end: bool = False
    indented: bool = False
    role: Role = "text"

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class _ColumnMetrics:
    """Edges and line pitch of a column.

    `pitches` maps twice the font size to the pitch of lines in that size, for sizes with enough lines.
    """

    left: float
    right: float
    pitch: float
    pitches: Mapping[int, float]

    def find_pitch(self, line: Line) -> float:
        """Return the pitch of lines in the size of `line`.

        This is the column's pitch, unless each line of that size would then be a separate paragraph.
        """
        own = self.pitches.get(round(2 * line.size), self.pitch)
        return own if own > _PARTED * self.pitch else self.pitch


def split_paragraphs(run: Sequence[Line], page: int, role: Role = "text") -> list[ParagraphPiece]:
    """Split one run of lines into paragraph-like pieces; [] if there are no lines."""
    if not run:
        return []
    measure = _measure_column(run)
    groups: list[list[Line]] = []
    for line in run:
        if groups and not _starts_paragraph(groups[-1], line, measure):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [
        ParagraphPiece(
            page,
            tuple(group),
            _has_open_end(group[-1], measure),
            group[0].bbox.x0 > measure.left + 0.6 * group[0].size,
            role,
        )
        for group in groups
    ]


def split_table_rows(run: Sequence[Line], page: int) -> list[ParagraphPiece]:
    """Split the lines of a table without a caption into its rows, so that each row can be quoted.

    A table whose cells hold running text is split into paragraphs instead.
    """
    if sum(len(line.tokens) for line in run) > _LONGEST_CELLS * len(run):
        return split_paragraphs(run, page, "table")
    rows: list[list[Line]] = []
    for line in run:
        if rows and abs(line.baseline - rows[-1][-1].baseline) < _SAME_ROW * max(line.size, _SMALLEST):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [ParagraphPiece(page, tuple(row), role="table") for row in rows]


def _measure_column(run: Sequence[Line]) -> _ColumnMetrics:
    longest = max(line.bbox.width for line in run)
    full = [line for line in run if line.bbox.width > 0.6 * longest] or list(run)  # all lines have zero width
    lefts: Counter[int] = Counter(round(line.bbox.x0) for line in full)
    left = min((x for x, n in lefts.items() if n >= max(2, 0.15 * len(full))), default=min(lefts))
    right = sorted(line.bbox.x1 for line in full)[int(0.8 * (len(full) - 1))]
    steps: dict[int, list[float]] = defaultdict(list)
    for a, b in pairwise(full):
        if abs(a.size - b.size) < 0.5 and 0.8 * a.size < b.baseline - a.baseline < 2.5 * a.size:
            steps[round(2 * a.size)].append(b.baseline - a.baseline)
    every = [step for each in steps.values() for step in each]
    pitch = _choose_pitch(every) if every else 1.2 * run[0].size
    pitches = {size: _choose_pitch(each) for size, each in steps.items() if len(each) >= _FEWEST_STEPS}
    return _ColumnMetrics(float(left), right, pitch, pitches)


def _choose_pitch(steps: Sequence[float]) -> float:
    """Return the usual distance between lines: a low value of `steps`, because steps between paragraphs are wider."""
    return sorted(steps)[len(steps) // 3]


def _starts_paragraph(group: Sequence[Line], line: Line, measure: _ColumnMetrics) -> bool:
    """True if `line` starts a new paragraph after the lines of `group`."""
    last = group[-1]
    if abs(line.size - last.size) > 0.6 or line.bold != last.bold:
        return True
    step = line.baseline - last.baseline
    if (
        step > _PARTED * measure.find_pitch(line) * line.size / max(last.size, line.size, _SMALLEST)
        or step < 0
    ):
        return True
    if line.bold:  # lines of one heading; a number begins the next heading
        return bool(_NUMBER.match(line.tokens[0].text))
    indent = line.bbox.x0 - last.bbox.x0
    ended = last.bbox.x1 < measure.right - 1.5 * line.size
    at_left = abs(last.bbox.x0 - measure.left) < 0.5 * line.size
    if indent > 0.7 * line.size and at_left and last.text.endswith(_TERMINAL):
        return True
    if indent > 0.7 * line.size and ended and not last.text.endswith("-"):
        return True
    if not last.text.endswith(_STOPS):
        return False
    return line.opens_bold or (ended and _would_fit(last, line, measure))


def _would_fit(last: Line, line: Line, measure: _ColumnMetrics) -> bool:
    """True if the first word of `line` would have fitted on the line before."""
    return last.bbox.x1 + line.tokens[0].bbox.width + 0.8 * line.size < measure.right


def _has_open_end(line: Line, measure: _ColumnMetrics) -> bool:
    return line.bbox.x1 > measure.right - 2 * line.size and not line.text.endswith(_STOPS)
