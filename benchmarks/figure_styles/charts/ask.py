"""Questions about line, bar, stacked and radar charts, asked only where the picture decides them clearly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from ..names import uncited
from ..types import Asked
from ..wording import Wordings, article, ask
from .matrix import Look, Matrix
from .style import DASHES, MARKERS, Style

CLEAR = 0.04  # values nearer than this part of the axis are not asked apart, unless they are printed
Builder = Callable[[Random, Matrix, Style, Wordings], Asked | None]


@dataclass(frozen=True, slots=True)
class Condition:
    """One place of the chart at which the names compare: their values there, and the words for it."""

    at: str
    names: tuple[str, ...]
    values: tuple[float, ...]
    span: float


def matrix_questions(
    rng: Random, matrix: Matrix, style: Style, wordings: Wordings, count: int
) -> tuple[Asked, ...]:
    """Up to `count` different questions."""
    builders = BUILDERS[style.kind]
    found: dict[tuple[str, str], Asked] = {}  # one question of a kind about each name
    for _ in range(count * 8):
        asked = rng.choice(builders)(rng, matrix, style, wordings)
        if asked is not None and len(found) < count:
            found.setdefault((asked.operation, asked.answer), asked)
    return tuple(found.values())


def condition(rng: Random, matrix: Matrix, style: Style, wordings: Wordings) -> Condition:
    """A panel and a place in it, at random."""
    panel = rng.randrange(len(matrix.panels))
    rows, words = matrix.values[panel], ""
    if style.entities == "categories":
        at = rng.randrange(len(matrix.series))
        names, values = matrix.categories, rows[at]
        if len(matrix.series) > 1:
            words = rng.choice(wordings["at-category"][:3]).format(v=matrix.series[at])
    else:
        at = rng.randrange(len(matrix.categories))
        names, values = matrix.series, tuple(row[at] for row in rows)
        if matrix.x_name:
            words = rng.choice(wordings["at-number"]).format(x=matrix.x_name, v=matrix.categories[at])
        else:
            kinds = wordings["at-category"] if matrix.datasets else wordings["at-category"][:3]
            words = rng.choice(kinds).format(v=matrix.categories[at])
    if len(matrix.panels) > 1:
        words += rng.choice(wordings["at-panel"]).format(v=matrix.panels[panel])
    return Condition(words, names, values, matrix.span(panel))


def _extreme(rng: Random, matrix: Matrix, style: Style, wordings: Wordings) -> Asked | None:
    here = condition(rng, matrix, style, wordings)
    order = sorted(range(len(here.names)), key=lambda at: -here.values[at])
    operation = rng.choice(["max", "max", "min", "min", "rank", "rank-low"])
    place = {"max": 0, "min": -1, "rank": 1, "rank-low": -2}[operation] % len(order)
    if len(order) < 3 or not _clear(here, order, place, style):
        return None
    return _asked(rng, matrix, wordings, operation, here.names[order[place]], at=here.at)


def _between(rng: Random, matrix: Matrix, style: Style, wordings: Wordings) -> Asked | None:
    here = condition(rng, matrix, style, wordings)
    order = sorted(range(len(here.names)), key=lambda at: -here.values[at])
    if len(order) < 4 or matrix.measure == "perplexity":  # of which less is better
        return None
    place = rng.randrange(1, len(order) - 1)
    if not _clear(here, order, place, style):
        return None
    lower, upper = here.names[order[place + 1]], here.names[order[place - 1]]
    return _asked(rng, matrix, wordings, "between", here.names[order[place]], a=lower, b=upper, at=here.at)


def _value(rng: Random, matrix: Matrix, style: Style, wordings: Wordings) -> Asked | None:
    """A value that is printed beside its point, or one that can be told by its height."""
    here = condition(rng, matrix, style, wordings)
    at = rng.randrange(len(here.names))
    others = [value for index, value in enumerate(here.values) if index != at]
    apart = 1e-9 if style.labels else 2 * CLEAR * here.span
    if style.log == "y" or min(abs(value - here.values[at]) for value in others) < apart:
        return None
    shown = f"{here.values[at]:g}"
    if not style.labels:
        shown = "about " + (f"{here.values[at]:.2f}" if here.span < 2 else f"{here.values[at]:.0f}")
    return _asked(rng, matrix, wordings, "value", here.names[at], v=shown, at=here.at)


def _threshold(rng: Random, matrix: Matrix, style: Style, wordings: Wordings) -> Asked | None:
    here = condition(rng, matrix, style, wordings)
    first, second = sorted(range(len(here.names)), key=lambda at: -here.values[at])[:2]
    if here.values[first] - here.values[second] < 3 * CLEAR * here.span or style.log == "y":
        return None
    middle = (here.values[first] + here.values[second]) / 2
    shown = f"{middle:.2f}" if here.span < 2 else f"{middle:.0f}"
    if not here.values[second] < float(shown) < here.values[first]:
        return None
    return _asked(rng, matrix, wordings, "above-threshold", here.names[first], v=shown, at=here.at)


def _colour(rng: Random, matrix: Matrix, style: Style, wordings: Wordings) -> Asked | None:
    at = rng.randrange(len(matrix.series))
    look = matrix.looks[at]
    if style.entities != "series" or [other.colour[0] for other in matrix.looks].count(look.colour[0]) != 1:
        return None
    thing = {"line": "line", "radar": "line", "bars": rng.choice(["bar", "bars"]), "stacked": "bars"}[
        style.kind
    ]
    words = f"{_line_words(rng, look, style)}{look.colour[0]} {thing}"
    if look.marker and MARKERS[look.marker] and rng.random() < 0.4:
        words += f" with {article(MARKERS[look.marker])} marker"
    return _asked(rng, matrix, wordings, "colour", matrix.series[at], look=words)


def _line_words(rng: Random, look: Look, style: Style) -> str:
    return f"{DASHES[look.dash]} ".lstrip() if style.dashes and rng.random() < 0.6 else ""


def _marker(rng: Random, matrix: Matrix, _style: Style, wordings: Wordings) -> Asked | None:
    at = rng.randrange(len(matrix.series))
    word = MARKERS.get(matrix.looks[at].marker, "")
    triangles = any(look.marker == "v" for look in matrix.looks)
    if not word or (word == "triangle" and triangles):
        return None
    return _asked(rng, matrix, wordings, "marker", matrix.series[at], k=word)


def _consistent(rng: Random, matrix: Matrix, style: Style, wordings: Wordings) -> Asked | None:
    if len(matrix.panels) > 1 or style.log == "y":
        return None
    rows, margin = matrix.values[0], 0.5 * CLEAR * matrix.span(0)
    a, b = rng.sample(range(len(rows)), 2)

    def over(high: int, low: int) -> bool:
        return all(h - low_value > margin for h, low_value in zip(rows[high], rows[low], strict=True))

    inside = [s for s in range(len(rows)) if s not in {a, b} and over(s, a) and over(b, s)]
    unclear = [
        s for s in range(len(rows)) if s not in {a, b, *inside} and not over(a, s) and not over(s, b)
    ]  # neither clearly outside nor inside at every point
    if len(inside) != 1 or unclear or matrix.measure == "perplexity":
        return None
    slots = {"a": matrix.series[a], "b": matrix.series[b], "x": matrix.x_name or matrix.x_label.lower()}
    return _asked(rng, matrix, wordings, "consistent", matrix.series[inside[0]], **slots)


def _restless(rng: Random, matrix: Matrix, style: Style, wordings: Wordings) -> Asked | None:
    if len(matrix.panels) > 1 or style.log == "y":
        return None
    ranges = [max(row) - min(row) for row in matrix.values[0]]
    order = sorted(range(len(ranges)), key=ranges.__getitem__)
    steps = [sum(abs(b - a) for a, b in pairwise(row)) for row in matrix.values[0]]
    wild = sorted(range(len(steps)), key=steps.__getitem__)
    x = matrix.x_name or matrix.x_label.lower()
    if rng.random() < 0.5 and ranges[order[1]] > 2 * ranges[order[0]]:
        return _asked(rng, matrix, wordings, "constant", matrix.series[order[0]], x=x)
    same = wild[-1] == order[-1]  # the widest range and the longest way: whichever a reader takes
    if same and steps[wild[-1]] > 1.4 * steps[wild[-2]] and ranges[order[-1]] > 1.2 * ranges[order[-2]]:
        return _asked(rng, matrix, wordings, "fluctuation", matrix.series[wild[-1]])
    return None


def _place(rng: Random, matrix: Matrix, style: Style, wordings: Wordings) -> Asked | None:
    if style.entities != "categories" or len(matrix.panels) > 1:
        return None
    last = rng.random() < 0.5
    operation = ("bottom" if last else "top") if style.horizontal else ("right" if last else "left")
    return _asked(rng, matrix, wordings, operation, matrix.categories[-1 if last else 0])


def _total(rng: Random, matrix: Matrix, style: Style, wordings: Wordings) -> Asked | None:
    if style.entities != "categories":
        return None
    sums = [sum(row[at] for row in matrix.values[0]) for at in range(len(matrix.categories))]
    order = sorted(range(len(sums)), key=lambda at: -sums[at])
    if sums[order[0]] - sums[order[1]] < CLEAR * sums[order[0]]:
        return None
    return _asked(rng, matrix, wordings, "total", matrix.categories[order[0]])


def _panel(rng: Random, matrix: Matrix, _style: Style, wordings: Wordings) -> Asked | None:
    count = len(matrix.panels)
    if count < 2:
        return None
    at = rng.randrange(count)
    nth = ("first", "second", "third")[at]
    return Asked(ask(rng, wordings, "panel", n="dataset", nth=nth), matrix.panels[at], "panel")


BUILDERS: dict[str, tuple[Builder, ...]] = {
    "line": (_colour, _extreme, _extreme, _marker, _consistent, _restless, _value, _between, _panel),
    "bars": (_colour, _extreme, _extreme, _extreme, _value, _between, _place, _threshold, _panel),
    "stacked": (_colour, _extreme, _extreme, _place, _total),
    "radar": (_colour, _extreme, _extreme, _between),
}


def _asked(
    rng: Random, matrix: Matrix, wordings: Wordings, operation: str, answer: str, **slots: str
) -> Asked:
    filled = {"n": matrix.noun, "m": matrix.measure, "am": article(matrix.measure), "at": ""} | slots
    plain = {key: uncited(value) for key, value in filled.items()}
    return Asked(ask(rng, wordings, operation, **plain), answer, operation)


def _clear(here: Condition, order: list[int], place: int, style: Style) -> bool:
    """Whether the value at `place` of the order stands apart from its neighbours on the picture."""
    apart = 1e-9 if style.labels else CLEAR * here.span
    around = [other for other in (place - 1, place + 1) if 0 <= other < len(order)]
    if style.log == "y":  # equal ratios are equal distances there
        return all(_ratio(here.values[order[place]], here.values[order[other]]) > 1.5 for other in around)
    return all(abs(here.values[order[place]] - here.values[order[other]]) > apart for other in around)


def _ratio(one: float, other: float) -> float:
    return max(one, other) / max(1e-9, min(one, other))
