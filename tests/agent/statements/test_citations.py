"""Statements of who cites whom in the sample papers."""

from dataclasses import replace

import pytest

from citehop.agent.session import Session
from citehop.agent.statements.citations import (
    state_cited_by,
    state_cited_entry,
    state_cited_works,
    state_cites,
)
from citehop.papers.types import Mention, Reference

RILLNET, CRESTA = "castellanos-2021-rillnet", "abiodun-2020-cresta"
WORKS = (
    Reference("1", "A. Falk. Old rills. Rain, 1980.", "Old rills", ("A. Falk",), 1980),
    Reference("2", "B. Ek. Deep snow. Ice, 2001.", "Deep snow", ("B. Ek",), 2001),
)
MENTIONS = (
    Mention(("Rills",), ("1",), "Water is routed by the method of Falk [1].", 1),
    Mention(("Snow",), ("2",), "Melt is estimated from the temperature [2].", 1),
)


def replace_works(
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
    works: tuple[Reference, ...],
    mentions: tuple[Mention, ...],
) -> None:
    paper = replace(session.cluster.paper(RILLNET), references=works, mentions=mentions)
    monkeypatch.setitem(session.cluster._papers, RILLNET, paper)


def test_a_work_is_found_by_what_it_is_cited_for(by_words: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_works(by_words, monkeypatch, WORKS, MENTIONS)
    (statement,) = state_cited_works(by_words, RILLNET, purpose="estimating the melt")
    assert "“Deep snow” by Ek (2001): “Melt is estimated from the temperature [2].”" in statement.text
    assert "Old rills" not in statement.text
    assert statement.value == "Deep snow"


def test_a_paper_without_a_bibliography_says_so(by_words: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_works(by_words, monkeypatch, (), ())
    title = by_words.cluster.paper(RILLNET).title
    (statement,) = state_cited_works(by_words, RILLNET)
    assert statement.text == f'No bibliography was found in "{title}".'


def test_an_entry_comes_with_its_citing_sentence(by_words: Session) -> None:
    paper = by_words.cluster.paper(RILLNET)
    entry = next(each for each in paper.references if each.paper_id == CRESTA)
    statement = state_cited_entry(by_words, RILLNET, entry)
    assert entry.raw in statement.text
    assert {citation.paper_id for citation in statement.citations} == {RILLNET}
    assert state_cites(by_words, RILLNET, CRESTA).citations[0].quote in entry.raw


def test_no_citing_paper_is_said(by_words: Session) -> None:
    assert state_cited_by(by_words, "“Rain”", []).text == "No paper of this cluster cites “Rain”."
    assert state_cited_by(by_words, "“Rain”", [CRESTA]).text.startswith(
        "1 paper of this cluster cites “Rain”: "
    )
