"""The paper that is meant among several of like words: by its year, by the institution of its authors."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.facts import asked_papers
from citehop.agent.answerers.facts.asked_papers import find_asked_papers
from citehop.agent.answerers.facts.fact_parts import CLEARLY_NAMED
from citehop.agent.relevance.subject import Subject
from citehop.agent.session import Session
from citehop.papers.record import Printed, Record

RILLNET, CRESTA = "castellanos-2021-rillnet", "abiodun-2020-cresta"


def print_lines(
    session: Session, monkeypatch: pytest.MonkeyPatch, paper_ids: tuple[str, ...], line: str
) -> None:
    """Let the title pages of these papers, and no others, have the line."""
    for paper_id in (RILLNET, CRESTA):
        record = Record(byline=(Printed(line),) * (paper_id in paper_ids))
        paper = replace(session.cluster.paper(paper_id), record=record)
        monkeypatch.setitem(session.cluster._papers, paper_id, paper)


@pytest.mark.parametrize(
    ("question", "probabilities", "first"),
    [
        ("Who wrote the 2020 basin paper?", (0.9, 0.1), CRESTA),
        ("Who wrote the 2021 basin paper?", (0.9, 0.1), RILLNET),
        ("Who wrote the 1999 basin paper?", (0.9, 0.1), RILLNET),
        ("Who wrote the Foo College paper on basins?", (0.5, 0.4), CRESTA),
        ("Who wrote the Foo College paper on basins?", (0.9, 0.1), RILLNET),
        ("Who wrote the Bar College paper on basins?", (0.5, 0.4), RILLNET),
        ("Who wrote the College of Foo paper on basins?", (0.5, 0.4), RILLNET),
        ("Who at a College wrote the paper on basins?", (0.5, 0.4), RILLNET),
    ],
)
def test_year_and_institution_choose_among_papers(
    question: str,
    probabilities: tuple[float, float],
    first: str,
    by_words: Session,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    likely = tuple(Subject(i, p, 0.5) for i, p in zip((RILLNET, CRESTA), probabilities, strict=True))
    monkeypatch.setattr(asked_papers, "find_subjects", lambda *_: likely)
    print_lines(by_words, monkeypatch, (CRESTA,), "Foo College")
    assert find_asked_papers(question, by_words)[0].paper_id == first


@pytest.mark.parametrize(("printed", "named"), [((CRESTA,), CLEARLY_NAMED), ((RILLNET, CRESTA), 0.1)])
def test_only_an_institution_of_one_paper_names_it_clearly(
    printed: tuple[str, ...], named: float, by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    likely = (Subject(CRESTA, 0.5, 0.1), Subject(RILLNET, 0.4, 0.1))
    monkeypatch.setattr(asked_papers, "find_subjects", lambda *_: likely)
    print_lines(by_words, monkeypatch, printed, "University of Oslo")
    found = find_asked_papers("Who wrote the University of Oslo paper?", by_words)
    assert (found[0].paper_id, found[0].named) == (CRESTA, named)
