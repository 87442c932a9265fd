"""Kappa and the randomisation test: by hand, against scikit-learn and scipy, and under the null."""

from __future__ import annotations

import random

import numpy as np
import pytest

from citehop.evaluation.kappa import Weights, cohen_kappa
from citehop.evaluation.randomisation import randomisation_test

A = ["yes"] * 25 + ["no"] * 25
B = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15


def test_kappa_by_hand() -> None:
    assert cohen_kappa(A, B) == pytest.approx(0.4)  # agreed .7, by chance .5
    assert cohen_kappa([0, 0.5, 1], [0, 0.5, 1]) == 1
    assert cohen_kappa([0, 1], [1, 0]) == -1
    # observed distance 2; by chance (5 + 2 + 1) / 3
    assert cohen_kappa([0, 1, 2], [2, 1, 2], weights="linear") == pytest.approx(1 - 2 / (8 / 3))


def test_kappa_without_information_is_none_and_bad_ratings_are_refused() -> None:
    assert cohen_kappa([], []) is None
    assert cohen_kappa([1, 1], [1, 1]) is None
    with pytest.raises(ValueError, match="scale"):
        cohen_kappa([1], [6], categories=range(1, 6))
    with pytest.raises(ValueError, match="2 ratings against 1"):
        cohen_kappa([1, 2], [1])


@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
def test_kappa_equals_scikit_learns(weights: Weights) -> None:
    from sklearn.metrics import cohen_kappa_score

    draw = random.Random(5)
    for _ in range(1000 if weights == "none" else 300):
        first, second = ([draw.randint(1, 5) for _ in range(12)] for _ in range(2))
        theirs = cohen_kappa_score(
            first, second, weights=None if weights == "none" else weights, labels=[1, 2, 3, 4, 5]
        )
        assert cohen_kappa(first, second, weights=weights, categories=range(1, 6)) == pytest.approx(theirs)


def test_randomisation_by_hand() -> None:
    assert randomisation_test([1, 1, 1], [0, 0, 0]) == 2 / 8  # only all or none swapped are as extreme
    assert randomisation_test([1, 0], [0, 1]) == 1
    assert randomisation_test([0.3], [0.3]) == randomisation_test([], []) == 1
    assert randomisation_test([1, 1, 1], [0, 0, 0], ["a", "a", "b"]) == 2 / 4  # two groups, swapped whole


def test_randomisation_equals_scipys_exact_test() -> None:
    from scipy.stats import permutation_test

    draw = random.Random(6)
    for _ in range(20):
        first, second = ([draw.random() for _ in range(8)] for _ in range(2))
        theirs = permutation_test(
            (np.array(first), np.array(second)),
            lambda x, y: float(np.mean(x - y)),
            permutation_type="samples",
        )
        assert randomisation_test(first, second) == pytest.approx(theirs.pvalue)


def test_sampled_p_values_are_near_the_exact_ones_and_repeat() -> None:
    first, second = [0.9, 0.4, 0.8, 0.1] * 5, [0.5, 0.5, 0.3, 0.2] * 5
    value = randomisation_test(first, second)
    assert value == randomisation_test(first[::-1], second[::-1])
    assert value == pytest.approx(randomisation_test(first, second, draws=40_000, seed=1), abs=0.01)
    assert randomisation_test([1.0] * 40, [0.0] * 40) == 1 / 10_001


def test_under_the_null_one_in_twenty_is_below_a_twentieth() -> None:
    draw = np.random.default_rng(7)
    values = [
        randomisation_test(draw.normal(size=10).tolist(), draw.normal(size=10).tolist()) for _ in range(400)
    ]
    assert np.mean(np.array(values) <= 0.05) == pytest.approx(0.05, abs=0.03)
