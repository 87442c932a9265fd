"""The ranking of the second hop: figure and citing sentences mixed."""

from __future__ import annotations

from dataclasses import replace

from citehop.agent.answerers.cited_paper import (
    describe_absent_work,
    own_paper,
    paper_called,
    with_citing_sentences,
)
from citehop.agent.first_hop import FirstHop
from citehop.agent.plan import Plan
from citehop.agent.request_context import Focus, RequestContext, parse_request
from citehop.agent.session import Session
from citehop.agent.trace import Trace
from citehop.figures.types import Entity, Reading
from citehop.retrieval.types import RankedPaper

RANKING = tuple(
    RankedPaper(paper_id, score)
    for paper_id, score in (("castellanos-2021-rillnet", 0.5), ("orrin-2009-linear-reservoirs", 0.5))
)
HOP = FirstHop(anchor="varnholt-2024-braidnet", ranking=RANKING)


def context(session: Session, question: str) -> RequestContext:
    return RequestContext(
        session, *parse_request(session, question), Focus(None, None, None, None), Plan(), Trace(), None, None
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


def hop_with(name: str, *markers: str, operation: str = "max") -> FirstHop:
    reading = Reading((Entity(name, 0.9, markers),), operation, abstained=False)
    return FirstHop(anchor="varnholt-2024-braidnet", reading=reading, ranking=RANKING)


def own(asked: RequestContext, hop: FirstHop) -> tuple[RankedPaper, ...]:
    return own_paper(hop, paper_called(asked, hop))


def absence(asked: RequestContext, hop: FirstHop) -> str:
    return describe_absent_work(asked, hop, paper_called(asked, hop))


def test_the_papers_own_system_leads_to_the_paper_itself(by_words: Session) -> None:
    asked = context(by_words, "Which method is best in Table 1, and what optimizer does it use?")
    for name in ("BraidNet (ours)", "BraidNet", "ours"):
        assert [ranked.paper_id for ranked in own(asked, hop_with(name))] == ["varnholt-2024-braidnet"]
    assert own(asked, hop_with("RillNet")) == ()
    assert own(asked, hop_with("BraidNet", operation="name")) == (), "the question gives the name itself"
    assert own(asked, FirstHop()) == ()


def test_a_name_whose_paper_the_cluster_lacks_leads_nowhere(by_words: Session) -> None:
    asked = context(by_words, "Which method is worst in Table 1, and how many layers does it have?")
    absent = absence(asked, hop_with("SoilBox", "(Petrakis et al., 2013)"))
    assert absent.startswith("SoilBox is Petrakis et al., 2013")
    assert absent.endswith("which is not in this cluster")
    assert absence(asked, hop_with("RillNet", "(Castellanos et al., 2021)")) == ""


def test_an_anchor_without_its_references_leads_nowhere(by_words: Session) -> None:
    asked = context(by_words, "Which is best, and how many layers does it have?")
    alone = FirstHop(
        anchor="orrin-2009-linear-reservoirs", reading=hop_with("Muskingum").reading, ranking=RANKING
    )
    assert by_words.cluster.paper("orrin-2009-linear-reservoirs").references
    assert "cites is in this cluster" in absence(asked, alone)
    named = replace(alone, reading=hop_with("RillNet").reading)
    assert absence(asked, named) == ""
