"""Find where along the x axis two curves meet: "Where do A and B cross?", "Around which size does A overtake B?"."""

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

TOGETHER = 0.004  # share of the y range: curves closer than this count as equal
_MOST = 2  # crossings in an answer; more than these usually mean that a curve was traced wrongly


@dataclass(frozen=True, slots=True)
class Crossing:
    """A position at which the curves of two rows meet.

    On a numeric axis, `at` is the position. On an axis of names, `names` holds the two neighboring names, or the
    single name at which the curves meet. `direction` is 1 if the first curve rises above the second, -1 if it
    falls below the second, and 0 if the curves only touch.
    """

    rows: tuple[int, int]
    direction: int
    at: float | None = None
    names: tuple[str, ...] = ()


def find_crossings(data: FigureData, question: FigureRequest) -> list[Crossing]:
    """Return the positions at which two curves meet in the way the question says (cross, rise above, fall below,
    equal).

    The curves are the two that the question names, or the only two of the figure. "From which size on does A beat
    B?" counts as such a question. Curves that coincide over a stretch meet at its start. The result is empty if the
    question asks for no crossing, or if the curves meet too often to trust: more than twice, or more than once in a
    figure read from pixels.
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
    """Return the names along an x axis without numbers; () if there are no such names."""
    return next((a.names for a in data.columns.attributes if a.role == "place"), ())


def _two_rows(data: FigureData, wording: str) -> tuple[int, int] | None:
    """Return the two rows that `wording` names, in its order, or the only two rows of the figure; otherwise None."""
    names = data.rows.attributes[0].names if data.rows.attributes else ()
    named = list(
        dict.fromkeys(mention.name for mention in find_mentions(wording, [name.text for name in names]))
    )
    rows = [0, 1] if len(named) < 2 and data.rows.count == 2 else named
    return (rows[0], rows[1]) if len(rows) == 2 else None


def find_meetings(data: FigureData, rows: tuple[int, int]) -> list[Crossing]:
    """Return the positions at which the curves of two rows meet, from left to right."""
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
    """Return the meetings of two rows over an x axis of names.

    Each meeting lies between two neighboring names, or at one name if both rows have the same value there.
    """
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
    """Find where `gap` becomes zero or changes its sign.

    Each result holds the indices before and after the place, the fraction of the way between them, and the sign
    that follows (0 if the sign is the same as before).
    """
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
