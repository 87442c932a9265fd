"""Ablations: inputs of all examples are removed, replaced or added, to show what a result depends on.

closed-book       no figures and no documents, to show what the model already knew
titles            the documents without their texts, by title only
oracle-paper      only the right documents, as if the search had been perfect
oracle-passage    only the passage that holds the answer
shuffled-figures  pictures are swapped between groups of examples, to show what is answered without looking
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from ..errors import UsageError

if TYPE_CHECKING:  # the command line imports this file for its options and must start quickly
    from .types import Example, Picture


class Ablation(StrEnum):
    """A change made to every example."""

    NONE = "none"
    CLOSED_BOOK = "closed-book"
    TITLES = "titles"
    ORACLE_PAPER = "oracle-paper"
    ORACLE_PASSAGE = "oracle-passage"
    SHUFFLED_FIGURES = "shuffled-figures"


def ablate(examples: Sequence[Example], ablation: Ablation) -> list[Example]:
    """Return `examples` changed by `ablation`, in the same order and with the same ids and gold answers.

    An example that lacks what an oracle ablation needs gets nothing to read. Raises UsageError if all examples lack
    it, or if the ablation changes no example.
    """
    if ablation is Ablation.NONE:
        return list(examples)
    if ablation is Ablation.ORACLE_PAPER and not any(e.oracle for e in examples):
        raise UsageError(
            "ablation oracle-paper: these examples do not name the right document; choose another ablation"
        )
    if ablation is Ablation.ORACLE_PASSAGE and not any(e.evidence for e in examples):
        raise UsageError("ablation oracle-passage: these examples hold no passage; choose another ablation")
    if ablation is Ablation.SHUFFLED_FIGURES:
        changed = _shuffle_pictures(examples)
    else:
        changed = [_ablate_one(example, ablation) for example in examples]
    if examples and changed == list(examples):
        raise UsageError(f"ablation {ablation}: changes nothing in these examples; choose another ablation")
    return changed


def _ablate_one(example: Example, ablation: Ablation) -> Example:
    if ablation is Ablation.CLOSED_BOOK:
        return replace(example, pictures=(), documents=())
    if ablation is Ablation.TITLES:
        return replace(example, documents=tuple(replace(paper, text="") for paper in example.documents))
    if ablation is Ablation.ORACLE_PAPER:
        return replace(example, documents=example.oracle)
    from .types import Document

    passage = (Document("passage", text=example.evidence),) if example.evidence else ()
    return replace(example, documents=passage)


def _shuffle_pictures(examples: Sequence[Example]) -> list[Example]:
    """Give the pictures of each example to the examples of another group.

    Examples that share a set of pictures also share its replacement.
    """
    owners: dict[tuple[Picture, ...], str] = {}
    for example in sorted(examples, key=lambda e: (e.group, e.id)):
        if example.pictures:
            owners.setdefault(example.pictures, example.group)
    if len(set(owners.values())) < 2:
        raise UsageError(
            "ablation shuffled-figures: needs pictures of at least two groups; choose another ablation"
        )
    ordered = list(owners)
    half = (
        len(ordered) // 2
    )  # neighbors may be figures of one paper, so the replacement comes from far away in the list
    swapped = {}
    for place, current in enumerate(ordered):
        others = (ordered[(place + half + step) % len(ordered)] for step in range(len(ordered)))
        swapped[current] = next(other for other in others if owners[other] != owners[current])
    return [replace(e, pictures=swapped[e.pictures]) if e.pictures else e for e in examples]
