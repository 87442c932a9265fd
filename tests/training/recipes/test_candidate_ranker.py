"""The fit of the choice among the answers of tables: made-up questions, and what counts as right."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from citehop.agent.answerers.tables.candidate_features import NAMES
from citehop.agent.answerers.tables.candidates import CellCandidate, ListedCandidate, NamedTable
from citehop.agent.answerers.tables.matched_table import AskedTable, MatchedTable
from citehop.agent.answerers.tables.table_request import TableRequest
from citehop.figures.numbers import Number
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName
from citehop.training.recipes.candidate_ranker import (
    FOLDS,
    Example,
    choose_again,
    cross_validate,
    fit,
    fold_of,
    is_right,
    read_likeliest,
)


def example(paper: str, rng: np.random.Generator) -> Example:
    """Ten candidates, of which the one with the highest share of names is right."""
    rows = np.zeros((10, len(NAMES)))
    rows[:, NAMES.index("by_names")] = rng.permutation(10) / 10
    rows[:, NAMES.index("bold")] = rng.random(10)
    right = rows[:, NAMES.index("by_names")] == 0.9
    likeliest = np.argsort(-rows[:, NAMES.index("bold")], kind="stable")[:8].tolist()
    return Example(
        "table", paper, rows, right, None, "What is the recall?", {p: f"cell {p}" for p in likeliest}
    )


def test_the_feature_that_tells_right_candidates_gets_the_weight() -> None:
    rng = np.random.default_rng(1)
    examples = [example(f"paper-{number}", rng) for number in range(40)]
    weights = dict(zip(NAMES, fit(examples), strict=True))
    assert weights["by_names"] > 5 * abs(weights["bold"])
    folds = [fold_of(e.paper) for e in examples]
    of_folds = [
        fit([e for e, own in zip(examples, folds, strict=True) if own != fold]) for fold in range(FOLDS)
    ]
    chosen = cross_validate(examples, folds, of_folds)
    assert all(e.right[place] for e, place in zip(examples, chosen, strict=True) if place is not None)


def test_of_the_answers_that_are_read_the_second_weights_choose() -> None:
    rng = np.random.default_rng(2)
    examples = [example(f"paper-{number}", rng) for number in range(40)]
    folds = [fold_of(e.paper) for e in examples]
    right = {(e.paper, f"cell {place}") for e in examples for place in np.flatnonzero(e.right)}

    def score(paper: str, question: str, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        return np.array([5.0 if (paper, text) in right else -5.0 for text in texts], np.float32)

    read = [read_likeliest(e, np.zeros(len(NAMES)), score) for e in examples]
    assert all(each.places == sorted(e.texts) for each, e in zip(read, examples, strict=True))
    for each, chosen, e in zip(read, choose_again(read, folds), examples, strict=True):
        assert not each.example.right.any() or e.right[chosen]


def entries(*names: str) -> Entries:
    return Entries(len(names), (Attribute("row", tuple(map(FigureName, names)), (None,) * len(names)),))


ONE, OTHER = (Fact(row, 0, (Number(v, str(v), 1),), str(v)) for row, v in enumerate((81.0, 79.5)))
DATA = FigureData("table", entries("FooNet", "BarParse"), entries("Recall"), (ONE, OTHER))


@pytest.mark.parametrize(
    ("patterns", "candidate", "right"),
    [
        (["81"], CellCandidate("cell", "", (ONE,), (0,), (0,)), True),
        (["81"], CellCandidate("cell", "", (OTHER,), (1,), (0,)), False),
        (["1.5"], CellCandidate("difference", "row", (ONE, OTHER), (0, 1), (0,), "1.5"), True),
        (["81"], CellCandidate("difference", "row", (ONE, OTHER), (0, 1), (0,), "1.5"), False),
        (["81", "79.5"], CellCandidate("both", "row", (ONE, OTHER), (0, 1), (0,)), True),
        (["81"], CellCandidate("both", "row", (ONE, OTHER), (0, 1), (0,)), False),
        (["foonet"], CellCandidate("extreme", "row", (ONE,), (), (0,), "FooNet"), True),
    ],
)
def test_a_candidate_is_right_by_what_it_computes(
    patterns: list[str], candidate: CellCandidate, right: bool
) -> None:
    table = NamedTable.of(MatchedTable(AskedTable(DATA), "recall"))
    question = {"all": patterns, "none": []}
    request = TableRequest.of("What is the recall?")
    listed = ListedCandidate(0, table, candidate)
    assert is_right(question, request, listed, None) is right  # type: ignore[arg-type]  # only for an answer of rules
