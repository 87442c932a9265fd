"""The order of hits, the same for every engine."""

from __future__ import annotations

from collections.abc import Callable

from ..types import Hit

# Scores are compared to this many decimals: beyond them is the rounding of float32 sums, which depends on the order
# of the summands.
_DECIMALS = 6
_SPARE = 8


def ranked(fetch: Callable[[int], list[Hit]], k: int) -> list[Hit]:
    """The best `k` hits of an engine that is asked by `fetch(limit)`: best first, ties by id, scores above zero.

    Engines cut a list within a tie as they like, so more is fetched until the tie at the end is complete.
    """
    if k <= 0:
        return []
    limit = k + _SPARE
    while True:
        found = fetch(limit)
        hits = sorted(
            (Hit(hit.id, round(hit.score, _DECIMALS)) for hit in found), key=lambda hit: (-hit.score, hit.id)
        )
        if len(found) < limit or hits[-1].score < hits[k - 1].score:
            return [hit for hit in hits[:k] if hit.score > 0]
        limit *= 4
