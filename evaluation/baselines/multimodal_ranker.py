"""Baseline: a multimodal model ranks papers from a figure, a question and the list of papers.

    single        the whole list in one call
    window        a window that slides over the list from the bottom up (Sun et al., EMNLP 2023, section 3.2)
    one-by-one    each paper alone gets a score from 0 to 10
    tournament    matches of a few papers; the better half of each match goes to the next round, until one match is left

The last three are for lists that do not fit into a model's context.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ...agent.llm.structured import first_object
from ...agent.llm.types import LLM
from ..common.model_calls import ModelCalls
from ..common.pictures import shown
from ..common.replies import last_fields
from ..types import Document, Example, Prediction
from .protocol_prompts import ProtocolPrompts

T = TypeVar("T")


def reordered(items: Sequence[T], reply: str) -> list[T]:
    """Return `items` in the order of the numbers in `reply` (counted from 1), then the omitted items in their given
    order.

    The numbers come from the JSON list "ranking" or, without such a list, from the whole text ("[3] > [1] > [2]"). A
    repeated number counts at its first place only; numbers without an item are skipped.
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
    """Return `items` after one pass of a sliding window of `size` items (at least 2).

    `reorder` takes the items of a window and returns them in a new order.
    """
    order = list(items)
    for start in window_starts(len(order), size):
        order[start : start + size] = reorder(order[start : start + size])
    return order


def window_starts(count: int, size: int) -> Iterator[int]:
    """Yield the index at which each window starts, from the bottom of the list up; the last index is 0.

    There is a single window if everything fits into it.
    """
    start = max(0, count - size)
    while start > 0:
        yield start
        start = max(0, start - max(1, size // 2))
    yield 0


TEMPERATURE, REPLY_TOKENS = 0.1, 1024  # M3SciQA's reference code
_HIGHEST = 10.0
_ID = re.compile(r"[\w:.-]+")

Reorder = Callable[[Sequence[str]], list[str]]


def rank_with_multimodal(
    llm: LLM, example: Example, prompts: ProtocolPrompts, scheme: str, size: int, *, ids_in_reply: bool
) -> Prediction:
    """Rank the example's documents with `llm`, which sees the example's first picture.

    With `ids_in_reply`, the paper's format, the list keeps the order of the file and the reply names the ids of
    relevant papers. A single call then ranks only the papers that the reply names. Without `ids_in_reply`, papers are
    shuffled by a hash of their ids and numbered; papers that the reply leaves out come last, in the shuffled order.
    """
    if len(example.documents) < 2:  # there is nothing to ask
        return Prediction(example.id, tuple(document.id for document in example.documents))
    calls = ModelCalls(llm, "", REPLY_TOKENS, TEMPERATURE)
    system, images = prompts.fill("rank_system"), shown(example.pictures[:1])

    def ask(name: str, **values: str) -> str:
        prompt = prompts.fill(name, question=question, **values)
        return calls.ask(prompt, system=system, images=images, label=prompts.label(name))

    papers = {document.id: document for document in example.documents}
    ids = list(papers) if ids_in_reply else sorted(papers, key=_shuffle)
    form = _by_ids if ids_in_reply else _by_numbers

    def named(part: Sequence[str]) -> list[str]:
        shown = [papers[key] for key in part]
        reply = ask("rank", papers=_listed(shown, numbers=not ids_in_reply))
        return form(part, reply)

    def all_of(part: Sequence[str]) -> list[str]:
        return list(dict.fromkeys([*named(part), *part]))

    question = example.tag("visual") or example.question
    if scheme == "one-by-one":
        ranking = _by_scores(ids, lambda key: ask("rate", paper=_card(papers[key])))
    elif scheme == "window":
        ranking = slide(ids, min(size, max(2, len(ids))), all_of)
    elif scheme == "tournament":
        ranking = play_tournament(ids, size, all_of)
    else:
        ranking = named(ids)
    last = calls.replies[-1].text if calls.replies else ""
    return Prediction(example.id, tuple(ranking), reply=last, usage=calls.usage)


def play_tournament(ids: Sequence[str], size: int, reorder: Reorder) -> list[str]:
    """Return `ids` ranked by rounds of matches of `size` papers.

    The better half of each match advances. A paper that loses earlier is ranked lower. Papers eliminated in the same
    round are ordered by their places in their matches; ties keep the given order.
    """
    playing, out = list(ids), list[str]()
    while len(playing) > size:
        winners: list[str] = []
        losers: list[tuple[int, str]] = []
        for start in range(0, len(playing), size):
            match = reorder(playing[start : start + size])
            kept = (len(match) + 1) // 2
            winners += match[:kept]
            losers += list(enumerate(match[kept:], kept))
        out = [key for _, key in sorted(losers, key=lambda item: item[0])] + out
        playing = winners
    return [*reorder(playing), *out] if playing else out


def parse_ids(reply: str, known: Sequence[str]) -> list[str]:
    """Return the known ids in the last JSON object of the reply that has a "ranking", in order and each once.

    The list is empty if there is no valid ranking.
    """
    fields = last_fields(reply, "ranking")
    listed = fields["ranking"] if fields else None
    texts = [str(item) for item in listed] if isinstance(listed, list) else []
    lower = {key.lower(): key for key in known}
    found = (lower.get(match.lower()) for text in texts for match in _ID.findall(text))
    return list(dict.fromkeys(key for key in found if key is not None))


def parse_score(reply: str) -> float:
    """Return the score, 0..10, in the last JSON object of the reply that has one; -1 (ranked last) if none is valid."""
    fields: Mapping[str, object] = last_fields(reply, "score") or first_object(reply)
    try:
        value = float(str(fields.get("score")))
    except ValueError:
        return -1.0
    return value if 0.0 <= value <= _HIGHEST else -1.0


def _by_ids(part: Sequence[str], reply: str) -> list[str]:
    return parse_ids(reply, part)


def _by_numbers(part: Sequence[str], reply: str) -> list[str]:
    return reordered(part, reply)


def _by_scores(ids: Sequence[str], ask: Callable[[str], str]) -> list[str]:
    """Return `ids` ordered by the scores in the replies of `ask`, best first; ties keep the given order."""
    scores = {key: parse_score(ask(key)) for key in ids}
    return sorted(ids, key=lambda key: -scores[key])


def _listed(papers: Sequence[Document], *, numbers: bool) -> str:
    names = [f"[{n}]" if numbers else f"Id: {paper.id}" for n, paper in enumerate(papers, 1)]
    return "\n\n".join(f"{name}\n{_card(paper)}" for name, paper in zip(names, papers, strict=True))


def _card(paper: Document) -> str:
    return f"Title: {paper.title}\nAbstract: {paper.text}"


def _shuffle(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()
