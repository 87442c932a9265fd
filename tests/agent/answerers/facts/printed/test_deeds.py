"""Who did something for the authors of a paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.facts.printed import deeds
from citehop.agent.answerers.facts.printed.deeds import before_deeds, deed_clauses, find_deed
from citehop.agent.ask import ask
from citehop.agent.session import Session
from citehop.papers.types import BBox, Block, Paper

THANKS = (
    "We thank Ek Corporation for donating rain gauges and Bo Alm for translating the Czech letters for us. "
    "Ada Falk lent us her code."
)
PAPER = Paper(
    "falk",
    "Rills",
    blocks=(
        Block(
            "Annotators labelled all rain events. Our code was lent to Bo.",
            2,
            BBox(0, 0, 9, 9),
        ),
        Block(THANKS, 2, BBox(0, 0, 9, 9), section="Acknowledgements"),
        Block("∗ Please write to Cy Dahl about sediment.", 1, BBox(0, 0, 9, 9), "list"),
    ),
)
EK, FALK = THANKS.split(". ")[0] + ".", "Ada Falk lent us her code."


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        ("Which company donated gauges to Falk", EK),
        ("What firm supplied the rain gauges", EK),
        ("who translated letters from Czech", EK),
        ("Whom may one write to about sediment", None),  # writing is what authors do
        ("whom to ask about sediment", None),  # asking is not what the note has
        ("Who labelled the rain events", None),  # the text says it
        ("Who lent code", None),  # the text has as many of the words
        ("Who lent code to the authors", FALK),
        ("Who gave help", None),  # everyone who is thanked did
        ("Who measured the rain gauges", None),
        ("Who wrote Rills", None),
    ],
)
def test_the_sentence_that_thanks_for_a_deed(clause: str, sentence: str | None) -> None:
    found = find_deed(PAPER, clause, {"falk"})
    assert (found[1] if found else None) == sentence


@pytest.mark.parametrize(
    ("question", "clauses"),
    [
        ("Where was it done, and who read the drafts?", ("who read the drafts",)),
        (
            "Which hospital gave data and which firm lent a cluster",
            ("Which hospital gave data and ", "which firm lent a cluster"),
        ),
        ("How many people who read it agreed?", ()),
        ("Which of the models won?", ()),
    ],
)
def test_the_parts_that_ask_who_did_something(question: str, clauses: tuple[str, ...]) -> None:
    assert deed_clauses(question) == clauses


def test_what_is_asked_before_a_deed() -> None:
    assert before_deeds("Where was it done, and who read it?") == "Where was it done, and "
    assert before_deeds("Where was it done?") == "Where was it done?"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who translated letters for the authors of RillNet?", EK),
        (
            "In which year was RillNet published, and who translated the Czech letters?",
            f'"RillNet: Message Passing along Drainage Lines" is from 2021. [1] {EK}',
        ),
    ],
)
def test_a_deed_is_answered_with_what_is_asked_before_it(
    question: str, answer: str, by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    rillnet = replace(by_words.cluster.paper("castellanos-2021-rillnet"), blocks=PAPER.blocks)
    monkeypatch.setattr(deeds, "asked_paper", lambda *_: rillnet)
    assert ask(by_words, question).text == answer
