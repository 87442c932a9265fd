"""The slots of a question, filled by the fitted models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast, get_args

from ..types import AnswerType, Intent, Join, RecordField
from .boundaries import find_boundaries
from .meaning import embed_question
from .models import Slot, load_slot, sigmoid, softmax
from .ngrams import features_of

_SPLIT = 0.5  # least probability for a second part to begin at a place
_FURTHER = 0.5  # least probability for a question to ask for a further field in addition to the likeliest
_MOST_FIELDS = 3
_KEPT = 512  # questions whose intents are cached


@dataclass(frozen=True, slots=True)
class PartSplit:
    """The split of a question: the character at which its first part ends, and the character at which its second part
    starts.

    `follows` says whether the second part is about a "cited" work or the "same" one.
    """

    position: int
    start: int
    follows: Literal["cited", "same"]

    def divide(self, text: str) -> tuple[str, str]:
        """Return the two parts of `text`, the first without the punctuation that ends it before the second."""
        return text[: self.position].rstrip(" ,;:"), text[self.start :]


@lru_cache(maxsize=_KEPT)
def score_intents(text: str) -> dict[Intent, float]:
    """Map each intent to its probability, 0..1. The probabilities add up to 1."""
    return cast(dict[Intent, float], softmax(_score("intent", text)))


def score_intents_of_one(text: str) -> dict[Intent, float]:
    """Map each intent except "compare" to its probability, 0..1.

    For a comparison, these are the intents of what it asks of each paper.
    """
    scores = score_intents(text)
    rest = 1.0 - scores["compare"] or 1.0
    return {intent: score / rest for intent, score in scores.items() if intent != "compare"}


def find_intent(text: str) -> Intent:
    """Return the likeliest intent; the first in `Intent` wins a tie."""
    return _best_of(score_intents(text))


def find_intent_of_one(text: str) -> Intent:
    """Return the likeliest intent of what is asked of one paper, which is never "compare"; the first in `Intent` wins a
    tie."""
    return _best_of(score_intents_of_one(text))


def _best_of(scores: Mapping[Intent, float]) -> Intent:
    return max(get_args(Intent), key=lambda intent: scores.get(intent, 0.0))


def find_fields(text: str) -> tuple[RecordField, ...]:
    """Return the record fields that a question for the record asks for, likeliest first: one to _MOST_FIELDS."""
    scores = _score_fields(text)
    order = sorted(scores, key=lambda name: (-scores[name], name))[:_MOST_FIELDS]
    kept = [name for place, name in enumerate(order) if not place or scores[name] >= _FURTHER]
    return cast(tuple[RecordField, ...], tuple(kept))


def score_field(text: str) -> float:
    """Return the probability of the likeliest record field, 0..1."""
    return max(_score_fields(text).values())


def find_answer_type(text: str) -> AnswerType:
    """Return the likeliest type of answer."""
    return cast(AnswerType, _likeliest("answer_type", text))


def find_join(text: str) -> Join:
    """Return the likeliest way to join the answers of several papers."""
    return cast(Join, _likeliest("compare", text))


def find_split(text: str) -> PartSplit | None:
    """Return the likeliest split into two parts; None for a question of one part. The first place wins a tie."""
    best: tuple[float, PartSplit] | None = None
    for boundary in find_boundaries(text):
        scores = softmax(load_slot("then").score(boundary.features))
        chance = 1.0 - scores[""]
        if chance >= _SPLIT and (best is None or chance > best[0]):
            follows: Literal["cited", "same"] = "cited" if scores["cited"] >= scores["same"] else "same"
            best = chance, PartSplit(boundary.position, boundary.start, follows)
    return best[1] if best else None


def refers_back(text: str) -> bool:
    """True if a question cannot be understood without the one before it."""
    return _likeliest("context", text) == "refers"


def _score_fields(text: str) -> dict[str, float]:
    """Map each record field to its probability, 0..1. A question may ask for several fields."""
    return sigmoid(_score("fields", text))


def _likeliest(slot: Literal["answer_type", "compare", "context"], text: str) -> str:
    scores = _score(slot, text)
    return max(sorted(scores), key=scores.__getitem__)


def _score(slot: Slot, text: str) -> dict[str, float]:
    return load_slot(slot).score(features_of(text), embed_question(text))
