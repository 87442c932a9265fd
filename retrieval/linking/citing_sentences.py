"""Find the cited papers that a question describes in the words of a citing sentence of the anchor.

"The earlier model that the related work section credits with ..." is the work that the matching sentence cites.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from ...indexes.text.analysis import analyze
from ...indexes.text.term_statistics import inverse_frequencies
from ...papers.types import Mention, Paper

Encode = Callable[[Sequence[str]], npt.NDArray[np.float32]]

_ENCODED = 24  # number of sentences, the best by words, that are also compared by meaning
_MEANING = 1.0  # weight of the cosine compared with the share of the question's words, 0..1
_SHARPNESS = 9.0  # how fast the probability falls with the score; set on the development questions of benchmarks/answers.py
_LONGEST = 400  # most characters of a sentence; longer sentences are joined table rows


def rank_by_citing_sentences(
    question: str, anchor: Paper, encode: Encode | None = None
) -> dict[str, tuple[float, str]]:
    """Map the id of each paper that `anchor` cites to the probability that `question` means it, and its best citing
    sentence.

    Only papers of the cluster count. The probabilities add up to 1. The result is {} if no sentence of the anchor cites
    a paper of the cluster.
    """
    papers = {reference.key: reference.paper_id for reference in anchor.references if reference.paper_id}
    ranked = _rank_cited(question, anchor, papers, encode)
    return {paper_id: (probability, mention.sentence) for paper_id, (probability, mention) in ranked.items()}


def rank_cited_entries(
    words: str, paper: Paper, keys: Collection[str], encode: Encode | None = None
) -> dict[str, tuple[float, Mention]]:
    """Map the key of each bibliography entry to a probability and the best sentence that cites the entry.

    The probability is that `paper` cites the entry for the topic of `words`; the probabilities add up to 1. Only entries
    whose key is in `keys` are considered. The result is {} if no sentence cites any of these entries.
    """
    return _rank_cited(words, paper, {key: key for key in keys}, encode)


def _rank_cited(
    question: str, anchor: Paper, cited: Mapping[str, str], encode: Encode | None
) -> dict[str, tuple[float, Mention]]:
    """Map each value of `cited` to its probability and its best citing sentence.

    `cited` maps keys of bibliography entries to the values that are ranked. A sentence that cites several works counts
    for each of them, but slightly less.
    """
    mentions = [
        m for m in anchor.mentions if any(key in cited for key in m.keys) and len(m.sentence) <= _LONGEST
    ]
    if not mentions:
        return {}
    best: dict[str, tuple[float, Mention]] = {}
    for mention, score in zip(mentions, _scores(question, mentions, encode), strict=True):
        share = score - 0.05 * (len(mention.keys) - 1)
        for target in {cited[key] for key in mention.keys if key in cited}:
            if target not in best or share > best[target][0]:
                best[target] = (share, mention)
    top = max(score for score, _ in best.values())
    weights = {target: math.exp(_SHARPNESS * (score - top)) for target, (score, _) in best.items()}
    total = sum(weights.values())
    return {target: (weights[target] / total, best[target][1]) for target in sorted(best)}


def _scores(question: str, mentions: Sequence[Mention], encode: Encode | None) -> list[float]:
    """Return one score per mention: the share of the question's words, weighted by rarity among the sentences, plus the
    cosine.

    The cosine is added only for the best sentences by words, and only with an embedding model.
    """
    terms = set(analyze(question))
    tokens = [set(analyze(" ".join((*mention.names, mention.sentence)))) for mention in mentions]
    idf = inverse_frequencies(sorted(terms), tokens, flat=True)
    total = sum(idf.values()) or 1.0
    scores = [sum(idf[t] for t in sorted(terms & own)) / total for own in tokens]
    if encode is None:
        return scores
    order = sorted(range(len(mentions)), key=lambda i: (-scores[i], i))[:_ENCODED]
    vectors = encode([question, *(mentions[i].sentence for i in order)])
    for i, cosine in zip(order, (vectors[1:] @ vectors[0]).tolist(), strict=True):
        scores[i] += _MEANING * float(cosine)
    return scores
