"""Matches of a question with the names of the rows and columns of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np

from ....figures.label_match import QuestionWords, mention, tokens
from ....figures.vocabulary import CARDINALS
from ....indexes.cluster_index import Vectors
from ....indexes.text.analysis import STOP_WORDS, analyze
from ....indexes.text.term_statistics import inverse_frequencies
from ....papers.captions import FIGURE_LABEL
from ...relevance.concepts import related_terms
from ...relevance.question_terms import GENERIC
from .aliases import Aliases

_RELATED = 0.4  # weight of a related word, relative to the word itself
_CLOSE = 0.85  # least share of the best score for another entry to be meant as well
_FEWEST_INITIALS = 2  # letters of the shortest abbreviation
# Weight of a common beginning, and its least length: "sudoku" of "sudoku2x3", and "bio" for "biomedical".
_BEGINS, _PREFIX, _SHORT_PREFIX = 0.6, 5, 3
_ABBREVIATES = 0.8  # weight of an abbreviation
# Weight of a name's longer form, and the share or the number of its words that a question must have. A caption may
# define a name by a whole sentence.
_LONG_FORM, _HALF, _WORDS_OF_LONG_FORM = 0.9, 0.5, 2
# Words and punctuation between the things that a question compares or lists.
_BETWEEN = re.compile(
    r"\b(?:than|against|versus|vs\.?|compared (?:to|with)|next to|ahead of|behind|or|and|with and without|beats?)(?!\w)|[,;:]",
    re.IGNORECASE,
)
# "how far behind A is B"
_HOW_FAR = re.compile(r"\bhow (?:far|much|many)\b[^?]*\b(?:behind|ahead|above|below|than)\b", re.IGNORECASE)
_BETWEEN_AND_VERB = re.compile(rf"{_BETWEEN.pattern}|\b(?:is|are|was|were|does|did)\b", re.IGNORECASE)
_OURS = re.compile(r"\b(?:ours?|this (?:work|paper))\b", re.IGNORECASE)
_MOST_OWN, _LONG_NAME = 2, 4
WHOLE_NAME = 0.85  # least share for a name to be meant as a whole
_OWN_SHARE = 0.5  # least share of an entry's best possible score for a part of the question to name it
_IN_FULL, _MOST_NAMED = (
    1.0,
    4,
)  # least strength of a mention in full; most entries that a question names in full
_TABLE_WORDS = frozenset(analyze("table row column cell line entry paper according"))
_HYPHENATED = re.compile(r"[^\W_]+(?:-[^\W_]+)+")
# "which one", "the two" and the like are left out: they count the entries themselves.
_NUMBER_WORD = re.compile(
    rf"(?<!\bwhich )(?<!\bthe )(?<!\bthese )(?<!\bthose )(?<!\bthis )(?<!\bthat )\b({'|'.join(CARDINALS)})(?= (?!of\b)[a-z])",
    re.IGNORECASE,
)
_CAPITALS = re.compile(r"\b[A-Z]{2,}\b")
_POSSESSIVE = re.compile(r"(?<=\w)['’]s\b")
# A word shortened with a period: "Yelp F." for "Yelp full", but not the initial of "J. Ek".
_SHORTENED = re.compile(r"((?<=\s)[A-Za-z]|\b[A-Za-z]{2,4})\.(?=\s|$)")
_SIGN = re.compile(r"#\S{0,3}/\S{1,3}|\|\w{1,3}\|")  # "#w/d", "|Q|"
_NUMBERED = re.compile(r"[a-z]{2,}\d+")


@dataclass(frozen=True, slots=True)
class EntryMatch:
    """The match of a question with the name of an entry.

    `score` is 0 or more, and `share` is its share of the best score that the entry could have. `terms` are the terms of
    the question that match.
    """

    score: float = 0.0
    share: float = 0.0
    terms: frozenset[str] = frozenset()


class QuestionMatcher:
    """Matches the names in a table with a question. `aliases` map short names to longer forms."""

    def __init__(self, question: str, aliases: Aliases) -> None:
        plain = FIGURE_LABEL.sub(" ", question)
        self.text = plain
        terms = dict.fromkeys(_terms(f"{_POSSESSIVE.sub(' ', plain)} {' '.join(_digits(plain))}"))
        self.terms = [term for term in terms if term not in GENERIC | _TABLE_WORDS]
        self._aliases = aliases
        self._initials = _initials(plain)
        self._spelt = _spelt_forms(plain, aliases)
        self._printed = frozenset[str]()

    def beside(self, names: Iterable[str]) -> QuestionMatcher:
        """Return the matcher for the rows of a table whose columns have these `names`, or the reverse.

        The terms of `names` then do not count as a common beginning with a row's name.
        """
        other = copy(self)
        other._printed = frozenset(term for name in names for term in _name_terms(name))
        return other

    def without(self, terms: frozenset[str]) -> QuestionMatcher:
        """Return the matcher for the question without `terms`."""
        other = copy(self)
        other.terms = [term for term in self.terms if term not in terms]
        return other

    def match(self, names: Sequence[str]) -> list[EntryMatch]:
        """Return the match of each name. Terms that few names have weigh more, and unmatched terms of a name count
        against it."""
        analyzed = [_name_terms(name) for name in names]
        idf = inverse_frequencies({term for own in analyzed for term in own}, analyzed, flat=True)
        return [self._match(own, name, idf) for own, name in zip(analyzed, names, strict=True)]

    def _match(self, own: Sequence[str], name: str, idf: Mapping[str, float]) -> EntryMatch:
        joined, shortened = joined_terms(name), {letters.lower() for letters in _SHORTENED.findall(name)}
        whole = {part for term in joined if term in self.terms for part in joined[term]}  # "skipgram"
        weight, total, matched = 0.0, 0.0, set[str]()
        spelt = {term: short for form, short in self._spelt if form.issubset(own) for term in form}
        spelt |= self._as_initials(name, own)
        for term in dict.fromkeys(own):
            if term in whole and term not in self.terms:
                continue
            degree, terms = self._likeness(term, joined, term in shortened)
            if degree < _ABBREVIATES and term in spelt:
                degree, terms = _ABBREVIATES, spelt[term]
            weight += idf[term] * degree
            matched |= terms
            total += idf[term] if degree or term not in joined else 0.0
        total = total or 1.0
        return EntryMatch(weight * (0.5 + 0.5 * weight / total), weight / total, frozenset(matched))

    def _as_initials(self, name: str, own: Sequence[str]) -> dict[str, frozenset[str]]:
        """Map each term of `own` to the initials of `name`, if the question has these in capitals: "LR" for "Logistic
        Regression".

        Empty for a name of one word, and if the question does not have the initials.
        """
        words = re.findall(r"[^\W\d_]+", name.partition("(")[0])
        initials = "".join(word[0] for word in words).upper()
        if len(words) < _FEWEST_INITIALS or initials not in _CAPITALS.findall(self.text):
            return {}
        return dict.fromkeys(own, frozenset({initials.lower()}))

    def _likeness(self, token: str, joined: Collection[str], shortened: bool) -> tuple[float, frozenset[str]]:
        """Return how well the question matches the term `token` of a name, 0..1, and the terms of the question that
        match.

        The degree is 1 for the same term, and less for a longer form, initials, a common beginning or a related word.
        """
        terms = self.terms
        if token in terms:
            return 1.0, frozenset({token})
        asked = set(terms)
        longer = [(len(form & asked) / len(form), form & asked) for form in self._aliases.get(token, ())]
        share, shared = max(longer, key=lambda pair: pair[0], default=(0.0, frozenset()))
        if share >= _HALF or len(shared) >= _WORDS_OF_LONG_FORM:
            return _LONG_FORM * max(share, _HALF), frozenset(shared)
        if token in self._initials:
            return _ABBREVIATES, self._initials[token]
        if token in joined:
            return 0.0, frozenset()
        begun = {
            term
            for term in asked - self._printed
            if (len(term) >= _PREFIX and token.startswith(term))
            or ((shortened or len(token) >= _SHORT_PREFIX) and token.isalpha() and term.startswith(token))
            or (_NUMBERED.fullmatch(token) and token.rstrip("0123456789") == term)
        }
        if begun:
            return _BEGINS, frozenset(begun)
        related = related_terms(token) & asked
        return (_RELATED, frozenset(related)) if related else (0.0, frozenset())


def name_similarity(
    encode: Callable[[Sequence[str]], Vectors] | None,
) -> Callable[[str, Sequence[str]], Sequence[float]] | None:
    """Return a function that gives the cosine of a question with each of several names; None without an embedding
    model."""
    if encode is None:
        return None

    def cosines(question: str, names: Sequence[str]) -> list[float]:
        vectors = np.asarray(encode([question, *names]), dtype=np.float64)
        lengths = np.maximum(np.linalg.norm(vectors, axis=1), 1e-12)
        found: list[float] = (vectors[1:] @ vectors[0] / (lengths[1:] * lengths[0])).tolist()
        return found

    return cosines


def find_also_named(question: str, aliases: Aliases, names: Sequence[str], chosen: set[int]) -> set[int]:
    """Return the entries not in `chosen` that a further part of the question names, if the question compares or lists
    things.

    Each part must name one entry better than all others. Empty for _MOST_NAMED such entries or more.
    """
    also = set[int]()
    between = _BETWEEN_AND_VERB if _HOW_FAR.search(question) else _BETWEEN
    for part in between.split(question):
        if part and part.strip():
            matches = QuestionMatcher(part, aliases).match(names)
            top = max(matches, key=lambda match: match.score, default=EntryMatch())
            best = {i for i, match in enumerate(matches) if match.score == top.score}
            if top.share >= _OWN_SHARE and len(best) == 1 and not best & chosen:
                also |= best
    return also if len(also) < _MOST_NAMED else set()


def is_ours(name: str) -> bool:
    """True if `name` marks the paper's own system: "BraidNet (ours)", "this work"."""
    return _OURS.search(name) is not None


