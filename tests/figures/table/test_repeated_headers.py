"""Tables whose header is printed more than once."""

import importlib.util
from pathlib import Path

from citehop.figures.read import read_data
from citehop.figures.table.data import build_table_data
from citehop.figures.table.read import read_table
from citehop.figures.types import FigureImage

_spec = importlib.util.spec_from_file_location("drawn", Path(__file__).with_name("drawn.py"))
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)
drawn = _module.drawn


def test_rows_that_repeat_the_header_begin_parts_with_a_heading() -> None:
    table = read_table(
        *drawn(
            """
==================================
MSR data      P      R      F
==================================
CRF          97.1   96.8   97.0
DPLVM        97.3   97.2   97.3
==================================
PKU data      P      R      F
==================================
CRF          95.2   94.2   94.7
DPLVM        95.6   94.8   95.2
==================================
"""
        )
    )
    assert table is not None
    assert [(row.group, row.cells[0] and row.cells[0].text) for row in table.rows] == [
        ("MSR data", "CRF"),
        ("MSR data", "DPLVM"),
        ("PKU data", "CRF"),
        ("PKU data", "DPLVM"),
    ]


def test_columns_that_repeat_the_header_are_stacked() -> None:
    table = read_table(
        *drawn(
            """
============================================================
Words        MTO     VM      Words and more    MTO     VM
============================================================
Brown        .678    .630    Clark             .712    .655
Lamar        .708    .601    Blunsom           .775    .697
Bigrams      .731    .656
============================================================
"""
        )
    )
    assert table is not None
    data = build_table_data(table)
    names, groups = data.rows.attributes
    assert [name.text for name in names.names] == ["Brown", "Lamar", "Bigrams", "Clark", "Blunsom"]
    assert [name.text for name in groups.names] == ["Words"] * 3 + ["Words and more"] * 2
    assert [name.text for name in data.columns.attributes[0].names] == ["MTO", "VM"]
    assert [fact.text for fact in data.facts if fact.row == 3] == [".712", ".655"]


def test_lists_with_other_titles_over_their_values_are_read_apart() -> None:
    image, words = drawn(
        """
==============================================
Error      Count    Down   Error      Count    Up
==============================================
nouns      47       19     names      15       12
verbs      42       13     places      7        5
signs      23       10     dates       1        4
==============================================
"""
    )
    data = read_data(FigureImage(image, words, "Table 1"))
    assert data is not None
    assert [name.text for name in data.rows.attributes[0].names] == [
        *("nouns", "verbs", "signs"),
        *("names", "places", "dates"),
    ]
    assert [name.text for name in data.columns.attributes[0].names] == ["Count", "Down", "Count", "Up"]
    assert [fact.text for fact in data.facts if fact.row == 3] == ["15", "12"]


def test_columns_of_names_under_one_title_are_one_name() -> None:
    image, words = drawn(
        """
============================================================
       Words                    Analogies
Representation   Corr.     Representation   Acc.
============================================================
SVD      (k=5)   0.691     SPPMI    (k=1)   0.655
SPPMI    (k=9)   0.687     SGNS     (k=5)   0.619
SGNS     (k=1)   0.633     SVD      (k=9)   0.341
============================================================
"""
    )
    data = read_data(FigureImage(image, words, "Table 1"))
    assert data is not None
    names = [name.text for name in data.rows.attributes[0].names]
    assert names == [
        *("SVD (k=5)", "SPPMI (k=9)", "SGNS (k=1)"),
        *("SPPMI (k=1)", "SGNS (k=5)", "SVD (k=9)"),
    ]
    assert [fact.text for fact in data.facts] == ["0.691", "0.687", "0.633", "0.655", "0.619", "0.341"]


def test_a_column_before_lists_side_by_side_is_that_of_each() -> None:
    table = read_table(
        *drawn(
            """
==================================================
Player    Noun       Weight   Noun       Weight
==================================================
Zidane    goal       0.2      April      0.3
Zidane    France     0.4      player     0.5
Keane     club       0.6      Madrid     0.7
==================================================
"""
        )
    )
    assert table is not None
    assert [[cell.text for cell in row.cells if cell] for row in table.rows] == [
        ["Zidane", "goal", "0.2"],
        ["Zidane", "France", "0.4"],
        ["Keane", "club", "0.6"],
        ["Zidane", "April", "0.3"],
        ["Zidane", "player", "0.5"],
        ["Keane", "Madrid", "0.7"],
    ]


def test_columns_with_other_titles_or_no_names_stay_beside_one_another() -> None:
    for titles, row in (
        ("Words    P    R    Tagger   P    F", "Brown    1.5  2.5  Clark    3.5  4.5"),
        ("Words    P    R    Size     P    R", "Brown    1.5  2.5  11.5     3.5  4.5"),
    ):
        table = read_table(*drawn(f"{titles}\n{'=' * 40}\n{row}\n{row}\n{row}\n{'=' * 40}\n"))
        assert table is not None
        assert (len(table.columns), len(table.rows)) == (6, 3)
