"""A model's ranking, however it was written, as an order that loses nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from ..llm.structured import first_object

T = TypeVar("T")


def reordered(items: Sequence[T], reply: str) -> list[T]:
    """`items` in the order of the numbers (from 1) in `reply`, then those that it leaves out, in the order given.

    The numbers are those of the JSON list "ranking" or, without one, all that stand in the text ("[3] > [1] > [2]"). Repeated
    numbers count once, at their first place; numbers that name no item are skipped.
    """
    wanted = [number - 1 for number in dict.fromkeys(_numbers(reply)) if 1 <= number <= len(items)]
    return [items[place] for place in dict.fromkeys([*wanted, *range(len(items))])]


def _numbers(reply: str) -> Iterator[int]:
    ranking: Any = first_object(reply).get("ranking")
    if isinstance(ranking, list):
        texts: list[Any] = ranking
    else:
        texts = re.findall(r"\d+", reply)
    for text in texts:
        digits = re.fullmatch(r"\s*\[?(\d{1,6})\]?\s*", str(text))
        if digits and not isinstance(text, bool):
            yield int(digits[1])