def find_own_rows(names: Sequence[str], text: str) -> set[int]:
    """Return the rows of the paper's own system; a question need not name it.

    They are the rows marked as "ours", or else the rows whose name is in `text`, the title and caption. Empty if that
    fits more than _MOST_OWN rows.
    """
    ours = {index for index, name in enumerate(names) if is_ours(name)}
    words = QuestionWords.of(text)
    named = {
        index
        for index, name in enumerate(names)
        if len(name) >= _LONG_NAME and tokens(name) and mention(name, words) >= _IN_FULL
    }
    own = ours or named
    return own if len(own) <= _MOST_OWN else set()


def find_named_in_full(question: str, names: Sequence[str], variants: Sequence[Sequence[str]]) -> set[int]:
    """Return the entries whose whole name, or a variant of it, the question has; empty unless there are two to
    _MOST_NAMED.

    A name inside a longer name that the question also has is not meant.
    """
    wording = QuestionWords.of(question)
    named: dict[int, set[str]] = {}
    for index, name in enumerate(names):
        forms = [
            form for form in (name, *variants[index]) if tokens(form) and mention(form, wording) >= _IN_FULL
        ]
        if forms:
            named[index] = set(tokens(max(forms, key=len)))
    kept = {index for index, own in named.items() if not any(own < other for other in named.values())}
    distinct = {frozenset(named[index]) for index in kept}
    return kept if 2 <= len(kept) <= _MOST_NAMED and len(distinct) > 1 else set()


