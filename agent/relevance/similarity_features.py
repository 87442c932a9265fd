"""Features of a sentence by its meaning: cosines between the question's vector and the vectors of the sentence and its
neighbors."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from ..verification.sentences import Sentence

Matrix = npt.NDArray[np.float64]
Encode = Callable[[Sequence[str]], npt.NDArray[np.float32]]
_LEANS = re.compile(
    r"(?:it|its|they|their|this|these|that|those|such|he|she|here|both|we|our)\b", re.IGNORECASE
)


def neighbors(sentences: Sequence[Sentence], place: int) -> list[int]:
    """Return the indices of the sentences right before and after the sentence at `place`, if they are in the same
    passage."""
    same = [i for i in (place - 1, place + 1) if 0 <= i < len(sentences)]
    return [i for i in same if sentences[i].chunk.id == sentences[place].chunk.id]


def add_similarity(
    wordings: tuple[str, str],
    sentences: Sequence[Sentence],
    column: Mapping[str, Matrix],
    encode: Encode,
) -> None:
    """Fill the similarity features of all sentences into `column`, which maps the name of a feature to its column.

    `wordings` holds the question and its focus. The features are the cosines of both with each sentence, of the
    question with a sentence and its neighbors, and of the question with the most similar sentence of the passage.
    """
    encoded = encode([*wordings, *(sentence.text for sentence in sentences)]).astype(np.float64)
    asked, focus = encoded[: len(wordings)]
    vectors = encoded[len(wordings) :]
    similarity, focused = vectors @ asked, vectors @ focus
    best: dict[str, float] = {}
    for sentence, cosine in zip(sentences, similarity.tolist(), strict=True):
        best[sentence.chunk.id] = max(best.get(sentence.chunk.id, -1.0), cosine)
    for place, sentence in enumerate(sentences):
        near = neighbors(sentences, place)
        before = [float(_cosine(vectors[i] + vectors[place], asked)) for i in near if i < place]
        after = [float(_cosine(vectors[i] + vectors[place], asked)) for i in near if i > place]
        own = float(similarity[place])
        column["window_before"][place] = max(before, default=own)
        column["window_after"][place] = max(after, default=own)
        leans = before and _LEANS.match(sentence.text)
        column["similarity_context"][place] = max(own, before[0]) if leans else own
        column["near_similarity"][place] = max((float(similarity[i]) for i in near), default=0.0)
        column["passage_similarity"][place] = best[sentence.chunk.id]
    column["similarity"][:], column["focus_similarity"][:] = similarity, focused
    column["similarity_z"][:], column["focus_z"][:] = _standardized(similarity), _standardized(focused)
    column["similarity_gap"][:] = similarity - similarity.max()


def _standardized(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the distance of each value from the mean, in units of four standard deviations."""
    return np.asarray((values - values.mean()) / (float(values.std()) or 1.0) / 4)


def _cosine(vector: npt.NDArray[np.float64], unit: npt.NDArray[np.float64]) -> float:
    return float(vector @ unit / max(float(np.linalg.norm(vector)), 1e-9))
