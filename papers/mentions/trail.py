"""The citation trail: from a name in a table or figure, through the sentences that cite, to bibliography entries."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from ..types import Mention
from .words import GENERIC

# How far a mention's name is to be believed to mean the same thing, by how the two spellings agree.
_SAME = 0.95
_BEGINS = 0.8  # "ParagraphVec" and "paragraph vector distributed memory"
_PIECE = 0.5  # "uni-skip" and "skip-thought": one telling piece in common
_SHORTEST = 4  # letters of a beginning that tell something
_PIECES = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@dataclass(frozen=True, slots=True)
class Step:
    """A bibliography entry that a name leads to: `strength` in 0..1, and the sentence that ties the two."""

    key: str
    strength: float
    sentence: str


def trail(name: str, mentions: Sequence[Mention]) -> tuple[Step, ...]:
    """Entries that a paper cites beside `name`, strongest first, ties by key; () where no mention fits.

    A mention of several works speaks for each with its share. Several mentions of one work count as independent
    evidence: 1 - (1 - a)(1 - b).
    """
    doubts: dict[str, float] = {}
    tied: dict[str, tuple[float, str]] = {}
    for mention in mentions:
        agreement = max((_agreement(name, other) for other in mention.names), default=0.0)
        if not agreement:
            continue
        share = agreement / len(mention.keys)
        for key in mention.keys:
            doubts[key] = doubts.get(key, 1.0) * (1.0 - share)
            if share > tied.get(key, (0.0, ""))[0]:
                tied[key] = (share, mention.sentence)
    steps = [Step(key, 1.0 - doubt, tied[key][1]) for key, doubt in doubts.items()]
    return tuple(sorted(steps, key=lambda step: (-step.strength, step.key)))


def _agreement(name: str, other: str) -> float:
    """How well two spellings agree, 0..1."""
    one, two = _letters(name), _letters(other)
    if not one or not two:
        return 0.0
    if one == two:
        return _SAME
    short, long = sorted((one, two), key=len)
    if len(short) >= _SHORTEST and long.startswith(short):
        return _BEGINS
    pieces, others = _pieces(name), _pieces(other)
    common = {piece for piece in pieces & others if len(piece) >= _SHORTEST}
    return _PIECE * len(common) / min(len(pieces), len(others)) if common else 0.0


def _letters(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).lower()
    return "".join(c for c in folded if c.isalnum())


def _pieces(text: str) -> set[str]:
    """Parts of a name at hyphens, blanks and capitals, without words that many names carry."""
    return {piece.lower() for piece in _PIECES.findall(text)} - GENERIC
