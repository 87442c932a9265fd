from __future__ import annotations

import pytest

from citehop.agent.answerers.tables.aliases import find_aliases
from citehop.agent.answerers.tables.matched_table import UNREADABLE, AskedTable, MatchedTable, TableNames
from citehop.agent.answerers.tables.name_match import QuestionMatcher
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName


@pytest.mark.parametrize(
    ("printed", "names"),
    [
        (("R", "RIV", "ROOV"), ("R", "R IV", "R OOV")),
        (("PNP", "RNP"), ("P NP", "R NP")),
        (("PKU", "MSR"), ("PKU", "MSR")),
        (("CNN", "FNN", "RNN"), ("CNN", "FNN", "RNN")),
        (("recall", f"F{UNREADABLE}!{UNREADABLE}"), ("recall", "F")),
        (
            (f"Average {UNREADABLE} words per file", f"{UNREADABLE} = 5"),
            ("Average words per file", f"{UNREADABLE} = 5"),
        ),
        (("Indiv. ΔF1", "LASdiff", "UAS_diff"), ("Indiv. Δ F1", "LAS diff", "UAS diff")),
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


def test_a_question_may_abbreviate_a_name() -> None:
    aliases = find_aliases("", ())
    exact, overlap = QuestionMatcher("test EM of FooNet", aliases).match(["Exact Match Test", "Overlap Test"])
    assert "em" in exact.terms
    assert overlap.terms == {"test"}
    (regression, *others) = QuestionMatcher("F1 of LR", aliases).match(
        ["Logistic Regression", "Lasso Boosting (LB)"]
    )
    assert regression.terms == {"lr"}
    assert not any(other.terms for other in others)


def test_a_compound_is_named_in_one_word() -> None:
    gram, both = QuestionMatcher("accuracy of skipgram", {}).match(["Skip-gram", "Skip-gram + BarNet"])
    assert gram.share == 1.0
    assert both.share < 1.0


def test_signs_are_names_as_a_whole() -> None:
    aliases = find_aliases("|P| and |Q| represent the number of papers and queries.", ())
    papers, queries = QuestionMatcher("Which venue has the most queries?", aliases).match(
        ["|P|", "Ans(/Q) |Q|"]
    )
    assert not papers.terms
    assert queries.terms == {"queri"}


@pytest.mark.parametrize(
    ("printed", "question", "given"),
    [
        ("512 + 1024", "accuracy of two layers of 512+1024?", True),
        ("512 + 1024", "accuracy of 512 units?", False),
    ],
)
def test_sums_are_given_with_or_without_spaces(printed: str, question: str, given: bool) -> None:
    rows = Attribute("row", (FigureName("2"),), (None,))
    columns = Attribute("column", (FigureName("Size"),), (None,))
    data = FigureData("table", Entries(1, (rows,)), Entries(1, (columns,)), (Fact(0, 0, (), printed),))
    assert bool(MatchedTable(AskedTable(data), question).given_cells()) is given
