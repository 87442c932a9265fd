"""Who wrote a sample paper, where one of its authors works and how to reach them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.facts.people import author_facts
from citehop.agent.answerers.facts.people.author_facts import (
    describe_affiliation,
    describe_authors,
    describe_emails,
)
from citehop.agent.answerers.facts.people.authors import Authors
from citehop.agent.plan import Plan
from citehop.agent.query.grammar.parser import parse_question
from citehop.agent.relevance.subject import find_subjects
from citehop.agent.request_context import Focus, RequestContext
from citehop.agent.session import Session
from citehop.agent.trace import Trace
from citehop.agent.types import Citation
from citehop.papers.types import BBox, Block, Paper

LINES = (
    "Ignacio Castellanos ¹ Núria Pla ² Deborah Amankwah ²",
    "¹ University of Ekby ic@ekby.org ² University of California Oslo {pla,amankwah}@uco.edu",
)


@pytest.fixture(autouse=True)
def rillnet_front(monkeypatch: pytest.MonkeyPatch) -> None:
    """The RillNet paper with lines of its title page that its sample has not."""

    def with_front(context: RequestContext, subjects: tuple[object, ...]) -> Paper:
        paper = context.session.cluster.paper("castellanos-2021-rillnet")
        blocks = tuple(Block(text, 1, BBox(0, y, 400, y + 9), "front") for y, text in enumerate(LINES, 90))
        return replace(paper, blocks=blocks)

    monkeypatch.setattr(author_facts, "asked_paper", with_front)


def ask(session: Session, question: str, describe: object = describe_affiliation) -> str:
    context = RequestContext(session, parse_question(question), Focus(), Plan(), Trace(None), None, None)
    part = describe(context, find_subjects(question, session.subjects))  # type: ignore[operator]
    return part[0] if part else ""


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Where does Núria Pla, author of RillNet, work?",
            "Affiliation of Núria Pla: University of California Oslo.",
        ),
        ("Where is the first author of RillNet?", "Affiliation of Ignacio Castellanos: University of Ekby."),
        ("Where does Bo Ek work?", ""),
    ],
)
def test_one_author_has_one_affiliation(question: str, text: str, by_words: Session) -> None:
    assert ask(by_words, question) == text


def test_authors_of_an_institution(by_words: Session) -> None:
    text = ask(by_words, "Which of the RillNet authors are from UC Oslo?")
    assert text.startswith("Núria Pla and Deborah Amankwah are from UC Oslo")
    assert ask(by_words, "Which of the RillNet authors are from MIT?") == ""


def test_the_institutions_of_a_collaboration_are_not_listed(
    by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(author_facts, "_MOST_AUTHORS", 2)
    assert ask(by_words, "Which of the RillNet authors are from UC Oslo?") == ""


def test_the_address_of_one_author(by_words: Session) -> None:
    text = ask(by_words, "What is the e-mail address of Amankwah?", describe_emails)
    assert text == "The e-mail address of Deborah Amankwah is amankwah@uco.edu."


def test_the_author_at_a_place_in_the_list(by_words: Session) -> None:
    text = ask(by_words, "Who comes last on the author list of RillNet?", describe_authors)
    assert text.endswith("is Deborah Amankwah.")
    assert ask(by_words, "Who made the GloVe vectors?", describe_authors) == ""


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where did the first author of RillNet do this work?", "Research was undertaken at Foo Labs."),
        ("Where was the work on RillNet done?", "Research was undertaken at Foo Labs."),
        ("Where does the first author of RillNet work?", "Affiliation of Ignacio Castellanos: "),
    ],
)
def test_a_note_says_where_the_work_was_done(
    question: str, text: str, by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        author_facts, "read_page", lambda *_: "We study rills. ∗ Research was undertaken at Foo Labs."
    )
    assert ask(by_words, question).startswith(text)


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (
            "Ada Falk ∗ Rain ∗ The work was done while Ada was an intern at Foo Labs. 1",
            "The work was done while Ada was an intern at Foo Labs.",
        ),
        ("Ada Falk, University of Ekby. We study internal rain.", "On the first page of"),
    ],
)
def test_an_internship_is_not_the_affiliation(
    page: str, text: str, by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(author_facts, "read_page", lambda *_: page)
    assert ask(by_words, "At which company was the first author of RillNet an intern?").startswith(text)


@pytest.mark.parametrize(
    ("signed", "text"),
    [
        (("abiodun-2020-cresta", 9, "Ignacio Castellanos"), "On the first page of"),
        (("castellanos-2021-rillnet", 1, "Bo Ek"), "On the first page of"),
        (("castellanos-2021-rillnet", 1, "Deborah Amankwah"), "Affiliation of Deborah Amankwah: "),
    ],
)
def test_the_address_of_a_letter_is_behind_a_name_of_its_own_pages(
    signed: tuple[str, int, str], text: str, by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = replace(by_words.cluster.paper("castellanos-2021-rillnet"), authors=())
    lines = tuple(Block(text, 1, BBox(0, y, 400, y + 9), "front") for y, text in enumerate(LINES, 90))
    monkeypatch.setattr(author_facts, "asked_paper", lambda *_: replace(paper, blocks=lines))
    paper_id, page, name = signed
    citation = Citation(paper_id, page, BBox(0, 0, 9, 9), name)
    monkeypatch.setattr(author_facts, "find_authors", lambda *_: Authors((name,), citation))
    assert ask(by_words, "Which university is the RillNet paper from?").startswith(text)
