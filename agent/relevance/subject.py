"""The papers that a question is about: those whose title, authors or own names it uses.

Each paper gets a score from five signals. Titles: the share of the title's words that the question has, weighted by their rarity
among titles. Authors: surnames. Names: terms that few papers use and this one uses often, as a paper does with the name of its
own system, unless other papers cite another paper by it. Citations: the name by which others cite the paper, or the initials of
its title. Words: BM25 of the whole paper (k1 = 1.5, b = .4).
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...indexes.subjects import SubjectIndex
from ...indexes.text.analysis import STOP_WORDS, analyse
from ...indexes.text.term_statistics import inverse_frequency

_K1, _B = 1.5, 0.4
_TITLE, _AUTHOR, _NAME, _CITED, _WORDS = (
    5.0,
    2.5,
    2.0,
    3.0,
    0.35,
)  # set on the development questions of benchmarks/answers.py
_NAME_TF = 12.0  # occurrences at which half of a name's weight is reached
_CLEAR_PROBABILITY, _CLEARLY_NAMED = 0.2, 0.3
_OWNED = 0.5  # degree from which a name stands for the paper that is cited by it, however often others use it
_WHOLE_TITLE, _PART_OF_TITLE = 0.8, 0.4
_INITIALS = re.compile(r"(?<![\w-])[A-Z]{3,8}(?![a-z-])")
_NAME_LIKE = re.compile(
    r"(?<![\w-])(?:[A-Z]+[a-z]*[A-Z0-9][\w-]*|[a-z]+[A-Z][\w-]*|[A-Z][a-z]+(?:-[A-Z]\w+)+|[a-z]+\d\w*)(?![\w-])"
)


@dataclass(frozen=True, slots=True)
class Subject:
    """A paper as the subject of a question: `probability` among all papers, `named` how clearly the question names it, 0..1;
    `terms` are the question's terms that do so."""

    paper_id: str
    probability: float
    named: float
    terms: frozenset[str] = frozenset()

    @property
    def is_clear(self) -> bool:
        """True if the question is likely to be about this paper and names it."""
        return self.probability > _CLEAR_PROBABILITY and self.named >= _CLEARLY_NAMED


def find_subjects(question: str, index: SubjectIndex) -> tuple[Subject, ...]:
    """All papers of `index` with their probabilities of being what `question` is about, likeliest first, ties by id."""
    papers, statistics = index.papers, index.statistics
    cited = _cited_by_name(question, index.name_counts)
    owners = {term: paper_id for paper_id, (degree, own) in cited.items() if degree >= _OWNED for term in own}
    for paper in papers:
        degree, name = _initials_match(question, paper.title)
        if degree > cited.get(paper.id, (0.0, frozenset()))[0]:
            cited[paper.id] = (degree, frozenset(analyse(name)))
    terms = list(dict.fromkeys(analyse(question)))
    title_terms = index.title_terms
    names = {term for name in _NAME_LIKE.findall(question) for term in analyse(name)}
    words = set(_folded(question).split())
    occurrences = {term: statistics.occurrences(term) for term in terms}
    idf = {term: inverse_frequency(len(occurrences[term]), len(papers)) for term in terms}
    average = sum(index.lengths.values()) / max(len(papers), 1)
    scored = []
    for paper in papers:
        title, title_used = _title_match(terms, title_terms[paper.id], index.title_weights)
        authors = _surnames(paper.authors) & words
        foreign = {term for term, owner in owners.items() if owner != paper.id}
        own_terms = [term for term in terms if term not in foreign or term in title_terms[paper.id]]
        own, own_used = _name_match(own_terms, names | title_terms[paper.id], occurrences, idf, paper.id)
        called, called_used = cited.get(paper.id, (0.0, frozenset()))
        bm25 = _bm25(terms, occurrences, idf, paper.id, index.lengths[paper.id] / max(average, 1.0))
        author = (
            min(1.0, 0.7 * len(authors) + (0.3 if paper.year and str(paper.year) in words else 0.0))
            if authors
            else 0.0
        )
        total = _TITLE * title + _AUTHOR * author + _NAME * own + _CITED * called + _WORDS * bm25
        named = min(1.0, max(title if len(title_used) > 1 else 0.5 * title, author, own / 3, called))
        used = title_used | own_used | called_used | {term for name in authors for term in analyse(name)}
        scored.append((total, named, frozenset(used), paper.id))
    top = max((total for total, *_ in scored), default=0.0)
    weights = [math.exp(total - top) for total, *_ in scored]
    whole = sum(weights)
    subjects = [
        Subject(paper_id, weight / whole, named, used)
        for weight, (_, named, used, paper_id) in zip(weights, scored, strict=True)
    ]
    return tuple(sorted(subjects, key=lambda subject: (-subject.probability, subject.paper_id)))


