"""Find the sentence of a paper that a text refers to, by words and by meaning, without human labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25Okapi

from ..agent.session import Session
from ..indexes.text.analysis import analyze
from ..indexes.text.chunking import chunk_sentences
from ..retrieval.fusion import fuse_standardized

Scores = Sequence[float]
SentenceEncoder = Callable[[Sequence[str]], npt.NDArray[np.float32]]
_SHORTEST = 6  # least number of words of a sentence that may be found
# Least score of a label by words and meaning: standard deviations above the average sentence of the paper.
_DISTINCT = 2.0
_NEGATIVES = 4
_TOO_CLOSE = 3  # this many first sentences of each ranking may be right as well, so they are no negatives


class PassageLabels:
    """Ranks the sentences of the cluster's papers by BM25 and by the vectors of the cluster.

    Citation-informed training needs labels (compare Cohan et al., "SPECTER", ACL 2020, which pairs whole papers). Here
    they are guessed for sentences: the label is the sentence whose combined score stands out. A model fitted to such
    labels learns from words what its vectors miss, and from vectors what words miss.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._papers: dict[str, _RankedSentences] = {}

    def find_sentence(self, paper_id: str, text: str) -> tuple[str, tuple[str, ...]] | None:
        """Return the sentence of the paper that `text` refers to, and sentences that it does not refer to; None if none
        stands out.
        """
        sentences = self._sentences_of(paper_id)
        words, meaning = sentences.compare(text)
        if not len(words):
            return None
        scores = fuse_standardized([(0.5, words), (0.5, meaning)])
        best = int(np.argmax(scores))
        if scores[best] < _DISTINCT:
            return None
        return sentences.texts[best], sentences.negatives((words, meaning), sentences.texts[best])

    def find_negatives(self, paper_id: str, text: str, positive: str) -> tuple[str, ...]:
        """Return up to four sentences of the paper that resemble `text`, without `positive` and sentences that may be
        right as well.
        """
        sentences = self._sentences_of(paper_id)
        return sentences.negatives(sentences.compare(text), positive)

    def _sentences_of(self, paper_id: str) -> _RankedSentences:
        if paper_id not in self._papers:
            chunks = self._session.index.chunks(paper_id)
            found = dict.fromkeys(s for chunk in chunks for s in chunk_sentences(chunk))
            texts = [text for text in found if len(text.split()) >= _SHORTEST]
            self._papers[paper_id] = _RankedSentences(
                texts, partial(self._session.index.encode, papers=(paper_id,))
            )
        return self._papers[paper_id]


class _RankedSentences:
    def __init__(self, texts: Sequence[str], encode: SentenceEncoder) -> None:
        self.texts = list(texts)
        self._encode = encode
        self._bm25 = BM25Okapi([analyze(text) or [""] for text in texts]) if texts else None
        self._vectors = encode(self.texts) if texts else np.zeros((0, 1), np.float32)

    def compare(self, text: str) -> tuple[Scores, Scores]:
        """Return the BM25 score and the cosine similarity of each sentence with `text`."""
        if self._bm25 is None:
            return (), ()
        return self._bm25.get_scores(analyze(text)), self._vectors @ self._encode([text])[0]

    def negatives(self, compared: tuple[Scores, Scores], positive: str) -> tuple[str, ...]:
        """Take sentences alternately from both rankings, best first, without the first three of each; ties keep the
        text's order.
        """
        chosen: dict[str, None] = {}
        rankings = [np.argsort(-np.asarray(scores), kind="stable") for scores in compared]
        near = {int(n) for ranking in rankings for n in ranking[:_TOO_CLOSE]}
        for places in zip(*(ranking[_TOO_CLOSE:] for ranking in rankings), strict=True):
            for place in places:
                if int(place) not in near and self.texts[place] != positive:
                    chosen[self.texts[place]] = None
            if len(chosen) >= _NEGATIVES:
                break
        return tuple(chosen)[:_NEGATIVES]
