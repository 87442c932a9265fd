"""Questions for the papers that do something: "which papers here run experiments on TriviaQA?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ....indexes.text.analysis import analyse
from ....papers.types import Paper
from ...relevance.question_terms import GENERIC
from ...session import Session
from ...types import ComparisonRow
from ...verification.sentences import Prover
from ..facts.title_page import find_in_byline
from ..facts.years import YearCondition, find_year_condition
from .use_evidence import find_uses, key_terms, show_topic, used_terms

_SELECTION = re.compile(
    r"^\W*(?:(?:please|can you|could you|do you have|tell me|show me|give me|find|list|name) )*"
    r"(?:(?:which|what|how many|are there|all|any|every|of|the|these|those|our|your|me) )*"
    r"(?P<topic>(?:(?!(?:do|does|did|is|are|was|were|of|in|on|by|for|to|the|these|those|and|or)\b)[\w-]+ ){0,3}?)"
    r"(?:papers|articles|studies|works|publications|ones)\b(?: (?:here|"
    r"(?:in|of|from) (?:this|the) (?:cluster|collection|library|set|folder)|of these|in here|you have|there))?,? ?"
    r"(?:(?:that|which|who) )?(?P<predicate>\S.*)$",
    re.I,
)
_ASKS = re.compile(
    r"\b(?:which|what|how many|are there|list|name|find|show|give|tell|do you have)\b"
    r"|^(?:(?:all|any) |(?:papers|articles|publications)\b)",
    re.I,
)
_ONE = re.compile(
    r"^\W*(?:which|what)(?: is|'s| was)? (?:the )?(?=(?:most recent|newest|latest|oldest|earliest)\b)", re.I
)
_SINGULAR = re.compile(r"\b(?:paper|article|publication|work|study)\b", re.I)
_RECORD = re.compile(
    r"\bcit(?:e|es|ed|ing|ations?)\b|\breference|\bbibliograph|\b(?:published|appeared|written|from) (?:in|by|at) ?(?:\d{4})?",
    re.I,
)
_OTHER_SUBJECT = re.compile(
    r"(?:does|did|has|is|was|can|could|will)\b", re.I
)  # "How many articles does X process?"
_COUNTED_TOO = re.compile(
    r",? and how (?:many|much)\b", re.I
)  # another question, not what holds for the papers
_SECOND_PART = re.compile(r",? and (?:for what|why|how|what|where|which|when)\b.*$", re.I)
_TOPIC = re.compile(
    r"^(?:(?:is|are|was|were|be) )?(?:mainly |all )?"
    r"(?:about|on|concern(?:s|ing|ed with)?|regarding|dedicated to|deal(?:s|ing)? with|address(?:es|ing)?|discuss(?:es|ing)?|"
    r"stud(?:y|ies|ying)|cover(?:s|ing)?|investigat(?:e|es|ing)|work(?:s|ing)? on|focus(?:es|ing)? on|tackl(?:e|es|ing)|"
    r"treat(?:s|ing)?) (?P<topic>.+)$",
    re.I,
)
_THERE = re.compile(r"^(?:are|is|do we have|do you have|exist|here)(?: (?:there|here))?$", re.I)
_AFFILIATION = re.compile(
    r"^(?:(?:have|has|with|include|list) )?(?:an? |the )?(?:(?:co-?)?authors?|people|researchers|someone)\b.*?"
    r"\b(?:from|at|of|affiliated (?:with|to)|working (?:at|for|in)|work (?:at|for|in)) (?P<place>.+)$"
    r"|^(?:(?:are|were|come|came|originate|is) )(?:written |authored )?(?:out of|from|(?:by \w+ )?at) (?P<origin>.+)$",
    re.I,
)
_ON_TOPIC = 5  # occurrences of each of its words that is not in the title from which a paper is on a topic
_FREQUENT = 0.005  # share of a paper's terms
_BETWEEN = 2  # further terms between those of a topic
_MOST_PAPERS = 12

SelectionKind = Literal["use", "topic", "affiliation"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Papers that a question asks for: `predicate` holds for them ("evaluate on ACE 2004"), on a `topic`, "" for any.

    By `kind`, the predicate is something that they use or do, what they are about, or where their authors work. `years` restricts
    when they were published."""

    predicate: str
    topic: str = ""
    kind: SelectionKind = "use"
    years: YearCondition | None = None


