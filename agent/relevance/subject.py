"""The papers that a question is about: those whose title, authors or own names it uses.

Each paper gets a score from five signals. Titles: the share of the title's words that the question has, weighted by their rarity
among titles. Authors: surnames. Names: terms that few papers use and this one uses often, as a paper does with the name of its
own system, unless other papers cite another paper by it. Citations: the name by which others cite the paper, or the initials of
its title. Words: BM25 of the whole paper (k1 = 1.5, b = .4). A title that the question quotes outweighs all of these.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

import numpy as np
import numpy.typing as npt

from ...indexes.subjects import PaperFacts, SubjectIndex, fold_name
from ...indexes.text.analysis import STOP_WORDS, analyse
from ...indexes.text.term_statistics import inverse_frequency

_K1, _B = 1.5, 0.4
_TITLE, _AUTHOR, _NAME, _CITED, _WORDS = (
    5.0,
    4.0,
    2.0,
    3.0,
    0.35,
)  # set on the development questions of benchmarks/answers.py
_MOST_AUTHORS = 1.6  # of 0.7 for each author who is named
_FIRST = 0.5  # added where the first author, by whom a paper is called, is named with a capital
_CITED_WORK = 2.2  # the same for a paper that is cited by its first author and its year or other authors
_COMMON_WORD = 0.35  # what a word that is no name counts for as the name of a paper
_OFTEN, _RARE = 5, 0.7  # occurrences in the paper, and rarity among papers, from which a term names the paper
_NAME_TF = 12.0  # occurrences at which half of a name's weight is reached
_CLEAR_PROBABILITY, _CLEARLY_NAMED = 0.2, 0.3
# How sure it is that another paper is meant, from which this one cannot answer: of 213 questions in benchmarks/answers.py for facts
# and reasons, 9 are so surely about another paper than the one that answers, of which 8 are above 0.45 as well.
ELSEWHERE = 0.34
_OWNED = 0.5  # degree from which a name stands for the paper that is cited by it, however often others use it
_WHOLE_TITLE, _PART_OF_TITLE = 0.8, 0.4
_QUOTED = 3.0  # score by which a paper whose title is in the question word for word leads all others
# Words of a whole title in a row, those among them that are no stop words, and the latter where the row is a part of a title.
_FEWEST_OF_WHOLE, _FEWEST_CONTENT, _FEWEST_OF_PART = 3, 2, 4
Scores = npt.NDArray[np.float64]
_OTHERS = r"(?: et al\.?|(?:, [A-Z][\w'’-]+)*,? (?:and|&) (?:[A-Z][\w'’-]+|colleagues))"
_FIRST_AUTHOR = r"(?P<first>[A-Z][\w'’-]+)"
_YEAR = r"\b(?P<year>(?:19|20)\d\d)\b"
# "Zhou et al. (2005)", "Church and Hanks, 1990", "Kim 2014"; "the ACL 2011 paper by Falk"; "Falk, Ek & Berg".
_CITATIONS = (
    re.compile(rf"\b{_FIRST_AUTHOR}{_OTHERS}?(?:['’]s?)?,? [(\[]?{_YEAR}"),
    re.compile(rf"{_YEAR}(?: [\w-]+){{1,2}} (?:by|of|from) {_FIRST_AUTHOR}{_OTHERS}?"),
    re.compile(rf"\b{_FIRST_AUTHOR}{_OTHERS}"),
)
_JOINED = frozenset("et al and colleagues".split())  # words of a citation that are no names
_SHORT = 2  # letters of a surname that is not indexed
_FILE_ID = re.compile(r"\d.*\d")  # a file's name that is an identifier: "N13-1099"
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


def elsewhere_degrees(subjects: Collection[Subject], paper_ids: Iterable[str]) -> dict[str, float]:
    """For each of these papers, how sure it is that a question with these `subjects` is about another one, 0..1."""
    clear = max((subject.probability * subject.named for subject in subjects), default=0.0)
    probability = {subject.paper_id: subject.probability for subject in subjects}
    return {paper_id: clear * (1.0 - probability.get(paper_id, 0.0)) for paper_id in paper_ids}


def is_elsewhere(subjects: Collection[Subject], paper_id: str) -> bool:
    """True if a question with these `subjects` surely is about another paper than this one, which cannot answer it."""
    return elsewhere_degrees(subjects, (paper_id,))[paper_id] >= ELSEWHERE


@dataclass(slots=True)
class _Evidence:
    """Signals of a question for one paper: `title` and `cited` in 0..1, `authors` above 1 where several are named; `called` are
    the terms of the name that it is cited by, `owned` those that belong to it wherever they occur, `terms` all that name it and `named` how clearly they do."""

    title: float = 0.0
    authors: float = 0.0
    cited: float = 0.0
    called: frozenset[str] = frozenset()
    owned: frozenset[str] = frozenset()
    named: float = 0.0
    terms: set[str] = field(default_factory=set)

    def add(self, named: float, terms: Collection[str] = ()) -> None:
        """Note that `terms` name the paper to this degree."""
        self.named = min(1.0, max(self.named, named))
        self.terms.update(terms)


def find_subjects(question: str, index: SubjectIndex, most: int | None = None) -> tuple[Subject, ...]:
    """All papers of `index`, or the likeliest `most`, with their probabilities of being what `question` is about, likeliest
    first, ties by id.

    Only the postings of the question's words are read: the time grows with how many papers have them, not with all.
    """
    if not index.papers:
        return ()
    terms = list(dict.fromkeys(analyse(question)))
    evidence: defaultdict[int, _Evidence] = defaultdict(_Evidence)
    _add_titles(terms, index, evidence)
    _add_authors(question, index, evidence)
    _add_citations(question, index, evidence)
    scores, named = _score_words(question, terms, index, evidence)
    for place, each in evidence.items():
        scores[place] += _TITLE * each.title + _AUTHOR * each.authors + _CITED * each.cited
    quoted = _quoted_titles(question, index, evidence) | _identified(question, index)
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


def _add_titles(terms: Sequence[str], index: SubjectIndex, evidence: defaultdict[int, _Evidence]) -> None:
    shared: defaultdict[int, set[str]] = defaultdict(set)
    for term in terms:
        for place in index.title_places.get(term, ()):
            shared[place].add(term)
    for place, found in shared.items():
        each = evidence[place]
        each.title, used = _title_match(found, index.title_terms[index.papers[place].id], index.title_weights)
        each.add(each.title if len(used) > 1 else 0.5 * each.title, used)


def _add_authors(question: str, index: SubjectIndex, evidence: defaultdict[int, _Evidence]) -> None:
    words = set(fold_name(question).split())
    capitalised = set(fold_name(" ".join(re.findall(r"\b[A-Z][\w'’-]+", question))).split())
    cited = _cited_works(question, index)
    authors: defaultdict[int, list[str]] = defaultdict(list)
    for word in sorted(words):
        owners = {place for place, used in cited.items() if word in used}
        for place in index.author_places.get(word, ()):
            if not owners or place in owners:
                authors[place].append(word)
    for place, names in authors.items():
        each, year = evidence[place], index.papers[place].year
        dated = {str(year)} & words
        leads = _first_surname(index.papers[place]) in capitalised.intersection(names)
        each.authors = min(_MOST_AUTHORS, 0.7 * len(names) + 0.9 * len(dated) + _FIRST * leads)
        given = {part for author in index.papers[place].authors for part in _parts(author, names)} & words
        each.add(min(1.0, each.authors), dated.union(*map(analyse, (*names, *given))))
    for place in cited:
        evidence[place].authors = _CITED_WORK


def _first_surname(paper: PaperFacts) -> str:
    """The folded surname of the first author; "" for a paper without authors."""
    return (fold_name(paper.authors[0]).split() or [""])[-1] if paper.authors else ""


def _parts(author: str, surnames: Collection[str]) -> set[str]:
    """All names of `author`, folded, if one of them is in `surnames`; else none."""
    parts = set(fold_name(author).split())
    return set() if parts.isdisjoint(surnames) else parts


def _add_citations(question: str, index: SubjectIndex, evidence: defaultdict[int, _Evidence]) -> None:
    for paper_id, (degree, used) in _cited_by_name(question, index.name_counts).items():
        each = evidence[index.places[paper_id]]
        each.cited, each.called = degree, used
        each.owned = used if degree >= _OWNED else frozenset()
    for place, (degree, name) in _initials_matches(question, index).items():
        each = evidence[place]
        if degree > each.cited:
            each.cited, each.called = degree, frozenset(analyse(name))
    for each in evidence.values():
        each.add(each.cited, each.called)


def _score_words(
    question: str, terms: Sequence[str], index: SubjectIndex, evidence: defaultdict[int, _Evidence]
) -> tuple[Scores, Scores]:
    """The scores of all papers by the words that they use, their names and BM25, and how clearly such names are in the question."""
    total = len(index.papers)
    names = {term for name in _NAME_LIKE.findall(question) for term in analyse(name)}
    owners = {term: place for place, each in evidence.items() if each.cited >= _OWNED for term in each.called}
    lengths = index.statistics.lengths / max(float(index.statistics.lengths.mean()), 1.0)
    own, bm25 = np.zeros(total), np.zeros(total)
    for term in terms:
        places, counts = index.statistics.postings(term)
        idf = inverse_frequency(len(places), total)
        weight = np.full(len(places), 1.0 if term in names else _COMMON_WORD)
        titled = np.isin(places, index.title_places.get(term, ()))
        weight[titled] = 1.0
        if term in owners:  # the name of one paper, which others use as well
            weight[(places != owners[term]) & ~titled] = 0.0
        own[places] += idf * counts / (counts + _NAME_TF) * weight
        bm25[places] += idf * counts * (_K1 + 1) / (counts + _K1 * (1 - _B + _B * lengths[places]))
        if idf > _RARE:
            for place in places[(weight == 1.0) & (counts >= _OFTEN)].tolist():
                evidence[place].terms.add(term)
    return _NAME * own + _WORDS * bm25, np.minimum(1.0, own / 3)


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


def _initials_matches(question: str, index: SubjectIndex) -> dict[int, tuple[float, str]]:
    """By place of a paper, the abbreviation in the question that is made of initials of its title ("USE"), after its degree
    of certainty, 0..1."""
    found: dict[int, tuple[float, str]] = {}
    for name in sorted(set(_INITIALS.findall(question))):
        for place, sequences in enumerate(index.title_initials):
            for initials in sequences:
                if name in initials:
                    degree = _WHOLE_TITLE if name == initials else _PART_OF_TITLE
                    found[place] = max(found.get(place, (0.0, "")), (degree, name))
    return found


def _quoted_titles(question: str, index: SubjectIndex, places: Collection[int]) -> dict[int, frozenset[str]]:
    """By place, the terms of the longest row of words that the title has in common with the question, of the papers whose title
    is in it as a whole or by a long row of words; a row within a longer one of another title does not count."""
    words, terms = fold_name(question).split(), set(analyse(question))
    rows: dict[int, tuple[int, int]] = {}
    for place in sorted(places):
        if len(terms & index.title_terms[index.papers[place].id]) < _FEWEST_CONTENT:
            continue
        title = fold_name(index.papers[place].title).split()
        start, _, size = SequenceMatcher(None, words, title, autojunk=False).find_longest_match()
        content = sum(word not in STOP_WORDS for word in words[start : start + size])
        whole = size == len(title) >= _FEWEST_OF_WHOLE and content >= _FEWEST_CONTENT
        if whole or content >= _FEWEST_OF_PART:
            rows[place] = (start, start + size)
    return {
        place: frozenset(analyse(" ".join(words[start:end])))
        for place, (start, end) in rows.items()
        if not any(a <= start and end <= b and b - a > end - start for a, b in rows.values())
    }


def _identified(question: str, index: SubjectIndex) -> dict[int, frozenset[str]]:
    """By place, the terms of the file's name, of the papers whose file the question names by an identifier: "Table 2 of N13-1099"."""
    text = question.casefold()
    found = {}
    for place, paper in enumerate(index.papers):
        name = paper.file.casefold()
        if _FILE_ID.search(name) and re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\d)", text):
            found[place] = frozenset(analyse(paper.file))
    return found


