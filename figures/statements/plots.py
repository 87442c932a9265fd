"""Sentences about the series of a plot: their values, extremes, order, courses and crossings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from statistics import fmean

from ...papers.types import BBox
from ..answer.along_axis.axis_position import print_position
from ..answer.along_axis.crossings import find_meetings
from ..answer.along_axis.trends import describe_course
from ..answer.calibration import lacks_most_series, missing_series
from ..answer.entities import naming_attribute
from ..request import Cue
from ..types import FigureData
from .series import PlotValue, list_values, name_series
from .types import FigureStatement

_MOST_NAMES = 16  # that one sentence lists
_MOST_VALUES = 60  # sentences with one value each
_MOST_PAIRS = 10  # of series whose crossings are stated
_MOST_CROSSINGS = 2  # of two curves; more are seldom drawn, but for wrongly traced ones
_ENDS: tuple[tuple[str, Cue], ...] = (("highest", "top"), ("lowest", "bottom"))


def state_lists(data: FigureData) -> Iterator[FigureStatement]:
    """The names in the legend and along the x axis, with their number."""
    series = list(dict.fromkeys(filter(None, name_series(data))))
    if 1 < len(series) <= _MOST_NAMES and not missing_series(data):
        text = ", ".join(series)
        sentence = f"The legend lists the {len(series)} series {text}."
        yield FigureStatement(sentence, "list", text, relations=("list", "meaning"))
    places = naming_attribute(data.columns)
    labels = list(dict.fromkeys(name.text for name in places.names if name.text)) if places else []
    if 1 < len(labels) <= _MOST_NAMES:
        text, title = ", ".join(labels), f" ({data.x_title})" if data.x_title else ""
        sentence = f"The {len(labels)} places along the x axis{title} are {text}."
        yield FigureStatement(sentence, "list", text, relations=("list", "x axis"))


def state_series(data: FigureData) -> list[FigureStatement]:
    """The sentences about the values of line and bar charts; none where most series were not found or nothing gives values."""
    if lacks_most_series(data) or not data.scaled:
        return []
    names, found = name_series(data), {row: list_values(data, row) for row in range(data.rows.count)}
    drawn = [row for row, values in found.items() if values]
    series = {row: found[row] for row in drawn if names[row] or len(drawn) == 1}
    values = list(chain.from_iterable(series.values()))
    by_place: dict[int, list[PlotValue]] = {}
    for value in values:
        by_place.setdefault(value.column, []).append(value)
    return [
        *chain.from_iterable(_state_extremes(data, names[row], found) for row, found in series.items()),
        *(_state_order(data, names, series, by_place) if len(series) > 1 else ()),
        *chain.from_iterable(_state_place(data, names, found) for found in by_place.values()),
        *chain.from_iterable(_state_course(data, names[row], row) for row in series),
        *_state_crossings(data, names, list(series)),
        *_state_values(data, names, values),
    ]


def _place_of(data: FigureData, value: PlotValue) -> str:
    """The place of a value: " at Layers 3", " for SQuAD"; "" without a label."""
    if not value.label:
        return ""
    if value.at is None:
        return f" for {value.label}"
    return f" at {data.x_title} {value.label}" if data.x_title else f" at {value.label}"


def _measure(data: FigureData) -> str:
    return data.y_title or "value"


def _boxes(value: PlotValue) -> tuple[BBox, ...]:
    return (value.box,) if value.box else ()


def _state_extremes(data: FigureData, name: str, values: Sequence[PlotValue]) -> Iterator[FigureStatement]:
    """The highest and the lowest value of a series, and its first and last."""
    ranked = sorted(values, key=lambda value: -value.value)
    if len(values) < 2 or ranked[0].value == ranked[-1].value:
        return
    subject = name or "The curve"
    for value, (word, cue) in zip((ranked[0], ranked[-1]), _ENDS, strict=True):
        text = f"{subject} has its {word} {_measure(data)}, {value.text},{_place_of(data, value)}."
        yield FigureStatement(text, "extreme", value.text, subject, _boxes(value), (cue,))
    ends: tuple[tuple[PlotValue, str, Cue], ...] = (
        (values[0], "starts", "first"),
        (values[-1], "ends", "last"),
    )
    for value, word, cue in ends if values[0].at is not None else ():
        text = f"{subject} {word} with {_measure(data)} {value.text}{_place_of(data, value)}."
        yield FigureStatement(text, "extreme", value.text, subject, _boxes(value), (cue,))


def _state_order(
    data: FigureData,
    names: Sequence[str],
    series: Mapping[int, Sequence[PlotValue]],
    by_place: Mapping[int, Sequence[PlotValue]],
) -> Iterator[FigureStatement]:
    """The series with the highest and the lowest value of all, in the mean, and at every place, and the order of all."""
    values = list(chain.from_iterable(series.values()))
    means = {row: fmean(value.value for value in found) for row, found in series.items()}
    for sign, (word, cue) in zip((1, -1), _ENDS, strict=True):
        best = max(values, key=lambda value: sign * value.value)
        text = f"The {word} {_measure(data)} of all, {best.text}, is that of {names[best.row]}{_place_of(data, best)}."
        yield FigureStatement(text, "extreme", names[best.row], "", _boxes(best), (cue,))
        mean = names[max(means, key=lambda row: sign * means[row])]
        always = {
            max(found, key=lambda value: sign * value.value).row
            for found in by_place.values()
            if len(found) > 1
        }
        throughout = " and at every place" if len(always) == 1 else ""
        text = f"On average{throughout}, {mean} has the {word} {_measure(data)}."
        yield FigureStatement(text, "order", mean, "", relations=(cue, "everywhere"))
    order = sorted(series, key=lambda row: (-means[row], row))[:_MOST_NAMES]
    text = ", ".join(names[row] for row in order)
    yield FigureStatement(
        f"In the order of their mean {_measure(data)}, highest first: {text}.", "order", text
    )


def _state_place(
    data: FigureData, names: Sequence[str], values: Sequence[PlotValue]
) -> Iterator[FigureStatement]:
    """The series with the highest and with the lowest value at a place; none where two have it."""
    ranked = sorted(values, key=lambda value: -value.value)
    if len(ranked) < 2:
        return
    pairs = ((ranked[0], ranked[1]), (ranked[-1], ranked[-2]))
    for (value, other), (word, cue) in zip(pairs, _ENDS, strict=True):
        if value.value != other.value:
            name, place = names[value.row], _place_of(data, value)
            text = f"{name} has the {word} {_measure(data)}{place}, {value.text}."
            yield FigureStatement(text, "extreme", name, value.label, _boxes(value), (cue,))


def _state_course(data: FigureData, name: str, row: int) -> Iterator[FigureStatement]:
    course = describe_course(data, row, name or data.y_title or "The curve")
    if course:
        yield FigureStatement(f"{course}.", "course", course, name, relations=("course",))


def _state_crossings(
    data: FigureData, names: Sequence[str], rows: Sequence[int]
) -> Iterator[FigureStatement]:
    """The places at which two curves meet."""
    pairs = list(combinations(rows, 2)) if data.kind == "line" else []
    for one, other in pairs[:_MOST_PAIRS]:
        found = find_meetings(data, (one, other))
        if not 0 < len(found) <= _MOST_CROSSINGS:
            continue
        places = " and ".join(
            f"between {' and '.join(meeting.names)}" if meeting.at is None
            else f"at {data.x_title} {print_position(data, meeting.at)}"
            for meeting in found
        )  # fmt: skip
        text, pair = (
            f"The lines of {names[one]} and {names[other]} cross {places}.",
            f"{names[one]}; {names[other]}",
        )
        yield FigureStatement(text, "crossing", places, pair, relations=("crossing",))


def _state_values(
    data: FigureData, names: Sequence[str], values: Sequence[PlotValue]
) -> Iterator[FigureStatement]:
    """One sentence for each value, at evenly chosen places where there are many."""
    step = -(-len(values) // _MOST_VALUES)
    for value in values[:: max(1, step)]:
        subject = names[value.row] or "The curve"
        text = f"{subject} has {_measure(data)} {value.text}{_place_of(data, value)}."
        yield FigureStatement(text, "value", value.text, subject, _boxes(value))
