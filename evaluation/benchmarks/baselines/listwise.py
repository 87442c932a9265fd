"""Orders in the replies of ranking models, and windows that slide over a long list (Sun et al., EMNLP 2023, section 3.2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from ....agent.llm.structured import first_object

T = TypeVar("T")


def reordered(items: Sequence[T], reply: str) -> list[T]:
    """`items` in the order of the numbers (from 1) in `reply`, followed by the omitted ones in the given order.

    The numbers are those of the JSON list "ranking" or, without one, all numbers of the text ("[3] > [1] > [2]"). Repeated
    numbers count once, at their first place; numbers without an item are skipped.
    """
    places = [number - 1 for number in dict.fromkeys(_numbers(reply)) if 1 <= number <= len(items)]
    return [items[place] for place in dict.fromkeys([*places, *range(len(items))])]


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


def slide(items: Sequence[T], size: int, reorder: Callable[[Sequence[T]], Sequence[T]]) -> list[T]:
    """`items` after one pass of windows of `size` (at least 2). `reorder` returns a permutation of its argument."""
    order = list(items)
    for start in window_starts(len(order), size):
        order[start : start + size] = reorder(order[start : start + size])
    return order


def window_starts(count: int, size: int) -> Iterator[int]:
    """Starts of the windows, from the bottom up; the last is 0. There is one window if everything fits."""
    start = max(0, count - size)
    while start > 0:
        yield start
        start = max(0, start - max(1, size // 2))
    yield 0
