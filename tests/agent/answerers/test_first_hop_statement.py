"""What is said of the result of a first hop."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.first_hop_statement import describe_lack, state_first_hop
from citehop.agent.first_hop import FirstHop
from citehop.agent.plan import Plan
from citehop.agent.request_context import Focus, RequestContext, parse_request
from citehop.agent.session import Session
from citehop.agent.trace import Trace
from citehop.figures.types import Entity, Reading
from citehop.retrieval.types import RankedPaper

ANCHOR = "haldorsen-2021-donor-catchments"
GATES = RankedPaper(
    "mbeki-laurent-2020-storage-gates", 0.45, ("cited in: Gates conserve mass (Mbeki, 2020).",)
)
MEMORY = RankedPaper("duvaleix-2018-recurrent-memory", 0.44, ("cited in: Memory conserves mass (Ek, 2018).",))
QUESTION = "Which network does Haldorsen cite for conserving mass, and which licence does its code have?"


def state(
    session: Session, best: list[RankedPaper], question: str = QUESTION, quoted: tuple[str, ...] = ()
) -> str:
    context = RequestContext(session, *parse_request(session, question), Focus(), Plan(), Trace())
    return state_first_hop(context, FirstHop(anchor=ANCHOR), best, quoted)


def test_the_leading_work_is_named(by_words: Session) -> None:
    leading = [replace(GATES, score=0.9), MEMORY]
    assert state(by_words, leading).startswith('It is "Gating on Storage')
    assert state(by_words, [replace(GATES, score=0.1)]) == ""


def test_of_two_level_works_both_are_named(by_words: Session) -> None:
    stated = state(by_words, [GATES, MEMORY])
    assert stated.startswith('Two papers fit: "Gating on Storage')
    assert ' and "Recurrent Memory' in stated
    assert state(by_words, [GATES, MEMORY]) == state(by_words, [GATES, MEMORY, replace(MEMORY, score=0.1)])
    assert state(by_words, [GATES, MEMORY, replace(MEMORY, score=0.4)]) == ""


@pytest.mark.parametrize(
    "reasons", [(), ("cited in: As others do (Ek, 2018).",), ("cited in: It is cited.",)]
)
def test_a_work_that_is_cited_in_other_words_is_not_named(
    reasons: tuple[str, ...], by_words: Session
) -> None:
    unlike = replace(MEMORY, reasons=reasons)
    assert state(by_words, [replace(unlike, score=0.9), GATES]) == ""
    assert state(by_words, [GATES, unlike]) == ""  # of two level works neither may be a guess
    assert state(by_words, [unlike], quoted=(MEMORY.paper_id,)).startswith('It is "Recurrent Memory')


def test_a_work_is_not_named_before_quotes_of_another(by_words: Session) -> None:
    assert state(by_words, [replace(GATES, score=0.9), MEMORY], quoted=(MEMORY.paper_id,)) == ""
    assert state(by_words, [GATES, MEMORY], quoted=(MEMORY.paper_id,)).startswith("Two papers fit")


def test_a_question_without_words_for_the_work_names_none(by_words: Session) -> None:
    question = "Which paper does Haldorsen cite, and which licence does its code have?"
    assert state(by_words, [GATES], question) == ""


@pytest.mark.parametrize(
    ("chances", "stated"),
    [((0.8, 0.1), "It is A."), ((0.4, 0.38), "A and B fit alike."), ((0.3, 0.1), "")],
)
def test_the_name_read_from_a_figure(chances: tuple[float, float], stated: str, by_words: Session) -> None:
    names = tuple(Entity(name, chance) for name, chance in zip("AB", chances, strict=True))
    reading = Reading(names, abstained=False)
    context = RequestContext(
        by_words,
        *parse_request(by_words, "Which method in Table 1 is best, and how was it trained?"),
        Focus(),
        Plan(),
        Trace(),
    )
    assert state_first_hop(context, FirstHop(reading=reading), [], ()) == stated


def test_a_refusal_names_the_work_and_the_sentence_that_cites_it() -> None:
    best = [RankedPaper("ek-2014", 0.9, ("cited in: We follow Ek (2014).",))]
    assert describe_lack('It is "Rivers" (Ek 2014).', best) == (
        'It is "Rivers" (Ek 2014) (cited in: We follow Ek (2014).). No sentence there clearly answers the rest of the question.'
    )
    assert describe_lack("It is A.", []).startswith("It is A. No sentence there")
