"""The context of an operation: the eligible items, and the fields that a part of the question is about."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..label_match import QuestionWords, match_names, mention, rarity, tokens
from ..numbers import Number
from ..request import FigureRequest
from ..types import Attribute, FigureData, FigureName
from ..vocabulary import LOWER_IS_BETTER
from .entities import condition_text
from .views import View

NOT_MENTIONED = 0.05  # least factor for items whose label differs from the label in the question
FLOOR = 0.02  # least factor for items that another operation of the question rules out
OTHER_CLAUSES = (
    0.2  # weight of the rest of the question if the clause of an operation already names the field
)
STATED = 0.5  # least mention strength for a field to be named
TIE = 0.012  # share of the range of values: closer measured values are hard to distinguish
_SUMMARY = {"avg", "average", "overall", "mean", "total", "all"}
_OWN = {"our", "ours"}
_NUMERIC = re.compile(r"\d[\d.,]*")


@dataclass(frozen=True, slots=True)
class Scope:
    """The items of a view, named by one attribute, and how eligible each item is.

    `eligible` is a relative weight per item; 0 excludes the item. `text` is the question without the text of its
    operations.
    """

    data: FigureData
    view: View
    attribute: Attribute
    question: FigureRequest
    text: str
    eligible: tuple[float, ...]

    @property
    def names(self) -> list[str]:
        return [name.text for name in self.attribute.names]

    def narrowed(self, fitting: Sequence[float]) -> Scope:
        """Return the scope with each item's eligibility multiplied by its relative value in `fitting`."""
        top = max(fitting)
        weights = (w * max(FLOOR, fit / top) for w, fit in zip(self.eligible, fitting, strict=True))
        return replace(self, eligible=tuple(weights))

    def members(self) -> list[int]:
        """Return the indices of the eligible items, in order."""
        bar = 0.3 * max(self.eligible, default=0.0)
        return [index for index, weight in enumerate(self.eligible) if weight >= bar > 0]

    def named(self, phrase: str) -> dict[int, float]:
        """Map the items that `phrase` names to a strength, 0..1."""
        return match_names(phrase, self.names)

    def column(self, field: int) -> list[Number | None]:
        """Return the main number of each item in `field`; None for an item without a number."""
        return [self.view.number(item, field) for item in range(self.view.items.count)]

    def is_open(self, about: str) -> bool:
        """True if the question singles out no field of a chart, so that the values of all fields are taken together."""
        weights = self.field_weights(about)
        return (
            self.view.shared_scale
            and len(weights) > 1
            and max(weights) < 1.5 * min(w for w in weights if w > 0)
        )

    def field_strengths(self, text: str) -> list[float]:
        """Return how strongly the text mentions each field; 0 for fields without names."""
        fields = self.view.fields
        found = [mention_strengths(attribute, text) for attribute in fields.attributes]
        return [max((strengths[n] for strengths in found), default=0.0) for n in range(fields.count)]

    def field_weights(self, about: str) -> list[float]:
        """Return the probability that each field is what `about` describes. The probabilities sum to 1."""
        fields = self.view.fields
        scores = [0.0] * fields.count
        factor = 1.0
        for text in (about, self.text):
            for attribute in fields.attributes:
                for index, strength in enumerate(mention_strengths(attribute, text)):
                    counts = not self.view.shared_scale or strength >= STATED
                    scores[index] += factor * strength * counts
            factor = OTHER_CLAUSES if max(scores, default=0.0) >= STATED else 0.5
        if self.data.kind == "scatter":
            scores = self._point_fields(scores, about)
        if fields.count and max(scores) < 0.3:
            scores = [score + self._is_summary(index) for index, score in enumerate(scores)]
        if any(fields.summary):
            scores = [s + self._total(index) for index, s in enumerate(scores)]
        top = max(scores, default=0.0)
        raw = [math.exp(6.0 * (score - top)) for score in scores]
        return [value / sum(raw) for value in raw]

    def _point_fields(self, scores: list[float], about: str) -> list[float]:
        """Return the scores of x, y and size of a scatter plot.

        The size counts if the question is about circles. Otherwise x wins if the question names its title better
        than the y title, and y wins by default.
        """
        if len(scores) > 2 and "size" in self.question.cues:
            return [0.0, 0.0, 1.0]
        if about in {"x", "y"}:
            return [float(about == "x"), float(about == "y"), *([0.0] * (len(scores) - 2))]
        return [scores[0], scores[1] + 0.3, *([0.0] * (len(scores) - 2))]

    def _is_summary(self, index: int) -> float:
        words = {token for field in self.view.fields.attributes for token in tokens(field.names[index].text)}
        return 0.2 if words & _SUMMARY else 0.0

    def _total(self, index: int) -> float:
        total = self.view.fields.summary[index]
        if "total" in self.question.cues:
            return 1.0 if total else 0.0
        return -1.0 if total and self.data.kind == "bar" else 0.0

    def lower_is_better(self, field: int) -> bool:
        """True if small values of the field are good, judged by arrows, words or bold values."""
        labels = " ".join(attribute.names[field].text for attribute in self.view.fields.attributes)
        if self.data.kind != "table":
            labels += f" {self.data.y_title} {self.question.wording.replace(self.question.asked, ' ')}"
        if "↑" in labels or "↓" in labels:
            return "↓" in labels
        return bool(LOWER_IS_BETTER & set(tokens(labels))) or self._bold_is_lowest(field)

    def _bold_is_lowest(self, field: int) -> bool:
        """True if the smallest value of the field is bold and the largest is not, because bold marks the best value."""
        facts = [row[field] for row in self.view.grid]
        values = [
            (fact.value, bool(fact.appearance and "bold" in fact.appearance.prints))
            for fact in facts
            if fact is not None and fact.value is not None
        ]
        if len(values) < 3:
            return False
        low, high = min(value for value, _ in values), max(value for value, _ in values)
        return (low, True) in values and (high, True) not in values


