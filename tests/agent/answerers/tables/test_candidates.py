"""Answers that a table could give, their features and the choice among them: a table made by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from citehop.agent.answerers.figures.reading import ShownFigure
from citehop.agent.answerers.tables.candidate_features import NAMES, describe_answers
from citehop.agent.answerers.tables.candidate_ranker import NAMES_READ, READ, load_weights, rank_candidates
from citehop.agent.answerers.tables.candidates import (
    CellCandidate,
    NamedTable,
    find_extremes,
    list_candidates,
)
from citehop.agent.answerers.tables.further_parts import answer_further
from citehop.agent.answerers.tables.matched_table import AskedTable, MatchedTable, TableNames, TableText
from citehop.agent.answerers.tables.table_reading import TableReading
from citehop.agent.answerers.tables.table_request import TableRequest
from citehop.figures.numbers import Number
from citehop.figures.operations import Extreme
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureImage, FigureName
from citehop.papers.types import BBox, Figure, Paper

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
ASKED = AskedTable(TABLE, TableText("Results of FooNet on trees", title="FooNet"))
FIGURE = Figure("p1:table1", "table", "Table 1", "Table 1: Results.", 1, BBox(0, 0, 100, 100))
SHOWN = ShownFigure(FigureImage(Image.new("RGB", (8, 8))), Paper(id="a", title="A"), FIGURE, TABLE, False)
UNREAD = TableReading(SHOWN, frozenset(), prior=0.5)


def named(question: str) -> tuple[NamedTable, TableRequest]:
    request = TableRequest.of(question)
    return NamedTable.of(MatchedTable(ASKED, request.wording)), request


def candidates(question: str, operation: str) -> list[CellCandidate]:
    return [candidate for candidate in list_candidates(*named(question)) if candidate.operation == operation]


def values(listed: list[CellCandidate], axis: str) -> set[tuple[str, frozenset[str]]]:
    return {(each.value, frozenset(fact.text for fact in each.facts)) for each in listed if each.axis == axis}


def choose(question: str) -> CellCandidate:
    table, request = named(question)
    listed = list_candidates(table, request)
    return listed[int(np.argmax(rank_candidates(describe_answers(table, request, listed, UNREAD))))]


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
        ("How many systems have a precision above 80?", False),
        ("How many systems have less than a million parameters?", False),
    ],
)
def test_questions_for_positions_and_given_values_are_not_for_candidates(question: str, asks: bool) -> None:
    assert TableRequest.of(question).asks_for_cells is asks


def test_features_tell_the_named_cell_from_the_others() -> None:
    table, request = named("What is the error of BarParse?")
    listed = [each for each in list_candidates(table, request) if each.operation == "cell"]
    rows = describe_answers(table, request, listed, UNREAD)
    assert rows.shape == (len(listed), len(NAMES))
    (place,) = (i for i, candidate in enumerate(listed) if candidate.facts[0].text == "10.0")
    for name in ("by_names", "row_mention", "column_mention"):
        assert rows[place, NAMES.index(name)] == rows[:, NAMES.index(name)].max()
    assert set(rows[:, NAMES.index("prior")]) == {0.5}
    assert not rows[:, NAMES.index("rules")].any()


def test_the_answer_of_the_rules_is_described_by_its_cells() -> None:
    table, request = named("What is the error of BarParse?")
    match = table.matched.match_named([FACTS[3]])
    listed = [CellCandidate("cell", "", (FACTS[place],), (place // 2,), (place % 2,)) for place in (3, 1)]
    reading = TableReading(SHOWN, frozenset(), "10.0", match)
    same, other, rules = (
        dict(zip(NAMES, row, strict=True))
        for row in describe_answers(table, request, listed, reading).tolist()
    )
    assert (rules["rules"], rules["rules_one"], rules["rules_both"]) == (1.0, 1.0, 1.0)
    assert rules["row_mention"] == same["row_mention"] > other["row_mention"]
    assert (same["as_rules"], other["as_rules"], other["column_of_rules"]) == (1.0, 0.0, 1.0)


def test_entries_with_the_same_highest_value_are_all_named() -> None:
    facts = (*FACTS[:2], Fact(1, 0, (Number(81.0, "81.0", 1),), "81.0"), *FACTS[3:])
    table = AskedTable(FigureData("table", TABLE.rows, TABLE.columns, facts))
    request = TableRequest.of("Which system has the highest precision?")
    listed = list_candidates(NamedTable.of(MatchedTable(table, request.wording)), request)
    best = [each.value for each in listed if each.operation == "extreme" and each.columns == (0,)]
    assert best == ["FooNet, BarParse"]


def test_a_row_that_is_computed_from_others_is_no_extreme() -> None:
    facts = (*FACTS[:4], Fact(2, 0, (Number(1.02, "1.02", 2),), "1.02x"))
    rows = entries((*ROWS[:2], "Speedup"))
    table = AskedTable(FigureData("table", rows, TABLE.columns, facts))
    request = TableRequest.of("Which system has the lowest precision?")
    listed = list_candidates(NamedTable.of(MatchedTable(table, request.wording)), request)
    lowest = [each.value for each in listed if each.operation == "extreme" and each.columns == (0,)]
    assert lowest == ["BarParse"]


def test_those_beyond_a_named_entry_are_listed_with_it() -> None:
    better = candidates("Which system has a better precision than BarParse?", "beyond")
    assert [(each.value, [fact.text for fact in each.facts]) for each in better if each.columns == (0,)] == [
        ("FooNet", ["81.0", "79.5"])
    ]
    assert not [
        each
        for each in candidates("Is there any better precision than that of FooNet?", "beyond")
        if each.columns == (0,)
    ]


def test_what_hurts_most_leaves_the_lowest_value_of_a_score_and_the_highest_of_errors() -> None:
    hurts = candidates("Which system hurts the result most?", "extreme")
    best = {candidate.columns: candidate.value for candidate in hurts if candidate.axis == "row"}
    assert best == {(0,): "BarParse", (1,): "FooNet"}


def test_what_falls_most_has_the_lowest_of_values_printed_with_a_sign() -> None:
    names = TableNames(("FooNet", "BarParse"), ("Change",), ())
    falls = [
        Fact(row, 0, (Number(value, str(value), 1),), str(value)) for row, value in enumerate((-1.5, -7.0))
    ]
    rises = [
        Fact(row, 0, (Number(value, str(value), 1),), str(value)) for row, value in enumerate((1.5, 7.0))
    ]
    question = TableRequest.of("For which system does the result drop most?").question
    extreme = next(op for op in question.operations if isinstance(op, Extreme))
    assert [fact.row for fact in find_extremes(names, question, extreme, falls, "row")] == [1]
    assert [fact.row for fact in find_extremes(names, question, extreme, rises, "row")] == [1]


def test_a_measure_without_a_question_word_is_asked_for_its_value() -> None:
    assert TableRequest.of("Precision of FooNet on trees?").question.wants == "value"
    assert TableRequest.of("Best precision on trees?").question.wants == "name"
    assert TableRequest.of("Which system has 81.0 precision?").question.wants == "name"


@pytest.mark.parametrize(
    ("question", "name", "cell", "verdict"),
    [
        ("Which system has the highest precision, and what is its error?", "Error", "12.5", ""),
        ("Which system has the highest precision, and does it have the lowest error?", "Error", "12.5", "no"),
        (
            "Which system has the highest precision, and does it have the highest error?",
            "Error",
            "12.5",
            "yes",
        ),
    ],
)
def test_a_further_part_is_asked_of_the_same_row(question: str, name: str, cell: str, verdict: str) -> None:
    (part,) = TableRequest.of(question).further
    further = answer_further(ASKED, part, CellCandidate("extreme", "row", (FACTS[0],), (), (0,), "FooNet"))
    assert further is not None
    assert (further.name, further.fact.text, further.verdict) == (name, cell, verdict)


def test_a_further_part_about_the_same_cell_adds_nothing() -> None:
    (part,) = TableRequest.of("Which system has the highest precision, and what is that precision?").further
    assert (
        answer_further(ASKED, part, CellCandidate("extreme", "row", (FACTS[0],), (), (0,), "FooNet")) is None
    )


@pytest.mark.parametrize(
    ("question", "negated"), [("the tagger without bigrams", 1.0), ("the tagger with bigrams", -1.0)]
)
def test_a_name_that_leaves_something_out_is_meant_where_the_question_does(
    question: str, negated: float
) -> None:
    table = AskedTable(FigureData("table", entries(("no bigrams", "all")), entries(COLUMNS), FACTS[:4]))
    request = TableRequest.of(f"What is the error of {question}?")
    cell = CellCandidate("cell", "", (FACTS[1],), (0,), (1,))
    (row,) = describe_answers(NamedTable.of(MatchedTable(table, request.wording)), request, [cell], UNREAD)
    assert row[NAMES.index("negated")] == negated


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
    assert load_weights("all").shape == (len(NAMES),)
    assert load_weights("read").shape == (len(NAMES_READ),)
    assert rank_candidates(np.zeros((3, len(NAMES)))).tolist() == pytest.approx([1 / 3] * 3)


def test_of_the_candidates_that_are_read_the_likeliest_answer_leads() -> None:
    asked = list[int]()

    def score(places: Sequence[int]) -> npt.NDArray[np.float32]:
        asked.extend(places)
        return np.array([5.0 if place == 3 else -5.0 for place in places], np.float32)

    shares = rank_candidates(np.zeros((READ + 2, len(NAMES))), score)
    assert asked == list(range(READ))  # ties keep the given order
    assert int(np.argmax(shares)) == 3
    assert shares[READ:].tolist() == [0.0, 0.0]
    assert shares.sum() == pytest.approx(1.0)


def test_without_a_cross_encoder_no_candidate_is_read() -> None:
    assert rank_candidates(np.zeros((2, len(NAMES))), lambda _: None).tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("caption", "slowest"), [("Speed in seconds per tree.", "FooNet"), ("Trees per minute.", "BarParse")]
)
def test_what_is_slowest_depends_on_the_unit_in_the_caption(caption: str, slowest: str) -> None:
    names = TableNames(("FooNet", "BarParse"), ("Speed",), ())
    cells = [Fact(row, 0, (Number(value, "", 1),), "") for row, value in enumerate((2.5, 1.5))]
    request = TableRequest.of("Which parser is slowest?")
    assert request.extreme is not None
    (fact,) = find_extremes(names, request.question, request.extreme, cells, "row", caption)
    assert names.rows[fact.row] == slowest


def test_a_printed_difference_may_be_asked_for() -> None:
    facts = tuple(
        Fact(row, column, (Number(value, "", 2),), str(value))
        for row, values in enumerate(((78.68, 0.5), (75.81, -2.87)))
        for column, value in enumerate(values)
    )
    table = FigureData("table", entries(("Core", "+CASE")), entries(("LAS", "LASdiff")), facts)
    request = TableRequest.of("How much does adding CASE to Core change the LAS?")
    named_table = NamedTable.of(MatchedTable(AskedTable(table), request.wording))
    printed = [each for each in list_candidates(named_table, request) if len(each.facts) == 1]
    assert [each.value for each in printed] == ["-2.87"]


def test_rows_with_words_of_the_paper_are_no_group() -> None:
    table = FigureData(
        "table",
        entries(("No char part", "No attention Q", "No attention C")),
        entries(("EM",)),
        tuple(
            Fact(row, 0, (Number(value, "", 1),), str(value)) for row, value in enumerate((55.5, 57.2, 63.6))
        ),
    )
    for excluded, found in (
        (frozenset({"attent"}), {"No char part"}),
        (frozenset[str](), {"No char part", "No attention Q"}),
    ):
        request = TableRequest.of("Which setting of attention flow has the lowest EM?")
        asked = AskedTable(table, excluded=excluded)
        listed = list_candidates(NamedTable.of(MatchedTable(asked, request.wording)), request)
        assert {each.value for each in listed if each.operation == "extreme" and each.axis == "row"} == found


@pytest.mark.parametrize(("column", "found"), [("LAS", "+CASE"), ("Drop in LAS", "+PERSON")])
def test_what_lowers_a_value_most_leaves_the_lowest_one(column: str, found: str) -> None:
    names = TableNames(("+PERSON", "+CASE"), (column,), ())
    cells = [Fact(row, 0, (Number(value, "", 1),), "") for row, value in enumerate((78.7, 75.8))]
    request = TableRequest.of("Which feature lowers the LAS the most?")
    assert request.extreme is not None
    (fact,) = find_extremes(names, request.question, request.extreme, cells, "row")
    assert names.rows[fact.row] == found
