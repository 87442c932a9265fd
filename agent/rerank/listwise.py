"""Listwise reranking of papers by a language model.

More papers than fit into one prompt are ranked in windows that slide from the bottom to the top (Sun et al., "Is ChatGPT good at
search?", EMNLP 2023, section 3.2): each window is reordered, and the next one starts half a window higher, so the best papers
can rise to the top in one pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ...figures.types import Reading
from ...papers.types import Paper
from ...retrieval.types import RankedPaper
from ..llm.errors import ContextWindowError
from ..llm.prompting import fence, found_text, request
from ..llm.structured import first_object
from ..llm.types import LLM
from .cards import build_cards, numbered_cards

T = TypeVar("T")

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
    """`ranked` with its first `depth` papers in the model's order; the reasons of each say whether it moved.

    Scores belong to places, so they still decrease: a paper takes the score of its new place. If the prompt would not fit
    the model's context, windows are used, and halved as long as the provider rejects them as too long.
    """
    head, tail = list(ranked[:depth]), ranked[depth:]
    texts = build_cards([paper for paper in papers if any(paper.id == r.paper_id for r in head)], anchor)
    order = [place.paper_id for place in head]
    size = _window(llm.context, texts)
    while True:
        try:
            best = slide(
                order, min(size, len(order)), lambda ids: _reorder(llm, question, reading, ids, texts)
            )
            break
        except ContextWindowError:
            if (size := min(size, len(order)) // 2) < 2:
                raise
    prior = {place.paper_id: (number, place) for number, place in enumerate(head, 1)}
    moved = [_moved(*prior[paper_id], head[at].score, at + 1) for at, paper_id in enumerate(best)]
    return (*moved, *tail)


def _reorder(
    llm: LLM, question: str, reading: Reading | None, ids: Sequence[str], texts: dict[str, str]
) -> list[str]:
    if len(ids) < 2:
        return list(ids)
    names = reading.entities[:_NAMES] if reading and not reading.abstained else ()
    found = found_text("\n".join(f"{entity.text} ({entity.probability:.2f})" for entity in names))
    values = {"question": question, "found": found, "papers": fence(numbered_cards(ids, texts))}
    reply = llm.complete(request("rerank", values, 60 + 8 * len(ids), schema=_SCHEMA))
    return reordered(ids, reply.text)


def _window(context: int | None, texts: dict[str, str]) -> int:
    """Number of cards that fit into `context` tokens; all of them if it is unknown."""
    if context is None or not texts:
        return max(2, len(texts))
    longest = max(map(len, texts.values())) // _CHARACTERS_PER_TOKEN + 16
    return max(2, (context - _PROMPT_TOKENS) // longest)


def _moved(before: int, place: RankedPaper, score: float, now: int) -> RankedPaper:
    reason = "the model keeps its place" if before == now else f"the model moved it from place {before}"
    return replace(place, score=score, reasons=(*place.reasons, reason))


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


_SCHEMA = {
    "type": "object",
    "properties": {"ranking": {"type": "array", "items": {"type": "integer"}}},
    "required": ["ranking"],
    "additionalProperties": False,
}
