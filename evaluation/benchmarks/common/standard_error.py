"""The standard deviation of an accuracy under resampling."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

DRAWS = 100_000  # SciFIBench's


def spread_in_points(values: Sequence[float], *, draws: int = DRAWS, seed: int = 0) -> float:
    """Standard deviation, in points of 100, of the mean of right (1) and wrong (0) `values` resampled with replacement.

    SciFIBench prints .05 for 56% of 500, which is the variance of something else: this is 2.2.
    """
    if not values:
        return 0.0
    # The number of right ones in a resample of n is binomial, which is the same draw without building the samples.
    n = len(values)
    right = np.random.default_rng(seed).binomial(n, sum(values) / n, size=draws)
    return float(100 * (right / n).std())
