"""Questions parsed into queries over the sample cluster."""

from __future__ import annotations

from citehop.agent.query.named_papers import find_named_papers, without_names
from citehop.agent.query.parse import parse
from citehop.agent.session import Session

RILLNET, BRAIDNET = "castellanos-2021-rillnet", "varnholt-2024-braidnet"


def test_two_hops_follow_a_citation(by_words: Session) -> None:
    query = parse(
        "Which model in Table 2 is best, and how many parameters does its own paper report?",
        by_words.subjects,
    )
    assert (query.follows, query.figure and query.figure.label) == ("cited", "Table 2")
    assert query.then is not None
    assert query.then.text == "how many parameters does its own paper report?"


def test_two_parts_about_one_paper_are_the_same(by_words: Session) -> None:
    query = parse("Which optimizer does BraidNet use, and what is its batch size?", by_words.subjects)
    assert (query.follows, query.papers) == ("same", (BRAIDNET,))


def test_one_hop_stays_whole(by_words: Session) -> None:
    assert parse("Which is best, and how large is it?", by_words.subjects, one_hop=True).then is None


def test_fields_of_the_record(by_words: Session) -> None:
    query = parse("Who wrote the RillNet paper?", by_words.subjects)
    assert (query.intent, query.fields[0], query.papers) == ("record", "authors", (RILLNET,))


def test_papers_are_named_in_the_order_of_the_question(by_words: Session) -> None:
    named = find_named_papers("BraidNet or RillNet: which has more parameters?", by_words.subjects)
    assert [subject.paper_id for subject in named] == [BRAIDNET, RILLNET]


def test_names_are_left_out() -> None:
    assert without_names("How large is BraidNet today?", {"braidnet"}) == "How large is today?"
    assert without_names("BraidNet", {"braidnet"}) == "BraidNet"
    assert without_names("NSE: BraidNet vs RillNet", {"braidnet", "rillnet"}) == "NSE:"


def test_the_surname_of_a_coauthor_does_not_clearly_name_a_paper(by_words: Session) -> None:
    named = find_named_papers(
        "Which NSE does BraidNet list for Petrakis and Torabi (2013)?", by_words.subjects
    )
    assert [subject.paper_id for subject in named] == [BRAIDNET]
