"""Agreement of two raters beyond chance."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

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
    observed = np.zeros((len(scale), len(scale)))
    for one, other in zip(first, second, strict=True):
        observed[places[one], places[other]] += 1
    if not first:
        return None
    by_chance = np.outer(observed.sum(axis=1), observed.sum(axis=0)) / len(first)
    distance = _distances(len(scale), weights)
    expected = float((distance * by_chance).sum())
    return 1.0 - float((distance * observed).sum()) / expected if expected else None


def _distances(size: int, weights: Weights) -> npt.NDArray[np.float64]:
    place = np.arange(size, dtype=float)
    gap = np.abs(place[:, None] - place[None, :])
    if weights == "none":
        return (gap > 0).astype(float)
    return gap if weights == "linear" else gap**2
