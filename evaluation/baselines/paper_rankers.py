"""Baselines that rank papers for a question about a figure: by words, by vectors, or by a multimodal model.

A text baseline compares title and abstract with the question alone, with the question and the words in the figure (OCR),
or with the question and a caption that a model writes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...agent.llm.roles import Models
from ...agent.llm.types import LLM, Message, Request
from ...agent.types import Usage
from ...errors import ConfigurationError
from ...figures.image import load_image
from ...papers.parsing.ocr.words import recognise_words
from ...settings import Settings
from ..common.pictures import shown
from ..common.text_vectors import ApiVectors, text_vectors
from ..evaluate import Batch, System, one_by_one
from ..m3sciqa.options import RankingSpec
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
    """A ranker, and the models that it uses in addition to the one that answers, as (role, name)."""

    answer: Callable[[Models | None], Batch]
    models: Sequence[tuple[str, str]] = ()


def rank_by_baseline(
    spec: RankingSpec, settings: Settings, prompts: ProtocolPrompts, *, ids_in_reply: bool
) -> BaselineRanker:
    """The ranker of `spec`. Raises ConfigurationError for an embedding model that is not to be had."""
    if spec.name == "baseline:multimodal":

        def multimodal(models: Models | None) -> Batch:
            llm = _needed(models).vision

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
    """Encoder of texts; None for BM25. One budget holds for it and for `models`."""
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
            caption, usage = _write_caption(_needed(models).vision, example, prompts)
        if spec.query == "words":
            caption = _read_words(example, settings)
        passages = [CorpusPassage(paper.id, f"{paper.title}. {paper.text}") for paper in example.documents]
        query = " ".join(part for part in (example.tag("visual") or example.question, caption) if part)
        hits = ranker(_STRATEGIES[spec.name], passages, encode)(query)
        if isinstance(encode, ApiVectors):
            usage += encode.take_usage()
        return Prediction(example.id, tuple(hit.id for hit in hits), reply=caption, usage=usage)

    return rank


def _write_caption(llm: LLM, example: Example, prompts: ProtocolPrompts) -> tuple[str, Usage]:
    images = shown(example.pictures[:1])
    messages = (Message("user", prompts.fill("caption"), images=images),)
    reply = llm.complete(Request(messages, max_tokens=_CAPTION_TOKENS, label=prompts.label("caption")))
    return reply.text, reply.usage


def _read_words(example: Example, settings: Settings) -> str:
    image = load_image(Path(example.pictures[0].path))
    words = recognise_words(image, settings, settings.home_path / "cache" / "ocr")
    return " ".join(word.text for word in words)


def _needed(models: Models | None) -> Models:
    if models is None:
        raise ConfigurationError("this ranking needs a model that sees figures: set model (--model)")
    return models
