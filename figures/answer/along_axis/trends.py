"""Describe how the curves of a plot go: "What happens to A as the size grows?", "Does A improve with more layers?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ...label_mentions import find_mentions
from ...numbers import format_measured
from ...operations import Between, Equals, Extreme
from ...primitives import Point
from ...request import FigureRequest
from ...types import FigureData
from ..entities import naming_attribute
from .axis_position import print_position
from .crossings import place_names

# Of a drawing these ask for a course as well; of a table most ask for two cells.
# Shares of a curve's range: the least change between its ends (less is level), the least rise or fall before it turns,
# and the least rise or fall if the question asks whether the curve never turns.
_FLAT, _TURN, _STRICT = 0.08, 0.1, 0.03
_OF_ALL = 0.02  # share of the range of all curves; a curve that varies less is level
_THICK = 0.012  # width of a drawn line, as a share of the x range
_MOST = 4  # curves that one answer describes
_NUMBER = r"(\d+(?:\.\d+)?)(?![\w.]*\d)"
_STRETCH = re.compile(
    rf"\b(?:between|from)\s(?P<one>{_NUMBER})\s(?:\w+\s)?(?:and|to)\s(?P<other>{_NUMBER})"
    rf"|\b(?:after|beyond|past)\s(?P<after>{_NUMBER})|\b(?:before|until|up to)\s(?P<before>{_NUMBER})",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
Shape = Literal["level", "rises", "falls", "turns"]


@dataclass(frozen=True, slots=True)
class Vertex:
    """A point of a curve.

    `place` is its x position in words, `at` is the position as a number (None on an axis of names), and `value` is
    its y value.
    """

    place: str
    at: float | None
    value: float


@dataclass(frozen=True, slots=True)
class Course:
    """The development of one curve: its shape and a description in words. The shape is "turns" if the curve both
    rises and falls.
    """

    row: int
    shape: Shape
    text: str


def describe_trend(data: FigureData, question: FigureRequest) -> tuple[str, tuple[int, ...]] | None:
    """Return a description of the curves that the question names, and the rows of these curves.

    Without names, all curves are described if there are only a few. If the question asks whether the curves rise or
    fall, the description starts with "yes" or "no", provided that all curves agree. None if the question asks for
    no trend, or if the figure has several panels.
    """
    if not asks_for_course(data, question):
        return None
    courses = _courses(data, question)
    if not courses:
        return None
    text = "; ".join(course.text for course in courses)
    verdict = _judge(question, courses)
    return f"{verdict}: {text}" if verdict else text, tuple(course.row for course in courses)


def asks_for_course(data: FigureData, question: FigureRequest) -> bool:
    """True if the question asks how a curve develops, or whether it rises or falls."""
    if "course" in question.cues:
        return True
    drawn = data.kind in ("line", "bar") and data.scaled
    judged = question.wants == "verdict" and _change(question) is not None
    described = "effect" in question.cues and not question.operations
    return drawn and (judged or described)


def _change(question: FigureRequest) -> Extreme | None:
    """Return the rise or fall that the question asks for; None if it asks for several changes or for other things."""
    changes = [op for op in question.operations if isinstance(op, Extreme) and op.of in ("gain", "drop")]
    others = [op for op in question.operations if not isinstance(op, Between | Equals) and op not in changes]
    return changes[0] if len(changes) == 1 and not others else None


def _judge(question: FigureRequest, courses: Sequence[Course]) -> str:
    """Return "yes" or "no" to the rise or fall that the question asks for; "" if a curve turns or the curves differ."""
    change = _change(question)
    shapes = {course.shape for course in courses}
    either = "course" in question.cues  # "rise or fall"
    if (
        change is None
        or either
        or question.wants != "verdict"
        or ("negated" in question.cues)
        or len(shapes) != 1
    ):
        return ""
    (shape,) = shapes
    return (
        "" if shape == "turns" else "yes" if shape == ("rises" if change.of == "gain" else "falls") else "no"
    )


def _courses(data: FigureData, question: FigureRequest) -> list[Course]:
    """Describe the named curves, or all curves if there are only a few.

    [] if a named curve was not read, if the curves are in several panels, or if several curves have no names.
    """
    naming = naming_attribute(data.rows)
    names = [name.text for name in naming.names] if naming else [""] * data.rows.count
    named = {mention.name for mention in find_mentions(question.wording, names)}
    rows = sorted(named) or list(range(data.rows.count))
    vertices = {row: _in_stretch(_vertices(data, row), question) for row in rows}
    drawn = [row for row in rows if len(vertices[row]) > 1]
    told_apart = len(drawn) == 1 or all(names[row] for row in drawn)
    if not drawn or len(drawn) > _MOST or (named and len(drawn) < len(named)) or not told_apart:
        return []
    values = [fact.value for fact in data.facts if fact.value is not None]
    level = _OF_ALL * (max(values) - min(values)) if data.rows.count > 1 and values else 0.0
    turn = _STRICT if "throughout" in question.cues else _TURN
    titles = [name if any(map(str.isalnum, name)) else data.y_title or "The curve" for name in names]
    return [_course(row, titles[row], vertices[row], level, turn) for row in drawn]


def _vertices(data: FigureData, row: int) -> list[Vertex]:
    """Return the points of a row from left to right: its curve on a numeric axis, or else its values at the axis
    names.

    [] if the names have no order (data sets, for example), or if there are several panels.
    """
    if data.x_range is not None and data.curves:
        curves = [curve for curve in data.curves if curve.row == row]
        if len({curve.panel for curve in data.curves}) != 1 or len(curves) != 1:
            return []
        points = _with_whole_positions(sorted(curves[0].points))
        return [Vertex(print_position(data, x), x, y) for x, y in points]
    places = place_names(data)
    ordered = places and all(_DIGIT.search(place.text) for place in places)
    if not ordered or len(set(data.columns.blocks)) > 1:
        return []
    facts = sorted((fact for fact in data.facts if fact.row == row), key=lambda fact: fact.column)
    at = data.columns.at or (None,) * len(places)
    return [Vertex(places[f.column].text, at[f.column], f.value) for f in facts if f.value is not None]


def _with_whole_positions(points: Sequence[Point]) -> list[Point]:
    """Move points to a whole x position if they are closer to it than a line is thick."""
    near = _THICK * (points[-1][0] - points[0][0])
    return [(float(round(x)) if abs(x - round(x)) <= near else x, y) for x, y in points]


def _in_stretch(vertices: list[Vertex], question: FigureRequest) -> list[Vertex]:
    """Keep the points in the interval that the question states ("between 10 and 20", "after 5").

    All points are kept if the question states no interval, or if fewer than two points lie in it.
    """
    match = _STRETCH.search(question.wording)
    if match is None:
        return vertices
    low, high = float("-inf"), float("inf")
    if match["one"]:
        low, high = sorted((float(match["one"]), float(match["other"])))
    elif match["after"]:
        low = float(match["after"])
    else:
        high = float(match["before"])
    inside = [vertex for vertex in vertices if vertex.at is not None and low <= vertex.at <= high]
    return inside if len(inside) > 1 else vertices


def _course(row: int, name: str, vertices: Sequence[Vertex], level: float, turning: float) -> Course:
    """Describe one curve: "rises from 69 at 0 to 71 at 0.3, then falls to 70 at 0.5".

    A curve that varies by no more than `level` is level. A curve turns if it rises and falls by at least the share
    `turning` of its range.
    """
    values = [vertex.value for vertex in vertices]
    span = max(values) - min(values)
    first, last = vertices[0], vertices[-1]
    top, bottom = max(vertices, key=lambda v: v.value), min(vertices, key=lambda v: v.value)
    if not span or span < 1e-3 * max(map(abs, values)) or span <= level:
        return Course(row, "level", f"{name} stays at {format_measured(values[0])}")
    for turn, verbs in ((top, ("rises", "falls")), (bottom, ("falls", "rises"))):
        if min(abs(turn.value - first.value), abs(turn.value - last.value)) >= turning * span:
            text = f"{verbs[0]} from {_at(first)} to {_at(turn)}, then {verbs[1]} to {_at(last)}"
            return Course(row, "turns", f"{name} {text}")
    if abs(last.value - first.value) < _FLAT * span:
        text = f"varies between {format_measured(min(values))} and {format_measured(max(values))}"
        return Course(row, "level", f"{name} {text}")
    shape: Shape = "rises" if last.value > first.value else "falls"
    return Course(row, shape, f"{name} {shape} from {_at(first)} to {_at(last)}")


def _at(vertex: Vertex) -> str:
    return f"{format_measured(vertex.value)} at {vertex.place}"
