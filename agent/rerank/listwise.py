"""Listwise reranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...figures.types import Reading
from ...papers.types import Paper
from ...retrieval.types import RankedPaper
from ..llm.errors import ContextWindowError
from ..llm.prompting import fence, found_text, request
from ..llm.types import LLM
from .cards import as_list, cards
from .repair import reordered
from .windows import slide

TOP = 20  # papers: below them the deterministic ranking rarely holds the right one
_NAMES = 3  # of the reading
_PROMPT_TOKENS = 1200  # of a request without its cards, with room for the reply
_CHARACTERS_PER_TOKEN = 3  # few, so that the estimate is on the safe side


def rerank(
    llm: LLM,
    question: str,
    reading: Reading | None,
    ranked: Sequence[RankedPaper],
    papers: Sequence[Paper],
    *,
    anchor: Paper | None = None,
    depth: int = TOP,
) -> tuple[RankedPaper, ...]:
    """`ranked` with its first `depth` papers in the model's order, each told so in its reasons.

    The scores stay where they are, so that they still fall: a paper takes the score of its new place. Where the prompt
    would not fit the model's context, windows slide from the bottom up, halved while the provider says too long.
    """
    head, tail = list(ranked[:depth]), ranked[depth:]
    texts = cards([paper for paper in papers if any(paper.id == r.paper_id for r in head)], anchor)
    order = [place.paper_id for place in head]
    size = _window(llm.context, texts)
    while True:
        try:
            best = slide(order, min(size, len(order)), lambda ids: _asked(llm, question, reading, ids, texts))
            break
        except ContextWindowError:
            if (size := min(size, len(order)) // 2) < 2:
                raise
    prior = {place.paper_id: (number, place) for number, place in enumerate(head, 1)}
    moved = [_moved(*prior[paper_id], head[at].score, at + 1) for at, paper_id in enumerate(best)]
    return (*moved, *tail)


def _asked(
    llm: LLM, question: str, reading: Reading | None, ids: Sequence[str], texts: dict[str, str]
) -> list[str]:
    if len(ids) < 2:
        return list(ids)
    names = reading.entities[:_NAMES] if reading and not reading.abstained else ()
    found = found_text("\n".join(f"{entity.text} ({entity.probability:.2f})" for entity in names))
    values = {"question": question, "found": found, "papers": fence(as_list(ids, texts))}
    reply = llm.complete(request("rerank", values, 60 + 8 * len(ids), schema=_SCHEMA))
    return reordered(ids, reply.text)


def _window(context: int | None, texts: dict[str, str]) -> int:
    """How many cards fit into `context` tokens; all of them where it is unknown."""
    if context is None or not texts:
        return max(2, len(texts))
    longest = max(map(len, texts.values())) // _CHARACTERS_PER_TOKEN + 16
    return max(2, (context - _PROMPT_TOKENS) // longest)


def _moved(before: int, place: RankedPaper, score: float, now: int) -> RankedPaper:
    said = "the model keeps its place" if before == now else f"the model moved it from place {before}"
    return replace(place, score=score, reasons=(*place.reasons, said))


_SCHEMA = {
    "type": "object",
    "properties": {"ranking": {"type": "array", "items": {"type": "integer"}}},
    "required": ["ranking"],
    "additionalProperties": False,
}
