"""Probabilities of readings: calibrated, and lowered where a figure was read badly."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.calibration import (
    RIGHT,
    SHARES,
    calibrate,
    count_ties,
    reading_quality,
)
from citehop.figures.answer.execute import answer_question
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entity, Entries, Fact, FigureData, FigureName


def chart(rows: list[str], columns: list[str], loose: tuple[str, ...] = ()) -> FigureData:
    facts = [Fact(r, c, (Number(r + c, ""),)) for r in range(len(rows)) for c in range(len(columns))]
    sides = [
        Entries(len(names), (Attribute("series", tuple(map(FigureName, names)), (None,) * len(names)),))
        for names in (rows, columns)
    ]
    return FigureData("bar", sides[0], sides[1], tuple(facts), others=tuple(map(FigureName, loose)))


COMPLETE = chart(["BertSum", "T5-Large"], ["XSum", "Reddit"])


def test_a_complete_chart_has_full_quality_and_every_gap_lowers_it() -> None:
    assert reading_quality(COMPLETE) == pytest.approx(1.0)
    unbound = chart(["BertSum", "T5-Large"], ["XSum", "Reddit"], ("PEGASUS", "Lead-3"))
    unnamed = chart(["", ""], ["XSum", "Reddit"])
    holes = replace(COMPLETE, facts=COMPLETE.facts[:2])
    for worse in (unbound, unnamed, holes):
        assert reading_quality(worse) < 0.8


@given(st.lists(st.floats(0.001, 1.0), min_size=1, max_size=6))
def test_calibrated_probabilities_keep_their_order_and_sum_to_one_with_ties_as_one(
    weights: list[float],
) -> None:
    total = sum(weights)
    raw = [Entity(str(i), w / total) for i, w in enumerate(sorted(weights, reverse=True))]
    found = calibrate(raw, COMPLETE)
    assert [entity.text for entity in found] == [entity.text for entity in raw]
    assert sum(entity.probability for entity in found[count_ties(raw) - 1 :]) <= 1 + 1e-4
    assert all(a.probability >= b.probability - 1e-6 for a, b in pairwise(found))


def test_the_curves_rise() -> None:
    assert list(SHARES) == sorted(SHARES)
    for curve in RIGHT.values():
        assert len(curve) == len(SHARES)
        assert list(curve) == sorted(curve)
    assert calibrate((), COMPLETE) == ()


def test_a_chart_without_some_of_its_series_gives_no_sure_answer() -> None:
    whole, part = (
        chart(["beam=1", "beam=2"], ["5", "10"]),
        chart(["beam=2", "beam=4"], ["5", "10"], ("beam=1", "beam=8")),
    )
    question = parse_question("Which beam size has the lowest F-score?")
    assert answer_question(whole, question).entities[0].probability >= 0.6
    assert answer_question(part, question).entities[0].probability < 0.45
    half_named = chart(["Stanford", "Bikel", ""], ["5000", "10000"], ("Berkeley",))
    assert (
        answer_question(half_named, parse_question("Which parser has the lowest F1?")).entities[0].probability
        < 0.7
    )


def test_lines_most_of_which_were_not_found_give_no_values() -> None:
    names = tuple(map(FigureName, ("small-2", "small-4")))
    places = tuple(map(FigureName, ("10", "20")))
    data = FigureData(
        "line",
        Entries(2, (Attribute("series", names, (None, None)),)),
        Entries(2, (Attribute("place", places, (None, None), "Iteration"),), at=(10.0, 20.0), blocks=(0, 0)),
        tuple(
            Fact(row, column, (Number(0.5 + 0.1 * row + 0.05 * column, "", 2, 0.01),), printed=False)
            for row in range(2)
            for column in range(2)
        ),
        x_title="Iteration",
        y_title="F-score",
        x_range=(0.0, 30.0),
        others=tuple(map(FigureName, ("small-1", "small-8"))),
    )
    question = parse_question("What is the F-score of small-4 at iteration 20?")
    assert answer_question(data, question).value == ""
    assert answer_question(replace(data, others=()), question).value == "0.65"
    assert answer_question(replace(data, exact=True), question).value == "0.65"
