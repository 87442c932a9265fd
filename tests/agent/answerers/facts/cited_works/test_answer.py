"""Works of one author, or of the authors themselves, in the bibliography of a paper."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from citehop.agent.ask import ask
from citehop.agent.session import Session
from citehop.agent.statements import citations
from citehop.papers.types import Paper, Reference

RILLNET = '"RillNet: Message Passing along Drainage Lines"'
ORRIN = '"Linear Reservoirs in Series as a Model of Catchment Response"'


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Which work by Klaus Weidmann does the Linear Reservoirs paper cite?",
            f"{ORRIN} cites 1 work by Klaus Weidmann: “Unit hydrographs revisited: what eighty storms",
        ),
        (
            "Orrin and Falk cite a single-author Weidmann paper listed in the references. Which one?",
            f"{ORRIN} cites 1 work by Weidmann alone: “Unit hydrographs",
        ),
        (
            "Which works with Abiodun as first author does RillNet cite?",
            f"{RILLNET} cites 1 work with Abiodun as first author: “CRESTA",
        ),
        (
            "How many papers by Duvaleix are in the bibliography of RillNet?",
            f"{RILLNET} cites 1 work by Duvaleix: “Recurrent Memory",
        ),
    ],
)
def test_works_of_an_author(question: str, text: str, by_words: Session) -> None:
    answer = ask(by_words, question)
    assert answer.text.startswith(text)
    (citation,) = answer.citations
    assert citation.quote.strip("“”,.") in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Which optimizer of Duvaleix does RillNet use?",
        "Which papers does RillNet cite?",
    ],
)
def test_other_questions_are_not_about_works_of_an_author(question: str, by_words: Session) -> None:
    assert " work" not in ask(by_words, question).text.partition(":")[0]


def test_works_of_the_authors_themselves(by_words: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Reference("1", "", "Rills of Catalonia", ("N. Pla", "B. Ek"), 2015)
    other = Reference("2", "", "Rills of Oslo", ("M. Pla",), 2016)
    plain = type(by_words.cluster).paper

    def with_own(cluster: object, paper_id: str) -> Paper:
        return replace(plain(by_words.cluster, paper_id), references=(own, other))

    monkeypatch.setattr(type(by_words.cluster), "paper", with_own)
    monkeypatch.setattr(citations, "find_in_bibliography", lambda *_: None)
    for question in (
        "Which older works of their own do the RillNet authors cite?",
        "The authors of RillNet cite a paper of themselves; which one?",
    ):
        assert (
            ask(by_words, question).text
            == f"{RILLNET} cites 1 work of its own authors: “Rills of Catalonia” (2015)."
        )


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("Which papers by Ek alone does RillNet cite?", ["Rills alone"]),
        ("Which papers by Ek does RillNet cite?", ["Rills alone", "Rills late", "Rills undated"]),
        ("Which of Ek's 2018 papers does RillNet cite?", ["Rills alone"]),
        ("Which Ek 2021 papers does RillNet cite?", ["Rills late"]),
        ("What are Ek's earlier works in the references of RillNet?", ["Rills alone"]),
        ("Which earlier works by Ek does RillNet cite?", ["Rills alone"]),
        ("Which 2017 papers by Ek does RillNet cite?", []),
    ],
)
def test_works_of_a_time_or_without_co_authors(
    question: str, titles: list[str], by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = (
        Reference("1", "", "Rills alone", ("B. Ek",), 2018),
        Reference("2", "", "Rills late", ("B. Ek", "A. Falk"), 2021),
        Reference("3", "", "Rills undated", ("A. Falk", "B. Ek")),
    )
    plain = type(by_words.cluster).paper
    monkeypatch.setattr(
        type(by_words.cluster),
        "paper",
        lambda cluster, paper_id: replace(plain(cluster, paper_id), references=works),
    )
    monkeypatch.setattr(citations, "find_in_bibliography", lambda *_: None)
    assert re.findall("“(.*?)”", ask(by_words, question).text) == titles


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "What is the oldest work that RillNet cites?",
            "cites 1 work from 1980, the oldest year: “Old rills”",
        ),
        (
            "How many references of RillNet are from 2018?",
            "cites 2 works from 2018: “Rills” by Ek (2018); “Brooks”",
        ),
        ("How many works from 1999 does RillNet cite?", "cites no work from 1999."),
        ("Does RillNet cite anything by Falk?", "Yes: "),
        ("Does RillNet cite anything by Duvaleix?", "No: "),
        ("Which works by Duvaleix from 2018 does RillNet cite?", "cites no work by Duvaleix from 2018."),
    ],
)
def test_works_by_their_years(
    question: str, text: str, by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = (
        Reference("1", "", "Rills", ("B. Ek",), 2018),
        Reference("2", "", "Old rills", ("A. Falk",), 1980),
        Reference("3", "", "Brooks", ("A. Falk", "B. Ek"), 2018),
    )
    plain = type(by_words.cluster).paper
    monkeypatch.setattr(
        type(by_words.cluster),
        "paper",
        lambda cluster, paper_id: replace(plain(cluster, paper_id), references=works),
    )
    monkeypatch.setattr(citations, "find_in_bibliography", lambda *_: None)
    assert text in ask(by_words, question).text
