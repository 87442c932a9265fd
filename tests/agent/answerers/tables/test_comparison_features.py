from __future__ import annotations

import pytest

from citehop.agent.answerers.tables.candidates import NamedTable, list_candidates
from citehop.agent.answerers.tables.comparison_features import ComparisonFeatures, has_measures
from citehop.agent.answerers.tables.matched_table import AskedTable, MatchedTable
from citehop.agent.answerers.tables.table_request import TableRequest
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName

ROWS, COLUMNS = ("FooNet", "No lexicon", "No tagger", "Baseline"), ("Precision", "Recall")
VALUES = ((81.0, 70.5), (79.5, 69.0), (75.25, 71.0), (60.0, 50.0))


def entries(names: tuple[str, ...]) -> Entries:
    return Entries(
        len(names), (Attribute("row", tuple(FigureName(name) for name in names), (None,) * len(names)),)
    )


FACTS = tuple(
    Fact(row, column, (Number(value, str(value), 2),), str(value))
    for row, values in enumerate(VALUES)
    for column, value in enumerate(values)
)
ASKED = AskedTable(FigureData("table", entries(ROWS), entries(COLUMNS), FACTS))


def describe(question: str) -> dict[tuple[str, str, bool], dict[str, float]]:
    request = TableRequest.of(question)
    table = NamedTable.of(MatchedTable(ASKED, request.wording))
    features = ComparisonFeatures(table, request)
    return {
        (candidate.axis, candidate.value, candidate.grouped): features.describe(candidate)
        for candidate in list_candidates(table, request)
        if candidate.operation in ("extreme", "difference")
    }


def test_removals_are_a_group_of_their_own() -> None:
    described = describe("Removing which part hurts the precision of FooNet the most?")
    assert described["row", "No tagger", True]["ablated"] == 1
    assert described["row", "Baseline", False]["ablated"] == -1


def test_an_extreme_among_measures_is_mixed() -> None:
    described = describe("What is the highest recall of FooNet?")
    assert described["column", "Precision", False]["mixed"] == 1
    assert described["row", "No tagger", False]["mixed"] == 0


def test_the_best_is_one_side_of_a_difference() -> None:
    described = describe("By how much does the best system beat the baseline in precision?")
    assert described["row", "21.00", False] == pytest.approx({"side_extreme": 1, "baseline": 1})
    assert described["row", "5.75", False] == pytest.approx({"side_extreme": 1, "baseline": 0})
    assert described["row", "4.25", False] == pytest.approx({"side_extreme": 0, "baseline": 0})


def test_measures_differ_from_data_sets() -> None:
    assert has_measures(["Precision", "Recall"])
    assert not has_measures(["SST Accuracy", "TREC Accuracy", "Average"])
