"""Ranking for a question that names no figure: the likeliest one is read and said to have been chosen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from citehop.agent.ask import ask
from citehop.agent.first_hop import first_hop
from citehop.agent.first_hop_context import needs_cited_papers
from citehop.agent.plan import Plan
from citehop.agent.request_context import Focus, RequestContext
from citehop.agent.session import Session
from citehop.agent.trace import Trace
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


@pytest.mark.parametrize(("image", "needed"), [(Path("t.png"), True), (None, False)])
def test_a_picture_leads_to_a_cited_paper_as_a_figure_of_the_anchor_does(
    by_words: Session, image: Path | None, needed: bool
) -> None:
    without_anchor = replace(by_words.cluster, manifest=replace(by_words.cluster.manifest, anchor=None))
    question = parse_question("Consider the paper that introduces the method that leads. How does it parse?")
    session = replace(by_words, cluster=without_anchor)
    context = RequestContext(session, question, Focus(image=image), Plan(), Trace())
    assert needs_cited_papers(context) is needed


def test_a_parsed_question_is_asked_as_it_is(by_words: Session) -> None:
    text = "Which method in Table 1 has the highest NSE on CRESTA, and how does its paper treat floods?"
    plain, parsed = ask(by_words, text), ask(by_words, parse_question(text))
    assert plain.ranking == parsed.ranking
    assert (plain.text, plain.citations) == (parsed.text, parsed.citations)
