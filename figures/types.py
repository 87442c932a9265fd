"""What reading a figure returns."""

from __future__ import annotations

from dataclasses import dataclass

from ..papers.types import BBox


@dataclass(frozen=True, slots=True)
class Entity:
    """A name that stands in the figure, with the probability that it answers the question."""

    text: str
    probability: float


@dataclass(frozen=True, slots=True)
class Reading:
    """What a figure says in answer to a question.

    `entities` are best first (ties by text), probabilities in 0..1 summing to at most 1; `operation` names how the
    question was understood ("lookup", "max", "between", ...); `evidence` are the boxes used, in image pixels.
    `abstained` means that no operation matched: the entities are then the flat prior over the figure's names.
    """

    entities: tuple[Entity, ...] = ()
    operation: str = ""
    evidence: tuple[BBox, ...] = ()
    abstained: bool = True
