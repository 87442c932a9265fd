"""Selection: balance, near-duplicates, seeds."""

from collections import Counter

from citehop.evaluation.question_generation.select import (
    MOST_OF_A_FIGURE,
    MOST_REFERENCES,
    Candidate,
    FigureKey,
    SingleQuestions,
    select_pairs,
    select_singles,
)
from citehop.evaluation.question_generation.types import (
    QuestionPair,
    ReferenceQuestion,
    SingleQuestion,
    VisualQuestion,
    combine,
)
from citehop.papers.types import BBox

REFERENCES = tuple(
    ReferenceQuestion(f"What is {word}?", "1", f"{word} is 1", 1, "text") for word in "abcdefg"
)


def _visual(name: str, operation: str, clause: str) -> Candidate:
    question = f"Which model {clause} in Table 1?"
    return ("c", "anchor", "p1:table1"), VisualQuestion(
        question, "model", clause, name, operation, "table", f"paper-{name}", "cited"
    )


def _pair(key: FigureKey, visual: VisualQuestion, reference: ReferenceQuestion) -> QuestionPair:
    text = combine(visual, "Table 1", reference)
    return QuestionPair(text, *key, "Table 1", "table", 1, BBox(0, 0, 1, 1), visual, reference, text)


def _select(
    candidates: list[Candidate], count: int = 0, seed: int = 0, refused: str = ""
) -> tuple[list[QuestionPair], Counter[str]]:
    return select_pairs(
        candidates,
        lambda *_: REFERENCES,
        _pair,
        lambda pair: not refused or refused not in pair.visual.name,
        seed=seed,
        count=count,
    )


def test_operations_are_balanced_whatever_their_number() -> None:
    values = [_visual(f"n{i}", "value", f"scores {i}{i}{i} on set{i} of kind{i}") for i in range(20)]
    extremes = [_visual(f"m{i}", "max", f"has the highest metric{i} of group{i}") for i in range(4)]
    pairs, _ = _select([*values, *extremes], count=8)
    assert Counter(pair.visual.operation for pair in pairs) == {"value": 4, "max": 4}
    assert max(Counter(pair.reference.question for pair in pairs).values()) <= 8


def test_near_duplicates_of_a_name_and_refused_pairs_are_counted() -> None:
    alike = [_visual("n", "value", f"has an accuracy on the whole test data of {i}") for i in (1, 2)]
    pairs, dropped = _select([*alike, _visual("bad", "max", "is best")], refused="bad")
    assert len({pair.visual for pair in pairs}) == 1
    assert len({pair.reference for pair in pairs}) == len(pairs) == MOST_REFERENCES
    assert dropped == {"near-duplicate": 1, "first hop not needed": 1}


def test_the_order_of_candidates_does_not_matter_and_the_seed_does() -> None:
    candidates = [_visual(f"n{i}", "value", f"scores {i} on set{i} in task{i}") for i in range(12)]
    chosen = _select(candidates, 5)
    assert chosen == _select(candidates[::-1], 5)
    assert chosen != _select(candidates, 5, seed=1)


WORDS = "alder birch cedar douglas elm fir gum hazel ivy juniper".split()


def _question(number: int, operation: str = "cell", figure: str = "p1:table1") -> SingleQuestion:
    text = f"{WORDS[number]} {operation} of {figure}?"
    return SingleQuestion(
        f"{figure}{operation}{number}", "c", "p", "figure", "table", operation, text, WORDS[number], 1, figure
    )


def _select_singles(
    candidates: list[SingleQuestion], *, strict: bool = True, count: int = 0
) -> SingleQuestions:
    answered = {"alder": ("prose",)}
    return select_singles(
        candidates, lambda one: answered.get(one.answer, ()), ("prose", "search"), strict=strict, seed=0, count=count
    )  # fmt: skip


def test_operations_are_balanced_and_a_figure_is_not_asked_about_too_often() -> None:
    operations = ("cell", "max", "min", "rank", "change", "value")
    candidates = [
        _question(n, operation, f"p1:table{f}") for f in range(3) for n, operation in enumerate(operations, 1)
    ]
    made = _select_singles(candidates)
    assert max(Counter(one.figure for one in made.questions).values()) == MOST_OF_A_FIGURE
    assert set(Counter(one.operation for one in made.questions).values()) == {2}
    assert made.dropped["enough of its figure"] == 6
    assert len(_select_singles(candidates, count=5).questions) == 5
    assert _select_singles(candidates[::-1]).questions == made.questions


def test_what_a_baseline_answers_is_dropped_or_easier() -> None:
    assert not _select_singles([_question(0)]).questions
    (kept,) = _select_singles([_question(0)], strict=False).questions
    assert (kept.answered_by, kept.difficulty) == (("prose",), 1)
    assert _select_singles([_question(1)]).questions[0].difficulty == 2


def test_one_operation_is_asked_once_for_each_figure() -> None:
    made = _select_singles([_question(1), _question(2), _question(1, figure="p1:table2")])
    assert sorted(one.figure for one in made.questions) == ["p1:table1", "p1:table2"]
    assert made.dropped == {"near-duplicate": 1}
