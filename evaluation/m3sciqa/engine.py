"""Ask citehop itself M3SciQA's questions: the first hop by `agent.first_hop`, both hops by `agent.ask`.

Each anchor has a cluster with its candidates as the release describes them, with their full texts if they are
available. The release has no text of the anchors; their figures are given as pictures.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ...agent.ask import ask
from ...agent.first_hop import FirstHop, first_hop
from ...agent.llm.roles import Models
from ...agent.plan import Plan
from ...agent.query.grammar.parser import Hops, Question, parse_question
from ...agent.query.parse import parse
from ...agent.query.parts import find_hops
from ...agent.query.types import Query
from ...agent.session import Session
from ...agent.trace import Trace
from ...agent.types import Answer
from ...agent.verification.chain import proven_links
from ...agent.vision.second_opinion import ModelOpinion
from ...papers.parsing.paper_ids import build_paper_id
from ...retrieval.types import RankedPaper
from ..common.engine import ClusterSystem, Row, answer_text, raise_model_failures
from ..types import AnswerQuote, Document, Example, GivenGoldAnswer, Prediction
from .options import Search

KEPT_ENTITIES = 10  # entities of a reading that are kept in the file of predictions

Sections = Callable[[Document], Sequence[tuple[str, Sequence[str]]]]


def paper_rows(documents: Sequence[Document], sections: Sections) -> list[Row]:
    """Return `documents` as papers of a cluster, each once. A paper without a title is called by its id."""
    rows: dict[str, Row] = {}
    for document in documents:
        text = [{"heading": heading, "paragraphs": list(parts)} for heading, parts in sections(document)]
        row = {"id": document.id, "title": document.title or document.id, "abstract": document.text}
        rows.setdefault(build_paper_id(document.id), {**row, "sections": text})
    return list(rows.values())


def rank_with_engine(models: Models | None, search: Search) -> ClusterSystem:
    """Return the system that ranks the papers of the cluster by the first hop, advised by `models` if there are any."""

    def rank(session: Session, example: Example) -> Prediction:
        trace = Trace()
        with raise_model_failures(models) as watched:
            advice = ModelOpinion(watched, trace) if watched else None
            hop = first_hop(session, question_of(example, search), image=_image(example), advice=advice)
        return replace(_with_hop(Prediction(example.id), example, hop), usage=trace.usage)

    return rank


def answer_with_engine(
    models: Models | None,
    papers: int,
    search: Search,
    *,
    ranking_of: Callable[[Example], Sequence[str]] | None = None,
    with_gold: bool = False,
) -> ClusterSystem:
    """Return the system that asks each combined question and searches the best `papers` papers for the second hop.

    `ranking_of` returns the ids of an example's ranking, best first, in place of a first hop. With `with_gold`, each
    question is asked once more with the gold paper given.
    """

    def answer(session: Session, example: Example) -> Prediction:
        with raise_model_failures(models) as watched:
            given = None if ranking_of is None else _known(session, ranking_of(example)[:papers])
            if given is not None and not given.ranking:
                return Prediction(example.id, answer="", error="no paper of the ranking is in the cluster")
            found = _ask(session, example, watched, papers, search, given)
            gold = _answer_from_gold(session, example, watched, search) if with_gold else None
        hop = FirstHop(reading=found.reading, ranking=found.ranking)
        shown = tuple(_ids(example, found.ranking[:papers]))
        return replace(
            _with_hop(Prediction(example.id), example, hop),
            answer=answer_text(found),
            reply=found.text,
            shown=shown,
            quotes=_quotes(example, found),
            proven=proven_links(found, session) if given is None else (),
            given_gold=gold,
            usage=replace(found.usage, seconds=0.0),
        )

    return answer


def question_of(example: Example, search: Search) -> Question:
    """Return the parsed question of `example`: a visual question as a whole, a combined one with both of its hops.

    With `search` "visual", the first hop is the visual question of the release. With "combined", it is the first part
    of the combined question, as `ask` would split it.
    """
    visual = example.tag("visual")
    if not visual:
        return parse_question(example.question)
    hops = find_hops(example.question)
    if search == "combined":
        return parse_question(example.question, hops)
    hops = Hops(visual, hops.textual)
    return replace(parse_question(visual), text=example.question, hops=hops)


def _ask(
    session: Session,
    example: Example,
    models: Models | None,
    papers: int,
    search: Search,
    known: FirstHop | None,
) -> Answer:
    question = question_of(example, search)
    plan = Plan(papers=papers)
    if known is not None:  # then only the second hop is asked
        return ask(session, question.hops.textual, known=known, models=models, plan=plan)
    query: str | Query = example.question
    if question.hops.is_two_hop:
        first, second = (
            parse(part, session.subjects, one_hop=True)
            for part in (question.hops.visual, question.hops.textual)
        )
        query = replace(first, then=second, follows="cited")
    return ask(session, query, image=_image(example), models=models, plan=plan)


def _answer_from_gold(
    session: Session, example: Example, models: Models | None, search: Search
) -> GivenGoldAnswer | None:
    """Answer the second hop with the gold paper as the result of the first; None if the gold paper is not in the
    cluster.
    """
    known = _known(session, example.gold[:1])
    if not known.ranking:
        return None
    begun = time.perf_counter()
    found = _ask(session, example, models, 1, search, known)
    seconds = round(time.perf_counter() - begun, 3)
    return GivenGoldAnswer(answer_text(found), seconds, replace(found.usage, seconds=0.0))


def _known(session: Session, ids: Sequence[str]) -> FirstHop:
    """Return a first hop that leads to the papers `ids`, best first. Papers that are not in the cluster are left out."""
    known = [key for key in map(build_paper_id, ids) if key in session.cluster.paper_ids]
    return FirstHop(
        ranking=tuple(RankedPaper(key, 1.0 / place) for place, key in enumerate(dict.fromkeys(known), 1))
    )


def _image(example: Example) -> Path | None:
    return Path(example.pictures[0].path) if example.pictures else None


def _with_hop(prediction: Prediction, example: Example, hop: FirstHop) -> Prediction:
    reading = hop.reading
    if reading is not None:
        reading = replace(reading, entities=reading.entities[:KEPT_ENTITIES])
    return replace(prediction, ranking=tuple(_ids(example, hop.ranking)), reading=reading)


def _ids(example: Example, ranked: Sequence[RankedPaper]) -> list[str]:
    """Return the document ids of `ranked` papers. Documents with the same paper id are represented by the first."""
    return [_document_ids(example).get(paper.paper_id, paper.paper_id) for paper in ranked]


def _quotes(example: Example, answer: Answer) -> tuple[AnswerQuote, ...]:
    ids = _document_ids(example)
    return tuple(AnswerQuote(ids.get(c.paper_id, c.paper_id), c.quote) for c in answer.citations)


def _document_ids(example: Example) -> dict[str, str]:
    ids: dict[str, str] = {}
    for document in example.documents:
        ids.setdefault(build_paper_id(document.id), document.id)
    return ids
