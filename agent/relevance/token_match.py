"""Late interaction: each word of a question beside the most similar word of a sentence, both in their context.

The sum of such maxima ("MaxSim") is the score of ColBERT (Khattab & Zaharia, SIGIR 2020). The tokens here are those of the
sentence encoder, untrained for this, so several layers are given and a ranker weighs them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...indexes.text.analysis import analyse
from .asked_for import attribute_terms
from .question_terms import GENERIC

if TYPE_CHECKING:
    from ...indexes.embedding.bert import TokenVectors

LAYERS = (2, 4, 5, 6)
ATTRIBUTE = "attribute_match"
NAMES = (
    *(f"{name}_{layer}" for layer in LAYERS for name in ("focus_match", "focus_match_gain", "match_gain")),
    ATTRIBUTE,
)
_ATTRIBUTE_LAYER = 5  # of layers 2, 4, 5 and 6 the one by which the gate errs least on other papers
_GAIN = 4.0  # brings gains to about -1..1
_COMMON = 0.05  # least weight of a word that every sentence matches

Matrix = npt.NDArray[np.float64]
EncodeTokens = Callable[[Sequence[str], Sequence[int]], Sequence["TokenVectors"]]


@dataclass(frozen=True, slots=True)
class TokenMatches:
    """The words of a question, and `best`, (texts, layers, words): the mean, over the pieces of a word, of the best cosine
    with a piece of the text; `attribute`: the terms of the noun phrase that the question asks for."""

    words: tuple[str, ...]
    best: Matrix
    attribute: frozenset[str] = frozenset()


def compare_tokens(question: str, texts: Sequence[str], encode: EncodeTokens) -> TokenMatches | None:
    """The words of `question` beside `texts`; None where `encode` gives nothing."""
    encoded = encode([question, *texts], LAYERS)
    if not encoded or not encoded[0].words or not texts:
        return None
    asked, *vectors = encoded
    best = np.stack([_best_matches(asked, each) for each in vectors])
    return TokenMatches(asked.words, best, attribute_terms(question))


def describe_matches(matches: TokenMatches, named: AbstractSet[str]) -> Matrix:
    """(texts, len(NAMES)): for each layer the mean match of the words of the question's focus, the same as a gain over the
    mean of all texts, words weighted by how seldom they are matched, and that gain over all words; last the mean match of the
    words of the attribute, or of the focus where there are none.

    The focus leaves out generic words and the terms `named`, by which the question names its paper; so does the attribute.
    """
    weights = _word_weights(matches.words, named)
    columns = []
    for layer in range(len(LAYERS)):
        each = matches.best[:, layer]
        mean = each.mean(axis=0)
        rarity = np.clip(1 - mean, _COMMON, 1.0)
        gain = each - mean
        columns += [
            each @ weights / weights.sum(),
            gain @ (weights * rarity) / (weights * rarity).sum() * _GAIN,
            gain @ rarity / len(rarity) * _GAIN,
        ]
    attribute = np.array(
        [not (matches.attribute - named).isdisjoint(analyse(word)) for word in matches.words]
    )
    asked = attribute if attribute.any() else weights > 0
    columns.append(matches.best[:, LAYERS.index(_ATTRIBUTE_LAYER), asked].mean(axis=1))
    return np.stack(columns, axis=1)


def _best_matches(asked: TokenVectors, text: TokenVectors) -> Matrix:
    best = (asked.vectors @ text.vectors.transpose(0, 2, 1)).max(axis=2, initial=0.0)
    starts = np.array(asked.starts)
    sums = np.add.reduceat(best, starts, axis=1)
    return np.asarray(sums / np.diff([*starts, best.shape[1]]), np.float64)


def _word_weights(words: Sequence[str], named: Collection[str]) -> Matrix:
    """1 for each word of the focus, else 0; where there is none, 1 for all with a term, or for all."""
    terms = [analyse(word) for word in words]
    focus = np.array([float(any(t not in GENERIC and t not in named for t in each)) for each in terms])
    if focus.any():
        return focus
    known = np.array([float(bool(each)) for each in terms])
    return known if known.any() else np.ones(len(words))
