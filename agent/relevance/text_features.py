"""Features of the text of a sentence beside a question: spelling, lists, reasons, what is counted, the text around."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from ...indexes.text.analysis import analyse
from ...papers.sentences import split_sentences
from ..verification.sentences import Sentence
from .concepts import related_terms
from .question_type import NUMBER_WORD, POINTERS

_CAUSE = re.compile(
    r"\b(?:because|since|due to|owing|therefore|thus|hence|so that|so as to|in order to|as a result|reason|otherwise|caus\w+|"
    r"to (?:avoid|prevent|reduce|ensure|allow|make)|which (?:makes?|allows?)|motivat\w+|attribut\w+|explain\w*|explanation)\b",
    re.IGNORECASE,
)
# What is explained comes before these words, or after the comma where they open the sentence ...
_EFFECT_BEFORE = re.compile(
    r"\b(?:because|since|due to|owing to|as a result of|in order to|so as to|so that|to (?:avoid|prevent|reduce|ensure|allow|make|"
    r"improve|encourage|increase|obtain|achieve|help|enable|capture|keep|get)|for the (?:reason|purpose)|otherwise|as this|"
    r"motivated by|attributed to|caused by|explained by|for (?:efficiency|simplicity|speed))\b",
    re.IGNORECASE,
)
# ... and after these.
_EFFECT_AFTER = re.compile(
    r"\b(?:therefore|thus|hence|consequently|as a result,|so,|for this reason|this is why|leads? to|results? in|makes?|causes?|allows?|"
    r"enables?|helps?|explains?)\b",
    re.IGNORECASE,
)
_FEWEST_BEFORE = 2  # words before a cause, or it opens the sentence
_ASKS_FOR_LIST = re.compile(
    r"\b(?:list|which (?:two|three|four|five|\w+s)|what (?:kinds?|types?|are|\w+s)|two|three|four|five)\b",
    re.IGNORECASE,
)
_LIST = re.compile(r"[^,;]{2,40}[,;] [^,;]{2,40}(?:[,;] ?(?:and|or)? [^,;]{2,40}| (?:and|or) \w)")
_COUNTED = re.compile(
    r"\bhow many ((?:[\w'/-]+ ){0,4}[\w'/-]+)|\bnumber of ((?:[\w'/-]+ ){0,3}[\w'/-]+)"
    r"|\b(?:size|dimension\w*|length|width|rate|amount|share|proportion|count) of (?:the |its |their |each )?"
    r"((?:[\w'/-]+ ){0,3}[\w'/-]+)",
    re.IGNORECASE,
)
# Words that end the name of what is counted: "how many layers does ...".
_AFTER_NOUN = frozenset(
    "do does did is are was were have has had can could the a an of in on for to by with at and or from".split()
)
_WORD = re.compile(r"[A-Za-z][\w-]+")
_ALIKE = 0.45  # Dice coefficient of trigrams from which two words count as spelled alike
_AFTER, _BEFORE = 3, 6  # words between a number and what it counts
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_FEW = frozenset("one single both half zero no".split())
# A year is no count: "in 2004 systems", "of the 2004 task", "the ACE 2004 data"; "the top 2000 words" has one.
_YEAR = re.compile(r"(?:19|20)\d\d")
_BEFORE_YEAR = frozenset("in since by until from during the of".split())
_COUNT_BEFORE = 0.6  # degree where the noun comes first ("layers: 6")
_RELATED = 0.6  # what a related word counts for, of the word itself
_RELATED_HEADING = 0.5


def is_cause(text: str) -> bool:
    """True if `text` has a word that introduces a reason or a purpose."""
    return bool(_CAUSE.search(text))


def effect_share(idf: Mapping[str, float], text: str) -> float:
    """Share of the weight of the terms of `idf` in the part of `text` that some other part gives the cause or the purpose of."""
    effects = [text[match.end() :] for match in _EFFECT_AFTER.finditer(text)]
    for match in _EFFECT_BEFORE.finditer(text):
        opens = len(text[: match.start()].split()) < _FEWEST_BEFORE
        effects.append(text[match.end() :].partition(",")[2] if opens else text[: match.start()])
    return max((share_of(idf, word_terms(effect)) for effect in effects), default=0.0)


def asks_for_list(question: str) -> bool:
    """True if `question` may ask for several things."""
    return bool(_ASKS_FOR_LIST.search(question))


def has_list(text: str) -> bool:
    """True if `text` names several things between commas."""
    return bool(_LIST.search(text))


def counted_terms(question: str) -> frozenset[str]:
    """Terms, with related ones, of what the question counts or measures: of "layers" in "how many layers does ..."."""
    match = _COUNTED.search(question)
    if not match:
        return frozenset()
    noun = _noun(next(group for group in match.groups() if group))[-2:]
    return frozenset(other for word in noun for term in word_terms(word) for other in related_terms(term))


def _noun(text: str) -> list[str]:
    words = text.split()
    end = next((i for i, word in enumerate(words) if word.casefold() in _AFTER_NOUN), len(words))
    return words[:end]


def count_degree(question: str, counted: Collection[str], text: str) -> float:
    """1 if `text` has a number right before one of the terms `counted`, less if it has one soon after, else 0; numbers
    of the question do not count."""
    if not counted:
        return 0.0
    words = POINTERS.sub(" ", text).split()
    nouns = [i for i, word in enumerate(words) if not word_terms(word).isdisjoint(counted)]
    numbers = [i for i, word in enumerate(words) if _is_number(word) and word not in question]
    distances = [noun - number for number in numbers for noun in nouns]
    if any(0 <= distance <= _AFTER for distance in distances):
        return 1.0
    return _COUNT_BEFORE if any(-_BEFORE <= distance < 0 for distance in distances) else 0.0


def gives_count(question: str, text: str) -> bool:
    """True if `text` has a number right before what `question` counts, also "one" or "both" and one that might be a year."""
    counted, words = counted_terms(question), _BRACKETS.sub(" ", text).split()
    nouns = [i for i, word in enumerate(words) if not word_terms(word).isdisjoint(counted)]
    asked = set(question.split())
    numbers = [i for i, word in enumerate(words) if _counts(words, i) and (word in _FEW or word not in asked)]
    return any(0 < noun - number <= _AFTER for number in numbers for noun in nouns)


def _counts(words: Sequence[str], place: int) -> bool:
    """True if the word at `place` is a number, or "one" but not "one of", and surely no year."""
    word, before = words[place], words[place - 1] if place else ""
    if word in _FEW:
        return words[place + 1 : place + 2] != ["of"]
    if _YEAR.fullmatch(word) and (before.casefold() in _BEFORE_YEAR or before[:1].isupper()):
        return False
    return _is_number(word) and word[-1:].isalnum()


def spelling_similarity(words: Sequence[str], text: str) -> float:
    """Mean over `words` of the Dice coefficient of the trigrams of the most similar word of `text`: "misspelled" is close
    to "spell-checker"; 0 for a word without a similar one."""
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
    """The words of `question` that have a term of `focus`, in lower case."""
    return [word.casefold() for word in _WORD.findall(question) if not word_terms(word).isdisjoint(focus)]


def share_of(idf: Mapping[str, float], own: Collection[str], related: float = _RELATED) -> float:
    """Share of the weight of the terms of `idf` in `own`, a related word counting `related` of the word itself."""
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
    """The same for the headings of a section."""
    return share_of(idf, word_terms(section), _RELATED_HEADING)


def window_shares(idf: Mapping[str, float], sentence: Sentence) -> tuple[float, float]:
    """The same for `sentence` with one, and with two, of its neighbours in its passage on either side."""
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
    """The terms of a word or a short text."""
    return frozenset(analyse(text))


@lru_cache(maxsize=2048)  # the sentences of a small cluster, which most questions consider again
def _word_trigrams(text: str) -> tuple[frozenset[str], ...]:
    return tuple(_trigrams(word) for word in {word.casefold() for word in _WORD.findall(text)})


@lru_cache(maxsize=65536)
def _trigrams(word: str) -> frozenset[str]:
    marked = f"^{word}$"
    return frozenset(marked[i : i + 3] for i in range(len(marked) - 2))


def _is_number(word: str) -> bool:
    return any(c.isdigit() for c in word) or bool(NUMBER_WORD.fullmatch(word.strip(".,()")))
