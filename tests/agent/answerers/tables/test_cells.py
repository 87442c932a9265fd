"""Cells found by the names of their rows and columns: a table made by hand."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.tables.aliases import find_aliases
from citehop.agent.answerers.tables.cells import (
    find_cells,
    find_cells_of_value,
)
from citehop.agent.answerers.tables.matched_table import AskedTable, MatchedTable, TableText
from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName

ROWS, COLUMNS = ("FooNet", "BarParse", "ZooTag"), ("Precision", "Recall", "Speed")
VALUES = (("81.2", "70.1", "12"), ("79.5", "72.3", "40"), ("64.0", "", "95"))


def entries(names: tuple[str, ...]) -> Entries:
    attribute = Attribute("row", tuple(FigureName(name) for name in names), (None,) * len(names))
    return Entries(len(names), (attribute,))


FACTS = tuple(Fact(i, j, text=text) for i, row in enumerate(VALUES) for j, text in enumerate(row))
TABLE = FigureData("table", entries(ROWS), entries(COLUMNS), FACTS)
NONE: frozenset[str] = frozenset()


def cells(question: str, excluded: frozenset[str] = NONE) -> list[tuple[str, str, str]]:
    match = find_cells(AskedTable(TABLE, TableText("Results on trees"), excluded), question)
    return [(row, column, fact.text) for row, column, fact in match.cells] if match else []


def test_row_and_column_give_one_cell() -> None:
    assert cells("What is the recall of BarParse?") == [("BarParse", "Recall", "72.3")]


def test_a_row_or_a_column_alone_gives_all_its_cells_with_a_value() -> None:
    assert cells("How does ZooTag do?") == [("ZooTag", "Precision", "64.0"), ("ZooTag", "Speed", "95")]
    assert [text for _, _, text in cells("List the recall.")] == ["70.1", "72.3"]


def test_a_value_in_the_question_leads_to_its_row() -> None:
    assert cells("Which speed has the system with 79.5 ?")[0] == ("BarParse", "Speed", "40")


@pytest.mark.parametrize("question", ["Who paid for it?", "", "What is in Table 3?", "the of and"])
def test_a_question_that_names_neither_has_no_cell(question: str) -> None:
    assert find_cells(AskedTable(TABLE, TableText("Results on trees")), question) is None


def test_a_table_without_values_has_no_cell() -> None:
    empty = FigureData("table", entries(ROWS), entries(COLUMNS))
    assert find_cells(AskedTable(empty), "What is the recall of BarParse?") is None


def test_several_names_in_full_give_all_their_cells() -> None:
    assert cells("Recall of FooNet and of BarParse") == [
        ("FooNet", "Recall", "70.1"),
        ("BarParse", "Recall", "72.3"),
    ]


def test_a_comparison_in_other_words_gives_all_rows_of_a_small_table() -> None:
    assert [row for row, _, _ in cells("How much better is the recall of FooNet than without grammar?")] == [
        "FooNet",
        "BarParse",
    ]


@pytest.mark.parametrize(
    ("names", "question", "row"),
    [
        (("R-I", "INF", "S-B"), "F-measure for requests of information", "R-I"),
        (("sudoku2x3", "queens8"), "How fast is the small sudoku script?", "sudoku2x3"),
        (("CS", "Bio"), "How good is the linking of biomedical entities?", "Bio"),
    ],
)
def test_rows_by_initials_and_beginnings(names: tuple[str, ...], question: str, row: str) -> None:
    facts = tuple(Fact(i, 0, text=str(i)) for i in range(len(names)))
    match = find_cells(AskedTable(FigureData("table", entries(names), entries(("F",)), facts)), question)
    assert match is not None
    assert match.cells[0][0] == row


def test_values_of_the_first_column_name_rows_without_names() -> None:
    values = (("0.5", "175.9"), ("1.0", "319.8"), ("2.0", "785.5"))
    facts = tuple(Fact(i, j, text=text) for i, row in enumerate(values) for j, text in enumerate(row))
    table = FigureData("table", Entries(3), entries(("alpha", "Actions")), facts)
    match = find_cells(AskedTable(table), "How do the actions change from 1.0 to 2.0?")
    assert match is not None
    assert [(row, fact.text) for row, _, fact in match.cells] == [("1.0", "319.8"), ("2.0", "785.5")]


def test_support_is_the_share_of_the_question_that_names_and_caption_have() -> None:
    match = find_cells(AskedTable(TABLE, TableText("Results on trees")), "recall of BarParse on trees")
    assert match is not None
    assert match.support == pytest.approx(1.0)
    weaker = find_cells(AskedTable(TABLE, TableText("Results on trees")), "recall of BarParse on quokkas")
    assert weaker is not None
    assert weaker.support == pytest.approx(2 / 3)
    # words that name the paper count less
    excluded = find_cells(
        AskedTable(TABLE, TableText("Results on trees"), frozenset({"quokka"})),
        "recall of BarParse on quokkas",
    )
    assert excluded is not None
    assert 2 / 3 < excluded.support < 1.0


def test_longer_forms_lead_to_the_entries() -> None:
    names = entries(("HS", "NEG"))
    facts = (Fact(0, 0, text="19"), Fact(1, 0, text="24"))
    text = TableText(
        aliases=find_aliases("", ["We compare hierarchical softmax (HS) with negative sampling."])
    )
    match = find_cells(
        AskedTable(FigureData("table", names, entries(("F",)), facts), text),
        "How accurate is hierarchical softmax?",
    )
    assert match is not None
    assert [(row, fact.text) for row, _, fact in match.cells] == [("HS", "19")]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (TableText(title="BarParse: Parsing with Bars"), ["72.3"]),
        (TableText("Recall of ZooTag and others"), []),  # which has no recall
        (TableText("Results"), ["70.1", "72.3"]),
    ],
)
def test_a_column_without_a_row_is_that_of_the_papers_own_system(text: TableText, values: list[str]) -> None:
    match = find_cells(AskedTable(TABLE, text), "What is the recall of the parser?")
    assert [fact.text for _, _, fact in match.cells] == values if match else not values


def test_a_number_before_a_hyphen_leads_to_the_row_with_it() -> None:
    values = (("3", "127"), ("4", "119"), ("5", "117"))
    facts = tuple(Fact(i, j, text=text) for i, row in enumerate(values) for j, text in enumerate(row))
    orders = FigureData("table", entries(("Back-off",) * 3), entries(("n", "test")), facts)
    match = find_cells(
        AskedTable(orders, TableText("Perplexity")), "What test perplexity has the 4-gram back-off?"
    )
    assert match is not None
    assert [fact.text for _, _, fact in match.cells] == ["119"]


TRAINED = FigureData(
    "table",
    entries(("1 epoch FooNet", "1 epoch FooNet", "3 epoch FooNet")),
    entries(("Dimensions", "Words", "Time [days]")),
    tuple(
        Fact(row, column, (Number(float(text), text),), text)
        for row, texts in enumerate((("300", "783", "1"), ("600", "783", "2.5"), ("300", "783", "3")))
        for column, text in enumerate(texts)
    ),
)


def trained(question: str) -> list[str]:
    match = find_cells(AskedTable(TRAINED, TableText("Training of models")), question)
    return [fact.text for _, _, fact in match.cells] if match else []


def test_values_that_a_question_gives_choose_the_row_and_are_no_answer() -> None:
    assert trained("How many days does FooNet take with 600 dimensions on 783 words?") == ["2.5"]
    assert trained("How many days does FooNet take with 300 dimensions?") == ["1", "3"]


def test_number_words_are_digits_in_a_table() -> None:
    assert trained("How many days do three epochs of FooNet take?") == ["3"]
    assert trained("How many days does the one with 600 dimensions take?") == ["2.5"]


def test_a_column_s_name_does_not_begin_a_row_s() -> None:
    table = FigureData(
        "table",
        entries(("#words", "#senses")),
        entries(("SENSEVAL1", "SENSEVAL2")),
        tuple(Fact(i, j, text=str(10 * i + j + 1)) for i in range(2) for j in range(2)),
    )
    match = find_cells(AskedTable(table), "How many words are in SENSEVAL2?")
    assert match is not None
    assert [fact.text for _, _, fact in match.cells] == ["2"]


def test_cells_found_by_other_means_are_matched_with_the_question() -> None:
    match = MatchedTable(AskedTable(TABLE), "What is the recall of BarParse?").match_named([FACTS[4]])
    assert (match.has_row, match.has_column, match.fit) == (True, True, 1.0)
    assert not MatchedTable(AskedTable(TABLE), "Who paid?").match_named([FACTS[4]]).has_row


OF_VALUE = tuple(
    Fact(i, j, (Number(float(text), text, 1, 0.1),), text=text)
    for i, row in enumerate((("81.2", "72.3"), ("72.3", "79.8"), ("64.0", "60.1")))
    for j, text in enumerate(row)
)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Which system has 72.3 on recall?", [("FooNet", "Recall", "72.3")]),
        ("Which system has a precision of 72.3?", [("BarParse", "Precision", "72.3")]),
        ("Which system reaches 60.1?", [("ZooTag", "Recall", "60.1")]),
        ("Which system has 99.9 on recall?", []),  # no row contradicts the question
        ("What recall does the system with a precision of 72.3 have?", []),  # another cell is asked for
    ],
)
def test_a_value_whose_name_is_asked_for_selects_its_cell(
    question: str, found: list[tuple[str, str, str]]
) -> None:
    table = FigureData("table", entries(ROWS), entries(COLUMNS[:2]), OF_VALUE)
    match = find_cells_of_value(AskedTable(table, TableText("Results on trees")), parse_question(question))
    assert [(row, column, fact.text) for row, column, fact in match.cells] == found if match else not found


def test_cells_beside_unreadable_names_are_no_answer() -> None:
    names = ("Foo\ufffdNet", "BarParse")
    table = FigureData("table", entries(names), entries(COLUMNS[:2]), OF_VALUE[:4])
    match = find_cells(AskedTable(table), "Which recall is there?")
    assert match is not None
    assert [row for row, _, _ in match.cells] == ["BarParse"]
