"""Agreement of two raters beyond chance."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any, Literal

Weights = Literal["none", "linear", "quadratic"]


def cohen_kappa(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    *,
    weights: Weights = "none",
    categories: Sequence[Any] | None = None,
) -> float | None:
    """Cohen's kappa (1960), weighted (1968) by the distance between places in the scale, plain or squared; at most 1.

    `categories` is the scale in order; without it, the sorted values that occur, so name it where a grade may be missing.
    None without ratings, or where both give one and the same grade throughout: chance alone would agree as well.
    ValueError for a rating outside the scale or lists of different lengths.
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} ratings against {len(second)}")
    scale = list(categories) if categories is not None else sorted({*first, *second})  # type: ignore[type-var]
    places = {category: place for place, category in enumerate(scale)}
    missing = [rating for rating in (*first, *second) if rating not in places]
    if missing:
        raise ValueError(f"rating {missing[0]!r} is not on the scale {scale}")
    if len({*first, *second}) < 2:
        return None
    from sklearn.metrics import cohen_kappa_score  # 1.4 s to import

    kappa = cohen_kappa_score(
        [places[rating] for rating in first],
        [places[rating] for rating in second],
        labels=list(range(len(scale))),
        weights=None if weights == "none" else weights,
    )
    return None if math.isnan(kappa) else float(kappa)
