"""Baseline rankers of passages. Each takes the passages of a collection and returns a function that ranks them for a
query.

    baseline:bm25        rank-bm25's Okapi over plain lower-case tokens: the baseline of published tables
    baseline:bm25-stems  the same over citehop's index terms, with context
    baseline:dense       cosine of the query with the closest unit of the passage; units are embedded with context
    baseline:hybrid      baseline:bm25-stems and baseline:dense, fused
    MODULE:NAME          a plugin; LlamaIndex retrievers become one by citehop.integrations.llama_index.strategy

A heading is context, not an answer: all baselines except `baseline:bm25` leave out passages that are headings.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25Okapi

from ...errors import UsageError
from ...indexes.text.analysis import analyze
from ...indexes.types import Hit
from ...papers.sentences import split_sentences
from ...retrieval.fusion import RRF_K, reciprocal_rank_fusion
from ..common.text_vectors import Matrix
from ..retrieval.corpus import CorpusPassage
from ..retrieval.options import StrategySpec

Strategy = Callable[[Sequence[CorpusPassage]], Callable[[str], list[Hit]]]


def load_strategy(name: str) -> Strategy:
    """Import the strategy "MODULE:NAME": a function that takes passages and returns a function from a query to hits,
    best first.

    Raises UsageError if it cannot be imported or is not callable.
    """
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"strategy {name!r}: {error}; is its folder on PYTHONPATH?") from error
    if not callable(found):
        raise UsageError(f"strategy {name!r} is no function; it must take passages and give a ranker")
    chosen: Strategy = found
    return chosen


def plugin_code(name: str) -> bytes:
    """Return the content of the file that defines the strategy. It is part of the run's key, so a changed file starts
    a new run.
    """
    load_strategy(name)
    path = getattr(sys.modules[name.partition(":")[0]], "__file__", None)
    return Path(path).read_bytes() if path else b""


Encode = Callable[[Sequence[str]], Matrix]
Rate = Callable[[str, Sequence[str]], list[float]]
Ranker = Callable[[str], list[Hit]]

# rank-bm25 divides by zero when no passage has a term, so empty passages get a term that no question contains.
_NO_TERM = "\0"


def ranker(
    spec: StrategySpec,
    passages: Sequence[CorpusPassage],
    encode: Encode | None = None,
    rate: Rate | None = None,
) -> Ranker:
    """Return a function that ranks `passages` for a query as `spec` says: the best `spec.k` hits, ties by id.

    `encode` is needed if `spec.needs_vectors` is true, and `rate` to rerank with a cross-encoder.

    >>> best = ranker(StrategySpec("baseline:bm25"), passages)  # "trees grow", "rain falls", "snow"
    >>> best("rain")[0].id
    'b'
    """
    if spec.is_product:
        raise ValueError(f"{spec} is citehop's own search, not a baseline")
    if spec.strategy == "baseline:bm25":
        rank = _okapi(passages, [_plain(passage.text) for passage in passages], _plain)
    else:
        passages = [passage for passage in passages if not passage.is_heading]
        rank = _ranker(spec, passages, encode)
    if spec.rerank == "none":
        return lambda query: rank(query)[: spec.k]
    again = _again(spec, passages, encode, rate)
    return lambda query: again(query, rank(query)[: spec.k])


def _ranker(spec: StrategySpec, passages: Sequence[CorpusPassage], encode: Encode | None) -> Ranker:
    if spec.is_plugin:
        return load_strategy(spec.strategy)(passages)
    if spec.strategy == "baseline:dense":
        return _dense(passages, spec, _given(encode))
    by_words = _okapi(passages, [analyze(_with_context(p, spec.context, p.text)) for p in passages], analyze)
    if spec.strategy == "baseline:bm25-stems":
        return by_words
    return _fused(spec.fusion, by_words, _dense(passages, spec, _given(encode)))


def _given(encode: Encode | None) -> Encode:
    if encode is None:
        raise ValueError("a spec with vectors needs `encode`")
    return encode


def _dense(passages: Sequence[CorpusPassage], spec: StrategySpec, encode: Encode) -> Ranker:
    """Return a ranker by the cosine of the question with the closest unit of each passage."""
    if not passages:
        return _nothing
    units = [_units(passage.text, spec.unit) for passage in passages]
    texts = [
        _with_context(passage, spec.context, unit)
        for passage, found in zip(passages, units, strict=True)
        for unit in found
    ]
    starts = np.cumsum([0, *(len(found) for found in units)])[:-1]
    matrix = encode(texts)
    return lambda query: _ranked(passages, np.maximum.reduceat(matrix @ encode([query])[0], starts))


def _units(text: str, unit: str) -> list[str]:
    """Return the parts of a passage that get a vector each; at least one."""
    if unit == "passage":
        return [text]
    if unit == "sentence":
        return split_sentences(text) or [""]
    words = text.split()
    return [" ".join(words[at : at + int(unit)]) for at in range(0, len(words), int(unit))] or [""]


def _with_context(passage: CorpusPassage, context: str, text: str) -> str:
    before = {
        "heading": (passage.heading,),
        "title": (passage.title,),
        "both": (passage.title, passage.heading),
    }
    return ". ".join(part for part in (*before.get(context, ()), text) if part)


def _fused(fusion: str, by_words: Ranker, by_meaning: Ranker) -> Ranker:
    kind, _, value = fusion.partition(":")
    if kind == "rrf":
        k = int(value or RRF_K)
        return lambda query: reciprocal_rank_fusion([by_words(query), by_meaning(query)], k)
    weight = float(value)

    def summed(query: str) -> list[Hit]:
        scores: dict[str, float] = {}
        for share, hits in ((1 - weight, by_words(query)), (weight, by_meaning(query))):
            values = np.array([hit.score for hit in hits] or [0.0])
            spread = float(values.std()) or 1.0
            for hit in hits:
                scores[hit.id] = scores.get(hit.id, 0.0) + share * (hit.score - float(values.mean())) / spread
        return _best_first(scores)

    return summed


def _again(
    spec: StrategySpec, passages: Sequence[CorpusPassage], encode: Encode | None, rate: Rate | None
) -> Callable[[str, list[Hit]], list[Hit]]:
    by_id = {passage.id: passage for passage in passages}

    def texts(hits: list[Hit]) -> list[str]:
        return [_with_context(by_id[hit.id], spec.context, by_id[hit.id].text) for hit in hits]

    def by_sentences(query: str, hits: list[Hit]) -> list[Hit]:
        closest = _dense(
            [by_id[hit.id] for hit in hits],
            StrategySpec("baseline:dense", context=spec.context),
            _given(encode),
        )
        return closest(query)

    def by_model(query: str, hits: list[Hit]) -> list[Hit]:
        if rate is None:
            raise ValueError("a spec with a cross-encoder needs `rate`")
        ratings = rate(query, texts(hits)) if hits else []
        return _best_first({hit.id: rating for hit, rating in zip(hits, ratings, strict=True)})

    return by_sentences if spec.rerank == "sentences" else by_model


def _okapi(
    passages: Sequence[CorpusPassage], terms: Sequence[list[str]], analyzer: Callable[[str], list[str]]
) -> Ranker:
    """Return a ranker of all passages by Okapi BM25 as rank-bm25 computes it (k1 1.5, b .75)."""
    if not passages:
        return _nothing
    index = BM25Okapi([found or [_NO_TERM] for found in terms])
    return lambda query: _ranked(passages, index.get_scores(analyzer(query)))


def _nothing(query: str) -> list[Hit]:  # noqa: ARG001  # a Ranker
    return []


def _ranked(passages: Sequence[CorpusPassage], scores: npt.NDArray[np.floating]) -> list[Hit]:
    return _best_first({passage.id: float(score) for passage, score in zip(passages, scores, strict=True)})


def _best_first(scores: dict[str, float]) -> list[Hit]:
    return sorted((Hit(key, score) for key, score in scores.items()), key=lambda hit: (-hit.score, hit.id))


def _plain(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())
