"""The thing that a question asks for, as far as its wording gives it: a noun phrase behind "which", or a unit; and texts that have it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from ...indexes.text.analysis import analyse
from .concepts import related_terms
from .question_terms import GENERIC
from .question_type import POINTERS
from .text_features import word_terms

_AUXILIARY = (
    r"(?:is|are|was|were|be|been|does|do|did|has|have|had|can|could|will|would|should|must|may|might)"
)
_ARTICLES = r"(?:(?:the|an?|its|their|this|each|any|exact|actual|overall|total)\s+)*"
# A noun phrase: up to five words before a verb, a preposition or an article.
_PHRASE = (
    rf"((?:(?!(?:{_AUXILIARY}|of|in|on|for|to|by|with|at|from|when|if|that|which|they|it|than|per|during|used?|uses|report\w*|"
    r"reach\w*|require\w*|need\w*|the|an?)\b)[\w'/.-]+\s*){1,5})"
)
_ATTRIBUTES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:what|which)\s+{_AUXILIARY}\s+{_ARTICLES}{_PHRASE}",
        rf"\b(?:what|which|whose|how many|how much|name|list|give|state)\s+{_ARTICLES}{_PHRASE}",
        rf"\b(?:the|of)\s+{_PHRASE}\bof\b",
    )
)
_WH = re.compile(
    r"\b(?:which|what|whose|name|list|how many)\s+((?:(?!(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|"
    r"must|may|might|of|in|on|for|to|by|with|at|from|when|if|that|the|they|it|an?)\b)[\w'/.-]+\s*){1,5})",
    re.IGNORECASE,
)
# Words for what a table of results holds, though it may not say so, and for the dimension of a quantity, which others share.
_UNSPECIFIC = frozenset(
    analyse(
        "accuracy acc accurate f f1 f-score f-measure v-measure f1-score measure score precision recall result performance percent percentage share fraction proportion point "
        "pts unit value gain improvement difference increase decrease lower higher better worse remain error rate ratio "
        "correlation average mean macro micro overall exact match em set perplexity ppl variant version configuration setup ceiling "
        "size number dimension dimensionality length width depth probability count amount norm"
    )
)
# Words for what is measured, which an answer need not repeat: "77% of the corpus" has no "percentage".
_MEASURES = frozenset(
    analyse(
        "percent percentage share fraction proportion part amount size number sort kind type happen long large big difference many"
    )
)
NO_ATTRIBUTE = 0.65  # share where a question asks for nothing that a sentence could have
# Results, which a table prints without a unit: "95.20" under the name of a data set.
_RESULTS = re.compile(r"\b(?:accura\w+|precision|recall|rate)\b", re.IGNORECASE)
_NAME = re.compile(r"(?:[A-Z][\w+-]*[A-Z0-9+#][\w+-]*|[A-Z][a-z][\w-]+|[a-z]+[A-Z0-9][\w-]*)")
_NEAR = 5  # words between a noun and its name
_NUMBER = r"(?:\d[\d,.]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|hundred))[\s-]*"
# Wordings of questions for a quantity, and the units that an answer has behind, or the signs before, its number.
_UNITS = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(unit, re.IGNORECASE))
    for asked, unit in (
        (
            r"\bhow (?:long|quick\w*|fast)\b|\b(?:duration|time|hours|days|weeks|months|years|age|period)\b",
            rf"{_NUMBER}(?:\w+ )?(?:h\b|hrs?|hours?|min\b|minutes?|sec\b|seconds?|s\b|ms\b|days?|weeks?|months?|years?)",
        ),
        (
            r"\b(?:share|fraction|proportion|percent\w*|rate|accura\w+|how often|precision|recall|probability|part(?![- ]of[- ]speech))\b",
            rf"{_NUMBER}(?:%|percent|per cent)|(?<!\d)0?\.\d+",
        ),
        (r"\b(?:memory|disk|storage|ram)\b", rf"{_NUMBER}(?:[kmgt]i?b\b|gigabytes?|megabytes?)"),
        (r"\b(?:pay|paid|cost|price|fee|money|dollars?|euros?)\b", rf"[$€£¥]\s?\d|{_NUMBER}(?:dollars?|euros?|usd|cents?)\b"),
        (
            r"\b(?:complexity|running time|order of)\b",
            r"\bO ?\(|\b(?:linear|quadratic|cubic|exponential|polynomial|logarithmic)\b",
        ),
    )
)  # fmt: skip


def asked_attribute(question: str) -> tuple[str, ...]:
    """The words of the noun phrase that the question asks for: "learning", "rate" of "What is the learning rate of ..."; () where
    none has a meaning of its own."""
    for pattern in _ATTRIBUTES:
        if match := pattern.search(question):
            words = tuple(word.removesuffix("'s") for word in match[1].split())
            if any(not word_terms(word) <= GENERIC for word in words):
                return words
    return ()


def attribute_terms(question: str) -> frozenset[str]:
    """Terms of the noun phrase that the question asks for, without generic ones."""
    return frozenset(term for word in asked_attribute(question) for term in word_terms(word)) - GENERIC


def attribute_share(asked: Collection[str], own: Collection[str]) -> float:
    """Share of the terms `asked`, those of what the question asks for, in `own`; `NO_ATTRIBUTE` where none names a thing."""
    things = [term for term in asked if term not in _MEASURES]
    return sum(term in own for term in things) / len(things) if things else NO_ATTRIBUTE


def lacks_attribute(question: str, terms: Collection[str]) -> bool:
    """True if `terms`, those of a table or quote, have less than half of what `question` asks for, or of words for it: "batch" of
    a batch size. The measure and the dimension are left out, since a table of results may not name the one and other quantities
    have the other."""
    asked = attribute_terms(question) - _UNSPECIFIC
    known = [term for term in asked if not {term, *related_terms(term)}.isdisjoint(terms)]
    return 2 * len(known) < len(asked)


def asked_noun(question: str) -> tuple[str, ...]:
    """The last two words of the noun phrase behind "which", "what" or the like, in lower case: "programming", "language"."""
    match = _WH.search(question)
    return tuple(word.casefold().removesuffix("'s") for word in match[1].split()[-2:]) if match else ()


def asked_noun_terms(question: str) -> frozenset[str]:
    """Terms, with related ones, of the noun that the question asks for."""
    return frozenset(
        other for word in asked_noun(question) for term in word_terms(word) for other in related_terms(term)
    )


def name_degree(question: str, noun: Collection[str], text: str) -> float:
    """1 if a name that is not in the question is near one of the terms `noun`, less by distance, 0 if beyond five words."""
    if not noun:
        return 0.0
    asked = set(analyse(question))
    words = text.split()
    names = [
        i
        for i, word in enumerate(words)
        if i and _NAME.search(word) and not word_terms(word) <= asked
    ]  # fmt: skip
    nouns = [i for i, word in enumerate(words) if not word_terms(word).isdisjoint(noun)]
    distance = min((abs(i - j) for i in names for j in nouns), default=_NEAR + 1)
    return max(0.0, 1.0 - distance / (_NEAR + 1))


def unit_degree(question: str, text: str) -> float:
    """1 if `text` has a quantity in a unit that the question asks for, -1 if it has none, 0 if the question asks for no unit."""
    units = _asked_units(question)
    if not units:
        return 0.0
    plain = POINTERS.sub(" ", text)
    return 1.0 if any(unit.search(plain) for _, unit in units) else -1.0


def lacks_unit(question: str, names: str, text: str) -> bool:
    """True if the question asks for a quantity in some unit, "how long", which neither `names`, those of a table's cells and its
    caption, nor the `text` of the cells has. Results need no unit in a table."""
    units = _asked_units(_RESULTS.sub(" ", question))
    if not _RESULTS.search(question):
        names = _RESULTS.sub(" ", names)  # "what part" is in no table of accuracies
    return bool(units) and not any(asked.search(names) or unit.search(text) for asked, unit in units)


def _asked_units(question: str) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """The wordings of quantities that the question has, each with the pattern of its units."""
    return [(asked, unit) for asked, unit in _UNITS if asked.search(question)]


def phrase_share(words: Sequence[str], text: str) -> float:
    """The share of the neighbouring pairs of `words` that are within three words of one another in `text`."""
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
