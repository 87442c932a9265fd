"""What a question is about in a chart: which kind of name it asks for, and which facts it restricts itself to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..numbers import NUMBER, number_of
from ..question import Beside, Between, Compare, Extreme, Question
from .facts import KEYS, Fact, curve_facts, facts_of, names_of, profiles_of
from .ground import mentions
from .types import Chart


@dataclass(frozen=True, slots=True)
class Scope:
    """`key` is the kind of name asked for, `names` the candidates, `facts` those the question speaks of.

    `given` holds, per key, the names that the question sets as conditions; `weight` is how sure the choice of key is.
    `profiles` are the sampled heights of whole curves, empty where the question asks at a certain place.
    """

    key: str
    names: tuple[str, ...]
    facts: tuple[Fact, ...]
    given: Mapping[str, frozenset[str]]
    weight: float
    profiles: Mapping[str, Sequence[float]]


def scopes_of(chart: Chart, question: Question) -> list[Scope]:
    """The possible scopes, likeliest first; weights sum to 1."""
    facts = facts_of(chart)
    facts = [replace(f, y=measure_of(f, chart, question)) for f in facts]
    at = _number_on_x(chart, question)
    if at is not None:
        facts = curve_facts(chart, at) or facts
    pools = {key: names_of(chart, facts, key) for key in KEYS}
    references = _references(question)
    given, referred = _mentioned(question, pools, references)
    weights = {
        key: _prior(key, names, question, chart)
        * (0.03 if given[key] and not referred[key] else 1.0)
        * (8.0 if referred[key] else 1.0)
        for key, names in pools.items()
        if len(names) > 1
    }
    total = sum(weights.values())
    scopes = []
    for key in sorted(weights, key=lambda k: (-weights[k], KEYS.index(k))):
        conditions = {k: v for k, v in given.items() if v and k != key}
        chosen = tuple(f for f in facts if all(f.name(k) in v for k, v in conditions.items()))
        profiles = profiles_of(chart) if key == "series" and not conditions else {}
        scopes.append(Scope(key, tuple(pools[key]), chosen, conditions, weights[key] / total, profiles))
    return scopes


def _references(question: Question) -> list[tuple[int, int]]:
    """Stretches of the text that name entities to compare with: they are of the kind asked for."""
    return [
        op.span
        for op in question.operations
        if (isinstance(op, Compare) and isinstance(op.to, str))
        or (isinstance(op, Between) and isinstance(op.one, str))
        or isinstance(op, Beside)
    ]


def _mentioned(
    question: Question, pools: Mapping[str, Sequence[str]], references: Sequence[tuple[int, int]]
) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Per key, the names set as conditions and the names compared with."""
    flat = [(key, name) for key in KEYS for name in pools[key]]
    given: dict[str, set[str]] = {key: set() for key in KEYS}
    referred: dict[str, set[str]] = {key: set() for key in KEYS}
    excluded = {e.lower() for e in question.excluded}
    for mention in mentions(question.text, [name for _, name in flat]):
        key, name = flat[mention.name]
        if name.lower() in excluded or _unsure(question.text, name, mention.start):
            continue
        inside = any(start <= mention.start < end for start, end in references)
        (referred if inside else given)[key].add(name)
    return (
        {k: frozenset(v) for k, v in given.items()},
        {k: frozenset(v) for k, v in referred.items()},
    )


_SIZED = re.compile(r"\b(?:bubble|circle|dot|point|marker)s?\b|\bsize of the\b", re.I)


def measure_of(fact: Fact, chart: Chart, question: Question) -> float | None:
    """The quantity of a point that the question ranks or compares: y, x where its axis is named, or the drawn size."""
    if fact.place or fact.size == 0.0:
        return fact.y
    if _SIZED.search(question.text) and any(isinstance(op, Extreme) for op in question.operations):
        return fact.size
    words = _stems(question.text)
    x = max((len(words & _stems(p.x_title)) for p in chart.panels), default=0)
    y = max((len(words & _stems(p.y_title)) for p in chart.panels), default=0)
    return fact.x if x > y else fact.y


def _stems(text: str) -> set[str]:
    """The words of a text cut to their first five letters, so that "parameters" meets "params"."""
    return {
        w[:5]
        for w in re.findall(r"[a-z]{3,}", text.lower())
        if w not in {"the", "which", "what", "number", "model"}
    }


def _number_on_x(chart: Chart, question: Question) -> float | None:
    """A value of the numeric x axis at which the question asks: said with the axis's own word or after "at", "=".

    None where the axis prints that very number: it then counts as a named place.
    """
    for panel in chart.panels:
        if panel.x is None or not chart.curves:
            continue
        nouns = {w.rstrip("s") for w in re.findall(r"[a-z]{3,}", panel.x_title.lower())}
        low, high = sorted((panel.x.value(panel.area.x0), panel.x.value(panel.area.x1)))
        for match in NUMBER.finditer(question.text):
            value = number_of(match).value
            before = re.findall(r"[a-z=]+", question.text[: match.start()].lower())[-1:]
            after = re.findall(r"[a-z]+", question.text[match.end() :].lower())[:1]
            said = any(w.rstrip("s") in nouns for w in before + after) or before in (["at"], ["="])
            if said and low <= value <= high and all(abs(t.value - value) > 1e-9 for t in panel.x.ticks):
                return value
    return None


def _unsure(text: str, name: str, start: int) -> bool:
    """A bare number is a condition only after a word that places it ("at 8", "k = 4"), never as the value asked about."""
    if not re.fullmatch(r"[\d.,%]+", name):
        return False
    return (
        re.search(r"(?:\bat|\bon|\bin|\bfor|\bwith|=|\bis|\bstep|\bepoch|\bwhen)\s*$", text[:start], re.I)
        is None
    )


def _prior(key: str, names: Sequence[str], question: Question, chart: Chart) -> float:
    """How likely names of this kind are the answer, before looking at values."""
    base = {"series": 1.0, "label": 1.5, "place": 0.6, "panel": 0.15}[key]
    if key == "place" and all(re.fullmatch(r"[\W\d]+[kKMB%]?", n) for n in names):
        base *= 0.05
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
