"""The paired randomisation test (Fisher, 1935; Smucker et al., CIKM 2007): is a difference more than chance?"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

DRAWS = 10_000
_BATCH = 1000  # draws at a time: groups x draws may not fit memory


def randomisation_test(
    scores: Sequence[float],
    baseline: Sequence[float],
    groups: Sequence[Hashable] | None = None,
    *,
    draws: int = DRAWS,
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
