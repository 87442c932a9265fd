"""The counts of questions that a table or the sentences answer, by thresholds."""

import numpy as np
import pytest

from citehop.training.recipes.chosen_cells import Case, count_right


def _case(kind: str, right: bool, text_answers: bool, otherwise: float, text_right: bool = False) -> Case:
    return Case(kind, "paper", (), right, text_answers, otherwise, text_right)


@pytest.mark.parametrize(
    ("case", "chance", "good"),
    [
        (_case("table", True, True, 0.3), 0.28, 1),  # .28 is .2 and .9 of .3 at least: the table answers
        (_case("table", True, True, 0.4), 0.28, 0),  # below .9 of .4: the sentences do
        (_case("fact", False, True, 0.4, True), 0.28, 1),
        (_case("table", True, False, 0.1), 0.28, 0),  # below .3 in place of a refusal
        (_case("table", True, False, 0.1), 0.32, 1),
        (_case("table", True, False, 0.7), 0.32, 0),  # a question that needs .7, as that of the sentences
        (_case("absent", False, False, 0.1), 0.28, 1),  # refused
        (_case("absent", False, False, 0.1), 0.32, 0),
        (_case("absent", False, True, 0.06), 0.1, 0),  # answered by a quote with the fixed name, below .12
    ],
)
def test_a_question_counts_by_what_answers_it(case: Case, chance: float, good: int) -> None:
    assert count_right([case], np.array([chance]), 0.2, 0.3, 0.9)[case.kind] == good