def _cited_by_name(
    question: str, name_counts: Mapping[str, Mapping[str, int]]
) -> dict[str, tuple[float, frozenset[str]]]:
    """By paper, how surely names in the question are what others cite it by, 0..1, and the terms of these names."""
    words = re.findall(r"[\w./+-]*\w", question)
    found: dict[str, tuple[float, frozenset[str]]] = {}
    for size in (1, 2, 3):
        for start in range(len(words) - size + 1):
            name = " ".join(words[start : start + size])
            counts = name_counts.get(name.casefold(), {})
            # A lower-case word of the language may be beside a citation by accident.
            if not counts or (size == 1 and not _NAME_LIKE.search(name) and max(counts.values()) < 5):
                continue
            total = sum(counts.values())
            for paper_id, count in counts.items():
                degree = count / total * min(1.0, 0.6 + 0.1 * count)
                if degree > found.get(paper_id, (0.0, frozenset()))[0]:
                    found[paper_id] = (degree, frozenset(analyse(name)))
    return found


def _initials_match(question: str, title: str) -> tuple[float, str]:
    """Return the abbreviation in the question that is made of initials of the title ("USE"), after its degree of certainty, 0..1."""
    names = sorted(set(_INITIALS.findall(question)))
    if not names:
        return 0.0, ""
    words = [word for word in re.findall(r"[^\W\d_]+", title.split(":")[0]) if word]
    content = [word for word in words if word.casefold() not in STOP_WORDS]
    best = (0.0, "")
    for name in names:
        for sequence in (words, content):
            initials = "".join(word[0] for word in sequence).upper()
            if name in initials:
                best = max(best, (_WHOLE_TITLE if name == initials else _PART_OF_TITLE, name))
    return best


def _title_match(
    terms: Sequence[str], title: frozenset[str], weights: Mapping[str, float]
) -> tuple[float, frozenset[str]]:
    """The share of the title's weight that the question has, and the terms."""
    weight = {term: weights[term] for term in title}
    shared = title & set(terms)
    total = sum(weight.values())
    share = sum(weight[term] for term in shared) / total if total else 0.0
    # A few words of a long title may be all that a question mentions of it.
    size = sum(weight[term] for term in shared)
    return min(1.0, share * 0.7 + 0.3 * min(1.0, size / 9.0)), (shared if share > 0.3 else frozenset())


def _name_match(
    terms: Sequence[str],
    names: set[str],
    occurrences: dict[str, dict[str, int]],
    idf: dict[str, float],
    paper_id: str,
) -> tuple[float, set[str]]:
    score, used = 0.0, set()
    for term in terms:
        count = occurrences[term].get(paper_id, 0)
        if not count:
            continue
        weight = idf[term] * count / (count + _NAME_TF) * (1.0 if term in names else 0.35)
        score += weight
        if term in names and count >= 5 and idf[term] > 0.7:
            used.add(term)
    return score, used


def _bm25(
    terms: Sequence[str],
    occurrences: dict[str, dict[str, int]],
    idf: dict[str, float],
    paper_id: str,
    length: float,
) -> float:
    score = 0.0
    for term in terms:
        count = occurrences[term].get(paper_id, 0)
        score += idf[term] * count * (_K1 + 1) / (count + _K1 * (1 - _B + _B * length)) if count else 0.0
    return score


@lru_cache(maxsize=10_000)
def _surnames(authors: tuple[str, ...]) -> frozenset[str]:
    return frozenset(
        name
        for author in authors
        if len(name := _folded(author).split()[-1] if _folded(author).split() else "") > 2
    )


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(c for c in plain if not unicodedata.combining(c)).casefold()
    return re.sub(r"[^\w]+", " ", re.sub(r"'s\b", "", plain))
