"""A question put to a table: every way to see its entities is tried, weighed and merged into one distribution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....papers.types import BBox
from ...question.parser import Question
from ...table.types import Table
from ...types import Entity
from .entities import entity_weights
from .grounding import without_mistaken_places
from .select import select
from .views import TableAttribute, views_of

TEXT_INSTEAD = 0.3  # of the belief that is left when a question with operations is read as one about texts


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """`entities` as in a Reading (probabilities sum to 1 unless empty); `found` is how much of the belief rests on
    operations that selected something, 0..1; `evidence` the boxes of the cells that decided."""

    entities: tuple[Entity, ...]
    found: float
    evidence: tuple[BBox, ...]
    names: tuple[Entity, ...]


def answer_table(table: Table, question: Question) -> TableAnswer:
    """What `table` says to `question`. `names` is the prior: the table's entities without regard to the operations.

    Where no operation selects anything ("under the GPL license" is no place) the question is taken as one about texts.
    """
    question = without_mistaken_places(table, question)
    answer = _answer(table, question)
    if answer.found > 0 or not question.operations:
        return answer
    textual = _answer(table, replace(question, operations=()))
    return replace(textual, found=TEXT_INSTEAD * textual.found)


def _answer(table: Table, question: Question) -> TableAnswer:
    candidates = [
        (view, attribute, weight)
        for view, weights in ((view, entity_weights(view, question)) for view in views_of(table) if view.size)
        for attribute, weight in zip(view.attributes, weights, strict=True)
        if weight > 0
    ]
    total = sum(weight for _, _, weight in candidates)
    belief: dict[str, float] = {}
    prior: dict[str, float] = {}
    evidence: list[tuple[float, BBox]] = []
    for view, attribute, weight in candidates:
        _add(prior, _flat(attribute), weight / total)
        share = select(view, attribute, question)
        _add(belief, _by_label(attribute, share.items), share.strength * weight / total)
        evidence += [(share.strength * weight * part, box) for part, box in share.evidence]
    found = sum(belief.values())
    best = max((weight for weight, _ in evidence), default=0.0)
    boxes = tuple(dict.fromkeys(box for weight, box in evidence if weight > 0.3 * best))
    return TableAnswer(_ranked(belief), found, boxes, _ranked(prior))


def _flat(attribute: TableAttribute) -> dict[str, float]:
    labels = list(dict.fromkeys(label for label in attribute.labels if label))
    return {label: 1 / len(labels) for label in labels}


def _by_label(attribute: TableAttribute, items: Sequence[float]) -> dict[str, float]:
    shares: dict[str, float] = {}
    for label, share in zip(attribute.labels, items, strict=True):
        if label and share > 0:
            shares[label] = shares.get(label, 0.0) + share
    return shares


def _add(total: dict[str, float], shares: dict[str, float], factor: float) -> None:
    for label, share in shares.items():
        total[label] = total.get(label, 0.0) + factor * share


def _ranked(weights: dict[str, float]) -> tuple[Entity, ...]:
    total = sum(weights.values())
    if total <= 0:
        return ()
    return tuple(
        Entity(label, weight / total)
        for label, weight in sorted(weights.items(), key=lambda entry: (-entry[1], entry[0]))
    )
