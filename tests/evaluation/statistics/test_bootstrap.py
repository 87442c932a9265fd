"""Bootstrap intervals: hand-worked values and properties."""

from __future__ import annotations

import numpy as np
import pytest

from citehop.evaluation.statistics.bootstrap import cluster_bootstrap, paired_bootstrap


def test_the_interval_widens_when_examples_move_together() -> None:
    scores = [0.0, 1.0] * 20
    alone = cluster_bootstrap(scores, list(range(40)))
    together = cluster_bootstrap(sorted(scores), [n // 5 for n in range(40)])
    assert alone.mean == together.mean == 0.5
    assert together.high - together.low > 1.5 * (alone.high - alone.low)
    # 40 coin flips: standard error of the mean .079
    assert alone.high - alone.low == pytest.approx(2 * 1.96 * 0.079, abs=0.06)


def test_intervals_repeat_and_do_not_depend_on_the_order() -> None:
    scores, groups = [0.1, 0.9, 0.4, 0.3], ["a", "a", "b", "c"]
    first = cluster_bootstrap(scores, groups, seed=7)
    assert first == cluster_bootstrap(scores[::-1], groups[::-1], seed=7)
    assert cluster_bootstrap([], []).mean == 0


def test_a_paired_interval_sees_a_small_steady_gain() -> None:
    baseline = [n / 50 for n in range(50)]
    better = [value + 0.01 for value in baseline]
    gain = paired_bootstrap(better, baseline, list(range(50)))
    assert (gain.low, gain.mean, gain.high) == pytest.approx((0.01, 0.01, 0.01))


def test_the_interval_is_that_of_resampled_groups() -> None:
    scores, groups = [0.0, 1.0, 1.0, 0.5, 0.25], ["a", "a", "b", "c", "c"]
    sums, sizes = np.array([1.0, 1.0, 0.75]), np.array([2.0, 1.0, 2.0])
    picks = np.random.default_rng(3).integers(0, 3, size=(2000, 3))
    means = sums[picks].sum(axis=1) / sizes[picks].sum(axis=1)
    interval = cluster_bootstrap(scores, groups, seed=3)
    assert (interval.low, interval.high) == pytest.approx(tuple(np.quantile(means, [0.025, 0.975])))
    assert interval.mean == pytest.approx(0.55)


def test_one_group_has_no_spread() -> None:
    interval = cluster_bootstrap([0.0, 1.0], ["a", "a"])
    assert (interval.low, interval.mean, interval.high) == (0.5, 0.5, 0.5)
