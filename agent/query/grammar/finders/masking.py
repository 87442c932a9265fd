"""Masks for parts of a text, which keep all positions valid, and the clauses between these parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

FILLER = "\x00"


def mask(text: str, span: tuple[int, int]) -> str:
    """Return `text` with the characters in `span` masked."""
    return text[: span[0]] + FILLER * (span[1] - span[0]) + text[span[1] :]


_CONNECTOR = re.compile(
    r",?\s\b(?:but|while|yet|whereas|however|and|although|though)\b\s|[,;]\s", re.IGNORECASE
)


def clause_spans(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return for each operation the (start, end) of its own clause. `spans` are the positions of the operations, in
    order.

    Clauses end at a connector, such as "but" or a comma, between two operations.
    """
    bounds = [0]
    for (_, end), (start, _) in pairwise(spans):
        cuts = list(_CONNECTOR.finditer(text, end, max(end, start)))
        strong = [cut for cut in cuts if re.search(r"but|while|yet|whereas", cut.group(), re.IGNORECASE)]
        chosen = (strong or cuts)[-1:]
        bounds.append(chosen[0].start() if chosen else -1)
    bounds.append(len(text))
    clauses = []
    for index in range(len(spans)):
        start = max(bound for bound in bounds[: index + 1])
        end = next(bound for bound in bounds[index + 1 :] if bound >= 0)
        clauses.append((start, end))
    return clauses
