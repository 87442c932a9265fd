"""Features that compare a sentence with a question: spelling, reasons, shared words and surrounding text."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from ...indexes.text.analysis import analyze
from ...papers.sentences import split_sentences
from ..verification.sentences import Sentence
from .concepts import related_terms

_CAUSE = re.compile(
    r"\b(?:because|since|due to|owing|therefore|thus|hence|so that|so as to|in order to|as a result|reason|otherwise|caus\w+|"
    r"to (?:avoid|prevent|reduce|ensure|allow|make)|which (?:makes?|allows?)|motivat\w+|attribut\w+|explain\w*|explanation)\b",
    re.IGNORECASE,
)
# The effect that is explained stands before these words, or after the comma if the words open the sentence ...
_EFFECT_BEFORE = re.compile(
    r"\b(?:because|since|due to|owing to|as a result of|in order to|so as to|so that|to (?:avoid|prevent|reduce|ensure|allow|make|"
    r"improve|encourage|increase|obtain|achieve|help|enable|capture|keep|get)|for the (?:reason|purpose)|otherwise|as this|"
    r"motivated by|attributed to|caused by|explained by|for (?:efficiency|simplicity|speed))\b",
    re.IGNORECASE,
)
# ... and after these words.
_EFFECT_AFTER = re.compile(
    r"\b(?:therefore|thus|hence|consequently|as a result,|so,|for this reason|this is why|leads? to|results? in|makes?|causes?|allows?|"
    r"enables?|helps?|explains?)\b",
    re.IGNORECASE,
)
_FEWEST_BEFORE = 2  # a cause with fewer words before it opens the sentence
_WORD = re.compile(r"[A-Za-z][\w-]+")
_ALIKE = 0.45  # least Dice coefficient of the trigrams of two words that count as spelled alike
_RELATED = 0.6  # weight of a related word; the word itself has weight 1
_RELATED_HEADING = 0.5


def is_cause(text: str) -> bool:
    """True if `text` has a word that introduces a reason or a purpose."""
    return bool(_CAUSE.search(text))


def effect_share(idf: Mapping[str, float], text: str) -> float:
    """Return the share of the question's terms in the effect that `text` explains, weighted by `idf`; 0 if it explains
    nothing.

    The effect is the part of the text whose cause or purpose another part gives. The best effect counts if there are
    several.
    """
    effects = [text[match.end() :] for match in _EFFECT_AFTER.finditer(text)]
    for match in _EFFECT_BEFORE.finditer(text):
        opens = len(text[: match.start()].split()) < _FEWEST_BEFORE
        effects.append(text[match.end() :].partition(",")[2] if opens else text[: match.start()])
    return max((share_of(idf, word_terms(effect)) for effect in effects), default=0.0)


def spelling_similarity(words: Sequence[str], text: str) -> float:
    """Return the mean, over `words`, of the spelling similarity to the most similar word of `text`.

    The similarity is the Dice coefficient of the trigrams of two words, or 0 if they are not alike: "misspelled" is
    close to "spell-checker".
    """
    if not words:
        return 0.0
    own = _word_trigrams(text)
    total = 0.0
    for word in words:
        asked = _trigrams(word)
        best = max((2 * len(asked & other) / (len(asked) + len(other)) for other in own), default=0.0)
        total += best if best >= _ALIKE else 0.0
    return total / len(words)


def focus_words(question: str, focus: Collection[str]) -> list[str]:
    """Return the words of `question` that contain a term of `focus`, in lower case and in their order."""
    return [word.casefold() for word in _WORD.findall(question) if not word_terms(word).isdisjoint(focus)]


def share_of(idf: Mapping[str, float], own: Collection[str], related: float = _RELATED) -> float:
    """Return the share of the terms of `idf` that are in `own`, weighted by `idf`; a term with only a related word in
    `own` counts `related`."""
    total = sum(idf.values()) or 1.0
    present = set(own)
    return (
        sum(
            weight * (1.0 if term in present else related if related_terms(term) & present else 0.0)
            for term, weight in idf.items()
        )
        / total
    )


def heading_share(idf: Mapping[str, float], section: str) -> float:
    """Return the share of the terms of `idf` in the headings of a section, weighted by `idf`."""
    return share_of(idf, word_terms(section), _RELATED_HEADING)


def window_shares(idf: Mapping[str, float], sentence: Sentence) -> tuple[float, float]:
    """Return the share of the terms of `idf` in two windows of the passage: `sentence` with one neighbor on either
    side, and with two.

    Both are 0 if the sentence is not in its passage.
    """
    sentences = _passage_sentences(sentence.chunk.text)
    if sentence.text not in sentences:
        return 0.0, 0.0
    place = sentences.index(sentence.text)
    one, two = (
        share_of(
            idf, [t for text in sentences[max(0, place - size) : place + size + 1] for t in word_terms(text)]
        )
        for size in (1, 2)
    )
    return one, two


@lru_cache(maxsize=256)
def _passage_sentences(text: str) -> list[str]:
    return [sentence for paragraph in text.split("\n") for sentence in split_sentences(paragraph)]


@lru_cache(maxsize=65536)
def word_terms(text: str) -> frozenset[str]:
    """Return the terms of a word or a short text."""
    return frozenset(analyze(text))


@lru_cache(maxsize=2048)  # the sentences of a small cluster, which most questions consider again
def _word_trigrams(text: str) -> tuple[frozenset[str], ...]:
    return tuple(_trigrams(word) for word in {word.casefold() for word in _WORD.findall(text)})


@lru_cache(maxsize=65536)
def _trigrams(word: str) -> frozenset[str]:
    marked = f"^{word}$"
    return frozenset(marked[i : i + 3] for i in range(len(marked) - 2))


def phrase_share(words: Sequence[str], text: str) -> float:
    """Return the share of the pairs of adjacent `words` that are at most three words apart in `text`."""
    pairs = list(pairwise(words))
    if not pairs:
        return 0.0
    places: dict[str, list[int]] = {}
    for place, word in enumerate(text.split()):
        for term in word_terms(word):
            places.setdefault(term, []).append(place)
    near = 0
    for first, second in pairs:
        one = [i for term in word_terms(first) for i in places.get(term, ())]
        other = [i for term in word_terms(second) for i in places.get(term, ())]
        near += any(abs(i - j) <= 3 for i in one for j in other)
    return near / len(pairs)
