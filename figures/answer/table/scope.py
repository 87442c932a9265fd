"""What every operation on a table needs: names, which items are eligible, which fields a text speaks of."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from ...numbers import Number
from ...question.label_match import QuestionWords, bare_name, mention, named_by, rarity, tokens
from ...question.parser import Question
from ...question.vocabulary import LOWER_IS_BETTER
from .entities import condition_text
from .views import TableAttribute, TableView

NOT_MENTIONED = 0.05  # left to items whose label differs from the one the question states
_BRACKETS = re.compile(r"\s*\([^()]*\)")
FLOOR = 0.02  # left to items that one of several operations rules out


class TableScope:
    """What every operation needs: the names, which items are eligible, how well each field fits a stretch of text."""

    def __init__(self, view: TableView, attribute: TableAttribute, question: Question) -> None:
        self.view, self.attribute, self.question = view, attribute, question
        self.names = [bare_name(label) for label in attribute.labels]
        self.text = condition_text(question)
        self.eligible = self._eligible()

    def _eligible(self) -> list[float]:
        weights = [1.0 if label else 0.0 for label in self.attribute.labels]
        for other in self.view.attributes:
            if other is self.attribute:
                continue
            factors = stated(other.labels, self.text)
            weights = [weight * factor for weight, factor in zip(weights, factors, strict=True)]
        counts = [
            label.startswith("#") for label in self.attribute.labels
        ]  # "#Molecules" counts, it names no entity
        if not all(counts):
            weights = [
                weight * (FLOOR if count else 1.0) for weight, count in zip(weights, counts, strict=True)
            ]
        for name in self.question.excluded:
            for index, strength in named_by(name, self.names).items():
                if strength > 0.7:
                    weights[index] *= 0.01
            own = {"our", "ours", "proposed"} & set(tokens(name))
            if own:
                weights = [
                    weight * 0.01 if {"our", "ours"} & set(tokens(label)) else weight
                    for weight, label in zip(weights, self.attribute.labels, strict=True)
                ]
        return weights

    def narrow(self, fitting: Sequence[float]) -> None:
        """Make only the items eligible that `fitting` favours."""
        top = max(fitting)
        self.eligible = [
            weight * max(FLOOR, fit / top) for weight, fit in zip(self.eligible, fitting, strict=True)
        ]

    def members(self) -> list[int]:
        """The eligible items, in order."""
        bar = 0.3 * max(self.eligible, default=0.0)
        return [index for index, weight in enumerate(self.eligible) if weight >= bar]

    def field_weights(self, about: str) -> list[float]:
        """How likely each field is the one that `about` speaks of; sums to 1."""
        count = len(self.view.values[0]) if self.view.values else 0
        scores = [0.0] * count
        for text, factor in ((about, 1.0), (self.text, 0.5)):
            wording = QuestionWords.of(text)
            for field in self.view.fields:
                weights = rarity(field.labels)
                for index, label in enumerate(field.labels):
                    scores[index] += factor * mention(bare_name(label), wording, weights)
        if count and max(scores) < 0.3:
            scores = [score + self._summary(index) for index, score in enumerate(scores)]
        top = max(scores, default=0.0)
        raw = [math.exp(6.0 * (score - top)) for score in scores]
        return [value / sum(raw) for value in raw]

    def _summary(self, index: int) -> float:
        words = {token for field in self.view.fields for token in tokens(field.labels[index])}
        return 0.2 if words & {"avg", "average", "overall", "mean", "total", "all"} else 0.0

    def column(self, field: int) -> list[Number | None]:
        """The main value of each item under `field`."""
        return [row[field][0] if row[field] else None for row in self.view.values]

    def lower_is_better(self, field: int) -> bool:
        labels = " ".join(attribute.labels[field] for attribute in self.view.fields)
        if "↑" in labels or "↓" in labels:
            return "↓" in labels
        return bool(LOWER_IS_BETTER & set(tokens(labels))) or self._bold_is_lowest(field)

    def _bold_is_lowest(self, field: int) -> bool:
        """Whether the field's smallest value is printed bold and its largest is not: bold marks the best."""
        values = [
            (number.value, "bold" in cell.prints)
            for number, cell in zip(self.column(field), (row[field] for row in self.view.cells), strict=True)
            if number is not None and cell is not None
        ]
        if len(values) < 3:
            return False
        low, high = min(value for value, _ in values), max(value for value, _ in values)
        return (low, True) in values and (high, True) not in values


def stated(labels: Sequence[str], text: str) -> list[float]:
    """A factor for each label: 1 throughout when the text states none, else small for all but the stated one."""
    wording = QuestionWords.of(text)
    weights = rarity([label for label in labels if label])
    scores = [
        max(mention(name, wording, weights) for name in (bare_name(label), _BRACKETS.sub("", label)) if name)
        if label
        else 0.0
        for label in labels
    ]
    top = max(scores, default=0.0)
    if top < 0.5:
        return [1.0] * len(labels)
    sharp = min(1.0, top)
    return [max(NOT_MENTIONED, math.exp(-5.0 * sharp * (top - score))) for score in scores]
