"""Questions drawn at random about a drawn figure, from builders of an answer and wordings of each operation."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from specs import Asked  # type: ignore[import-not-found]  # found beside this script

QUESTIONS = 6  # about a figure
NUMBERS = frozenset(
    {"look-up", "difference", "count", "feature count", "group count", "child count", "item count", "level", "input count"}
)  # fmt: skip
Figure = TypeVar("Figure")
Answers = tuple[Sequence[str], dict[str, str]]
"""Names that are right, none where the figure does not decide it, and the slots of the wording."""
Operation = Callable[[Figure, random.Random], Answers]


def ask_at_random(
    figure: Figure,
    draw: random.Random,
    operations: Mapping[str, Operation[Figure]],
    wordings: Mapping[str, Sequence[str]],
    names: Sequence[str],
) -> list[Asked]:
    """QUESTIONS about a figure, of operations drawn at random; answers of NUMBERS are values."""
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
