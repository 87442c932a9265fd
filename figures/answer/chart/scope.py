"""What a question is about in a chart: which kind of name it asks for, and which facts it restricts itself to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...chart.axes.plot_area import PlotArea
from ...chart.types import Chart
from ...numbers import NUMBER, number_of
from ...question.operations import Adjacent, AtPosition, Between, Compare, Extreme, StyleFilter
from ...question.parser import Question
from ...raster.numbers import parse_number
from .facts import KEYS, ChartFact, curve_facts, facts_of, names_of, profiles_of
from .label_mentions import mentions


@dataclass(frozen=True, slots=True)
class ChartScope:
    """`key` is the kind of name asked for, `names` the candidates, `facts` those the question speaks of.

    `given` holds, per key, the names that the question sets as conditions; `weight` is how sure the choice of key is.
    `spots` are the stretches of the question whose numbers are places on the x axis.
    `profiles` are the sampled heights of whole curves, empty where the question asks at a certain place.
    """

    key: str
    names: tuple[str, ...]
    facts: tuple[ChartFact, ...]
    given: Mapping[str, frozenset[str]]
    weight: float
    profiles: Mapping[str, Sequence[float]]
    spots: tuple[tuple[int, int], ...]


def scopes_of(chart: Chart, question: Question) -> list[ChartScope]:
    """The possible scopes, likeliest first; weights sum to 1."""
    facts = facts_of(chart)
    facts = [replace(f, y=measure_of(f, chart, question)) for f in facts]
    spots = spots_on_x(chart, question)
    if spots:
        value = spots[0][0]
        facts = curve_facts(chart, value) or [f for f in facts if parse_number(f.place) == value] or facts
    pools = {key: names_of(chart, facts, key) for key in KEYS}
    references = _references(question)
    given, referred = _mentioned(chart, question, pools, references)
    weights = {
        key: _prior(key, names, question, chart)
        * (0.03 if given[key] and not referred[key] else 1.0)
        * (8.0 if referred[key] else 1.0)
        for key, names in pools.items()
        if len(names) > 1
    }
    weights = {key: weight for key, weight in weights.items() if weight > 0}
    total = sum(weights.values())
    scopes = []
    for key in sorted(weights, key=lambda k: (-weights[k], KEYS.index(k))):
        conditions = {k: v for k, v in given.items() if v and k != key}
        chosen = tuple(f for f in facts if all(f.name(k) in v for k, v in conditions.items()))
        profiles = profiles_of(chart) if key == "series" and not conditions and not spots else {}
        taken = tuple(span for _, span in spots)
        scopes.append(
            ChartScope(key, tuple(pools[key]), chosen, conditions, weights[key] / total, profiles, taken)
        )
    return scopes


def stands_alone(op: Adjacent, question: Question) -> bool:
    """Whether a neighbour is asked for: "the highest F1 under X" sets X as a condition instead."""
    return all(other is op or isinstance(other, AtPosition | StyleFilter) for other in question.operations)


def _references(question: Question) -> list[tuple[int, int]]:
    """Stretches of the text that name entities to compare with: they are of the kind asked for."""
    return [
        op.span
        for op in question.operations
        if (isinstance(op, Compare) and isinstance(op.to, str))
        or (isinstance(op, Between) and isinstance(op.one, str))
        or (isinstance(op, Adjacent) and stands_alone(op, question))
    ]


def _mentioned(
    chart: Chart,
    question: Question,
    pools: Mapping[str, Sequence[str]],
    references: Sequence[tuple[int, int]],
) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Per key, the names set as conditions and the names compared with."""
    flat = [(key, name) for key in KEYS for name in pools[key]]
    given: dict[str, set[str]] = {key: set() for key in KEYS}
    referred: dict[str, set[str]] = {key: set() for key in KEYS}
    excluded = {e.lower() for e in question.excluded}
    for mention in mentions(question.wording, [name for _, name in flat]):
        key, name = flat[mention.name]
        on_axis = parse_number(name) is not None and any(
            p.x is not None and not p.level for p in chart.panels
        )
        if name.lower() in excluded or (key == "place" and on_axis):
            continue
        inside = any(start <= mention.start < end for start, end in references)
        (referred if inside else given)[key].add(name)
    return (
        {k: frozenset(v) for k, v in given.items()},
        {k: frozenset(v) for k, v in referred.items()},
    )


_SIZED = re.compile(r"\b(?:bubble|circle|dot|point|marker)s?\b|\bsize of the\b", re.I)


