"""Reconcile two readings of one figure, by rules and by a model, to one distribution.

The model's reading is mixed with the rules' by a weight: half its confidence, since models are as confident of wrong names as of
right ones. If numbers can be looked up, they decide: the name in the row or column of the question's number gets the
weight, and a model whose own number is not beside its name loses it. Agreement needs no separate rule: a mixture
raises the probability of a name in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...figures.types import Entity, Reading
from ...papers.types import Word
from .number_check import occurs, same_name, stands_with
from .read_figure import ModelReading

_TRUST = 0.5  # in an unchecked reading at full confidence: an even bet
_CONFIRMED, _REFUTED = (
    0.9,
    0.1,
)  # weight once the look-up of numbers spoke for it, factor once it spoke against it


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The common reading; `dispute` describes a disagreement in one line, "" without one."""

    reading: Reading
    dispute: str = ""


def reconcile(reading: Reading, seen: ModelReading, words: Sequence[Word], question: str) -> Reconciled:
    """`reading` (by rules) and `seen` (by a model) of the figure with `words`, in answer to `question`."""
    if not seen.entity:
        return Reconciled(reading)
    ruled = "" if reading.abstained or not reading.entities else reading.entities[0].text
    agree = bool(ruled) and same_name(ruled, seen.entity)
    weight, why = _weight(ruled, seen, words, question) if not agree else (_TRUST * seen.confidence, "")
    mixed = _mixed(reading, seen.entity, weight)
    if agree or not ruled:
        return Reconciled(mixed)
    said = f"the rules read {ruled!r} from the figure, the model {seen.entity!r}"
    return Reconciled(mixed, f"{said}; taken: {mixed.entities[0].text!r}{why}")


def _weight(ruled: str, seen: ModelReading, words: Sequence[Word], question: str) -> tuple[float, str]:
    """Weight of the model's name, and the reason if a look-up decided."""
    weight = _TRUST * seen.confidence
    by_rules = stands_with(words, ruled, question) if ruled else None
    by_model = stands_with(words, seen.entity, question)
    if by_model and (by_rules is False or not ruled):
        return _CONFIRMED, ", with which the question's number stands"
    if by_model is False and by_rules:
        return weight * _REFUTED, ", with which the question's number stands"
    if by_model is None and stands_with(words, seen.entity, seen.value) is False:
        return weight * _REFUTED, f", since {seen.value} does not stand with the other"
    if words and not occurs(words, seen.entity):
        return weight * _TRUST, ""
    return weight, ""


def _mixed(reading: Reading, name: str, weight: float) -> Reading:
    """`reading` times 1 - weight, plus `weight` for `name`, which takes the spelling that it has there."""
    known = next((entity.text for entity in reading.entities if same_name(entity.text, name)), name)
    shares = {entity.text: (1 - weight) * entity.probability for entity in reading.entities}
    shares[known] = shares.get(known, 0.0) + weight
    ranked = sorted(shares.items(), key=lambda entry: (-entry[1], entry[0]))
    entities = tuple(Entity(text, share) for text, share in ranked)
    return Reading(
        entities, reading.operation, reading.evidence, abstained=reading.abstained and weight < _TRUST / 2
    )