def ranked(scope: Scope, values: Sequence[float | None], rank: int, *, high: bool) -> list[float]:
    """Return the shares of the eligible items whose value has the given rank.

    In a table, items with equal values have the same rank and share the weight. In a drawing, values close to the
    ranked value also get a share. All shares are 0 if there are too few items.
    """
    members = [item for item in scope.members() if values[item] is not None]
    result = [0.0] * len(values)
    known = {item: float(values[item] or 0.0) for item in members}
    if len(members) < 2:
        return result
    if scope.data.kind == "table":
        ordered = sorted(set(known.values()), reverse=high)
        if len(ordered) >= rank:
            winners = [item for item in members if known[item] == ordered[rank - 1]]
            for item in winners:
                result[item] = 1 / len(winners)
        return result
    order = sorted(members, key=lambda item: (-known[item] if high else known[item], item))
    if rank > len(order):
        return result
    target, span = known[order[rank - 1]], max(known.values()) - min(known.values()) or 1.0
    shares = {item: math.exp(-abs(known[item] - target) / (TIE * span)) for item in order}
    total = sum(shares.values())
    for item, share in shares.items():
        result[item] = share / total
    return result


def build_scope(data: FigureData, view: View, attribute: Attribute, question: FigureRequest) -> Scope:
    """Return a scope in which the question's conditions and excluded names reduce the eligibility of items."""
    text = condition_text(question)
    return Scope(
        data, view, attribute, question, text, tuple(_eligible(data, view, attribute, question, text))
    )


def _eligible(
    data: FigureData, view: View, attribute: Attribute, question: FigureRequest, text: str
) -> list[float]:
    weights = [1.0 if name.text else 0.0 for name in attribute.names]
    for other in view.items.attributes:
        if other is not attribute and (other.role != "place" or attribute.role == "panel"):
            factors = stated(other, text)
            weights = [weight * factor for weight, factor in zip(weights, factors, strict=True)]
    for index, total in enumerate(view.items.summary):
        if total and not _asks_for_summary(question, attribute.names[index]):
            weights[index] *= FLOOR
    counts = [
        name.text.startswith("#") for name in attribute.names
    ]  # "#Molecules" is a count and names no entity
    if data.kind == "table" and not all(counts):
        weights = [weight * (FLOOR if count else 1.0) for weight, count in zip(weights, counts, strict=True)]
    names = [name.text for name in attribute.names]
    if question.among:
        named = [match_names(name, names) for name in question.among]
        if sum(map(bool, named)) > 1:
            listed = {index for found in named for index in found}
            weights = [w * (1.0 if index in listed else 0.01) for index, w in enumerate(weights)]
    for name in question.excluded:
        for index, strength in match_names(name, names).items():
            if strength > 0.7:
                weights[index] *= 0.01
        start = tokens(name)  # "outside X" leaves out every "X, setting"
        weights = [
            w * 0.01 if start and tokens(n)[: len(start)] == start else w
            for w, n in zip(weights, names, strict=True)
        ]
        if {"our", "ours", "proposed"} & set(tokens(name)):
            weights = [w * 0.01 if _OWN & set(tokens(n)) else w for w, n in zip(weights, names, strict=True)]
    return weights


def _asks_for_summary(question: FigureRequest, name: FigureName) -> bool:
    return bool(set(tokens(question.asked)) & set(tokens(name.text)))


@lru_cache(maxsize=256)  # several operations need the strengths of the same fields
def mention_strengths(attribute: Attribute, text: str) -> tuple[float, ...]:
    """Return how strongly the text mentions each name of an attribute, as measured by `mention`."""
    wording = QuestionWords.of(text)
    weights = rarity([name.text for name in attribute.names if name.text])
    return tuple(
        max((_mention(form, text, wording, weights) for form in (name.text, *name.variants)), default=0.0)
        for name in attribute.names
    )


def _mention(form: str, text: str, wording: QuestionWords, weights: Mapping[str, float]) -> float:
    """Return the strength from `mention`, but 0 for a number inside another word: "FB15k" does not mention 15."""
    if _NUMERIC.fullmatch(form) and not re.search(rf"(?<![\w.]){re.escape(form)}(?![\w])", text):
        return 0.0
    return mention(form, wording, weights)


def stated(attribute: Attribute, text: str) -> list[float]:
    """Return a factor for each name of the attribute.

    All factors are 1 if the text mentions no name. Otherwise names that the text mentions less strongly get small
    factors.
    """
    scores = mention_strengths(attribute, text)
    top = max(scores, default=0.0)
    if top < STATED:
        return [1.0] * len(scores)
    sharp = min(1.0, top)
    return [max(NOT_MENTIONED, math.exp(-5.0 * sharp * (top - score))) for score in scores]
