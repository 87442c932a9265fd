"""Order hits in the same way for every engine."""

from __future__ import annotations

from collections.abc import Callable

from ..types import Hit

# Scores are compared to this many decimals. Further decimals depend on the rounding of float32 sums, and so on the
# order of the summands.
_DECIMALS = 6
_SPARE = 8


def ranked(fetch: Callable[[int], list[Hit]], k: int) -> list[Hit]:
    """Return the best `k` hits of the engine that `fetch(limit)` asks: best first, ties by id, only scores above
    zero.

    An engine may cut a list anywhere within a tie, so more hits are fetched until the last tie is complete.
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