def _title_match(
    shared: Collection[str], title: frozenset[str], weights: Mapping[str, float]
) -> tuple[float, frozenset[str]]:
    """The share of the title's weight that the terms `shared` with the question have, and these, where it is not small."""
    weight = {term: weights[term] for term in title}
    total = sum(weight.values())
    share = sum(weight[term] for term in shared) / total if total else 0.0
    # A few words of a long title may be all that a question mentions of it.
    size = sum(weight[term] for term in shared)
    return min(1.0, share * 0.7 + 0.3 * min(1.0, size / 9.0)), frozenset(shared if share > 0.3 else ())


def _cited_works(question: str, index: SubjectIndex) -> dict[int, frozenset[str]]:
    """The places of papers that the question cites by first author and year, "Zhou et al. (2005)", or by all authors that it
    names, with the folded words that do so; none for a citation that fits several papers."""
    cited: dict[int, frozenset[str]] = {}
    for match in (match for pattern in _CITATIONS for match in pattern.finditer(question)):
        words = frozenset(fold_name(match[0]).split())
        first = fold_name(match["first"]).strip()
        led = [
            place
            for place in index.author_places.get(first, ())
            if _first_surname(index.papers[place]) == first
        ]
        year = match.groupdict().get("year")
        fitting = _of_year(led, int(year), index) if year else _by_all(led, words - _JOINED, index)
        if len(fitting) == 1 and not any(words <= other for other in cited.values()):
            cited[fitting[0]] = words
    return cited


def _of_year(places: Sequence[int], year: int, index: SubjectIndex) -> list[int]:
    """Those of the papers that are of this year; else of the year before or after, or of none: a preprint, for instance."""
    years = {place: index.papers[place].year for place in places}
    near = [place for place, known in years.items() if known is None or abs(known - year) == 1]
    return [place for place, known in years.items() if known == year] or near


def _by_all(places: Sequence[int], names: Collection[str], index: SubjectIndex) -> list[int]:
    """Those of the papers that all of `names`, folded surnames, have written; short ones are not compared."""
    compared = [name for name in names if len(name) > _SHORT]
    return [place for place in places if all(place in index.author_places.get(name, ()) for name in compared)]
