"""Names of papers in a piece of a question: which paper it names, in which of its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....indexes.subjects import SubjectIndex, fold_name
from ....indexes.text.analysis import analyse
from ...relevance.function_words import ARTICLES, AUXILIARIES, PREPOSITIONS, QUESTION_WORDS
from ...relevance.question_terms import GENERIC
from ...relevance.subject import Subject, find_subjects

WORD = re.compile(r"\S*\w(?:'s?)?")
# What ends the words before a name that may belong to it.
_BEFORE_NAME = re.compile(
    rf"(?:{ARTICLES}|{PREPOSITIONS}|{AUXILIARIES}|{QUESTION_WORDS}|than|that|compare|contrast|one|train|rank|please)",
    re.I,
)
_ASKING = re.compile(rf"(?:{QUESTION_WORDS})$", re.I)
_MOST_BEFORE = 4  # words before a name that may belong to it
# What may follow a name and belong to it.
_NOUNS = (
    rf"(?:\s+(?!(?:{ARTICLES}|{AUXILIARIES}|{PREPOSITIONS}|us(?:e|es|ed)|train\w*|that|and|or)\b)"
    r"[a-z][\w-]*){0,3}?"
)
_TAIL = re.compile(
    rf"{_NOUNS}\s*\([^()]*\)|\s+et al\b\.?|\s+(?:19|20)\d\d\b|'s(?= \w+ (?:19|20)\d\d\b)"
    r"|\s+(?:on|in|with|for|at|of|from|by(?= [A-Z][a-z]+\b))(?: the)?(?: (?:\(?[A-Z0-9][\w.&+-]*\)?|et al\b\.?))+"
    rf"|{_NOUNS}\s+(?:papers?|articles?|stud(?:y|ies)|works?|models?|systems?|networks?|methods?|approach(?:es)?|algorithms?|"
    r"architectures?|encoders?|readers?|parsers?|taggers?|segmenters?|classifiers?)\b"
)
_NAME_START = re.compile(r"[A-Z0-9(]")
# Clearness and probability from which a phrase is the name of a paper, where its paper is ahead of the next by this factor.
_NAMED, _PROBABLE, _AHEAD = 0.45, 0.25, 1.4
_HALF_NAMED, _SURE = 0.3, 0.7  # less clear, but hardly any other paper
_TRIED = 4
_AS_CLEAR = 0.6  # share of the clearest name's clearness from which fewer words are the name
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SAME_YEAR = 4.0  # factor of the odds of a paper whose year the question has
_ET_AL = re.compile(r" et al\b")
_OWNER = re.compile(r"\b([A-Z][\w-]+)(?:['’]s?\b|['’](?!\w)| et al\b| and colleagues\b| \(?(?:19|20)\d\d\b)")


def find_named(phrase: str, index: SubjectIndex) -> Subject | None:
    """The paper whose probability and clearness are together the highest by far, which count more for a paper of a year that
    `phrase` has; None where none is."""
    owned = _papers_of_owner(phrase, index)
    subjects = find_subjects(phrase.replace("/", " "), index, None if owned else _TRIED)
    if len(owned) == 1:
        return next(subject for subject in subjects if subject.paper_id in owned)
    if owned and _ET_AL.search(phrase):
        subjects = tuple(subject for subject in subjects if subject.paper_id in owned)
    ranked = sorted(_dated(subjects, phrase, index), key=lambda s: (-_clearness(s), s.paper_id))
    if not ranked or (len(ranked) > 1 and _clearness(ranked[0]) < _AHEAD * _clearness(ranked[1])):
        return None
    best = ranked[0]
    clear = best.named >= _NAMED and best.probability >= _PROBABLE
    return best if clear or (best.named >= _HALF_NAMED and best.probability >= _SURE) else None


def _dated(subjects: Sequence[Subject], phrase: str, index: SubjectIndex) -> list[Subject]:
    """The first of `subjects`, those of a year that `phrase` has with a higher probability, the others with a lower one."""
    years = set(_YEAR.findall(phrase))
    tried = subjects[:_TRIED]
    weights = [
        subject.probability
        * (_SAME_YEAR if str(index.papers[index.places[subject.paper_id]].year) in years else 1.0)
        for subject in tried
    ]
    scale = sum(subject.probability for subject in tried) / (sum(weights) or 1.0)
    return [replace(each, probability=weight * scale) for each, weight in zip(tried, weights, strict=True)]


def _papers_of_owner(phrase: str, index: SubjectIndex) -> frozenset[str]:
    """The papers by an author whom `phrase` names as owner ("Brill's"): before "et al." those with this first author, if any."""
    owned: set[str] = set()
    for match in _OWNER.finditer(phrase):
        name = fold_name(match[1]).strip()
        papers = [index.papers[place] for place in index.author_places.get(name, ())]
        first = [paper for paper in papers if fold_name(paper.authors[0]).split()[-1:] == [name]]
        owned |= {paper.id for paper in (first if first and _ET_AL.match(phrase, match.end(1)) else papers)}
    return frozenset(owned)


def name_window(words: Sequence[str], index: SubjectIndex) -> tuple[int, int, Subject] | None:
    """The shortest run of `words`, as its first place and the one behind its last, that names a paper nearly as clearly as
    any end of `words` names one; None where none does."""
    telling = [place for place, word in enumerate(words) if not place or _may_name(word, index)]
    ends = [(place, find_named(" ".join(words[place:]), index)) for place in telling]
    named = [(place, subject) for place, subject in ends if subject is not None]
    # "Falk et al.'s neural parser" is no other authors', though "neural parser" alone may name another one.
    if owned := _papers_of_owner(" ".join(words), index):
        named = [each for each in named if each[1].paper_id in owned or not _has_authors(each[1], index)]
    if not named:
        return None
    best = max(named, key=lambda each: _clearness(each[1]))[1]
    least = _AS_CLEAR * _clearness(best)
    places = [
        place
        for place, subject in named
        if subject.paper_id == best.paper_id and _clearness(subject) >= least
    ]
    first = max(places)
    if first and words[first - 1].casefold() == "by":  # "the SnowLedger paper by Thorvik" has both
        first = max((place for place in places if place < first), default=first)
    for last in [place + 1 for place in telling if place >= first]:
        subject = find_named(" ".join(words[first:last]), index)
        if subject and subject.paper_id == best.paper_id and _clearness(subject) >= least:
            return first, last, subject
    return first, telling[-1] + 1, best


def _has_authors(subject: Subject, index: SubjectIndex) -> bool:
    return bool(index.papers[index.places[subject.paper_id]].authors)


def _may_name(word: str, index: SubjectIndex) -> bool:
    """True if `word` is written like a name, is in a title or is what others cite a paper by."""
    return (
        bool(_NAME_START.match(word))
        or word != word.lower()
        or word in index.name_counts
        or any(term in index.title_places for term in name_terms(word))
    )


def _clearness(subject: Subject) -> float:
    return subject.probability * subject.named


def extend_left(words: Sequence[str], known: frozenset[str], inner: bool) -> int:
    """The place in `words`, which precede a name, from which they belong to it: all behind an article, a preposition or a verb,
    and those before a "with" ("match-LSTM with") if they are of the paper's title or `inner`, behind other names."""
    first = _last_boundary(words, len(words))
    is_asked = bool(first and _ASKING.match(words[first - 1])) or (not first and not inner)
    if is_asked or len(words) - first > _MOST_BEFORE:  # "which optimizer RillNet uses"
        first = len(words)
        while first > 1 and (name_terms(words[first - 1]) & known or _NAME_START.match(words[first - 1])):
            first -= 1
    if first > 1 and words[first - 1].casefold() == "with":
        if inner:
            return _last_boundary(words, first - 1)
        return first - 2 if (name_terms(words[first - 2]) - GENERIC) & known else first
    return first


def _last_boundary(words: Sequence[str], end: int) -> int:
    """The place behind the last of the first `end` words that belongs to no name."""
    while end and not _BEFORE_NAME.fullmatch(words[end - 1]):
        end -= 1
    return end


def extend_right(segment: str, end: int, known: frozenset[str]) -> int:
    """The end in `segment` of a name that ends at `end` or later: words of the paper's title, authors, a noun such as "paper",
    parentheses and a restriction ("on SQuAD") belong to it."""
    if segment.count("(", 0, end) > segment.count(")", 0, end):
        end = segment.find(")", end) + 1 or end
    while end < len(segment):
        word = WORD.match(segment, end + 1)
        tail = _TAIL.match(segment, end)
        if tail:
            end = tail.end()
        elif word and segment[end] == " " and _continues(word[0], known):
            end = word.end()
        else:
            break
    return end


def _continues(word: str, known: frozenset[str]) -> bool:
    """True if `word`, right behind a name, belongs to it: it is in the paper's title or is written like a name."""
    return bool((name_terms(word) - GENERIC) & known) or word != word.lower()


def name_terms(text: str) -> frozenset[str]:
    return frozenset(analyse(text.removesuffix("'s")))