def _digits(question: str) -> list[str]:
    """Return the number words of `question` in digits: "one epoch" is "1 epoch" in a table."""
    return [str(CARDINALS[word.lower()]) for word in _NUMBER_WORD.findall(question)]


def _terms(text: str) -> list[str]:
    """Return the terms of `text`. Stop words in capitals count as terms because they are names ("HIM")."""
    return [*analyze(text), *(word.lower() for word in _CAPITALS.findall(text) if word.lower() in STOP_WORDS)]


def _name_terms(name: str) -> list[str]:
    """Return the terms of a name, together with its symbols that a caption may define ("#w/d").

    A name without terms gives all its words.
    """
    signs = [word.casefold() for word in name.split() if _SIGN.fullmatch(word)]
    plain = " ".join(word for word in name.split() if not _SIGN.fullmatch(word))
    return [*_terms(plain), *signs] or name.casefold().split()


def joined_terms(text: str) -> dict[str, frozenset[str]]:
    """Map the term of each hyphenated word in `text`, written as one word, to the terms of its parts.

    "skip-gram" gives "skipgram" with "skip" and "gram".
    """
    words = _HYPHENATED.findall(text.casefold())
    return {
        term: frozenset(analyze(word.replace("-", " ")))
        for word in words
        for term in analyze(word.replace("-", ""))
    }


def _spelt_forms(question: str, aliases: Aliases) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Return the longer forms of the abbreviations in `question` as (terms of the longer form, terms of the
    abbreviation).

    For example, "em" gives the terms of "exact match" with "em".
    """
    words = {word: word.casefold() for word in re.findall(r"[^\W_]+", question)}
    shorts = [low for word, low in words.items() if low not in STOP_WORDS or word.isupper()]
    return [
        (form, frozenset(analyze(short) or (short,)))
        for short in shorts
        if len(short) >= _FEWEST_INITIALS
        for form in aliases.get(short, ())
    ]


def _initials(question: str) -> dict[str, frozenset[str]]:
    """Map the initials of two to four successive words, in lower case, to the terms of these words.

    For example, "ri" maps to the terms of "requests of information".
    """
    words = [word for word in re.findall(r"[^\W\d_]+", question.lower()) if word not in STOP_WORDS]
    runs = (words[start : start + size] for size in (2, 3, 4) for start in range(len(words) - size + 1))
    return {"".join(word[0] for word in run): frozenset(analyze(" ".join(run))) for run in runs}


def find_best(scores: Sequence[float], matches: Sequence[EntryMatch]) -> set[int]:
    """Return the entries that match nearly as well as the best entry; empty if no entry matches, or if all match alike.

    An entry is left out if another one matches the same terms of the question and more.
    """
    top = max(scores, default=0.0)
    best = {i for i, score in enumerate(scores) if top > 0 and score >= _CLOSE * top}
    first = matches[scores.index(top)] if best else EntryMatch()
    if first.share < WHOLE_NAME:  # no name is meant as a whole, so all names with the same words are meant
        best |= {i for i, match in enumerate(matches) if first.terms and match.terms == first.terms}
    if len(best) >= max(2, len(scores)):
        return set()
    return {i for i in best if not any(matches[i].terms < matches[j].terms for j in best)}
