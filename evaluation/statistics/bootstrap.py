"""Bootstrap intervals and randomization tests for scores whose examples come in groups, such as those of one paper."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

DRAWS = 2000
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its percentile interval at `LEVEL`."""

    mean: float
    low: float
    high: float


def cluster_bootstrap(
    scores: Sequence[float], groups: Sequence[Hashable], *, draws: int = DRAWS, seed: int = 0
) -> Interval:
    """Return the mean of `scores` and its interval, by resampling whole groups (Field and Welsh, JRSS-B 2007).

    Groups are drawn with replacement. Examples of one group share their figure and candidates, so resampling single
    examples would give too narrow an interval. For the ordinary bootstrap, give each example its own group. Without
    scores, all three values are 0; with a single group, all are its mean. The same seed gives the same interval for
    any order of the examples.
    """
    if not scores:
        return Interval(0.0, 0.0, 0.0)
    members: dict[str, list[float]] = {}
    for score, group in zip(scores, groups, strict=True):
        members.setdefault(repr(group), []).append(score)
    ordered = [members[group] for group in sorted(members)]
    sums = np.array([float(np.sum(np.sort(values))) for values in ordered])
    sizes = np.array([len(values) for values in ordered], dtype=float)
    mean = float(sums.sum() / sizes.sum())
    if len(ordered) == 1:
        return Interval(mean, mean, mean)
    from scipy.stats import bootstrap  # .8 s to import

    # An observation is a group: (sum of its scores, its size). The statistic is the mean over all examples drawn.
    interval = bootstrap(
        (sums, sizes),
        _ratio,
        paired=True,
        vectorized=True,
        n_resamples=draws,
        confidence_level=LEVEL,
        method="percentile",
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return Interval(mean, float(interval.low), float(interval.high))


def _ratio(
    sums: npt.NDArray[np.float64], sizes: npt.NDArray[np.float64], axis: int = -1
) -> npt.NDArray[np.float64]:
    return np.asarray(sums.sum(axis=axis) / sizes.sum(axis=axis))


def paired_bootstrap(
    scores: Sequence[float],
    baseline: Sequence[float],
    groups: Sequence[Hashable],
    *,
    draws: int = DRAWS,
    seed: int = 0,
) -> Interval:
    """Return the mean difference `scores` - `baseline`, paired by example, and its interval; whole groups are
    resampled.
    """
    differences = [score - base for score, base in zip(scores, baseline, strict=True)]
    return cluster_bootstrap(differences, groups, draws=draws, seed=seed)


SWAPS = 10_000
_BATCH = 1000  # draws at a time, because groups x draws may not fit into memory


def randomisation_test(
    scores: Sequence[float],
    baseline: Sequence[float],
    groups: Sequence[Hashable] | None = None,
    *,
    draws: int = SWAPS,
    seed: int = 0,
) -> float:
    """Return the two-sided p-value, 0..1, of the mean difference if the labels of the two runs are swapped at random.

    Examples of one group are swapped together; without `groups`, each is swapped alone. The test is exact for up to
    13 groups that differ (2^13 swaps are fewer than `draws`). Otherwise it is twice (1 + number as extreme) / (1 +
    draws), which is never 0. It is 1 if nothing differs. The same seed gives the same value for any order of the
    examples.
    """
    keys = map(repr, range(len(scores)) if groups is None else groups)
    members: dict[str, list[float]] = {}
    for score, base, key in zip(scores, baseline, keys, strict=True):
        members.setdefault(key, []).append(score - base)
    totals = np.array(sorted(float(np.sum(np.sort(values))) for values in members.values()))
    totals = totals[totals != 0]
    if len(totals) < 2:  # nothing differs, or both swaps of one group are as extreme
        return 1.0
    from scipy.stats import permutation_test  # .8 s to import

    result = permutation_test(
        (totals,),
        np.sum,
        permutation_type="samples",  # with one sample, each total keeps or changes its sign
        vectorized=True,
        n_resamples=draws,
        batch=_BATCH,
        rng=np.random.default_rng(seed),
    )
    return float(result.pvalue)
