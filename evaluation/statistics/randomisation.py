"""Whether one run beats another by more than chance: the paired randomisation test (Fisher, 1935; Smucker et al., CIKM 2007)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

DRAWS = 10_000
EXACT_GROUPS = 12  # up to 4,096 ways to swap, all are tried
_BATCH = 1000  # draws at a time: groups x draws may not fit memory
_SLACK = 1e-12  # sums of the same numbers in another order are the same


def randomisation_test(
    scores: Sequence[float],
    baseline: Sequence[float],
    groups: Sequence[Hashable] | None = None,
    *,
    draws: int = DRAWS,
    seed: int = 0,
) -> float:
    """Two-sided p-value, 0..1, of the mean difference under swapping the two runs' labels at random.

    Examples of one group are swapped together; without `groups` each stands alone. Up to `EXACT_GROUPS` groups the p-value
    is exact, else (1 + as extreme) / (1 + draws), never 0. Same seed, same value, whatever the order of the examples. 1
    where nothing differs.
    """
    keys = map(repr, range(len(scores)) if groups is None else groups)
    sums: dict[str, list[float]] = {}
    for score, base, key in zip(scores, baseline, keys, strict=True):
        sums.setdefault(key, []).append(score - base)
    totals = np.array(sorted(float(np.sum(np.sort(values))) for values in sums.values()))
    totals = totals[totals != 0]
    if not len(totals):
        return 1.0
    if len(totals) <= EXACT_GROUPS:
        signs = np.array(np.meshgrid(*[[-1.0, 1.0]] * len(totals))).reshape(len(totals), -1)
        return float(np.mean(_extreme(signs.T, totals)))
    random = np.random.default_rng(seed)
    found = 0
    for start in range(0, draws, _BATCH):
        size = (min(_BATCH, draws - start), len(totals))
        found += int(_extreme(random.choice([-1.0, 1.0], size=size), totals).sum())
    return (1 + found) / (1 + draws)


def _extreme(signs: npt.NDArray[np.float64], totals: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Which rows of `signs` make the sum at least as large as it is, either way."""
    return np.asarray(np.abs(signs @ totals) >= abs(totals.sum()) - _SLACK)
