"""Ranking more than fits into one prompt: windows that slide from the bottom to the top.

Sun et al., "Is ChatGPT good at search?" (EMNLP 2023), section 3.2: each window is reordered, then the next one starts half
a window higher, so that the best climb to the top in one pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def slide(items: Sequence[T], size: int, reorder: Callable[[Sequence[T]], Sequence[T]]) -> list[T]:
    """`items` after one pass of windows of `size` (at least 2). `reorder` must return what it is given, in any order."""
    order = list(items)
    for start in window_starts(len(order), size):
        order[start : start + size] = reorder(order[start : start + size])
    return order


def window_starts(count: int, size: int) -> Iterator[int]:
    """Where the windows begin, from the bottom up; the last begins at 0. One window where everything fits."""
    start = max(0, count - size)
    while start > 0:
        yield start
        start = max(0, start - max(1, size // 2))
    yield 0
