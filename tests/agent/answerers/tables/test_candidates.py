"""Answers that a table could give, their features and the choice among them: a table made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from citehop.agent.answerers.tables.candidate_features import NAMES, describe_candidates, describe_rules
from citehop.agent.answerers.tables.candidate_ranker import load_weights, rank_candidates
from citehop.agent.answerers.tables.candidates import (
    CellCandidate,
    NamedTable,
    asks_for_cells,
    list_candidates,
)
from citehop.agent.answerers.tables.matched_table import AskedTable, MatchedTable, TableText
from citehop.figures.numbers import Number
from citehop.figures.question.parser import Question, parse_question
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName

ROWS, COLUMNS = ("FooNet", "BarParse", "Average"), ("Precision", "Error")
VALUES = ((81.0, 12.5), (79.5, 10.0), (80.25, 11.25))


def entries(names: tuple[str, ...], summary: tuple[bool, ...] = ()) -> Entries:
    attribute = Attribute("row", tuple(FigureName(name) for name in names), (None,) * len(names))
    return Entries(len(names), (attribute,), summary=summary)


FACTS = tuple(
    Fact(row, column, (Number(value, str(value), 1),), str(value))
    for row, values in enumerate(VALUES)
    for column, value in enumerate(values)
)
TABLE = FigureData("table", entries(ROWS, (False, False, True)), entries(COLUMNS), FACTS)


def named(question: str) -> tuple[NamedTable, Question]:
    table = AskedTable(TABLE, TableText("Results of FooNet on trees", title="FooNet"))
    return NamedTable.of(MatchedTable(table, question)), parse_question(question)


def candidates(question: str, operation: str) -> list[CellCandidate]:
    return [candidate for candidate in list_candidates(*named(question)) if candidate.operation == operation]


def values(listed: list[CellCandidate], axis: str) -> set[tuple[str, frozenset[str]]]:
    return {(each.value, frozenset(fact.text for fact in each.facts)) for each in listed if each.axis == axis}


def choose(question: str) -> CellCandidate:
    table, parsed = named(question)
    listed = list_candidates(table, parsed)
    return listed[int(np.argmax(rank_candidates(describe_candidates(table, parsed, listed, 1.0))))]


def test_every_cell_with_text_is_a_candidate() -> None:
    assert len(candidates("What is the precision of FooNet?", "cell")) == len(FACTS)


def test_pairs_differ_in_their_row_or_in_their_column() -> None:
    pairs = candidates("By how much is the precision of FooNet above that of BarParse?", "difference")
    assert ("1.5", frozenset({"81.0", "79.5"})) in values(pairs, "row")
    assert ("68.5", frozenset({"81.0", "12.5"})) in values(pairs, "column")
    assert len(pairs) == 2 * 3 + 3


def test_only_what_is_asked_for_is_listed() -> None:
    assert not candidates("By how much is the precision of FooNet above that of BarParse?", "cell")
    assert not candidates("What is the precision of FooNet?", "difference")


def test_the_choice_follows_the_measure() -> None:
    by_error = values(candidates("Which has the better error, FooNet or BarParse?", "choice"), "row")
    assert ("BarParse", frozenset({"12.5", "10.0"})) in by_error


def test_a_verdict_is_about_the_first_name_of_the_question() -> None:
    (verdict,) = (
        candidate
        for candidate in candidates("Is the precision of BarParse higher than that of FooNet?", "verdict")
        if {fact.text for fact in candidate.facts} == {"79.5", "81.0"}
    )
    assert verdict.value == "No"


def test_an_extreme_leaves_out_averages_and_opens_its_own_axis() -> None:
    lowest = candidates("Which system has the lowest precision?", "extreme")
    by_row = [candidate for candidate in lowest if candidate.axis == "row" and candidate.columns == (0,)]
    assert [(candidate.value, candidate.rows) for candidate in by_row] == [("BarParse", ())]
    assert not candidates("What is the precision of FooNet?", "extreme")


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("What is the precision of FooNet?", True),
        ("Which system has the highest precision?", True),
        ("Which system has a precision of 81.0?", False),
        ("Which system is in the second row?", False),
    ],
)
def test_questions_for_positions_and_given_values_are_not_for_candidates(question: str, asks: bool) -> None:
    assert asks_for_cells(parse_question(question)) is asks


def test_features_tell_the_named_cell_from_the_others() -> None:
    table, question = named("What is the error of BarParse?")
    listed = [each for each in list_candidates(table, question) if each.operation == "cell"]
    rows = describe_candidates(table, question, listed, 0.5)
    assert rows.shape == (len(listed), len(NAMES))
    (place,) = (i for i, candidate in enumerate(listed) if candidate.facts[0].text == "10.0")
    for name in ("by_names", "row_mention", "column_mention"):
        assert rows[place, NAMES.index(name)] == rows[:, NAMES.index(name)].max()
    assert set(rows[:, NAMES.index("prior")]) == {0.5}
    assert not rows[:, NAMES.index("rules")].any()


def test_the_answer_of_the_rules_is_described_by_its_cells() -> None:
    table, question = named("What is the error of BarParse?")
    match = table.matched.match_named([FACTS[3]])
    row = describe_rules(
        match,
        text="10.0",
        computed=False,
        parts=1,
        log_odds=2.0,
        likeliest=True,
        prior=1.0,
        question=question,
    )
    features = dict(zip(NAMES, row.tolist(), strict=True))
    assert (features["rules"], features["rules_one"], features["rules_both"]) == (1.0, 1.0, 1.0)
    assert (features["rules_log_odds"], features["by_names"]) == (0.5, match.by_names)


@pytest.mark.parametrize(
    ("question", "operation", "value", "cells"),
    [
        ("What is the error of BarParse?", "cell", "", {"10.0"}),
        (
            "By how much is the precision of FooNet above that of BarParse?",
            "difference",
            "1.5",
            {"81.0", "79.5"},
        ),
        ("Which system has the lowest precision?", "extreme", "BarParse", {"79.5"}),
    ],
)
def test_the_cells_that_the_question_names_are_chosen(
    question: str, operation: str, value: str, cells: set[str]
) -> None:
    chosen = choose(question)
    assert (chosen.operation, chosen.value) == (operation, value)
    assert {fact.text for fact in chosen.facts} == cells


def test_the_shipped_weights_have_the_features() -> None:
    assert load_weights().shape == (len(NAMES),)
    assert rank_candidates(np.zeros((3, len(NAMES)))).tolist() == pytest.approx([1 / 3] * 3)
