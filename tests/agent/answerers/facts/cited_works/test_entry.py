"""One work as a bibliography lists it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.facts.cited_works.entry import answer_cited_entry
from citehop.agent.ask import ask
from citehop.agent.plan import Plan
from citehop.agent.query.grammar.parser import parse_question
from citehop.agent.request_context import Focus, RequestContext
from citehop.agent.session import Session
from citehop.agent.statements import citations
from citehop.agent.statements.citations import find_entry
from citehop.agent.trace import Trace
from citehop.papers.types import Paper, Reference

RILLNET = '"RillNet: Message Passing along Drainage Lines"'
WORKS = (
    Reference("1", "A. Falk. BROOK: Old rills. Rain, 1980.", "BROOK: Old rills", ("A. Falk",), 1980),
    Reference("2", "B. Ek. Deep BROOK for snow. Ice, 2001.", "Deep BROOK for snow", ("B. Ek",), 2001),
)


@pytest.fixture
def session(by_words: Session, monkeypatch: pytest.MonkeyPatch) -> Session:
    plain = type(by_words.cluster).paper
    monkeypatch.setattr(
        type(by_words.cluster),
        "paper",
        lambda cluster, paper_id: replace(plain(cluster, paper_id), references=WORKS),
    )
    monkeypatch.setattr(citations, "find_in_bibliography", lambda *_: None)
    return by_words


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "In which journal did BROOK appear, according to RillNet's references?",
            f"In the bibliography of {RILLNET}: A. Falk.",
        ),
        ("Which year does RillNet give for the BROOK paper?", f"In the bibliography of {RILLNET}: A. Falk."),
        ("Who wrote the snow paper cited in RillNet?", f"In the bibliography of {RILLNET}: B. Ek."),
        (
            "When was Ek's snow paper, which RillNet cites, published?",
            f"In the bibliography of {RILLNET}: B. Ek.",
        ),
        (
            "When was the snow paper that RillNet cites published?",
            f"In the bibliography of {RILLNET}: B. Ek.",
        ),
        (
            "In the RillNet paper Ek's snow article has an odd year. Which year is printed in the reference list?",
            f"In the bibliography of {RILLNET}: B. Ek.",
        ),
        (
            "The references of RillNet list the snow work with which year?",
            f"In the bibliography of {RILLNET}: B. Ek.",
        ),
        (
            "RillNet's reference list - what year does it give for Ek?",
            f"In the bibliography of {RILLNET}: B. Ek.",
        ),
        ("Which year has most works in the reference list of RillNet?", None),
        ("RillNet is odd. Which year is printed in its reference list?", None),
        ("Does RillNet cite BROOK?", f"Yes. In the bibliography of {RILLNET}: A. Falk."),
        ("Does RillNet cite Zzyzx?", f"No: the bibliography of {RILLNET} has no work called “Zzyzx”."),
        ("Does RillNet cite Deep Zzyzx?", None),
        ("Who wrote the method cited in RillNet?", None),
        ("Who wrote the snow paper cited in RillNet and what does it say?", None),
        ("Who wrote RillNet?", None),
        ("What does the snow paper cited in RillNet say?", None),
    ],
)
def test_a_work_as_it_is_cited(question: str, text: str | None, session: Session) -> None:
    context = RequestContext(session, parse_question(question), Focus(), Plan(), Trace(None), None, None)
    answer = answer_cited_entry(context)
    assert (answer.text[: len(text)] if answer and text else answer) == text
    if text:
        assert ask(session, question).text.startswith(text)


def test_an_entry_is_found_by_most_of_the_terms_and_then_by_the_head_of_its_title() -> None:
    paper = Paper("rill", "Rills", references=WORKS)
    assert find_entry(paper, ["brook"]) == WORKS[0]
    assert find_entry(paper, ["brook", "snow"]) == WORKS[1]
    assert find_entry(paper, ["falk", "rill", "lstm"], 0.65) == WORKS[0]
    assert find_entry(paper, ["falk", "rill", "lstm"], 1.0) is None
    assert find_entry(paper, ["old", "rill", "lstm"], 0.65) is None
    assert find_entry(paper, ["sun"]) is None
