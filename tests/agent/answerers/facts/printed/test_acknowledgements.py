"""Whom a paper thanks, and for what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.facts.printed import acknowledgements
from citehop.agent.answerers.facts.printed.acknowledgements import find_acknowledgements
from citehop.agent.ask import ask
from citehop.agent.session import Session
from citehop.papers.types import BBox, Block, BlockKind, Paper

THANKS = (
    Block(
        "We thank Ada Falk for the name. We also thank Bo Ek for comments.",
        2,
        BBox(0, 0, 9, 9),
        "paragraph",
        "Thanks",
    ),
    Block("This work was paid by Ekby.", 2, BBox(0, 0, 9, 9), "paragraph", "Thanks"),
)


def block(text: str, section: str = "", kind: BlockKind = "paragraph") -> Block:
    return Block(text, 2, BBox(0, 0, 9, 9), kind, section)


@pytest.mark.parametrize(
    ("blocks", "texts"),
    [
        (
            (block("We thank Bo. Ada holds a grant.", "Acknowledgements"), block("We thank Ek.", "1 Rain")),
            ["We thank Bo.", "Ada holds a grant."],
        ),
        (
            (block("Acknowledgments We are grateful to Bo.", "7 End"),),
            ["Acknowledgments We are grateful to Bo."],
        ),
        (
            (block("Paid by Ekby.", "Acknowledgment"), block("Figure 1: Rain", "Acknowledgment", "caption")),
            ["Paid by Ekby."],
        ),
        (
            (block("³ We thank Bo for the data."), block("Thanks to rain, grass grows.")),
            ["³ We thank Bo for the data."],
        ),
        (
            (
                block("Paid by Ekby. We thank Ada", "Acknowledgements"),
                block("Falk for help-", "Acknowledgements"),
                block("ing.", "Acknowledgements"),
            ),
            ["Paid by Ekby.", "We thank Ada Falk for helping."],
        ),
        ((block("Rain falls."),), []),
    ],
)
def test_the_sentences_of_the_acknowledgements(blocks: tuple[Block, ...], texts: list[str]) -> None:
    assert [text for _, text in find_acknowledgements(Paper("ek", "Rain", blocks=blocks))] == texts


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "Who is thanked in the RillNet paper?",
            "We thank Ada Falk for the name. We also thank Bo Ek for comments.",
        ),
        ("Whom do the authors of RillNet thank for comments?", "We also thank Bo Ek for comments."),
        (
            "According to the acknowledgments, who came up with the name of RillNet?",
            "We thank Ada Falk for the name.",
        ),
    ],
)
def test_who_is_thanked_for_what(
    question: str, answer: str, by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    rillnet = replace(by_words.cluster.paper("castellanos-2021-rillnet"), blocks=THANKS)
    monkeypatch.setattr(acknowledgements, "asked_paper", lambda *_: rillnet)
    assert ask(by_words, question).text == answer
