"""The signal: evidence of one kind that a name refers to a paper."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Signal:
    """Evidence that a name refers to the paper `paper_id`.

    `strength`, 0..1, is the probability that the paper is meant if there is no other evidence. If a paper has several
    signals of the same `kind`, only the strongest counts.
    """

    paper_id: str
    strength: float
    kind: str
    reason: str
