"""Places along the x axis where two curves meet: "Where do A and B cross?", "Around which size does A overtake B?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...label_mentions import find_mentions
from ...numbers import Number
from ...operations import Compare
from ...request import FigureRequest
from ...types import FigureData, FigureName

TOGETHER = 0.004  # share of the y range within which curves run together
_MOST = 2  # crossings that are given; more are seldom drawn, but for wrongly traced curves


@dataclass(frozen=True, slots=True)
class Crossing:
    """A position at which the curves of two rows meet, by value (`at`) or as the two names between which it lies.

    `direction` is 1 where the first rises above the other, -1 where it falls below it and 0 where they only touch.
    """

    rows: tuple[int, int]
    direction: int
    at: float | None = None
    names: tuple[str, ...] = ()


def find_crossings(data: FigureData, question: FigureRequest) -> list[Crossing]:
    """The positions at which two curves meet, those that the question names or the only two, in the way that it says.

    "From which size on does A beat B?" asks for it too. Curves that run together meet where they begin to. Empty where the
    question asks for no such position, and for pixels where the curves meet in several.
    """
    wording = question.wording
    cues = question.cues
    falls, rises = "falls below" in cues, "rises above" in cues
    crosses, same = "crossing" in cues, "same value" in cues
    bounded = any(isinstance(op, Compare) and isinstance(op.to, Number) for op in question.operations)
    if bounded or not (falls or rises or crosses or same) or "where" not in cues:
        return []
    rows = _two_rows(data, wording)
    if rows is None:
        return []
    found = find_meetings(data, rows)
    if falls or rises:
        found = [crossing for crossing in found if crossing.direction == (-1 if falls else 1)]
    elif not same and any(crossing.direction for crossing in found):
        found = [crossing for crossing in found if crossing.direction]
    return found if len(found) <= (_MOST if data.exact else 1) else []


def place_names(data: FigureData) -> tuple[FigureName, ...]:
    """The names along an x axis without numbers; none where it has none."""
    return next((a.names for a in data.columns.attributes if a.role == "place"), ())


def _two_rows(data: FigureData, wording: str) -> tuple[int, int] | None:
    """The two rows that `wording` names, in its order, or the only two; None for others."""
    names = data.rows.attributes[0].names if data.rows.attributes else ()
    named = list(
        dict.fromkeys(mention.name for mention in find_mentions(wording, [name.text for name in names]))
    )
    rows = [0, 1] if len(named) < 2 and data.rows.count == 2 else named
    return (rows[0], rows[1]) if len(rows) == 2 else None


def find_meetings(data: FigureData, rows: tuple[int, int]) -> list[Crossing]:
    """The positions at which the curves of two rows meet."""
    if data.x_range is None:
        return _meet_between_names(data, rows)
    curves = [curve for row in rows for curve in data.curves if curve.row == row]
    if len(curves) != 2 or curves[0].panel != curves[1].panel:
        return []
    (one_x, one_y), (other_x, other_y) = (np.array(sorted(curve.points)).T for curve in curves)
    low, high = max(one_x[0], other_x[0]), min(one_x[-1], other_x[-1])
    at = np.array(sorted({low, high, *(x for x in (*one_x, *other_x) if low <= x <= high)}))
    if len(at) < 2 or low >= high:
        return []
    gap = np.interp(at, one_x, one_y) - np.interp(at, other_x, other_y)
    span = max(one_y.max(), other_y.max()) - min(one_y.min(), other_y.min())
    return [
        Crossing(rows, direction, float(at[start] + (at[end] - at[start]) * part))
        for start, end, part, direction in _sign_changes(gap, span)
    ]


def _meet_between_names(data: FigureData, rows: tuple[int, int]) -> list[Crossing]:
    """The neighboring names on the x axis between which the values of two rows cross, or the name at which they are the same."""
    places = place_names(data)
    values = [{f.column: f.value for f in data.facts if f.row == row and f.value is not None} for row in rows]
    both = sorted(values[0].keys() & values[1].keys())
    if data.kind != "line" or len(set(data.columns.blocks)) > 1 or len(both) < 2 or not places:
        return []
    gap = np.array([values[0][column] - values[1][column] for column in both])
    every = [*values[0].values(), *values[1].values()]
    return [
        Crossing(
            rows, direction, names=tuple(dict.fromkeys(places[both[index]].text for index in (start, end)))
        )
        for start, end, _, direction in _sign_changes(gap, max(every) - min(every))
    ]


def _sign_changes(gap: npt.NDArray[np.float64], span: float) -> Sequence[tuple[int, int, float, int]]:
    """The places where `gap` becomes zero or changes its sign: the indices before and after it, the share of the way between
    them, and the sign that follows, 0 where it is that of before."""
    signs = np.where(np.abs(gap) < TOGETHER * span, 0, np.sign(gap)).astype(int)
    found = []
    before = 0
    for index, sign in enumerate(signs):
        if not sign:
            if index == 0 or signs[index - 1]:
                after = next((int(s) for s in signs[index:] if s), 0)
                found.append((index, index, 0.0, after if before and after != before else 0))
            continue
        if index and signs[index - 1] == -sign:
            part = float(gap[index - 1] / (gap[index - 1] - gap[index]))
            found.append((index - 1, index, part, int(sign)))
        before = int(sign)
    return found
