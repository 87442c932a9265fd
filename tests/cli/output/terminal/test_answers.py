"""The screen of `citehop ask`: the answer first, everything behind it within 80 columns."""

from typing import Any

import pytest

from citehop.agent.ask import ask
from citehop.agent.llm.meter import Meter
from citehop.agent.llm.roles import Models
from citehop.agent.session import Session
from citehop.agent.types import Answer, Citation
from citehop.cli.output.terminal import answers
from citehop.cli.sample_cluster import QUESTION
from citehop.figures.types import Entity, Reading
from citehop.papers.types import BBox
from citehop.testing import QueueLLM

SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "80")

    def screen(answer: Any, session: Session) -> list[str]:
        answers.print_answer(answer, session.cluster)
        answers.print_steps(answer)
        return capsys.readouterr().out.splitlines()

    return screen


def test_the_answer_stands_first_then_sources_figure_and_ranking(by_words: Session, shown: Any) -> None:
    lines = shown(ask(by_words, QUESTION), by_words)
    text = "\n".join(lines)
    assert " ".join(lines[:2]) == f"It is RillNet. {SENTENCE} [1]"
    headings = [text.index(f"\n{name}\n") for name in ("Sources", "Figure", "Papers, best first")]
    assert headings == sorted(headings)
    assert "[1] RillNet: Message Passing along Drainage Lines, page 1" in text
    assert "Table 1 on page 3: RillNet" in text
    assert "1. RillNet: Message Passing along Drainage Lines\n     'RillNet" in text
    assert text.count("13.1 hours") == 1
    assert all(len(line) <= 80 for line in lines)
    assert not any(line.startswith("note:") or "tokens" in line for line in lines)


def test_a_models_answer_brings_quotes_notes_and_cost(by_words: Session, shown: Any) -> None:
    chosen = '{"reason": "", "statements": [1], "phrasing": "The timing error rises from 9.6 to 13.1 hours."}'
    llm = QueueLLM(default=chosen)
    lines = shown(ask(by_words, QUESTION, models=Models(llm, llm, Meter(), trust="phrase")), by_words)
    text, flat = "\n".join(lines), " ".join("\n".join(lines).split())
    assert lines[0] == "The timing error rises from 9.6 to 13.1 hours. [1]"
    assert f'"{SENTENCE}"' in flat
    assert "queue: 0 model calls" in text
    llm = QueueLLM(default="I do not follow schemas.")
    failed = "\n".join(shown(ask(by_words, QUESTION, models=Models(llm, llm, Meter())), by_words))
    assert "note: the model's reply was not of the form" in " ".join(failed.split())


def test_an_abstention_says_where_it_looked(by_words: Session, shown: Any) -> None:
    lines = shown(ask(by_words, "Who won the chess olympiad of 1954 in Amsterdam?"), by_words)
    assert lines[0] == "No sentence in cluster sample clearly answers this question."
    assert "Sources" not in lines


def test_an_abstention_shows_the_closest_passage_as_no_answer(by_words: Session, shown: Any) -> None:
    quote = Citation("castellanos-2021-rillnet", 1, BBox(0, 0, 9, 9), SENTENCE)
    lines = shown(Answer("No sentence answers this question.", closest=quote), by_words)
    assert lines[0] == "No sentence answers this question."
    passage = " ".join(" ".join(lines[1:]).split())
    assert passage.startswith(
        f'closest, but not an answer: "{SENTENCE}" (RillNet: Message Passing along Drainage Lines, page 1 (17 in print))'
    )
    assert "Sources" not in lines


def test_a_question_without_a_figure_shows_no_cited_papers(by_words: Session, shown: Any) -> None:
    lines = shown(ask(by_words, "Who wrote the RillNet paper?"), by_words)
    assert "Castellanos" in " ".join(lines[:2])
    assert "Sources" in lines
    assert not {"Papers, best first", "Figure"} & set(lines)


def test_a_completed_question_is_above_the_answer(by_words: Session, shown: Any) -> None:
    lines = shown(
        Answer("It is 50.", status="answered", notes=("understood as: What is it?", "disputed")), by_words
    )
    assert lines[:4] == ["understood as: What is it?", "It is 50.", "", "note: disputed"]


@pytest.mark.parametrize(("status", "heading"), [("answered", False), ("abstained", True)])
def test_a_doubtful_reading_is_named_only_where_nothing_else_answers(
    by_words: Session, shown: Any, status: Any, heading: bool
) -> None:
    reading = Reading((Entity("SnowLedger", 0.1),), "lookup", abstained=False)
    lines = shown(Answer("It is 9.6.", reading=reading, status=status), by_words)
    assert ("Figure" in lines) == heading
    assert any("was not read with confidence" in line for line in lines) == heading
    assert "SnowLedger" not in "".join(lines)
