"""Intervals for means of scores whose examples come in groups, such as the questions about one paper."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

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

    Examples of one group share their figure and candidates, so resampling them singly would promise too much. Give each
    example its own group for the ordinary bootstrap. Without scores all three values are 0. Same seed, same interval,
    whatever the order of the examples.
    """
    if not scores:
        return Interval(0.0, 0.0, 0.0)
    totals: dict[str, list[float]] = {}
    for score, group in zip(scores, groups, strict=True):
        totals.setdefault(repr(group), []).append(score)
    ordered = [totals[group] for group in sorted(totals)]
    sums = np.array([float(np.sum(np.sort(values))) for values in ordered])
    sizes = np.array([len(values) for values in ordered], dtype=float)
    picks = np.random.default_rng(seed).integers(0, len(ordered), size=(draws, len(ordered)))
    means = sums[picks].sum(axis=1) / sizes[picks].sum(axis=1)
    tail = (1.0 - LEVEL) / 2
    low, high = np.quantile(means, [tail, 1.0 - tail])
    return Interval(float(sums.sum() / sizes.sum()), float(low), float(high))


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
