"""Control arms: the same examples with something taken away or handed over, so that a number can be believed.

closed-book       nothing to look at or to read: what the model knew already
titles            the documents by their titles alone
oracle-paper      the right documents, as if the search before had been perfect
oracle-passage    only the passage that holds the answer
shuffled-figures  every picture is that of another group of examples: what is won without looking
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from ..errors import UsageError

if TYPE_CHECKING:  # the command line reads this file for its options, and starts quickly
    from .types import Example, Picture


class Ablation(StrEnum):
    """What is done to the examples."""

    NONE = "none"
    CLOSED_BOOK = "closed-book"
    TITLES = "titles"
    ORACLE_PAPER = "oracle-paper"
    ORACLE_PASSAGE = "oracle-passage"
    SHUFFLED_FIGURES = "shuffled-figures"


def with_arm(examples: Sequence[Example], arm: Ablation) -> list[Example]:
    """`examples` under `arm`, in the same order with the same ids and the same gold.

    An example that lacks what an oracle would hand over gets nothing to read. Raises UsageError when none has it.
    """
    if arm is Ablation.SHUFFLED_FIGURES:
        return _shuffled(examples)
    if arm is Ablation.ORACLE_PAPER and not any(e.oracle for e in examples):
        raise UsageError(
            "arm oracle-paper: these examples do not tell which document is right; choose another arm"
        )
    if arm is Ablation.ORACLE_PASSAGE and not any(e.evidence for e in examples):
        raise UsageError("arm oracle-passage: these examples hold no passage; choose another arm")
    return [_under(example, arm) for example in examples]


def _under(example: Example, arm: Ablation) -> Example:
    if arm is Ablation.CLOSED_BOOK:
        return replace(example, pictures=(), documents=())
    if arm is Ablation.TITLES:
        return replace(example, documents=tuple(replace(paper, text="") for paper in example.documents))
    if arm is Ablation.ORACLE_PAPER:
        return replace(example, documents=example.oracle)
    if arm is Ablation.ORACLE_PASSAGE:
        from .types import Document

        passage = (Document("passage", text=example.evidence),) if example.evidence else ()
        return replace(example, documents=passage)
    return example


def _shuffled(examples: Sequence[Example]) -> list[Example]:
    """Each distinct set of pictures goes to the examples of another one, the same for all of them."""
    owners: dict[tuple[Picture, ...], str] = {}
    for example in sorted(examples, key=lambda e: (e.group, e.id)):
        if example.pictures:
            owners.setdefault(example.pictures, example.group)
    if len(set(owners.values())) < 2:
        raise UsageError("arm shuffled-figures: needs pictures of at least two groups; choose another arm")
    ordered = list(owners)
    half = len(ordered) // 2  # far away: neighbours may be figures of one paper
    swapped = {}
    for place, own in enumerate(ordered):
        others = (ordered[(place + half + step) % len(ordered)] for step in range(len(ordered)))
        swapped[own] = next(other for other in others if owners[other] != owners[own])
    return [replace(e, pictures=swapped[e.pictures]) if e.pictures else e for e in examples]
