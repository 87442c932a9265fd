"""The ranking of the second hop: figure and citing sentences mixed."""

from __future__ import annotations

from citehop.agent.answerers.cited_paper import with_citing_sentences
from citehop.agent.first_hop import FirstHop
from citehop.agent.plan import Plan
from citehop.agent.request_context import Focus, RequestContext
from citehop.agent.session import Session
from citehop.agent.trace import Trace
from citehop.figures.question.parser import parse_question
from citehop.retrieval.types import RankedPaper

RANKING = tuple(
    RankedPaper(paper_id, score)
    for paper_id, score in (("castellanos-2021-rillnet", 0.5), ("orrin-2009-linear-reservoirs", 0.5))
)
HOP = FirstHop(anchor="varnholt-2024-braidnet", ranking=RANKING)


def context(session: Session, question: str) -> RequestContext:
    return RequestContext(
        session, parse_question(question), Focus(None, None, None, None), Plan(), Trace(), None, None
    )


def test_a_hop_without_an_anchor_stays(by_words: Session) -> None:
    hop = FirstHop()
    assert with_citing_sentences(context(by_words, "Which work is it, and how does it work?"), hop) is hop


def test_a_paper_that_the_question_names_comes_first(by_words: Session) -> None:
    for paper_id, name in (
        ("castellanos-2021-rillnet", "RillNet: Message Passing along Drainage Lines"),
        ("orrin-2009-linear-reservoirs", "Linear Reservoirs in Series as a Model of Catchment Response"),
    ):
        hop = with_citing_sentences(context(by_words, f"What error does the cited work {name} report?"), HOP)
        assert hop.ranking[0].paper_id == paper_id
        assert [r.score for r in hop.ranking] == sorted((r.score for r in hop.ranking), reverse=True)
        assert {r.paper_id for r in hop.ranking} == {r.paper_id for r in RANKING}
