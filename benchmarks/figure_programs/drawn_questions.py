"""Random questions about a drawn figure, from functions that build the answer and wordings of each operation."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from specs import Asked  # type: ignore[import-not-found]  # found beside this script

QUESTIONS = 6  # most questions about a figure
NUMBERS = frozenset(
    {"look-up", "difference", "count", "feature count", "group count", "child count", "item count", "level", "input count"}
)  # fmt: skip
Figure = TypeVar("Figure")
Answers = tuple[Sequence[str], dict[str, str]]
"""The right names (none if the figure does not decide the question), and the values for the slots of the wording."""
Operation = Callable[[Figure, random.Random], Answers]


def ask_at_random(
    figure: Figure,
    draw: random.Random,
    operations: Mapping[str, Operation[Figure]],
    wordings: Mapping[str, Sequence[str]],
    names: Sequence[str],
) -> list[Asked]:
    """Return at most QUESTIONS questions about a figure, with random operations. Answers of operations in NUMBERS are
    values.
    """
    found: list[Asked] = []
    for operation in draw.sample(sorted(operations), len(operations)):
        answers, terms = operations[operation](figure, draw)
        if not answers or len(found) == QUESTIONS:
            continue
        wording = draw.choice(wordings[operation]).format(**terms)
        if operation in NUMBERS:
            value = float(answers[0])
            found.append(Asked(operation, wording, value=value, tolerance=abs(value) * 1e-3))
        else:
            found.append(Asked(operation, wording, answers[0], tuple(names), others=tuple(answers[1:])))
    return found
