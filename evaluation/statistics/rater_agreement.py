"""Agreement of a judge with people: ratings of the same answers, by id."""

from __future__ import annotations

import csv
import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ...errors import UsageError
from ..common.files import rows_in

Weights = Literal["none", "linear", "quadratic"]


def cohen_kappa(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    *,
    weights: Weights = "none",
    categories: Sequence[Any] | None = None,
) -> float | None:
    """Return Cohen's kappa (1960), at most 1, or its weighted form (1968).

    Weights are the distance of two ratings on the scale, plain or squared. `categories` is the scale in order; the
    default is the sorted ratings that occur, so give it if a grade may be missing. Returns None without ratings, or
    if all ratings of both raters are the same grade, because chance alone would then agree as well. Raises ValueError
    for a rating that is not on the scale, or for lists of different lengths.
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


_VALUES = ("rating", "score")
_LAYOUT = "correct the file, a .jsonl or .csv file of ratings"


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of two raters over the `n` answers that both rated; `unpaired` answers have only one rating.

    `same` is the share of equal ratings. The kappas, at most 1, measure agreement beyond chance: plain, or weighted
    linearly or quadratically by the distance on the scale. They are None if chance alone would agree as well.
    """

    n: int
    unpaired: int
    same: float
    plain: float | None
    linear: float | None
    quadratic: float | None


def load_ratings(path: Path) -> dict[str, float]:
    """Map ids to ratings, read from JSON objects, one per line, or a .csv file with a header.

    The keys or columns are "id", and "rating" or "score". The verdicts of a run are such a file; verdicts without a
    score are left out. Raises UsageError, naming the line, for an invalid rating or a repeated id.
    """
    found: dict[str, float] = {}
    for place, row in _csv_rows(path) if path.suffix.lower() == ".csv" else rows_in(path, _LAYOUT):
        value = next((row[name] for name in _VALUES if row.get(name) not in (None, "")), None)
        if "id" not in row or not any(name in row for name in _VALUES):
            raise UsageError(f'{place}: needs "id" and "rating" or "score"; correct the file')
        if value is None:
            continue
        try:
            rating = float(str(value))
        except ValueError:
            raise UsageError(f"{place}: {value!r} is no rating; correct the file") from None
        if str(row["id"]) in found:
            raise UsageError(f"{place}: {row['id']!r} is rated twice; leave one")
        found[str(row["id"])] = rating
    return found


def rater_agreement(
    first: Mapping[str, float], second: Mapping[str, float], scale: Sequence[float] | None = None
) -> Agreement:
    """Return the agreement of two raters. `scale` lists all grades in order; the default is the grades that occur.

    Raises UsageError if the raters have no id in common, or for a rating that is not on the scale.
    """
    common = sorted(first.keys() & second.keys())
    if not common:
        raise UsageError("the two files rate no answer in common; their ids must be the same")
    grades = sorted(scale or {*first.values(), *second.values()})
    ratings = ([first[key] for key in common], [second[key] for key in common])
    off = next((rating for side in ratings for rating in side if rating not in grades), None)
    if off is not None:
        raise UsageError(f"rating {off:g} is not on the scale {', '.join(f'{grade:g}' for grade in grades)}")
    plain, linear, quadratic = (
        cohen_kappa(*ratings, weights=weights, categories=grades)
        for weights in ("none", "linear", "quadratic")
    )
    same = sum(one == other for one, other in zip(*ratings, strict=True)) / len(common)
    return Agreement(len(common), len(first.keys() ^ second.keys()), same, plain, linear, quadratic)


def _csv_rows(path: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read; {_LAYOUT}") from error
    for number, row in enumerate(csv.DictReader(lines), start=2):
        yield f"{path} line {number}", row
