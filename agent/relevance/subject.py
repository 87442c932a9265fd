"""Find the papers that a question is about by the titles, authors and system names that the question uses.

Each paper gets a score from five signals:

titles     the share of the title's words that are in the question, weighted by the rarity of the words among titles
authors    surnames, or the institutions of the authors
names      terms that few papers use and this paper uses often, such as the name of its own system, except terms by
           which other papers cite another paper
citations  the name by which other papers cite the paper, or the initials of its title
words      BM25 of the whole paper (k1 = 1.5, b = .4)

A title that the question quotes outweighs all five signals.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ...indexes.subjects import SubjectIndex, fold_name
from ...indexes.text.analysis import analyze
from ...indexes.text.term_statistics import inverse_frequency
from ...papers.captions import PANEL_LABEL
from .cited_works import (
    NAME_LIKE,
    SHORT_NAME,
    find_cited_names,
    find_cited_works,
    find_short_surnames,
    first_surname,
)
from .paper_phrases import find_institutions, find_paper_phrases
from .title_match import find_identified, find_quoted_titles, match_initials, match_title

_K1, _B = 1.5, 0.4
# Weights of the signals, set on the development questions of benchmarks/answers.py.
_TITLE, _AUTHOR, _NAME, _CITED, _WORDS = 5.0, 4.0, 2.0, 3.0, 0.35
_NAMED_BY_HEAD = 0.9  # how clearly the name before the colon of a title names the paper
_MOST_AUTHORS = 1.6  # upper limit of the author signal; each author who is named adds 0.7
_FIRST = 0.5  # added if the question names the first author with a capital, because papers are cited by that author
# How clearly a later author's surname alone names the paper; many authors share a surname.
_NAMED_BY_COAUTHOR = 0.4
_INSTITUTION = 0.7  # author signal of an institution, the same as for one author's surname
_NAMED_BY_INSTITUTION = 0.5  # how clearly an institution names the paper
_CITED_WORK = 2.2  # author signal of a paper cited by its first author with a year or other authors
_COMMON_WORD = 0.35  # weight of an ordinary word as the name of a paper; a name has weight 1
# Minimum occurrences in the paper, and minimum rarity among papers, of a term that names the paper.
_OFTEN, _RARE = 5, 0.7
_NAME_TF = 12.0  # occurrences at which half of a name's weight is reached
_CLEAR_PROBABILITY, _CLEARLY_NAMED = 0.2, 0.3
# A paper is ruled out if the certainty that another paper is meant is at least this threshold. Of 3,883 questions for
# facts and reasons, .925 have an answering sentence among their candidates with this threshold, and .890 with a
# threshold of .34. Below the threshold, the order of the sentences and the gate decide. A question whose surest subject
# reaches the threshold also counts as surely naming a paper, whichever passages are found for the question.
ELSEWHERE = 0.7
# Degree from which a name stands for the paper cited by that name, however often other papers use it.
_OWNED = 0.5
# In "the ... paper", the scores of the words are added once more, times _PHRASE. The phrase names the best paper to the
# degree _NAMED_BY_PHRASE if that paper leads the next by _PHRASE_LEADS, scored by the phrase alone.
_PHRASE, _NAMED_BY_PHRASE, _PHRASE_LEADS = 1.0, 0.8, 2.0
_QUOTED = 3.0  # a paper whose title the question quotes leads all other papers by this score
# Endings of ordinary words, which names do not have.
_INFLECTED = re.compile(r"(?:ing|ed|ly|al|ion|ive|ous|ic|ity)s?$")
_HYPHENATED = re.compile(r"[^\W_]+(?:-[^\W_]+)+")
Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Subject:
    """A paper as a possible subject of a question.

    `probability` is the probability that the question is about this paper; over all papers it adds up to 1. `named`
    says how clearly the question names the paper, 0..1. `terms` are the terms of the question that name the paper.
    """

    paper_id: str
    probability: float
    named: float
    terms: frozenset[str] = frozenset()

    @property
    def is_clear(self) -> bool:
        """True if the question is likely to be about this paper and names it."""
        return self.probability > _CLEAR_PROBABILITY and self.named >= _CLEARLY_NAMED


def terms_of(subjects: Iterable[Subject], paper_id: str) -> frozenset[str]:
    """Return the terms by which the question names the paper `paper_id`; empty if the paper is not in `subjects`."""
    return next((subject.terms for subject in subjects if subject.paper_id == paper_id), frozenset())


def surest_name(subjects: Collection[Subject]) -> float:
    """Return how certain it is, 0..1, that a question with these `subjects` is about a paper that it names."""
    return max((subject.probability * subject.named for subject in subjects), default=0.0)


def named_alike(subjects: Collection[Subject]) -> tuple[Subject, ...]:
    """Return the most certain subject and every subject that the same words of the question name at least as clearly.

    Several papers by the authors that the question names are an example. The subjects keep the given order.
    """
    surest = max(subjects, key=lambda subject: subject.probability * subject.named, default=None)
    if surest is None or not surest.terms:
        return () if surest is None else (surest,)
    return tuple(s for s in subjects if s.named >= surest.named and s.terms >= surest.terms)


def elsewhere_degrees(subjects: Collection[Subject], paper_ids: Iterable[str]) -> dict[str, float]:
    """Map each paper id to the certainty, 0..1, that a question with these `subjects` is about another paper.

    Subjects that the question names alike (`named_alike`) count as one paper, because any of them may be meant.
    """
    clear = surest_name(subjects)
    alike = named_alike(subjects)
    probability = {subject.paper_id: subject.probability for subject in subjects}
    probability |= {subject.paper_id: sum(each.probability for each in alike) for subject in alike}
    return {paper_id: clear * (1.0 - probability.get(paper_id, 0.0)) for paper_id in paper_ids}


def is_elsewhere(subjects: Collection[Subject], paper_id: str) -> bool:
    """True if a question with these `subjects` is surely about another paper, so that `paper_id` cannot answer the
    question."""
    return elsewhere_degrees(subjects, (paper_id,))[paper_id] >= ELSEWHERE


@dataclass(slots=True)
class _Evidence:
    """Signals of a question for one paper.

    `title` and `cited` are in 0..1; `authors` exceeds 1 if the question names several authors. `called` are the terms
    of the name by which the paper is cited. `terms` are all terms that name the paper, and `named` says how clearly
    they do, 0..1.
    """

    title: float = 0.0
    authors: float = 0.0
    cited: float = 0.0
    called: frozenset[str] = frozenset()
    named: float = 0.0
    terms: set[str] = field(default_factory=set)

    def add(self, named: float, terms: Collection[str] = ()) -> None:
        """Record that `terms` name the paper to the degree `named`; the highest degree is kept."""
        self.named = min(1.0, max(self.named, named))
        self.terms.update(terms)


def find_subjects(question: str, index: SubjectIndex, most: int | None = None) -> tuple[Subject, ...]:
    """Return the papers of `index` with the probability that `question` is about each, the likeliest first, ties by id.

    `most` limits the number of papers; None returns all papers. The function reads only the postings of the question's
    words, and compares the title initials and the file name of each paper. Figure labels are removed from the question,
    because they say nothing about the paper.
    """
    if not index.papers:
        return ()
    question = PANEL_LABEL.sub(" ", question)
    scores, named, evidence = _score(question, index, find_institutions(question))
    for phrase in find_paper_phrases(question):
        _add_phrase(phrase, index, scores, evidence)
    quoted = find_quoted_titles(question, index, evidence) | find_identified(question, index)
    top = scores.max()
    for place, used in quoted.items():
        scores[place] = top + _QUOTED
        evidence[place].add(1.0, used)
    weights = np.exp(scores - scores.max())
    probabilities = weights / weights.sum()
    order = np.argsort(-probabilities, kind="stable")[:most].tolist()  # papers are sorted by id
    likely, clear, none = probabilities.tolist(), named.tolist(), _Evidence()
    return tuple(
        Subject(index.papers[place].id, likely[place], max(clear[place], each.named), frozenset(each.terms))
        for place in order
        for each in (evidence.get(place, none),)
    )


def _score(
    question: str, index: SubjectIndex, institutions: Iterable[str]
) -> tuple[Scores, Scores, defaultdict[int, _Evidence]]:
    """Return three values: the score of each paper, how clearly `question` names each paper by its words (0..1), and
    the evidence by place of a paper in the index."""
    terms = list(dict.fromkeys(analyze(question)))
    evidence: defaultdict[int, _Evidence] = defaultdict(_Evidence)
    _add_titles(terms, index, evidence)
    _add_title_heads(question, index, evidence)
    _add_authors(question, index, evidence)
    _add_institutions(institutions, index, evidence)
    _add_citations(question, index, evidence)
    scores, named = _score_words(question, terms, index, evidence)
    for place, each in evidence.items():
        scores[place] += _TITLE * each.title + _AUTHOR * each.authors + _CITED * each.cited
    return scores, named, evidence


def _add_phrase(
    phrase: str, index: SubjectIndex, scores: Scores, evidence: defaultdict[int, _Evidence]
) -> None:
    """Add the scores of `phrase` to `scores` once more. The phrase names the best paper if that paper leads clearly.

    `phrase` contains the words by which the question refers to its paper, as `find_paper_phrases` returns them.
    """
    called, _, _ = _score(phrase, index, find_institutions(f"{phrase} paper"))
    scores += _PHRASE * called
    best = np.argsort(-called, kind="stable")[:2].tolist()
    if len(best) < 2 or called[best[0]] - called[best[1]] >= _PHRASE_LEADS:
        evidence[best[0]].add(_NAMED_BY_PHRASE, analyze(phrase))


def _add_titles(terms: Sequence[str], index: SubjectIndex, evidence: defaultdict[int, _Evidence]) -> None:
    shared: defaultdict[int, set[str]] = defaultdict(set)
    for term in terms:
        for place in index.title_places.get(term, ()):
            shared[place].add(term)
    for place, found in shared.items():
        each = evidence[place]
        each.title, used = match_title(found, index.title_terms[index.papers[place].id], index.title_weights)
        each.add(each.title if len(used) > 1 else 0.5 * each.title, used)


def _add_title_heads(question: str, index: SubjectIndex, evidence: defaultdict[int, _Evidence]) -> None:
    """Record the papers whose title begins, before a colon, with a name that the question uses.

    The name may be a small share of the title. A name that many papers use often does not count: "COVID-19: ..." begins
    with the topic of many papers.
    """
    words = f" {' '.join(fold_name(question).split())} "
    for place, head in index.title_heads:
        if f" {head} " in words and _count_frequent_users(head, index) <= index.few:
            evidence[place].add(_NAMED_BY_HEAD, analyze(head))


def _count_frequent_users(head: str, index: SubjectIndex) -> int:
    """Return the number of papers in which the name `head` occurs at least _OFTEN times.

    `head` is a name as `fold_name` returns it. Its parts are joined to one word first.
    """
    terms = analyze(head.replace(" ", ""))
    return min((int((index.statistics.postings(term)[1] >= _OFTEN).sum()) for term in terms), default=0)


def _add_authors(question: str, index: SubjectIndex, evidence: defaultdict[int, _Evidence]) -> None:
    words = {word for word in fold_name(question).split() if len(word) > SHORT_NAME}
    words |= find_short_surnames(question)
    capitalized = set(fold_name(" ".join(re.findall(r"\b[A-Z][\w'’-]+", question))).split())
    cited = find_cited_works(question, index)
    authors: defaultdict[int, list[str]] = defaultdict(list)
    for word in sorted(words):
        owners = {place for place, used in cited.items() if word in used}
        for place in index.author_places.get(word, ()):
            if not owners or place in owners:
                authors[place].append(word)
    for place, names in authors.items():
        each, year = evidence[place], index.papers[place].year
        dated = {str(year)} & words
        leads = first_surname(index.papers[place]) in capitalized.intersection(names)
        each.authors = min(_MOST_AUTHORS, 0.7 * len(names) + 0.9 * len(dated) + _FIRST * leads)
        given = {part for author in index.papers[place].authors for part in _parts(author, names)} & words
        degree = min(1.0, each.authors) if leads or dated or len(names) > 1 else _NAMED_BY_COAUTHOR
        each.add(degree, dated.union(*map(analyze, (*names, *given))))
    for place in cited:
        evidence[place].authors = _CITED_WORK


def _add_institutions(
    institutions: Iterable[str], index: SubjectIndex, evidence: defaultdict[int, _Evidence]
) -> None:
    """Record the papers whose authors work at one of `institutions`.

    An institution counts as much as one surname, and adds nothing to surnames that the question names.
    """
    for word in sorted(institutions):
        for place in index.front_places.get(word, ()):
            each = evidence[place]
            each.authors = max(each.authors, _INSTITUTION)
            each.add(_NAMED_BY_INSTITUTION, analyze(word))


def _parts(author: str, surnames: Collection[str]) -> set[str]:
    """Return all folded parts of the name `author` if one part is in `surnames`; else an empty set."""
    parts = set(fold_name(author).split())
    return set() if parts.isdisjoint(surnames) else parts


def _add_citations(question: str, index: SubjectIndex, evidence: defaultdict[int, _Evidence]) -> None:
    def is_rare(name: str) -> bool:
        few = (0 < index.statistics.document_frequency(term) <= index.few for term in analyze(name))
        return not _INFLECTED.search(name) and all(few)

    for paper_id, (degree, used) in find_cited_names(question, index.name_counts, is_rare).items():
        each = evidence[index.places[paper_id]]
        each.cited, each.called = degree, used
    for place, (degree, name) in match_initials(question, index).items():
        each = evidence[place]
        if degree > each.cited:
            each.cited, each.called = degree, frozenset(analyze(name))
    for each in evidence.values():
        each.add(each.cited, each.called)


def _score_words(
    question: str, terms: Sequence[str], index: SubjectIndex, evidence: defaultdict[int, _Evidence]
) -> tuple[Scores, Scores]:
    """Return the score of each paper by the words of the question (names and BM25), and how clearly these words name
    each paper, 0..1."""
    total = len(index.papers)
    names = {term for name in NAME_LIKE.findall(question) for term in analyze(name)}
    owners = {term: place for place, each in evidence.items() if each.cited >= _OWNED for term in each.called}
    lengths = index.statistics.lengths / max(float(index.statistics.lengths.mean()), 1.0)
    own, bm25 = np.zeros(total), np.zeros(total)
    shares = _shares(question)
    for term in terms:
        places, counts = index.statistics.postings(term)
        rarity = inverse_frequency(len(places), total)
        idf = rarity * shares.get(term, 1.0)
        weight = np.full(len(places), 1.0 if term in names else _COMMON_WORD)
        titled = np.isin(places, index.title_places.get(term, ()))
        weight[titled] = 1.0
        if term in owners:  # the name of one paper; other papers use the name as well
            weight[(places != owners[term]) & ~titled] = 0.0
        own[places] += idf * counts / (counts + _NAME_TF) * weight
        bm25[places] += idf * counts * (_K1 + 1) / (counts + _K1 * (1 - _B + _B * lengths[places]))
        if rarity > _RARE:
            for place in places[(weight == 1.0) & (counts >= _OFTEN)].tolist():
                evidence[place].terms.add(term)
    return _NAME * own + _WORDS * bm25, np.minimum(1.0, own / 3)


def _shares(question: str) -> dict[str, float]:
    """Map each term of a hyphenated word to its weight, so that the forms of the word count as one word together.

    "skip-thought" has the forms "skip", "thought" and "skipthought"; each has weight 1/3.
    """
    forms = [dict.fromkeys(analyze(word)) for word in _HYPHENATED.findall(question)]
    return {term: 1 / len(each) for each in forms for term in each}
