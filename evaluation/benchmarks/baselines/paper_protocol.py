"""Baseline: both hops of M3SciQA by the procedure of its paper, a multimodal model that ranks and a model that reads."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from ....agent.llm.roles import Models
from ....agent.llm.types import LLM
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
    extractor: LLM | None = None,
    with_gold: bool = False,
) -> System:
    """A system that ranks by `ranking`, or takes its ids, and answers from the papers that `read` returns.

    `extractor` extracts the answers from the replies; None parses them. `with_gold` asks once more with the gold paper alone.
    """
    answer_from = partial(read_papers, models.text, prompts, extractor=extractor)

    def answer(example: Example) -> Prediction:
        if isinstance(ranking, RankingSpec):
            ranked = rank_with_multimodal(
                models.vision, example, prompts, ranking.scheme, ranking.size, ids_in_reply=True
            )
        else:
            ranked = Prediction(example.id, tuple(ranking(example)))
        found = answer_from(example, read(example, ranked.ranking))
        usage = ranked.usage + found.usage
        gold = None
        if with_gold:
            begun = time.perf_counter()
            alone = answer_from(example, read(example, example.gold[:1]))
            gold = GivenGoldAnswer(alone.answer, round(time.perf_counter() - begun, 3), alone.usage)
        return replace(found, ranking=ranked.ranking, usage=usage, given_gold=gold)

    return answer
