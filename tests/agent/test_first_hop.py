"""Ranking for a question that names no figure: the likeliest one is read and said to have been chosen."""

from __future__ import annotations

from citehop.agent.first_hop import first_hop
from citehop.agent.session import Session
from citehop.figures.question.parser import parse_question


def test_a_question_that_a_figure_answers_finds_its_figure(by_words: Session) -> None:
    hop = first_hop(by_words, "Which method has the second highest NSE on CRESTA?", seek=True)
    assert hop.figure is not None
    assert (hop.figure.label, hop.chosen) == ("Table 1", True)
    assert hop.reading is not None
    assert hop.reading.entities[0].text.startswith("KarstMix")
    assert hop.ranking[0].paper_id == "zielony-2023-flow-paths"


def test_a_question_about_papers_reads_no_figure(by_words: Session) -> None:
    hop = first_hop(by_words, "Which paper has the best guarantees for floods?", seek=True)
    assert hop.figure is None
    assert hop.ranking


def test_what_sounds_like_a_figure() -> None:
    assert parse_question("Which model is represented by the orange line?").of_figure
    assert parse_question("Which dataset has the fewest turns?").of_figure
    assert not parse_question("Which paper has the best proof?").of_figure
    assert not parse_question("How are rare words handled?").of_figure
