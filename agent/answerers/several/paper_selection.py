"""Questions for the papers that do something: "which papers here run experiments on TriviaQA?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ....indexes.text.analysis import analyse
from ....indexes.text.term_statistics import TermStatistics
from ....indexes.types import Query
from ....retrieval.search import search_chunks
from ...relevance.candidates import is_sentence
from ...relevance.question_terms import GENERIC
from ...session import Session
from ...types import ComparisonRow
from ...verification.sentences import Prover, Sentence, sentences_of
from ..sentence_order import is_about_others

_SELECTION = re.compile(
    r"^\W*(?:(?:please|can you|could you) )*(?:which|what|list|name|find|show me|give me|tell me which)\b (?:all |of )?"
    r"(?:the |these |those |our |your )?"
    r"(?P<topic>(?:(?!(?:do|does|did|is|are|was|were|of|in|on|by|for|to|the|these|those|and|or)\b)[\w-]+ ){0,3}?)"
    r"(?:papers|articles|studies|works|publications|ones)\b(?: (?:here|"
    r"(?:in|of|from) (?:this|the) (?:cluster|collection|library|set|folder)|of these|in here|you have|there))?,? "
    r"(?:(?:that|which|who) )?(?P<predicate>\S.*)$",
    re.I,
)
_RECORD = re.compile(
    r"\bcit(?:e|es|ed|ing|ations?)\b|\breference|\bbibliograph|\b(?:published|appeared|written|from) (?:in|by|at) ?(?:\d{4})?",
    re.I,
)
_SECOND_PART = re.compile(r",? and (?:for what|why|how|what|where|which|when)\b.*$", re.I)
_NAME = re.compile(r"(?<![\w-])[\w-]*[A-Z][\w-]*")
_USE = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|train(?:s|ed|ing)?|evaluat\w+|test(?:s|ed|ing)?|experiment\w*|appl(?:y|ies|ied|ying)|r[au]n(?:s|ning)?|"
    r"employ\w*|implement\w*|develop\w*|compil\w+|process\w*|conduct\w*|perform\w*|results?|report\w*|built|build|achiev\w+|"
    r"consider\w*|learn(?:ed|s|t)?|annotat\w+|make use)\b",
    re.I,
)
# Being trained on data is more than being tested on it.
_TRAIN = re.compile(
    r"\b(?:pre-?)?train(?:s|ed|ing)?\b|\bfine-?tun|\blearn(?:s|ed|t|ing)?\b|\bfit(?:s|ted)?\b", re.I
)
_TEST = re.compile(r"\b(?:test|evaluat|experiment|report)\w*", re.I)
_OWN = re.compile(r"\b(?:we|our|us|this paper|this work|have been|has been|was|were)\b", re.I)
_CITATION = re.compile(r"\((?:[^()]*\b)?(?:19|20)\d\d[a-z]?[^()]*\)|\[\d[\d,;\s–-]*\]|\bet al\b")
_WORK = re.compile(
    r"experiment|result|evaluat|data|setup|setting|training|method|implement|approach|system|abstract|introduction",
    re.I,
)
_RELATED = re.compile(r"related|background|previous|prior|future|references|acknowledg", re.I)
_PASSAGES = 30
_RARE = (
    0.2  # share of the papers up to which a term must occur in a paper, as the names of the predicate must
)
_COMMON = 0.5  # share of the papers from which a term selects none
_ENOUGH = 2.0  # points of a sentence from which it counts as the paper's own use
_ON_TOPIC = 5  # occurrences of each of its words that is not in the title from which a paper is on a topic
_MOST_PAPERS = 12
_LONG = 45  # words


@dataclass(frozen=True, slots=True)
class Selection:
    """Papers that a question asks for: `predicate` holds for them ("evaluate on ACE 2004"), on a `topic`, "" for any."""

    predicate: str
    topic: str = ""


@dataclass(frozen=True, slots=True)
class _Use:
    """A sentence that uses a term, with its score."""

    points: float
    sentence: Sentence


def find_selection(question: str) -> Selection | None:
    """The papers that a question asks for ("Which parsing papers evaluate on Negra?"); None if it asks for something else."""
    match = _SELECTION.match(" ".join(question.split()))
    if not match or _RECORD.search(match["predicate"]):
        return None
    return Selection(match["predicate"].strip(" ?."), match["topic"].strip())


def select_papers(session: Session, selection: Selection) -> list[ComparisonRow]:
    """Papers on the topic with a sentence that shows that the predicate holds for them, most probable first, ties by id."""
    predicate, statistics = selection.predicate, session.subjects.statistics
    keys = key_terms(_SECOND_PART.sub("", predicate), statistics)
    if not keys:
        return []
    postings = [statistics.occurrences(term) for term in keys]
    topic = set(analyse(selection.topic)) - GENERIC
    candidates = set(postings[0]).intersection(*postings[1:])
    prover = Prover(session.cluster, session.settings)
    rows: list[ComparisonRow] = []
    for paper_id in sorted(candidates):
        others = topic - session.subjects.title_terms[paper_id]
        if any(statistics.occurrences(term).get(paper_id, 0) < _ON_TOPIC for term in others):
            continue
        row = _row(session, paper_id, predicate, keys, min(posting[paper_id] for posting in postings), prover)
        if row is not None:
            rows.append(row)
    return sorted(rows, key=lambda row: (-row.probability, row.paper_id))[:_MOST_PAPERS]


def key_terms(predicate: str, statistics: TermStatistics) -> tuple[str, ...]:
    """Terms that a paper must have: names and rare terms in `predicate`, else its rarest one, unless most papers have it."""
    total = len(statistics.paper_ids)
    # A paper "runs" on a device in other words: "takes 20 hours on".
    used = {term for verb in _USE.findall(predicate) for term in analyse(verb)}
    terms = [term for term in dict.fromkeys(analyse(predicate)) if term not in GENERIC and term not in used]
    names = {term for name in _NAME.findall(predicate) for term in analyse(name)}
    known = {term: statistics.document_frequency(term) for term in terms}
    keys = [term for term in terms if term in names or known[term] <= max(1.0, _RARE * total)]
    if keys or not terms:
        return tuple(keys)
    rarest = min(terms, key=lambda term: (known[term], terms.index(term)))
    return (rarest,) if known[rarest] <= _COMMON * total else ()


def _row(
    session: Session, paper_id: str, predicate: str, keys: Sequence[str], count: int, prover: Prover
) -> ComparisonRow | None:
    hits = search_chunks(session.index, Query(predicate, (paper_id,)), _PASSAGES)
    sentences = sentences_of(session.index.chunk(hit.id) for hit in hits)
    focus = set(analyse(predicate)) - GENERIC
    shown = [sentence for sentence in sentences if _has(sentence, keys)]
    if _TRAIN.search(predicate) and not _TEST.search(predicate):
        shown = [sentence for sentence in shown if _TRAIN.search(sentence.text)]
    uses = [_Use(_points(sentence, focus, count), sentence) for sentence in shown]
    for use in sorted(uses, key=lambda use: (-use.points, use.sentence.rank, use.sentence.text)):
        if use.points < _ENOUGH:
            break
        citation = prover.cite(use.sentence)
        if citation is not None:
            title = session.cluster.summary(paper_id).title
            return ComparisonRow(paper_id, title, citation.quote, (citation,), min(1.0, use.points / 6))
    return None


def _has(sentence: Sentence, keys: Sequence[str]) -> bool:
    shown = set(keys) & set(analyse(sentence.text)) and is_sentence(sentence.text)
    return bool(shown) and not is_about_others(sentence)


def _points(sentence: Sentence, focus: set[str], count: int) -> float:
    """Points for a use of the paper's own: verbs of use, first person, section, the predicate's other words, frequency."""
    text, section = sentence.text, sentence.chunk.section
    own = set(analyse(text))
    points = 1.0 * bool(_USE.search(text)) + 1.0 * bool(_OWN.search(text))
    points += 1.5 * len(focus & own) / max(len(focus), 1) + min(1.0, count / 10)
    points += 0.5 * bool(_WORK.search(section)) - 1.0 * bool(_RELATED.search(section))
    points -= 0.5 * bool(_CITATION.search(text) and not re.search(r"\b(?:we|our)\b", text, re.I))
    return points - 0.5 * (len(text.split()) > _LONG)
