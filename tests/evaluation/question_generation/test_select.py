"""Selection: balance, near-duplicates and the choice of the reference question."""

from __future__ import annotations

from collections import Counter

from citehop.evaluation.question_generation.select import MOST_REFERENCES, Candidate, FigureKey, select_pairs
from citehop.evaluation.question_generation.types import (
    QuestionPair,
    ReferenceQuestion,
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
