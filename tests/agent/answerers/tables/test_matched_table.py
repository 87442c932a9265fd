from __future__ import annotations

import pytest

from citehop.agent.answerers.tables.matched_table import UNREADABLE, TableNames
from citehop.agent.answerers.tables.name_match import QuestionMatcher
from citehop.figures.types import Attribute, Entries, FigureData, FigureName


@pytest.mark.parametrize(
    ("printed", "names"),
    [
        (("R", "RIV", "ROOV"), ("R", "R IV", "R OOV")),
        (("PNP", "RNP"), ("P NP", "R NP")),
        (("PKU", "MSR"), ("PKU", "MSR")),
        (("CNN", "FNN", "RNN"), ("CNN", "FNN", "RNN")),
        (("recall", f"F{UNREADABLE}!{UNREADABLE}"), ("recall", "F")),
    ],
)
def test_measures_with_subscripts(printed: tuple[str, ...], names: tuple[str, ...]) -> None:
    columns = Attribute("column", tuple(FigureName(name) for name in printed), (None,) * len(printed))
    rows = Attribute("row", (FigureName("FooNet"),), (None,))
    data = FigureData("table", Entries(1, (rows,)), Entries(len(printed), (columns,)), ())
    assert TableNames.of(data).columns == names


def test_a_letter_with_a_stop_shortens_a_word() -> None:
    full, polarity = QuestionMatcher("error on full Yelp reviews", {}).match(["Yelp F.", "Yelp P."])
    assert full.terms == {"yelp", "full"}
    assert polarity.terms == {"yelp"}


def test_an_initial_shortens_no_word() -> None:
    (name,) = QuestionMatcher("error with embeddings", {}).match(["E. Ek"])
    assert not name.terms
