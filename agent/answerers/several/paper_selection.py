"""Questions for the papers that do something: "which papers here run experiments on TriviaQA?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....indexes.text.analysis import analyse
from ....papers.types import Paper
from ...relevance.question_terms import GENERIC
from ...session import Session
from ...statements.record_people import find_place
from ...types import ComparisonRow
from ...verification.sentences import Prover
from .key_terms import find_key_terms, used_terms
from .selection_forms import Selection
from .use_evidence import find_mention, find_uses, show_topic

_OF_TOPIC = ("topic", "mention")
_ON_TOPIC = 5  # occurrences of each of its words that is not in the title from which a paper is on a topic
_FREQUENT = 0.005  # share of a paper's terms
_BETWEEN = 2  # further terms between those of a topic
_MOST_PAPERS = 12
_MOST_OF_ONE = 3  # papers that may be the one that is asked for
_NEAR_ONE = 0.85  # share of the best paper's points from which another may be it
# Added to the probability for the share of the predicate's terms in title and abstract.
_TITLED, _IN_ABSTRACT = 0.6, 0.4

# A second predicate begins with a verb: "evaluate on SQuAD and use GloVe".
_JOINED = re.compile(
    r",? (?:and|but) (?:also |are |were |is |then )*(?=(?:us(?:e|es|ed)|train(?:s|ed)?|evaluat(?:e|es|ed)|test(?:s|ed)?|"
    r"appl(?:y|ies|ied)|employ(?:s|ed)?|report(?:s|ed)?|run|runs|rel(?:y|ies|ied)|"
    r"have|has|compare[sd]?|propose[sd]?|introduce[sd]?) )",
    re.I,
)
_SECOND_PART = re.compile(
    r",? and (?P<question>(?:(?:for|in|on|at|with|of) )?(?:what|why|how|where|which|when)\b.*)$", re.I
)


def split_second_part(predicate: str) -> tuple[str, str]:
    """The predicate without a second question behind it, and that question or "": "report a study, and what were they paid"."""
    match = _SECOND_PART.search(predicate)
    return (predicate[: match.start()], match["question"]) if match else (predicate, "")


def select_papers(session: Session, selection: Selection) -> list[ComparisonRow]:
    """Papers on the topic with evidence that the predicate holds for them, most probable first, ties by id; of a single paper
    that is asked for, the likeliest."""
    predicate, _ = split_second_part(selection.predicate)
    papers = [
        paper for paper in session.cluster.summaries if is_about(session, paper, _terms(selection.topic))
    ]
    prover = Prover(session.cluster, session.settings)
    if selection.kind == "affiliation":
        rows = _select_by_affiliation(session, papers, predicate)
    else:
        about = _select_by_topic(session, papers, predicate, prover) if selection.kind in _OF_TOPIC else []
        found = {row.paper_id for row in about}
        others = [paper for paper in papers if paper.id not in found]
        by_use = not about or selection.kind == "mention"
        rows = about + (_select_by_use(session, others, predicate, prover) if by_use else [])
        if selection.kind == "mention":
            found = {row.paper_id for row in rows}
            rows += _select_by_mention(session, [p for p in papers if p.id not in found], predicate, prover)
    if selection.years is not None:
        chosen = selection.years.choose([session.cluster.summary(row.paper_id) for row in rows])
        rows = [row for row in rows if row.paper_id in {paper.id for paper in chosen}]
    if selection.is_one:
        return _choose_one(session, rows, predicate)
    return sorted(rows, key=lambda row: (-row.probability, row.paper_id))[:_MOST_PAPERS]


def _choose_one(session: Session, rows: Sequence[ComparisonRow], predicate: str) -> list[ComparisonRow]:
    """The likeliest of `rows` and those nearly as likely: with most of what is asked for in title, abstract and quote."""
    terms = used_terms(predicate)
    size = max(len(terms), 1)
    points: dict[str, float] = {}
    for row in rows:
        titled = len(terms & session.subjects.title_terms[row.paper_id]) / size
        summed = len(terms.intersection(analyse(session.cluster.paper(row.paper_id).abstract))) / size
        points[row.paper_id] = row.probability + _TITLED * titled + _IN_ABSTRACT * summed
    least = _NEAR_ONE * max(points.values(), default=0.0)
    best = sorted(rows, key=lambda row: (-points[row.paper_id], row.paper_id))[:_MOST_OF_ONE]
    return [row for row in best if points[row.paper_id] >= least]


def _select_by_topic(
    session: Session, papers: Sequence[Paper], predicate: str, prover: Prover
) -> list[ComparisonRow]:
    about = (paper for paper in papers if is_about(session, paper, _terms(predicate)))
    return [row for paper in about if (row := show_topic(session, paper, predicate, prover))]


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
    return [term for term in dict.fromkeys(analyse(text.replace("-", " "))) if term not in GENERIC]


def _select_by_mention(
    session: Session, papers: Sequence[Paper], predicate: str, prover: Prover
) -> list[ComparisonRow]:
    statistics = session.subjects.statistics
    keys = next(iter(find_key_terms(predicate, statistics)), ())
    having = [paper for paper in papers if all(paper.id in statistics.occurrences(key) for key in keys)]
    found = (find_mention(session, paper, predicate, keys, prover) for paper in having if keys)
    return [row for row in found if row is not None]


def _select_by_use(
    session: Session, papers: Sequence[Paper], predicate: str, prover: Prover
) -> list[ComparisonRow]:
    """Papers of which each of the joined predicates holds, with the evidence of each: "evaluate on SQuAD and use GloVe"."""
    joined = [
        {row.paper_id: row for row in _select_by_one_use(session, papers, each, prover)}
        for each in _JOINED.split(predicate)
    ]
    rows = []
    for paper_id, row in joined[0].items():
        own = [each[paper_id] for each in joined if paper_id in each]
        if len(own) < len(joined):
            continue
        citations = tuple(dict.fromkeys(citation for each in own for citation in each.citations))
        text = " ".join(dict.fromkeys(each.answer for each in own))
        least = min(each.probability for each in own)
        rows.append(replace(row, answer=text, citations=citations, probability=least))
    return rows


def _select_by_one_use(
    session: Session, papers: Sequence[Paper], predicate: str, prover: Prover
) -> list[ComparisonRow]:
    statistics = session.subjects.statistics
    alternatives = find_key_terms(predicate, statistics)
    if not alternatives:
        return []
    counts = {keys: [statistics.occurrences(term) for term in keys] for keys in alternatives}
    used = used_terms(predicate)
    rows = []
    for paper in papers:
        # How often the paper has the rarest key of each alternative.
        having = [(min(each.get(paper.id, 0) for each in counts[keys]), keys) for keys in alternatives]
        found = (find_uses(session, paper, predicate, keys, count, prover) for count, keys in having if count)
        row = next((row for row in found if row is not None), None)
        if row is None and len(used) > 1 and used <= session.subjects.title_terms[paper.id]:
            row = show_topic(session, paper, predicate, prover)  # "Tagging by Conditional Random Fields"
        if row is not None:
            rows.append(row)
    return rows


def _select_by_affiliation(session: Session, papers: Sequence[Paper], place: str) -> list[ComparisonRow]:
    """The papers whose title page names `place` between title and abstract."""
    located = ((paper, find_place(session.cluster.paper(paper.id), place)) for paper in papers)
    return [
        ComparisonRow(paper.id, paper.title, citation.quote, (citation,), 1.0)
        for paper, citation in located
        if citation
    ]
