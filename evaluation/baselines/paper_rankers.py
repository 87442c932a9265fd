"""Baselines that rank papers for a question about a figure: by words, by vectors, or by a multimodal model.

A text baseline compares title and abstract with the question alone, with the question and the words in the figure
(OCR), or with the question and a caption that a model writes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ...agent.llm.roles import Models
from ...agent.llm.types import LLM
from ...agent.types import Usage
from ...errors import ConfigurationError
from ...settings import Settings
from ..common.model_calls import ModelCalls
from ..common.pictures import read_words, shown
from ..common.text_vectors import ApiVectors, text_vectors
from ..evaluate import Batch, System, one_by_one
from ..m3sciqa.options import RankingSpec
from ..prepared_task import require_models
from ..retrieval.corpus import CorpusPassage
from ..retrieval.options import StrategySpec
from ..types import Example, Prediction
from .multimodal_ranker import rank_with_multimodal
from .protocol_prompts import ProtocolPrompts
from .rankers import Encode, ranker

_CAPTION_TOKENS = 400
_STRATEGIES = {
    "baseline:bm25": StrategySpec("baseline:bm25"),
    "baseline:dense": StrategySpec("baseline:dense", unit="passage", context="none"),
    "baseline:embedding": StrategySpec("baseline:dense", unit="passage", context="none"),
}


@dataclass(frozen=True, slots=True)
class BaselineRanker:
    """A ranker, and the (role, name) of each model that it uses in addition to the answering model."""

    answer: Callable[[Models | None], Batch]
    models: Sequence[tuple[str, str]] = ()


def rank_by_baseline(
    spec: RankingSpec, settings: Settings, prompts: ProtocolPrompts, *, ids_in_reply: bool
) -> BaselineRanker:
    """Return the ranker that `spec` describes. Raises ConfigurationError if its embedding model is not available."""
    if spec.name == "baseline:multimodal":

        def multimodal(models: Models | None) -> Batch:
            llm = require_models(models).vision

            def rank(example: Example) -> Prediction:
                return rank_with_multimodal(
                    llm, example, prompts, spec.scheme, spec.size, ids_in_reply=ids_in_reply
                )

            return one_by_one(rank, settings.model_concurrency)

        return BaselineRanker(multimodal)

    def text(models: Models | None) -> Batch:
        encode = _encoder(spec, settings, models)
        workers = settings.model_concurrency if models else 1
        return one_by_one(_rank_by_text(spec, settings, prompts, encode, models), workers)

    return BaselineRanker(text, _embedding_models(spec, settings))


def _embedding_models(spec: RankingSpec, settings: Settings) -> Sequence[tuple[str, str]]:
    if spec.name == "baseline:dense":
        return (("embedding model", spec.model or settings.embedding_model),)
    return (("embedding service", spec.model),) if spec.name == "baseline:embedding" else ()


def _encoder(spec: RankingSpec, settings: Settings, models: Models | None) -> Encode | None:
    """Return the text encoder of `spec`, or None for BM25. An encoder behind an API shares the budget of `models`."""
    if spec.name == "baseline:bm25":
        return None
    if spec.name == "baseline:dense":
        return text_vectors(replace(settings, embedding_model=spec.model or settings.embedding_model))
    if not spec.model:
        raise ConfigurationError("baseline:embedding needs a model: baseline:embedding[model=openai/NAME]")
    return ApiVectors(spec.model, settings, models.meter if models else None)


def _rank_by_text(
    spec: RankingSpec,
    settings: Settings,
    prompts: ProtocolPrompts,
    encode: Encode | None,
    models: Models | None,
) -> System:
    def rank(example: Example) -> Prediction:
        caption, usage = "", Usage()
        if spec.query == "caption":
            caption, usage = _write_caption(require_models(models).vision, example, prompts)
        if spec.query == "words":
            caption = read_words(example.pictures[0], settings)
        passages = [CorpusPassage(paper.id, f"{paper.title}. {paper.text}") for paper in example.documents]
        query = " ".join(part for part in (example.tag("visual") or example.question, caption) if part)
        hits = ranker(_STRATEGIES[spec.name], passages, encode)(query)
        if isinstance(encode, ApiVectors):
            usage += encode.take_usage()
        return Prediction(example.id, tuple(hit.id for hit in hits), reply=caption, usage=usage)

    return rank


def _write_caption(llm: LLM, example: Example, prompts: ProtocolPrompts) -> tuple[str, Usage]:
    calls = ModelCalls(llm, prompts.label("caption"), _CAPTION_TOKENS)
    return calls.ask(prompts.fill("caption"), images=shown(example.pictures[:1])), calls.usage
