"""Baseline: both hops of M3SciQA by the procedure of its paper, a multimodal model that ranks and a model that reads."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from ....agent.llm.roles import Models
from ...evaluate import System
from ...types import Document, Example, GivenGoldAnswer, Prediction
from ..m3sciqa.ranking_spec import RankingSpec
from .chunk_reader import read_papers
from .multimodal_ranker import rank_with_multimodal
from .protocol_prompts import ProtocolPrompts

ReadPapers = Callable[[Example, Sequence[str]], Sequence[Document]]


def answer_by_protocol(
    models: Models,
    prompts: ProtocolPrompts,
    read: ReadPapers,
    ranking: RankingSpec | Callable[[Example], Sequence[str]],
    *,
    with_gold: bool = False,
) -> System:
    """A system that ranks by `ranking`, or takes its ids, and answers from the papers that `read` returns.

    `with_gold` asks once more with the gold paper alone.
    """

    def answer(example: Example) -> Prediction:
        if isinstance(ranking, RankingSpec):
            ranked = rank_with_multimodal(
                models.vision, example, prompts, ranking.scheme, ranking.size, ids_in_reply=True
            )
        else:
            ranked = Prediction(example.id, tuple(ranking(example)))
        found = read_papers(models.text, prompts, example, read(example, ranked.ranking))
        usage = ranked.usage + found.usage
        gold = _read_gold(models, prompts, example, read) if with_gold else None
        return replace(found, ranking=ranked.ranking, usage=usage, given_gold=gold)

    return answer


def _read_gold(
    models: Models, prompts: ProtocolPrompts, example: Example, read: ReadPapers
) -> GivenGoldAnswer:
    begun = time.perf_counter()
    found = read_papers(models.text, prompts, example, read(example, example.gold[:1]))
    return GivenGoldAnswer(found.answer, round(time.perf_counter() - begun, 3), found.usage)
