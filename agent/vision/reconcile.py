"""Reconcile two readings of one figure, by rules and by a model, to one distribution over names.

The result is a mixture of both readings. The weight of the model's name is half the model's confidence, because models
are as confident of wrong names as of right names. The positions of numbers in the figure can change the weight. The
name in the row or column of the question's number gets nearly all weight, and a model's name that is not aligned with
its number loses nearly all weight. Agreement needs no separate rule, because a mixture raises the probability of a name
in both readings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...figures.types import Entity, Reading
from ...papers.types import Word
from .number_check import occurs, same_name, stands_with
from .read_figure import ModelReading

_TRUST = 0.5  # weight of the model's name at full confidence, if no number could be checked
# Weight of the model's name if the positions of numbers confirm it, and factor for its weight if they refute it.
_CONFIRMED, _REFUTED = 0.9, 0.1


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The reading into which the two readings of a figure were merged.

    `dispute` says in one line where the two readings disagree; it is "" if they agree.
    """

    reading: Reading
    dispute: str = ""


def reconcile(reading: Reading, seen: ModelReading, words: Sequence[Word], question: str) -> Reconciled:
    """Merge `reading` (by rules) and `seen` (by a model), which both answer `question` from a figure with `words`."""
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
    """Return the weight of the model's name, 0..1, and a text with the reason if the positions of numbers decided; else
    ""."""
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
    """Return `reading` with all probabilities times 1 - `weight`, and `weight` added to the probability of `name`.

    If `reading` has the name in another spelling, that spelling is kept.
    """
    known = next((entity.text for entity in reading.entities if same_name(entity.text, name)), name)
    shares = {entity.text: (1 - weight) * entity.probability for entity in reading.entities}
    shares[known] = shares.get(known, 0.0) + weight
    ranked = sorted(shares.items(), key=lambda entry: (-entry[1], entry[0]))
    entities = tuple(Entity(text, share) for text, share in ranked)
    return Reading(
        entities, reading.operation, reading.evidence, abstained=reading.abstained and weight < _TRUST / 2
    )