def measure_of(fact: ChartFact, chart: Chart, question: Question) -> float | None:
    """The quantity of a point that the question ranks or compares: y, x where its axis is named, or the drawn size."""
    if fact.place or fact.size == 0.0:
        return fact.y
    if _SIZED.search(question.wording) and any(isinstance(op, Extreme) for op in question.operations):
        return fact.size
    words = stems(question.wording)
    x = max((len(words & stems(p.x_title)) for p in chart.panels), default=0)
    y = max((len(words & stems(p.y_title)) for p in chart.panels), default=0)
    return fact.x if x > y else fact.y


_VAGUE = {"the", "which", "what", "number", "model", "score", "and", "for", "per", "with"}


def stems(text: str) -> set[str]:
    """The words of a text cut to their first five letters, so that "parameters" meets "params"; short ones when alone."""
    words = re.findall(r"[a-z]+", text.lower())
    return {w[:5] for w in words if len(w) > 2 and w not in _VAGUE} or set(words[:1])


def spots_on_x(chart: Chart, question: Question) -> list[tuple[float, tuple[int, int]]]:
    """Numbers of the question that are places on a numeric x axis, not values: (value, stretch of the text).

    A number is a place when the words nearest to it, before it or just after, are those of the x title rather than of
    the y title; with neither near, after "at" or "=" when the axis reaches that far.
    """
    spots = []
    for match in NUMBER.finditer(question.wording):
        value = number_of(match).value
        for panel in chart.panels:
            if panel.x is None or panel.level:
                continue
            low, high = sorted((panel.x.value(panel.area.x0), panel.x.value(panel.area.x1)))
            reach = 0.05 * (high - low)
            if low - reach <= value <= high + reach and _said_of_x(question.wording, match.span(), panel):
                spots.append((value, match.span()))
                break
    return spots


def _said_of_x(text: str, span: tuple[int, int], panel: PlotArea) -> bool:
    before = re.findall(r"[a-z]+|=", re.split(r"[\d,;]", text[: span[0]].lower())[-1])
    unit = re.match(r"\s*([a-z]+)", text[span[1] :].lower())
    x, y = stems(panel.x_title), stems(panel.y_title)
    x, y = x - y, y - x
    if unit is not None and unit[1][:5] in x:
        return True
    for word in reversed(before[-8:]):
        if word[:5] in x:
            return True
        if word[:5] in y:
            return False
        if word in {"with", "when", "under", "using", "given", "at", "="}:
            break  # a phrase of its own, whose noun is not in the title
    value = parse_number(text[span[0] : span[1]])
    printed = panel.x is not None and any(t.value == value for t in panel.x.ticks)
    return (printed and bool(before)) or before[-1:] in (["="], ["at"])


_WHOLE = re.compile(r"\b(?:in total|total|sum of|overall height|combined|altogether)\b", re.I)


def _prior(key: str, names: Sequence[str], question: Question, chart: Chart) -> float:
    """How likely names of this kind are the answer, before looking at values."""
    base = {"series": 1.0, "label": 1.5, "place": 0.6, "panel": 0.15}[key]
    if key == "panel" and any(
        isinstance(op, AtPosition) and op.item == "panel" for op in question.operations
    ):
        base = 2.0
    if key == "place" and _noun_bonus(key, question, chart) == 1.0:
        base *= 0.0 if all(parse_number(n) is not None for n in names) else 1.0
    if key == "series" and _WHOLE.search(question.wording) and any(p.columns or p.rows for p in chart.panels):
        base *= 0.1
    likeness = sum(proper(n) for n in names) / len(names)
    return base * (0.15 + likeness) * _noun_bonus(key, question, chart)


def _noun_bonus(key: str, question: Question, chart: Chart) -> float:
    """Larger when the noun asked for is the title of the axis that the names stand along."""
    noun = question.asked.lower().split()[-1:] or [""]
    stem = noun[0].rstrip("s")
    if key == "place" and len(stem) > 2:
        titles = [(p.y_title if p.level else p.x_title).lower() for p in chart.panels]
        if any(stem in re.findall(r"[a-z]+", title) or f"{stem}s" in title.split() for title in titles):
            return 4.0
    return 1.0


def proper(name: str) -> float:
    """0..1, how much a text looks like the name of a thing: capitals inside, digits beside letters, hyphens."""
    letters = re.sub(r"[^A-Za-z]", "", name)
    if len(letters) < 2:
        return 0.1
    capitals = sum(c.isupper() for c in letters)
    score = 0.3
    if capitals >= 2:
        score += 0.4
    elif capitals == 1:
        score += 0.15
    if re.search(r"\d", name) and len(letters) > 2:
        score += 0.15
    if re.search(r"[A-Za-z]-[A-Za-z\d]|[a-z][A-Z]", name):
        score += 0.15
    return min(1.0, score)
