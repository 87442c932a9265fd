"""The gate: log odds by hand, the order of candidates, probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import numpy as np
import numpy.typing as npt
import pytest

from citehop.agent.relevance.features import NAMES, AnswerCandidate
from citehop.agent.relevance.gate import (
    BEST_IN_CONTEXT,
    COMPARED,
    CONSIDERED,
    DERIVED_NAMES,
    EARLIER,
    QUESTION_NAMES,
    QUESTION_NAMES_BY_WORDS,
    Condition,
    Logistic,
    judge,
    load_models,
    question_row,
)
from citehop.agent.relevance.token_match import ATTRIBUTE
from citehop.agent.relevance.token_match import NAMES as CONTEXT_NAMES
from citehop.agent.verification.sentences import Sentence
from citehop.indexes.types import Chunk
from citehop.papers.types import BBox

BOX = BBox(0, 0, 1, 1)


def candidate(text: str, **features: float) -> AnswerCandidate:
    row = np.array([features.get(name, 0.0) for name in NAMES])
    return AnswerCandidate(Sentence(text, Chunk("p:1", "p", "text", text, "", 1, BOX), 0), row)


STRONG = dict.fromkeys(
    ("coverage", "coverage_context", "rarest", "similarity", "similarity_context", "type"), 0.9
)


def test_log_odds_are_a_weighted_sum_of_standardized_features() -> None:
    model = Logistic(("a", "b"), np.array([1.0, 0.0]), np.array([2.0, 1.0]), np.array([3.0, -1.0]), 0.5)
    # (5 - 1) / 2 * 3 - 2 + 0.5
    assert model.score(np.array([[5.0, 2.0], [1.0, 0.0]])) == pytest.approx([4.5, 0.5])


def test_the_features_of_a_question() -> None:
    first, second = (
        candidate("a", similarity=0.2, coverage_context=0.9, counted=0.5, attribute=0.5, subject=0.9).row,
        candidate("b", similarity=0.7, similarity_context=0.8, attribute=1.0).row,
    )
    row = question_row(np.stack([first, second]), np.array([1.0, 4.0]), [1, 0])
    derived = dict(zip(DERIVED_NAMES, row[len(QUESTION_NAMES) :].tolist(), strict=True))
    assert derived == pytest.approx(
        {
            "score": 4.0,
            "gap": 3.0,
            "best_similarity": 0.7,
            "best_coverage": 0.9,
            "typed": 0.0,
            "best_counted": 0.5,
            "best_attribute": 0.5,  # of the paper that the question is about
        }
    )
    assert row[QUESTION_NAMES.index("similarity_context")] == 0.8  # of the best sentence


def test_what_is_asked_for_counts_half_in_another_paper() -> None:
    rows = np.stack([candidate("a", subject=1.0).row, candidate("b").row])
    matched = np.zeros((2, len(CONTEXT_NAMES)))
    matched[:, CONTEXT_NAMES.index(ATTRIBUTE)] = (0.3, 0.8)
    row = question_row(rows, np.array([1.0, 0.0]), [0, 1], matched=matched, first=[0, 1])
    assert row[-len(BEST_IN_CONTEXT) :].tolist() == pytest.approx([0.0, 0.0, 0.4])


@pytest.mark.parametrize("condition", get_args(Condition))
def test_the_shipped_models_fit_the_features(condition: Condition) -> None:
    models = load_models(condition)
    context = {*CONTEXT_NAMES, EARLIER} - {ATTRIBUTE} if condition == "context" else set()
    assert set(models.ranker.names) <= {*NAMES, *context}
    assert context <= set(models.ranker.names)
    names = QUESTION_NAMES_BY_WORDS if condition == "words" else QUESTION_NAMES
    best = BEST_IN_CONTEXT if condition == "context" else ()
    assert models.gate.names == (*names, *DERIVED_NAMES, *best)
    for model in (models.ranker, models.gate):
        assert len(model.names) == len(model.mean) == len(model.scale) == len(model.weights)
        assert (model.scale > 0).all()


def test_words_in_context_order_the_first_sentences_again() -> None:
    candidates = [candidate(str(i), **dict.fromkeys(STRONG, 0.9 - i / 100)) for i in range(COMPARED + 3)]
    before = [c.sentence.text for c in judge(candidates).ranked]
    compared: list[str] = []

    def match(texts: Sequence[str]) -> npt.NDArray[np.float64]:
        compared.extend(texts)
        return np.array([[2.0 if text == compared[3] else -1.0] * len(CONTEXT_NAMES) for text in texts])

    verdict = judge(candidates, match)
    after = [c.sentence.text for c in verdict.ranked]
    assert compared == before[:COMPARED]
    assert after != before
    assert set(after[:COMPARED]) == set(before[:COMPARED])
    assert after[COMPARED:] == before[COMPARED:]  # the others follow in their order
    assert list(verdict.scores) == sorted(verdict.scores, reverse=True)


def test_without_words_in_context_the_first_order_stays() -> None:
    candidates = [candidate(str(i), **dict.fromkeys(STRONG, 0.5 + i / 100)) for i in range(4)]
    assert judge(candidates, lambda _: None) == judge(candidates)


def test_a_sentence_with_the_questions_words_and_meaning_goes_first_and_raises_the_probability() -> None:
    weak = judge([candidate("weak"), candidate("weaker", caption=1.0)])
    strong = judge([candidate("weak"), candidate("strong", **STRONG)])
    assert strong.ranked[0].sentence.text == "strong"
    assert 0 <= weak.probability < strong.probability <= 1


def test_ties_keep_the_given_order_and_only_the_first_are_considered() -> None:
    verdict = judge([candidate(str(i)) for i in range(CONSIDERED + 5)])
    assert [c.sentence.text for c in verdict.ranked] == [str(i) for i in range(CONSIDERED)]


def test_no_candidates_have_no_probability() -> None:
    verdict = judge([])
    assert (verdict.ranked, verdict.probability) == ((), 0.0)
