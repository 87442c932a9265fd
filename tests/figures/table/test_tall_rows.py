"""Rows whose cells have several lines."""

import importlib.util
from pathlib import Path

from citehop.figures.table.read import read_table

_spec = importlib.util.spec_from_file_location("drawn", Path(__file__).with_name("drawn.py"))
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)
drawn = _module.drawn

ENCLOSED = """
==============================
Systems           P       R
==============================
Ours:
                 83.0    72.0
mixed
Reed:
                 82.2    70.2
mixed
Lane:
                 76.1    68.4
tree
==============================
"""
BRACKETS = """
==============================
Features          P        R
==============================
none             75.1     53.8
word pairs       76.5     59.8
around verbs    (59.8)   (57.1)
                 77.0     63.2
chunks
                (76.2)   (56.9)
==============================
"""
OWN_ROWS = """
==============================
Test set          P        R
==============================
news             75.1     53.8
(mail)          (59.8)   (57.1)
(chat)          (76.2)   (56.9)
==============================
"""
RULED = """
==========================================
Features        Mean      Hits
==========================================
repetition                 41
                7.1
collocation              (97.6%)
==========================================
repetition                 40
                8.5
weights                  (95.2%)
==========================================
repetition      9.5        39
==========================================
"""
BETWEEN = """
=========================================
Data      Measure     P       R
=========================================
          Lin        .26     .15
          Lesk       .22     .17

Art

          ESA        .43     .13
          WUP        .35     .20
=========================================
          Lin        .29     .18
          Lesk       .26     .21

Nat

          ESA        .48     .14
          WUP        .39     .21
=========================================
"""


def rows(text: str) -> list[list[str]]:
    found = read_table(*drawn(text))
    assert found is not None
    return [[row.group, *(cell.text if cell else "" for cell in row.cells)] for row in found.rows]


def test_a_name_above_and_below_its_values_is_one() -> None:
    assert rows(ENCLOSED) == [
        ["", "Ours: mixed", "83.0", "72.0"],
        ["", "Reed: mixed", "82.2", "70.2"],
        ["", "Lane: tree", "76.1", "68.4"],
    ]


def test_values_in_brackets_belong_to_those_above_them() -> None:
    assert rows(BRACKETS) == [
        ["", "none", "75.1", "53.8"],
        ["", "word pairs around verbs", "76.5 (59.8)", "59.8 (57.1)"],
        ["", "chunks", "77.0 (76.2)", "63.2 (56.9)"],
    ]


def test_rows_in_brackets_one_below_the_other_are_rows() -> None:
    assert [row[1] for row in rows(OWN_ROWS)] == ["news", "(mail)", "(chat)"]


def test_cells_of_several_lines_between_rules_are_one_row() -> None:
    assert rows(RULED) == [
        ["", "repetition collocation", "7.1", "41 (97.6%)"],
        ["", "repetition weights", "8.5", "40 (95.2%)"],
        ["", "repetition", "9.5", "39"],
    ]


def test_a_label_in_a_wide_gap_between_rows_is_that_of_all() -> None:
    assert [row[:3] for row in rows(BETWEEN)] == [
        ["", "Art", name] for name in ("Lin", "Lesk", "ESA", "WUP")
    ] + [["", "Nat", name] for name in ("Lin", "Lesk", "ESA", "WUP")]
