"""A signal: evidence of one kind that a name refers to a paper."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Signal:
    """`strength` in 0..1 is the probability that the paper is meant, given nothing else.

    Of several signals of one `kind` for a paper, only the strongest counts.
    """

    paper_id: str
    strength: float
    kind: str
    reason: str
