"""Columns of several values, divided into one for each."""

from citehop.figures.table.data import build_table_data
from citehop.figures.table.header.paired import divide_columns
from citehop.figures.table.types import Cell, Column, Row, Table
from citehop.papers.types import BBox


def table_of(header: tuple[str, ...], *texts: str) -> Table:
    rows = tuple(
        Row((Cell(f"Foo{place}", BBox(0, y, 20, y + 8)), Cell(text, BBox(40, y, 80, y + 8))), y, y + 8)
        for place, text in enumerate(texts)
        for y in (10.0 * (place + 1),)
    )
    return Table((Column(("Model",), 0, 20), Column(header, 40, 80)), rows)


def texts_of(table: Table) -> list[list[str]]:
    return [[cell.text if cell else "" for cell in row.cells] for row in table.rows]


def test_values_under_as_many_names_get_a_column_each() -> None:
    divided = divide_columns(table_of(("Test Set", "EM / F1"), "76.9 / 84.0", "-", "72.3/80.7"))
    assert [column.header for column in divided.columns] == [
        ("Model",),
        ("Test Set", "EM"),
        ("Test Set", "F1"),
    ]
    assert texts_of(divided) == [["Foo0", "76.9", "84.0"], ["Foo1", "-", "-"], ["Foo2", "72.3", "80.7"]]
    cell = divided.rows[0].cells[2]
    assert cell is not None
    assert (cell.bbox.x0, cell.bbox.x1) == (60, 80)


def test_names_in_parentheses_keep_what_is_before_them() -> None:
    divided = divide_columns(table_of(("MRPC (Acc / F1)",), "74.3 / 81.7", "70.6 / 77.9"))
    assert [column.title for column in divided.columns] == ["Model", "MRPC Acc", "MRPC F1"]
    data = build_table_data(table_of(("MRPC (Acc / F1)",), "74.3 / 81.7", "70.6 / 77.9"))
    assert [[fact.value for fact in data.facts if fact.row == row] for row in range(2)] == [
        [74.3, 81.7],
        [70.6, 77.9],
    ]


def test_a_column_with_other_cells_or_names_stays_whole() -> None:
    for table in (
        table_of(("EM / F1",), "76.9 / 84.0", "72.3"),  # one value only
        table_of(("words/s",), "120", "140"),
        table_of(("EM / F1 / MRR",), "76.9 / 84.0", "72.3 / 80.7"),
        table_of(("Score",), "76.9 / 84.0", "72.3 / 80.7"),
    ):
        assert divide_columns(table) == table
