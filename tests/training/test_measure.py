"""Ranks of held-out pairs, worked by hand."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from citehop.training.measure import measure_text
from citehop.training.types import TrainingPair

VECTORS = {"q1": (1, 0), "q2": (0, 1), "right": (0.6, 0.8), "wrong": (0.8, 0.6), "far": (-1, 0)}
PAIRS = [
    TrainingPair("caption", "a", "q1", "right", ("wrong",)),
    TrainingPair("caption", "b", "q2", "right", ("far",)),
    TrainingPair("citation", "a", "q1", "wrong"),
]


def by_table(texts: Sequence[str]) -> npt.NDArray[np.float32]:
    return np.array([VECTORS[text] for text in texts], np.float32)


def mirrored(texts: Sequence[str]) -> npt.NDArray[np.float32]:
    """As `by_table`, with "right" and "wrong" exchanged."""
    return by_table([{"right": "wrong", "wrong": "right"}.get(text, text) for text in texts])


def test_ranks_are_over_all_texts_of_a_kind() -> None:
    # By the table, q1 ranks wrong, right, far (1/2) and q2 right, wrong, far (1); mirrored, it is the reverse.
    (score,) = measure_text(PAIRS, by_table, mirrored)
    assert (score.kind, score.n, score.before, score.after) == ("caption", 2, 0.75, 0.75)
    assert (score.difference.mean, score.difference.low, score.difference.high) == pytest.approx(
        (0, -0.5, 0.5)
    )


def test_guessed_labels_measure_nothing() -> None:
    assert measure_text([PAIRS[2]], by_table, mirrored) == ()
