"""Selection of questions about single figures."""

from __future__ import annotations

from collections import Counter

from citehop.evaluation.question_generation.select import MOST_OF_A_FIGURE, SingleQuestions, select_singles
from citehop.evaluation.question_generation.types import SingleQuestion

WORDS = "alder birch cedar douglas elm fir gum hazel ivy juniper".split()


def _question(number: int, operation: str = "cell", figure: str = "p1:table1") -> SingleQuestion:
    text = f"{WORDS[number]} {operation} of {figure}?"
    return SingleQuestion(
        f"{figure}{operation}{number}", "c", "p", "figure", "table", operation, text, WORDS[number], 1, figure
    )


def _select(candidates: list[SingleQuestion], *, strict: bool = True, count: int = 0) -> SingleQuestions:
    answered = {"alder": ("prose",)}
    return select_singles(
        candidates, lambda one: answered.get(one.answer, ()), ("prose", "search"), strict=strict, seed=0, count=count
    )  # fmt: skip


def test_operations_are_balanced_and_a_figure_is_not_asked_about_too_often() -> None:
    operations = ("cell", "max", "min", "rank", "change", "value")
    candidates = [
        _question(n, operation, f"p1:table{f}") for f in range(3) for n, operation in enumerate(operations, 1)
    ]
    made = _select(candidates)
    assert max(Counter(one.figure for one in made.questions).values()) == MOST_OF_A_FIGURE
    assert set(Counter(one.operation for one in made.questions).values()) == {2}
    assert made.dropped["enough of its figure"] == 6
    assert len(_select(candidates, count=5).questions) == 5
    assert _select(candidates[::-1]).questions == made.questions


def test_what_a_baseline_answers_is_dropped_or_easier() -> None:
    assert not _select([_question(0)]).questions
    (kept,) = _select([_question(0)], strict=False).questions
    assert (kept.answered_by, kept.difficulty) == (("prose",), 1)
    assert _select([_question(1)]).questions[0].difficulty == 2


def test_one_operation_is_asked_once_for_each_figure() -> None:
    made = _select([_question(1), _question(2), _question(1, figure="p1:table2")])
    assert sorted(one.figure for one in made.questions) == ["p1:table1", "p1:table2"]
    assert made.dropped == {"near-duplicate": 1}
