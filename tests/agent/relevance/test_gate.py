"""The gate: log odds by hand, the order of candidates, probabilities."""

from collections.abc import Sequence
from typing import get_args

import numpy as np
import numpy.typing as npt
import pytest

from citehop.agent.relevance.features import NAMES, AnswerCandidate
from citehop.agent.relevance.gate import (
    ANSWER_SCORE,
    DERIVED_FROM_SCORES,
    DERIVED_NAMES,
    EARLIER,
    QUESTION_NAMES,
    QUESTION_NAMES_BY_WORDS,
    READ,
    Condition,
    judge,
    load_models,
    question_row,
    with_heading,
)
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


def test_a_sentence_is_read_with_the_innermost_heading_cut_to_eight_words() -> None:
    long = "one two three four five six seven eight nine"
    chunks = [Chunk("p:1", "p", "text", "", section, 1, BOX) for section in ("", "3 Setup > 3.1 Data", long)]
    read = [with_heading(Sentence("We use 5.", chunk, 0)) for chunk in chunks]
    assert read == [
        "We use 5.",
        "3.1 Data: We use 5.",
        "one two three four five six seven eight: We use 5.",
    ]


def test_the_features_of_a_question() -> None:
    first, second = (
        candidate("a", similarity=0.2, coverage_context=0.9, subject=0.9).row,
        candidate("b", similarity=0.7, similarity_context=0.8).row,
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
        }
    )
    assert row[QUESTION_NAMES.index("similarity_context")] == 0.8  # of the best sentence


def test_the_log_odds_of_the_first_the_best_and_the_best_of_the_subject() -> None:
    rows = np.stack([candidate("a", subject=1.0).row, candidate("b").row, candidate("c", subject=1.0).row])
    read = np.array([3.0, -1.0, 2.0])  # of the sentences at the places 1, 0 and 2
    row = question_row(rows, np.array([5.0, 0.0, 1.0]), [0, 2, 1], read=read, first=[1, 0, 2])
    assert row[-len(DERIVED_FROM_SCORES) :].tolist() == [-1.0, 3.0, 2.0]
    alone = question_row(rows[1:2], np.array([0.0]), [0], read=read[:1], first=[0])
    assert alone[-len(DERIVED_FROM_SCORES) :].tolist() == [3.0, 3.0, 3.0]  # no sentence is of the subject


@pytest.mark.parametrize("condition", get_args(Condition))
def test_the_shipped_models_fit_the_features(condition: Condition) -> None:
    models = load_models(condition)
    scored = {ANSWER_SCORE, EARLIER} if condition == "scored" else set()
    assert set(models.ranker.names) <= {*NAMES, *scored}
    assert scored <= set(models.ranker.names)
    names = QUESTION_NAMES_BY_WORDS if condition == "words" else QUESTION_NAMES
    best = DERIVED_FROM_SCORES if condition == "scored" else ()
    assert models.gate.names == (*names, *DERIVED_NAMES, *best)
    for model in (models.ranker, models.gate):
        assert len(model.names) == len(model.mean) == len(model.scale) == len(model.weights)
        assert (model.scale > 0).all()


def test_the_cross_encoder_orders_the_first_sentences_again() -> None:
    candidates = [candidate(str(i), **dict.fromkeys(STRONG, 0.9 - i / 100)) for i in range(READ + 3)]
    before = [c.sentence.text for c in judge(candidates).ranked]
    read: list[str] = []

    def score(texts: Sequence[str]) -> npt.NDArray[np.float64]:
        read.extend(texts)
        return np.array([4.0 if text == read[3] else -4.0 for text in texts])

    verdict = judge(candidates, score)
    after = [c.sentence.text for c in verdict.ranked]
    assert read == before[:READ]
    assert after[0] == read[3]
    assert set(after[:READ]) == set(before[:READ])
    assert after[READ:] == before[READ:]  # the others follow in their order
    assert list(verdict.scores) == sorted(verdict.scores, reverse=True)
    assert verdict.probability > judge(candidates, lambda texts: np.full(len(texts), -4.0)).probability


def test_a_sentence_with_the_questions_words_and_meaning_goes_first_and_raises_the_probability() -> None:
    weak = judge([candidate("weak", similarity=0.1), candidate("weaker", similarity=0.1, caption=1.0)])
    strong = judge([candidate("weak", similarity=0.1), candidate("strong", **STRONG)])
    assert strong.ranked[0].sentence.text == "strong"
    assert 0 <= weak.probability < strong.probability <= 1


def test_no_candidates_have_no_probability() -> None:
    verdict = judge([])
    assert (verdict.ranked, verdict.probability) == ((), 0.0)
