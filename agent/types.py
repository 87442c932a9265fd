"""What asking returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..figures.types import Reading
from ..papers.types import BBox
from ..retrieval.types import RankedPaper

Status = Literal["answered", "abstained"]


@dataclass(frozen=True, slots=True)
class Citation:
    """A verbatim quote: `quote` occurs word for word in the text of that page; `bbox` is where, in PDF points."""

    paper_id: str
    page: int
    bbox: BBox
    quote: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer cost: calls and tokens of language models, US dollars, wall-clock seconds."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """Text with its proof. `status` "abstained" means that the evidence does not answer the question."""

    text: str
    citations: tuple[Citation, ...] = ()
    ranking: tuple[RankedPaper, ...] = ()
    reading: Reading | None = None
    usage: Usage = field(default_factory=Usage)
    status: Status = "abstained"
