"""The paper from which a question of two hops starts."""

from dataclasses import replace

import pytest

from citehop.agent.ask import ask
from citehop.agent.figures.first_hop_context import find_anchor
from citehop.agent.plan import Plan
from citehop.agent.request_context import Focus, RequestContext, parse_request
from citehop.agent.session import Session
from citehop.agent.trace import Trace

STATEGATE, MEMORY = "mbeki-laurent-2020-storage-gates", "duvaleix-2018-recurrent-memory"
LED = (
    "Which network does the Donor Catchments paper of Haldorsen mention for the conservation of mass, and {}?"
)


def context(session: Session, question: str, anchor: str | None = None) -> RequestContext:
    return RequestContext(session, *parse_request(session, question), Focus(anchor), Plan(), Trace())


def test_the_callers_anchor_comes_first(by_words: Session) -> None:
    question = LED.format("how does it work")
    assert find_anchor(context(by_words, question, "zielony-2023-flow-paths")) == "zielony-2023-flow-paths"


def test_a_work_that_a_paper_cites_for_something_leads_to_that_work(by_words: Session) -> None:
    answer = ask(by_words, LED.format("how many days long are its training sequences"))
    assert answer.ranking[0].paper_id == STATEGATE
    assert "730 days" in answer.text
    assert answer.text.startswith('It is "Gating on Storage')


def test_a_second_part_about_a_column_of_the_same_table_is_answered_by_the_table(by_words: Session) -> None:
    answer = ask(
        by_words,
        "Which model has the highest NSE on CRESTA in Table 1, and what is its CRPS?",
        anchor="castellanos-2021-rillnet",
    )
    assert answer.anchor == "castellanos-2021-rillnet"
    assert answer.figure
    assert {citation.paper_id for citation in answer.citations} == {"castellanos-2021-rillnet"}


def test_a_work_that_is_described_inside_a_question_is_led_to(by_words: Session) -> None:
    question = (
        "How many days long are the training sequences of the network that the Donor Catchments paper of Haldorsen mentions "
        "for the conservation of mass?"
    )
    answer = ask(by_words, question)
    assert answer.ranking[0].paper_id == STATEGATE
    assert "730 days" in answer.text


@pytest.mark.parametrize("question", ["Which method in Table 1 of BraidNet is best, and how was it trained?"])
def test_the_paper_beside_a_label_is_the_anchor(question: str, by_words: Session) -> None:
    cluster = replace(by_words.cluster, manifest=replace(by_words.cluster.manifest, anchor=None))
    assert find_anchor(context(replace(by_words, cluster=cluster), question)) == "varnholt-2024-braidnet"


@pytest.mark.parametrize(
    ("anchor", "start"),
    [
        ("varnholt-2024-braidnet", None),  # cites MossGauge, which may be the work that is led to
        ("ferreira-holm-2019-quantile-heads", "lindqvist-rao-2022-mossgauge"),  # does not
    ],
)
def test_a_paper_that_the_anchor_does_not_cite_is_where_a_question_starts(
    anchor: str, start: str | None, by_words: Session
) -> None:
    cluster = replace(by_words.cluster, manifest=replace(by_words.cluster.manifest, anchor=anchor))
    question = "The MossGauge paper uses an earlier network as a baseline; how many days long were its training sequences?"
    assert find_anchor(context(replace(by_words, cluster=cluster), question)) == start
