"""When a read name counts as the gold name."""

from __future__ import annotations

from collections.abc import Sequence

from citehop.figures.types import Reading

from .names import fold, uncited

CONFUSED = str.maketrans({"0": "o", "1": "l", "i": "l"})  # letters that look alike in many typefaces
TOLERANT_FROM = (
    6  # letters from which one wrong letter is forgiven: linking a name to a paper forgives it too
)


def correct(reading: Reading, answer: str, names: Sequence[str]) -> bool:
    """Whether the most probable name is the gold one, citations, marks, blanks and look-alikes aside.

    A reading that abstains is wrong. One wrong letter is forgiven in long names, unless another name of the figure
    is read exactly.
    """
    if reading.abstained or not reading.entities:
        return False
    read, gold = normal(reading.entities[0].text), normal(answer)
    if read == gold:
        return True
    others = {normal(name) for name in names} - {gold}
    return len(gold) >= TOLERANT_FROM and read not in others and _one_edit(read, gold)


def normal(name: str) -> str:
    """Letters and digits of a name without its citation; look-alikes are one letter."""
    return fold(uncited(name)).translate(CONFUSED)


def _one_edit(one: str, other: str) -> bool:
    """Whether one letter inserted, dropped or changed makes the two equal."""
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    return one[at + (len(one) == len(other)) :] == other[at + 1 :]
