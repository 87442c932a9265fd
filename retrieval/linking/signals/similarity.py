"""Compare the name with title and abstract, by BM25 and by vectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..candidate_index import CandidateIndex
from ..names import NameVariant
from .signal import Signal

TEXT = 0.15  # strength for the best candidate by BM25 of the name
# Strength for the best candidate by BM25 of the words inside the name: "AMR" and "BART" of "AMRBART".
PIECES = 0.3
DENSE = 0.02  # strength for the best candidate by vectors of the name, which only breaks ties


def find_similarity_signals(form: NameVariant, index: CandidateIndex) -> Iterator[Signal]:
    """Yield signals for the papers whose text resembles the name, with strengths proportional to the similarity."""
    text_scores = index.text_scores(form.text)
    yield from _in_proportion(index, text_scores, TEXT, "text", f"text matches {form.text}")
    dense_scores = index.dense_scores(form.text)
    yield from _in_proportion(index, dense_scores, DENSE, "dense", f"meaning is close to {form.text}")


def find_piece_signals(form: NameVariant, index: CandidateIndex, share: float) -> Iterator[Signal]:
    """Yield signals for the papers whose text has the words inside the name; `share`, 0..1, is a factor for PIECES."""
    words = index.words_inside(form.text)
    pieces = " ".join(words)
    telling = 2 * sum(map(len, words)) > len(form.key)  # "let" of "Letter" tells a reader nothing
    reason = f"text has {pieces}" if telling else f"text has parts of {form.text}"
    yield from _in_proportion(index, index.text_scores(pieces), PIECES * share, "pieces", reason)


def _in_proportion(
    index: CandidateIndex, scores: Sequence[float], belief: float, kind: str, reason: str
) -> Iterator[Signal]:
    for candidate, score in zip(index.candidates, scores, strict=True):
        if score > 0:
            yield Signal(candidate.paper.id, belief * score, kind, reason)
