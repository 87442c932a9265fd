from __future__ import annotations

import math

from citehop.agent.query.grammar.parser import parse_question
from citehop.agent.session import Session
from citehop.agent.statements.figures import state_figure

ANCHOR = "varnholt-2024-braidnet"


def test_a_figure_states_its_caption_with_its_place(sample: Session) -> None:
    paper = sample.cluster.paper(ANCHOR)
    figure = next(figure for figure in paper.figures if figure.kind == "figure")
    found = state_figure(sample, paper, figure)
    captions = [statement for statement in found if statement.source == "caption"]
    assert captions
    assert all(statement.citations and statement.text in figure.caption for statement in captions)
    assert {statement.figure for statement in found} == {figure.id}


def test_the_executors_answer_to_a_request_comes_with_the_odds_of_its_probability(sample: Session) -> None:
    paper = sample.cluster.paper(ANCHOR)
    figure = next(figure for figure in paper.figures if figure.kind == "table")
    found = state_figure(
        sample, paper, figure, parse_question("Which model has the highest value?", one_hop=True)
    )
    read = [s for s in found if s.reading and s.reading.entities]
    assert all(math.isfinite(statement.prior) for statement in found)
    assert [s.prior for s in found] == sorted((s.prior for s in found), reverse=True)
    assert len(read) <= 1
