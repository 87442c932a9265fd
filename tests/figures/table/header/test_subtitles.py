"""Titles of columns on several levels, below the rule of the header and between its lines; rows that are numbered."""

import importlib.util
from pathlib import Path

from citehop.figures.table.data import build_table_data
from citehop.figures.table.read import read_table
from citehop.figures.table.types import Table
from citehop.figures.types import FigureData

_spec = importlib.util.spec_from_file_location("drawn", Path(__file__).parents[1] / "drawn.py")
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)


def read(text: str) -> Table:
    found = read_table(*_module.drawn(text))
    assert found is not None
    return found


def titles(text: str) -> list[str]:
    return [column.title for column in read(text).columns]


def rows(data: FigureData) -> list[tuple[str, ...]]:
    return [
        tuple(attribute.names[index].text for attribute in data.rows.attributes)
        for index in range(data.rows.count)
    ]


UNITS = """
======================================
            Dev          Test
======================================
Single      EM/F1        EM/F1
DrQA        60.1/70.2    61.1/71.0
BiDAF       68.0/77.3    68.0/77.4
QANet       70.3/80.4    71.5/80.9
Ensemble
DrQA        63.1/73.2    64.1/74.0
======================================
"""


def test_titles_below_the_rule_of_the_header_are_of_the_columns_and_the_text_before_them_of_the_rows() -> (
    None
):
    table = read(UNITS)
    assert [column.header for column in table.columns[1:]] == [("Dev", "EM/F1"), ("Test", "EM/F1")]
    assert [row.group for row in table.rows] == ["Single"] * 3 + ["Ensemble"]


def test_a_row_of_words_stays_a_row() -> None:
    words = UNITS.replace("EM/F1        EM/F1", "Adam         SGD  ").replace("Single  ", "Method  ")
    assert [row.group for row in read(words).rows] == [""] * 4 + ["Ensemble"]


SETS_BELOW = """
==============================================
               BLEU     TER     BLEU     TER
==============================================
Method            Wheat            Barley
Moses          21.5     61.2    19.5     64.2
Sockeye        24.6     58.0    23.6     60.1
Marian         28.4     52.7    27.9     55.3
==============================================
"""


def test_titles_in_the_middle_of_several_columns_below_theirs_are_of_all_of_these() -> None:
    expected = ["Method", "BLEU Wheat", "TER Wheat", "BLEU Barley", "TER Barley"]
    assert titles(SETS_BELOW) == expected


def test_no_such_titles_are_taken_where_others_follow_further_down() -> None:
    other = SETS_BELOW.replace("BLEU     TER     BLEU     TER", "BLEU     TER     chrF     MET")
    below = other.replace("Marian", "Method             Rye               Oats\nMarian")
    assert titles(below)[1:] == ["BLEU", "TER", "chrF", "MET"]


RIGHT_EDGES = """
=========================================================
               AutoQuery                   RealQuery
         ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
Method   Cover.   Precis.   Recall   Cover.   Precis.   Recall
=========================================================
PaSa     0.33     0.14      0.25     0.33     0.67      0.28
Google   0.65     0.15      0.42     0.48     0.51      0.41
=========================================================
"""


def test_a_title_of_the_last_group_covers_its_last_column() -> None:
    assert titles(RIGHT_EDGES)[3] == "AutoQuery Recall"
    assert titles(RIGHT_EDGES)[6] == "RealQuery Recall"


NUMBERED = """
==============================================
     Word        Head       Tag
==============================================
1    barley      noun       NN
2    ripened     verb       VBD
3    slowly      adverb     RB
==============================================
"""


def test_numbers_of_rows_without_a_title_are_no_values() -> None:
    data = build_table_data(read(NUMBERED))
    assert rows(data)[0] == ("1", "barley", "noun", "NN")
    assert data.facts == ()


def test_names_alike_but_for_their_marks_keep_these() -> None:
    table = """
================================
Model             Acc     F1
================================
Stanford          81.1    79.2
Stanford*         84.6    80.3
Berkeley*         82.4    80.1
================================
"""
    assert [names[0] for names in rows(build_table_data(read(table)))] == [
        "Stanford",
        "Stanford*",
        "Berkeley",
    ]


def test_text_in_a_box_is_no_table() -> None:
    text = """
============================================================
The prompt of the annotators
============================================================
Read the question.   Then mark every sentence of the paper
that answers it, and write down which of them is the best
one of all.   Do not guess what the authors may have meant
when they wrote nothing about it in their work at all.
============================================================
"""
    assert read_table(*_module.drawn(text)) is None