def find_selection(question: str) -> Selection | None:
    """The papers that a question asks for ("Which parsing papers evaluate on Negra?"); None if it asks for something else."""
    text = " ".join(question.split())
    years = find_year_condition(text)
    if years is not None and years.is_extreme:
        text = _SINGULAR.sub("papers", _ONE.sub("which ", text), count=1)
    if years is not None and (years.is_extreme or years.first != years.last):
        text = " ".join(text.replace(f" {years.wording}", "", 1).split())
    else:
        years = None  # "the data from 2004" is no year of publication
    match = _SELECTION.match(text)
    if (
        not match
        or _OTHER_SUBJECT.match(match["predicate"])
        or not _ASKS.search(text[: match.start("predicate")])
        or _RECORD.search(match["predicate"])
        or _COUNTED_TOO.search(match["predicate"])
    ):
        return None
    predicate, topic = match["predicate"].strip(" ?."), match["topic"].strip()
    if about := _TOPIC.match(predicate):
        return Selection(about["topic"], topic, "topic", years)
    if topic and _THERE.match(predicate):
        return Selection(topic, "", "topic", years)
    if place := _AFFILIATION.match(predicate):
        return Selection(place["place"] or place["origin"], topic, "affiliation", years)
    return Selection(predicate, topic, "use", years)


def select_papers(session: Session, selection: Selection) -> list[ComparisonRow]:
    """Papers on the topic with evidence that the predicate holds for them, most probable first, ties by id."""
    predicate = _SECOND_PART.sub("", selection.predicate)
    papers = [
        paper for paper in session.cluster.summaries if is_about(session, paper, _terms(selection.topic))
    ]
    prover = Prover(session.cluster, session.settings)
    if selection.kind == "affiliation":
        rows = _select_by_affiliation(session, papers, predicate, prover)
    elif selection.kind == "topic" and (
        about := [p for p in papers if is_about(session, p, _terms(predicate))]
    ):
        rows = [row for paper in about if (row := show_topic(session, paper, predicate, prover))]
    else:
        rows = _select_by_use(session, papers, predicate, prover)
    if selection.years is not None:
        chosen = selection.years.choose([session.cluster.summary(row.paper_id) for row in rows])
        rows = [row for row in rows if row.paper_id in {paper.id for paper in chosen}]
    return sorted(rows, key=lambda row: (-row.probability, row.paper_id))[:_MOST_PAPERS]


def is_about(session: Session, paper: Paper, terms: Sequence[str]) -> bool:
    """True if the title of `paper` has all `terms`, or its abstract has them close together and its text has each often; a single
    term may also be one of the most frequent ones of its text."""
    if session.subjects.title_terms[paper.id].issuperset(terms):
        return True
    statistics = session.subjects.statistics
    if any(statistics.occurrences(term).get(paper.id, 0) < _ON_TOPIC for term in terms):
        return False
    if len(terms) == 1 and statistics.share(terms[0], paper.id) >= _FREQUENT:
        return True
    abstract = analyse(paper.abstract)
    size = len(terms) + _BETWEEN
    return any(set(terms) <= set(abstract[at : at + size]) for at in range(max(1, len(abstract) - size + 1)))


def _terms(text: str) -> list[str]:
    return [term for term in dict.fromkeys(analyse(text)) if term not in GENERIC]


def _select_by_use(
    session: Session, papers: Sequence[Paper], predicate: str, prover: Prover
) -> list[ComparisonRow]:
    statistics = session.subjects.statistics
    keys = key_terms(predicate, statistics)
    if not keys:
        return []
    postings = [statistics.occurrences(term) for term in keys]
    used = used_terms(predicate)
    rows = []
    for paper in papers:
        count = min(posting.get(paper.id, 0) for posting in postings)
        row = find_uses(session, paper, predicate, keys, count, prover) if count else None
        if row is None and len(used) > 1 and used <= session.subjects.title_terms[paper.id]:
            row = show_topic(session, paper, predicate, prover)  # "Tagging by Conditional Random Fields"
        if row is not None:
            rows.append(row)
    return rows


def _select_by_affiliation(
    session: Session, papers: Sequence[Paper], place: str, prover: Prover
) -> list[ComparisonRow]:
    """The papers whose title page names `place` between title and abstract."""
    located = (
        (paper, find_in_byline(session, session.cluster.paper(paper.id), place, prover)) for paper in papers
    )
    return [
        ComparisonRow(paper.id, paper.title, citation.quote, (citation,), 1.0)
        for paper, citation in located
        if citation
    ]
