"""Bootstrap intervals and randomisation tests over scores whose examples come in groups, such as those of one paper."""

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
    """Mean of `scores` and its interval, by resampling whole groups with replacement (Field and Welsh, JRSS-B 2007).

    Examples of one group share their figure and candidates, so resampling single examples would give too narrow an
    interval. Give each example its own group for the ordinary bootstrap. Without scores all three values are 0; of a
    single group they are its mean. Same seed, same interval, for any order of the examples.
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

    # One observation is a group, (sum of its scores, its size); the statistic is the mean over all of their examples.
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
    """Interval of the mean difference `scores` - `baseline`, example by example, resampling whole groups."""
    differences = [score - base for score, base in zip(scores, baseline, strict=True)]
    return cluster_bootstrap(differences, groups, draws=draws, seed=seed)


SWAPS = 10_000
_BATCH = 1000  # draws at a time: groups x draws may not fit memory


def randomisation_test(
    scores: Sequence[float],
    baseline: Sequence[float],
    groups: Sequence[Hashable] | None = None,
    *,
    draws: int = SWAPS,
    seed: int = 0,
) -> float:
    """Two-sided p-value, 0..1, of the mean difference under swapping the two runs' labels at random.

    Examples of one group are swapped together; without `groups` each is swapped alone. Exact for up to 13 groups that
    differ (2^13 swaps are fewer than `draws`), else twice (1 + as extreme) / (1 + draws), never 0. Same seed, same
    value, for any order of the examples. 1 if nothing differs.
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
        permutation_type="samples",  # of one sample: each total keeps or changes its sign
        vectorized=True,
        n_resamples=draws,
        batch=_BATCH,
        rng=np.random.default_rng(seed),
    )
    return float(result.pvalue)
