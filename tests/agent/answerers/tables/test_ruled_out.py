"""Answers that the words of a question exclude: a table of ablations and a table of measures, made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from citehop.agent.answerers.figures.reading import ShownFigure
from citehop.agent.answerers.tables.candidates import ListedCandidate, NamedTable, list_candidates
from citehop.agent.answerers.tables.matched_table import AskedTable, MatchedTable, TableText
from citehop.agent.answerers.tables.ruled_out.admit import find_admitted
from citehop.agent.answerers.tables.table_reading import TableReading
from citehop.agent.answerers.tables.table_request import TableRequest
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureImage, FigureName
from citehop.papers.types import BBox, Figure, Paper

ABLATIONS = (
    ("FooNet", "FooNet, bigrams", "− attention", "+ author", "Foo-gram", "Foo-gram + BarNet"),
    ("Precision", "Recall", "Training time"),
)
PAPER = Paper(id="a", title="FooNet")


def entries(names: tuple[str, ...]) -> Entries:
    return Entries(len(names), (Attribute("row", tuple(map(FigureName, names)), (None,) * len(names)),))


def table_of(
    rows: tuple[str, ...], columns: tuple[str, ...], caption: str
) -> tuple[TableReading, AskedTable]:
    facts = tuple(
        Fact(row, column, (Number(50.5 + row + 10 * column, "", 1),), f"{50.5 + row + 10 * column}")
        for row in range(len(rows))
        for column in range(len(columns))
    )
    data = FigureData("table", entries(rows), entries(columns), facts)
    figure = Figure("p1:table1", "table", "Table 1", caption, 1, BBox(0, 0, 9, 9))
    shown = ShownFigure(FigureImage(Image.new("RGB", (8, 8))), PAPER, figure, data, False)
    return TableReading(shown, frozenset({"foonet"})), AskedTable(data, TableText(caption, title="FooNet"))


def admitted(question: str, *tables: tuple[TableReading, AskedTable]) -> list[ListedCandidate]:
    request, listed = TableRequest.of(question), list[ListedCandidate]()
    for place, (_, asked) in enumerate(tables):
        named = NamedTable.of(MatchedTable(asked, request.wording))
        listed += [ListedCandidate(place, named, each) for each in list_candidates(named, request)]
    return [listed[place] for place in find_admitted(request, listed, [reading for reading, _ in tables])]


def rows_of(question: str, operation: str) -> set[frozenset[str]]:
    """The rows of the answers by one operation that the table of ablations may give."""
    return {
        frozenset(each.table.matched.names.rows[fact.row] for fact in each.candidate.facts)
        for each in admitted(question, table_of(*ABLATIONS, "Table 1: Results."))
        if each.candidate and each.candidate.operation == operation
    }


def test_what_is_left_out_names_the_row_that_leaves_it_out() -> None:
    assert rows_of("What is the precision of FooNet without attention?", "cell") == {
        frozenset({"− attention"})
    }


def test_a_row_with_what_is_left_out_is_excluded_beside_one_without() -> None:
    rows = rows_of("What is the precision of FooNet and no bigrams?", "cell")
    assert frozenset({"FooNet"}) in rows
    assert frozenset({"FooNet, bigrams"}) not in rows


def test_what_is_added_names_the_row_that_adds_it() -> None:
    assert rows_of("What precision is reached when authors are added?", "cell") == {frozenset({"+ author"})}


def test_a_combination_is_compared_with_the_part_alone() -> None:
    question = "How many points of precision does mixing BarNet and foogram gain over foogram alone?"
    assert rows_of(question, "difference") == {frozenset({"Foo-gram", "Foo-gram + BarNet"})}


def test_two_measures_are_both_given() -> None:
    found = admitted(
        "What are the precision and recall of FooNet?", table_of(*ABLATIONS, "Table 1: Results.")
    )
    columns = [
        {each.table.matched.names.columns[fact.column] for fact in each.candidate.facts}
        for each in found
        if each.candidate and each.candidate.operation in ("cell", "both")
    ]
    assert columns
    assert all(names == {"Precision", "Recall"} for names in columns)


@pytest.mark.parametrize(
    "question",
    [
        "How long does FooNet train?",
        "How many hours does the training of FooNet take?",
        "secs saved by FooNet?",
    ],
)
def test_a_time_is_in_a_column_of_times(question: str) -> None:
    found = admitted(question, table_of(*ABLATIONS, "Table 1: Results."))
    assert found
    assert all(
        "Training time" in {each.table.matched.names.columns[fact.column] for fact in each.candidate.facts}
        for each in found
        if each.candidate
    )


def test_of_two_tables_alike_the_one_with_the_words_in_its_caption() -> None:
    rows, columns = ("FooNet", "BarNet"), ("Precision", "Recall")
    large = table_of(rows, columns, "Results with Baz Large.")
    medium = table_of(rows, columns, "Results with Baz Medium.")
    other = table_of(("Kor", "Lor"), columns, "Results on trees.")
    found = admitted("What is the precision of FooNet with Baz Medium?", large, medium, other)
    assert {each.place for each in found} == {1, 2}


def test_no_extreme_is_among_measures_of_the_row_of_the_paper() -> None:
    found = admitted(
        "Which change lowers the recall of FooNet most?", table_of(*ABLATIONS, "Table 1: Results.")
    )
    extremes = [each.candidate for each in found if each.candidate and each.candidate.operation == "extreme"]
    assert extremes
    assert not any(each.axis == "column" and ABLATIONS[0][each.facts[0].row] == "FooNet" for each in extremes)


def test_a_rule_that_would_keep_nothing_is_not_applied() -> None:
    reading, asked = table_of(("Kor", "Lor"), ("Precision", "Recall"), "Results.")
    found = admitted("How long does Kor train?", (replace(reading, prior=0.5), asked))
    assert any(each.candidate and each.candidate.operation == "cell" for each in found)


def test_an_addition_is_compared_with_the_same_without_it() -> None:
    question = "By how many points does adding BarNet improve the recall of Foo-gram?"
    assert rows_of(question, "difference") == {frozenset({"Foo-gram", "Foo-gram + BarNet"})}


def test_what_is_better_than_an_entry_is_not_that_entry() -> None:
    rows = rows_of("Which setting beats Foo-gram on recall?", "cell")
    assert rows
    assert frozenset({"Foo-gram"}) not in rows
    assert frozenset({"Foo-gram + BarNet"}) in rows_of("Which setting beats Foo-gram on recall?", "cell")
