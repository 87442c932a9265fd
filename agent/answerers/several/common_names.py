"""Names of what several papers have in common: "which data sets do A and B share?", with the sentence of each that has most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ....indexes.text.analysis import analyse
from ....indexes.types import SearchQuery
from ....papers.types import Paper
from ....retrieval.search import search_chunks
from ...relevance.asked_for import attribute_terms
from ...relevance.candidates import is_sentence
from ...relevance.concepts import related_terms
from ...relevance.question_terms import GENERIC
from ...relevance.question_type import NAME_TOKEN
from ...session import Session
from ...types import Citation, ComparisonRow
from ...verification.sentences import Prover, Sentence, sentences_of
from ..sentence_order import is_about_others
from .join import CITED
from .paper_parts import NamedPaper
from .use_evidence import is_own_use

_PASSAGES = 40
_MOST_NAMES = 10
_CITED_AS = 3  # citations beside a name from which it is that of a paper
_BESIDE = 3  # words between a name and the word for its kind
_FAR = 8  # words between a name and the word for what it is
_LABEL = re.compile(
    r"(?:Table|Figure|Fig|Section|Sec|Eq|Equation|Appendix|Algorithm|We|Our|The|In|For|This|These|It|On|As|To|See)s?",
    re.I,
)
# Words for the things asked for that are too general to tell them from others, as "size" and "text" are.
_LOOSE = frozenset(
    analyse("text texts word words data use used evaluation training test size task number name type")
)


@dataclass(frozen=True, slots=True)
class _OwnNames:
    """Names in a paper of what is asked for, by their letters in lower case: as `written`, how often, and in which sentences."""

    written: dict[str, str]
    counts: Counter[str]
    sentences: dict[str, list[Sentence]]
    tables: frozenset[str]  # names in its tables
    ordinary: frozenset[str]  # names that are words of the language, more often without a capital

    def has(self, key: str) -> bool:
        return key in self.written or key in self.tables


def find_common_names(
    session: Session, part: str, papers: Sequence[NamedPaper]
) -> tuple[str, list[ComparisonRow]] | None:
    """The names that all of `papers` give to what `part` asks for, most frequent first, and for each paper the sentence with most
    of them; None where there are none."""
    asked = attribute_terms(part) - GENERIC
    kinds = frozenset(other for term in asked for other in related_terms(term)) - _LOOSE
    if not kinds:
        return None
    known = frozenset(analyse(part)).union(*(paper.terms for paper in papers))
    found = [_own_names(session, part, paper.paper_id, kinds, known) for paper in papers]
    keys = _shared_keys(session, found, kinds)
    # A word that is written without a capital as well is no name by itself: "the Yelp Challenge".
    ordinary = frozenset().union(*(own.ordinary for own in found))
    order = sorted(keys - ordinary, key=lambda key: (-sum(own.counts[key] for own in found), key))
    names = _whole_names(order, keys, found)[:_MOST_NAMES]
    if not names:
        return None
    prover = Prover(session.cluster, session.settings)
    rows = []
    for paper, own in zip(papers, found, strict=True):
        citation = _best_quote(own, order, prover) or _table_quote(
            session.cluster.paper(paper.paper_id), order, prover
        )
        if citation is None:
            return None
        rows.append(ComparisonRow(paper.paper_id, paper.phrase, citation.quote, (citation,), 1.0))
    return f"In common: {', '.join(names)}.", rows


def _shared_keys(session: Session, found: Sequence[_OwnNames], kinds: frozenset[str]) -> frozenset[str]:
    """Names of all papers, but those of other works and those that occur once, unless a word for their kind is beside them."""

    def is_sure(key: str) -> bool:
        cited = max(session.subjects.name_counts.get(key, {}).values(), default=0)
        is_repeated = sum(own.counts[key] for own in found) > 1
        if is_repeated and cited < _CITED_AS:
            return True
        return (is_repeated or any(key in own.tables for own in found)) and _is_kind(key, found, kinds)

    keys = {key for own in found for key in own.written if all(other.has(key) for other in found)}
    return frozenset(key for key in keys if is_sure(key))


def _own_names(
    session: Session, part: str, paper_id: str, kinds: frozenset[str], known: frozenset[str]
) -> _OwnNames:
    written: dict[str, str] = {}
    counts: Counter[str] = Counter()
    sentences: dict[str, list[Sentence]] = {}
    lower: Counter[str] = Counter()
    hits = search_chunks(session.index, SearchQuery(part, (paper_id,)), _PASSAGES)
    for sentence in sentences_of(session.index.chunk(hit.id) for hit in hits):
        lower.update(word for word in re.findall(r"[\w-]+", sentence.text) if word.islower())
        if not is_sentence(sentence.text) or is_about_others(sentence) or not is_own_use(sentence):
            continue
        for key, name in _names_near(sentence.text, kinds, known).items():
            written.setdefault(key, name)
            counts[key] += 1
            sentences.setdefault(key, []).append(sentence)
    tables = session.cluster.paper(paper_id).figures
    ordinary = frozenset(key for key, name in written.items() if name.istitle() and lower[key] > counts[key])
    words = " ".join(f"{t.caption} {' '.join(w.text for w in t.words)}" for t in tables if t.kind == "table")
    return _OwnNames(
        written, counts, sentences, frozenset(map(_key, NAME_TOKEN.findall(words))), frozenset(ordinary)
    )


def _names_near(text: str, kinds: frozenset[str], known: frozenset[str]) -> dict[str, str]:
    """Names in `text` near a word for what is asked for, or in one enumeration with such a name; without cited authors."""
    words = re.findall(r"\S+", CITED.sub(" ", text))
    marks = [place for place, word in enumerate(words) if not kinds.isdisjoint(analyse(word))]
    names: dict[str, str] = {}
    last = -_FAR
    for place, word in enumerate(words):
        for name in NAME_TOKEN.findall(word):
            terms = set(analyse(name)) - GENERIC
            if (
                not terms
                or not known.isdisjoint(terms)
                or _LABEL.fullmatch(name)
                or (not place and name.istitle())
            ):
                continue
            if any(abs(mark - place) <= _FAR for mark in marks) or (marks and place - last <= 2):
                names.setdefault(_key(name), name)
                last = place
    return names


def _is_kind(key: str, found: Sequence[_OwnNames], kinds: frozenset[str]) -> bool:
    """True if some paper has a word for what is asked for right beside the name: "the SNLI corpus", not "skip-thoughts"."""
    texts = (sentence.text.split() for own in found for sentence in own.sentences.get(key, ()))
    return any(
        _key(word) == key
        and not kinds.isdisjoint(analyse(" ".join(words[max(0, place - _BESIDE) : place + _BESIDE + 1])))
        for words in texts
        for place, word in enumerate(words)
    )


def _whole_names(order: Sequence[str], keys: frozenset[str], found: Sequence[_OwnNames]) -> list[str]:
    """The names in this `order`, each with those of its neighbours that are `keys`, too: "Penn Treebank"."""
    names: list[str] = []
    shown: set[str] = set()
    for key in order:
        texts = [s.text for own in found for s in own.sentences.get(key, ())]
        runs = [run for text in texts for run in _runs(text, keys) if key in map(_key, run)]
        run = max(runs, key=len, default=[])
        if not {_key(word) for word in run} - shown:
            continue
        shown.update(map(_key, run))
        names.append(" ".join(run))
    return names


def _runs(text: str, keys: frozenset[str]) -> list[list[str]]:
    """The longest rows of words of `text` that are all in `keys`, with nothing between them."""
    runs: list[list[str]] = [[]]
    for word in text.split():
        plain = word.strip("(),.;:[]")
        is_known = _key(plain) in keys
        if is_known:
            runs[-1].append(plain)
        if not is_known or not word.endswith(plain):
            runs.append([])
    return [run for run in runs if run]


def _key(name: str) -> str:
    return re.sub(r"\W", "", name).casefold()


def _best_quote(own: _OwnNames, keys: Sequence[str], prover: Prover) -> Citation | None:
    """The sentence with most of `keys`, of several the shortest."""
    sentences = [sentence for key in keys for sentence in own.sentences.get(key, ())]
    shares = Counter(map(id, sentences))
    distinct = {id(sentence): sentence for sentence in sentences}.values()
    ranked = sorted(distinct, key=lambda s: (-shares[id(s)], len(s.text), s.text))
    return next((citation for sentence in ranked if (citation := prover.cite(sentence))), None)


def _table_quote(paper: Paper, keys: Sequence[str], prover: Prover) -> Citation | None:
    """The caption of the first table of `paper` that has one of `keys`."""
    for table in paper.figures:
        if table.kind == "table" and set(keys) & set(map(_key, NAME_TOKEN.findall(table.caption))):
            return prover.find(paper.id, table.page, table.caption)
    return None
