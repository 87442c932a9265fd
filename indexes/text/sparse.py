"""BM25 as sparse vectors: the document weights are computed here, the inverse document frequency in the engine.

score(query, document) = sum over shared terms of idf(term) * weight(term, document), with Robertson & Zaragoza's
weight tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / average)) ("The Probabilistic Relevance Framework", 2009).
`average` is a constant, so that a chunk's vector depends on the chunk alone. Chunks have about the same length, and a
wrong constant only changes how strongly the remaining differences of length count. The engine's idf is ln(1 + (N - n
+ .5) / (n + .5)).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from ...papers.sentences import split_sentences
from .analysis import analyze

K1, B = 1.2, 0.75  # the defaults of Robertson & Zaragoza and of most search engines
_AVERAGE = 100.0  # terms in a chunk of the default size, without stop words


@dataclass(frozen=True, slots=True)
class SparseVector:
    """A sparse vector: ascending `indices` (unsigned 32 bits) and their `values`."""

    indices: tuple[int, ...]
    values: tuple[float, ...]


def document_vector(text: str) -> SparseVector:
    """Return the BM25 weights of the terms of a passage. The vector of a text without terms is empty."""
    counts = Counter(analyze(text))
    norm = _norm(counts)
    return _vector({term: count * (K1 + 1) / (count + norm) for term, count in counts.items()})


def query_vector(text: str) -> SparseVector:
    """Return the frequencies of the terms of a question."""
    return _vector(Counter(analyze(text)))


def best_sentence_weight(query: str, text: str) -> float:
    """Return the largest BM25 weight of a sentence of `text` for `query`, with all inverse document frequencies set
    to 1.

    Among passages that were found for a query, rare terms of the collection are no longer rare.
    """
    terms = Counter(analyze(query))
    return max((_overlap(terms, sentence) for sentence in _sentence_terms(text)), default=0.0)


@lru_cache(maxsize=512)  # the passages of a small cluster, which most questions use again
def _sentence_terms(text: str) -> tuple[Counter[str], ...]:
    sentences = (sentence for line in text.split("\n") for sentence in split_sentences(line))
    return tuple(Counter(analyze(sentence)) for sentence in sentences)


def _overlap(query: Counter[str], document: Counter[str]) -> float:
    norm = _norm(document)
    shared = query.keys() & document.keys()
    return sum(query[term] * document[term] * (K1 + 1) / (document[term] + norm) for term in sorted(shared))


def _norm(counts: Counter[str]) -> float:
    return K1 * (1 - B + B * counts.total() / _AVERAGE)


def _vector(weights: Counter[str] | dict[str, float]) -> SparseVector:
    values: dict[int, float] = {}
    for term, weight in weights.items():
        index = _index(term)
        values[index] = values.get(index, 0.0) + weight
    indices = tuple(sorted(values))
    return SparseVector(indices, tuple(values[index] for index in indices))


def _index(term: str) -> int:
    """Return 32 bits of a hash of `term`, which is the same in every process.

    In 29 of 100 cases, two of 50,000 terms share an index.
    """
    return int.from_bytes(blake2b(term.encode("utf-8"), digest_size=4).digest(), "big")
