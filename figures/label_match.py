"""Measure how strongly a question mentions a label: as a whole, in part, abbreviated or with OCR errors.

Texts are compared as runs of letters and runs of digits, so "Hits@10", "hits 10" and "Hits-10" are equal.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from .names import CITATION, NOTE_MARK
from .vocabulary import word_set

MAX_WORDS = 8  # longest run of tokens compared as a whole
SIMILAR = 0.84  # least difflib ratio for two long tokens to be the same word, misread or misspelled
_TOKEN = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)?")
_NO_STEM = word_set("the which what number model score and for per with")
FUNCTION_WORDS = word_set(
    "a an the of in on for at to by with and or is are was has have does do which what that this from as it its"
)
_STOP = FUNCTION_WORDS | word_set("model method table figure score scores value column row")


def tokens(text: str) -> list[str]:
    """Return the runs of letters and the numbers of a text, in lower case."""
    return _TOKEN.findall(text.lower())


def singular_tokens(text: str) -> list[str]:
    """Return the tokens of a text without a final "s", so that a plural equals its singular."""
    return [token.rstrip("s") for token in tokens(text)]


def stems(text: str) -> set[str]:
    """Return the words of a text cut to five letters, so that "parameters" equals "params".

    Words of up to two letters and common words are left out, unless there are no others; then the first word is
    returned.
    """
    words = re.findall(r"[a-z]+", text.lower())
    return {w[:5] for w in words if len(w) > 2 and w not in _NO_STEM} or set(words[:1])


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """A question prepared for comparison.

    `tokens` are its tokens, and `runs` holds every run of up to MAX_WORDS tokens joined into one string.
    """

    tokens: tuple[str, ...]
    runs: frozenset[str]

    @staticmethod
    @lru_cache(maxsize=256)
    def of(text: str) -> QuestionWords:
        """Return `text` prepared for comparison. Results are cached."""
        found = tokens(text)
        runs = {
            "".join(found[start:end])
            for start in range(len(found))
            for end in range(start + 1, min(len(found), start + MAX_WORDS) + 1)
            if not (end == start + 1 and found[start] in _STOP)
        }
        return QuestionWords(tuple(found), frozenset(runs))


def rarity(labels: Sequence[str]) -> dict[str, float]:
    """Map each token to its weight: 1 if it occurs in only one label, and less the more labels share it."""
    distinct = [set(tokens(label)) for label in dict.fromkeys(labels)]
    counts = Counter(token for label in distinct for token in label)
    total = len(distinct)
    return {
        token: math.log(1 + total / count) / math.log(1 + total) if total > 1 else 1.0
        for token, count in counts.items()
    }


def mention(label: str, wording: QuestionWords, weights: Mapping[str, float] | None = None) -> float:
    """Return 0 if the question does not mention `label`, 1 if it names it in full, and more for long labels in full.

    `weights` (from `rarity`) lower the weight of tokens that many labels share.
    """
    every = tokens(label)
    parts = [token for token in every if token not in _STOP or len(every) == 1]
    if not parts:
        return 0.0
    if "".join(parts) in wording.runs or "".join(every) in wording.runs:
        return 1.0 + 0.25 * math.log(len(parts))
    weight = {part: (weights or {}).get(part, 1.0) for part in parts}
    total = sum(weight.values())
    found = sum(share * _best(part, wording) for part, share in weight.items())
    return float(0.9 * (found / total) ** 1.5) if total else 0.0


def _best(token: str, wording: QuestionWords) -> float:
    if token in wording.tokens:
        return 0.0 if token in _STOP else 1.0
    if token[0].isdigit():
        return 0.0
    if len(token) >= 2 and token in wording.runs:
        return 0.9
    return max((_alike(token, other) for other in wording.tokens if other not in _STOP), default=0.0)


@lru_cache(maxsize=8192)
def _alike(token: str, other: str) -> float:
    """Return how likely two different tokens are the same word: inflected, shortened, misspelled or misread."""
    if other[0].isdigit():
        return 0.0
    shorter, longer = sorted((token, other), key=len)
    if longer in {shorter + "s", shorter + "es"}:
        return 1.0
    if len(shorter) >= 3 and longer.startswith(shorter):
        return 0.85 if len(shorter) <= 5 or len(longer) - len(shorter) <= 3 else 0.6
    if shorter.endswith("s") and len(shorter) >= 5 and longer.startswith(shorter[:-1]):
        return 0.85  # "params" in "parameters"
    if len(shorter) >= 5 and SequenceMatcher(None, shorter, longer).ratio() >= SIMILAR:
        return 0.8
    return 0.0


def match_names(phrase: str, labels: Sequence[str]) -> dict[int, float]:
    """Map the index of each label that `phrase` names best to a strength in 0..1.

    A label equal to the phrase has strength 1. A label at the start of the phrase counts more the longer it is.
    A label that contains the phrase counts less. Citations and footnote marks in labels are ignored.
    """
    wanted = "".join(tokens(phrase))
    found: dict[int, float] = {}
    for index, label in enumerate(labels):
        name = "".join(tokens(strip_citations(label)))
        if name and wanted and (strength := _naming(name, wanted)) > 0.5:
            found[index] = strength
    top = max(found.values(), default=0.0)
    return {index: strength for index, strength in found.items() if strength >= top - 0.02}


def _naming(name: str, wanted: str) -> float:
    if name == wanted:
        return 1.0
    if wanted.startswith(name):
        return 0.7 + 0.25 * len(name) / len(wanted)
    if name.startswith(wanted):
        return 0.6 + 0.3 * len(wanted) / len(name)
    ratio = SequenceMatcher(None, name, wanted[: len(name) + 2]).ratio()
    if len(name) >= 4 and ratio >= SIMILAR:
        return 0.9 * ratio
    return 0.55 if len(wanted) >= 4 and wanted in name else 0.0


def strip_citations(label: str) -> str:
    """Return `label` without citations and footnote marks. A label that is nothing else is returned unchanged."""
    return " ".join(NOTE_MARK.sub(" ", CITATION.sub(" ", label)).split()) or label
