"""Papers that a question names, found by the names of the cluster's papers."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import groupby

from ...indexes.subjects import SubjectIndex
from ...indexes.text.analysis import analyze
from ..relevance.subject import Subject, find_subjects
from ..relevance.text_features import word_terms

NAMED = 0.5  # least degree, 0..1, at which a question clearly names a paper
_MOST = 8
_BODY = re.compile(r".*?(?=(?:['’]s)?\W*$)", re.DOTALL)  # a word without "'s" and punctuation at its end
_LONGEST_JOIN = 3  # most letters of a word that joins two names: "vs", "and", "or"


def find_named_papers(text: str, index: SubjectIndex) -> tuple[Subject, ...]:
    """Return at most _MOST papers that `text` clearly names, in the order in which it names them.

    A paper is left out if most of the words that name it already name another paper better.
    """
    chosen: list[Subject] = []
    used: set[str] = set()
    clear = [each for each in find_subjects(text, index) if each.named >= NAMED and each.terms]
    for subject in sorted(clear, key=lambda each: (-each.named, -each.probability, each.paper_id)):
        if len(chosen) < _MOST and not subject.terms <= used and not _is_weaker(subject, used):
            chosen.append(subject)
            used |= subject.terms
    places = {term: place for place, term in reversed(list(enumerate(analyze(text))))}
    return tuple(
        sorted(
            chosen,
            key=lambda each: (min(places.get(term, len(places)) for term in each.terms), each.paper_id),
        )
    )


def without_names(text: str, terms: Collection[str]) -> str:
    """Return `text` without the words that name papers and the words that join them ("A vs B").

    All of `text` if nothing else would be left.
    """
    words = text.split()
    named = [_is_name(word, terms) for word in words]
    joins = [
        len(word) <= _LONGEST_JOIN
        and named[place - 1 : place] == [True]
        and named[place + 1 : place + 2] != [False]
        for place, word in enumerate(words)
    ]
    kept = [
        word for word, is_name, is_join in zip(words, named, joins, strict=True) if not (is_name or is_join)
    ]
    return " ".join(kept) or text


def mask_names(text: str, terms: Collection[str]) -> str:
    """Return `text` with "X" in place of each run of words that name papers. Punctuation and "'s" at the end of a run
    stay."""
    runs = split_names(text, terms)
    return " ".join(_BODY.sub("X", run[-1], count=1) if is_name else " ".join(run) for is_name, run in runs)


def split_names(text: str, terms: Collection[str]) -> list[tuple[bool, list[str]]]:
    """Split the words of `text` into runs, each as (True if its words name papers, words).

    A word names papers if all its terms are among `terms`.
    """
    runs = groupby(text.split(), key=lambda word: _is_name(word, terms))
    return [(is_name, list(run)) for is_name, run in runs]


def _is_name(word: str, terms: Collection[str]) -> bool:
    return bool(own := word_terms(word)) and own <= frozenset(terms)


def _is_weaker(subject: Subject, used: Collection[str]) -> bool:
    """True if more than half of the words that name the paper already name another one."""
    return len(subject.terms.intersection(used)) * 2 > len(subject.terms)
