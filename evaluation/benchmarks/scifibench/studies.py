"""SciFIBench's studies of its own questions: how difficult they are, how balanced, and what the order of options changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean

import numpy as np
import numpy.typing as npt

from ....errors import UsageError
from ....settings import Settings
from ...models.text_vectors import text_vectors
from ...reports.report import ReportTable
from ...types import Example, Prediction, Scores

DISTANCE, DIFFICULTY, ORDER, PLACE = "distance", "difficulty", "order", "place"  # tags
_QUARTERS = ("1 hardest", "2 hard", "3 easy", "4 easiest")


def mean_distance(vectors: npt.NDArray[np.float32], right: int, wrong: Sequence[int]) -> float:
    """Mean Euclidean distance of the `wrong` rows of `vectors` to the `right` one: the smaller, the more difficult.

    The paper's measure (its Figure 4), there of joint CLIP embeddings of caption and figure.
    """
    return float(np.linalg.norm(vectors[list(wrong)] - vectors[right], axis=1).mean())


def by_difficulty(examples: Sequence[Example], letters: str, settings: Settings) -> list[Example]:
    """`examples`, the most difficult first, ties by id, tagged with their quarter.

    Distances are those of the file where it has them, else of the captions by the embedding model of the settings. Raises
    UsageError where there are neither, ConfigurationError without an embedding model.
    """
    measured = [_with_distance(example, letters, settings) for example in examples]
    ordered = sorted(measured, key=lambda one: (float(one.tag(DISTANCE)), one.id))
    return [
        _tagged(example, (DIFFICULTY, _QUARTERS[4 * n // len(ordered)])) for n, example in enumerate(ordered)
    ]


def first_of_each_category(examples: Sequence[Example], count: int) -> list[Example]:
    """The first `count` examples of each category, in order, so that no category outweighs another."""
    seen: dict[str, int] = {}
    kept = []
    for example in examples:
        category = example.tag("category")
        seen[category] = seen.get(category, 0) + 1
        if seen[category] <= count:
            kept.append(example)
    return kept


def in_orders(examples: Sequence[Example], orders: int, letters: str) -> list[Example]:
    """Each example with its options in `orders` orders: as they are, and rotated by 1, 2, ... to the left.

    Ids get "#2" and so on; the right option is at another place in every order, which tag "place" holds.
    """
    return [_rotated(example, by, letters) for example in examples for by in range(orders)]


def balance_table(examples: Sequence[Example], scores: Sequence[Scores], metric: str) -> ReportTable:
    """Questions and accuracy by category, and the accuracy where each category counts the same."""
    rows: dict[str, list[float]] = {}
    for example, line in zip(examples, scores, strict=True):
        rows.setdefault(example.tag("category"), []).append(line.value(metric) or 0.0)
    means = {category: fmean(values) for category, values in sorted(rows.items())}
    lines = [
        (category, (float(len(rows[category])), 100 * len(rows[category]) / len(examples), 100 * mean))
        for category, mean in means.items()
    ]
    equal = ("categories weighed equally", (float(len(examples)), None, 100 * fmean(means.values())))
    return ReportTable("Category balance", ("n", "share, %", "accuracy, points"), (*lines, equal), ("n",))


def order_tables(
    examples: Sequence[Example],
    predictions: Mapping[str, Prediction],
    scores: Sequence[Scores],
    metric: str,
    letters: str,
) -> tuple[ReportTable, ...]:
    """Effects of the order of options: accuracy by order and by place of the right one, and the letters chosen."""
    lines = list(zip(examples, scores, strict=True))

    def accuracy(tag: str, value: str) -> tuple[float, float]:
        values = [line.value(metric) or 0.0 for example, line in lines if example.tag(tag) == value]
        return float(len(values)), 100 * fmean(values)

    orders = list(dict.fromkeys(example.tag(ORDER) for example in examples))
    rows = [(f"order {order}", accuracy(ORDER, order)) for order in orders]
    accuracies = [value for _, (_, value) in rows]
    rows += [("largest difference of orders", (float(len(orders)), max(accuracies) - min(accuracies)))]
    rows += [("same option in all orders", _consistency(examples, predictions, letters))]
    places = sorted({example.tag(PLACE) for example in examples})
    rows += [(f"right option at {place}", accuracy(PLACE, place)) for place in places]
    chosen = [predictions[e.id].answer if e.id in predictions else "" for e in examples]
    right = [example.answers[0] for example in examples]
    shares = [
        (name, tuple(100 * values.count(letter) / max(1, len(values)) for letter in letters))
        for name, values in (("chosen", chosen), ("right", right))
    ]
    return (
        ReportTable("Option order", ("n", "points"), tuple(rows), ("n",)),
        ReportTable("Letters, %", tuple(letters), tuple(shares)),
    )


def _consistency(
    examples: Sequence[Example], predictions: Mapping[str, Prediction], letters: str
) -> tuple[float, float]:
    """The number of questions, and the share of them, in points, whose answer is the same option in every order."""
    chosen: dict[str, set[int | None]] = {}
    for example in examples:
        answer = predictions[example.id].answer if example.id in predictions else ""
        place = letters.find(answer) if answer else -1
        option = None if place < 0 else (place + int(example.tag(ORDER)) - 1) % len(example.options)
        chosen.setdefault(example.group, set()).add(option)
    same = [len(options) == 1 and None not in options for options in chosen.values()]
    return float(len(same)), 100 * fmean(map(float, same))


def _with_distance(example: Example, letters: str, settings: Settings) -> Example:
    if example.tag(DISTANCE):
        return example
    if len(example.pictures) != 1:
        raise UsageError(
            "--sort difficulty: the file has no distances, and captions of the wrong figures are unknown; "
            "citehop make scifibench writes distances, figure2caption measures them"
        )
    right = letters.index(example.answers[0])
    wrong = [n for n in range(len(example.options)) if n != right]
    distance = mean_distance(text_vectors(settings)(example.options), right, wrong)
    return _tagged(example, (DISTANCE, f"{distance:.6f}"))


def _rotated(example: Example, by: int, letters: str) -> Example:
    count = len(example.options)
    order = [(n + by) % count for n in range(count)]
    place = letters[order.index(letters.index(example.answers[0]))]
    many = len(example.pictures) > 1
    return _tagged(
        replace(
            example,
            id=f"{example.id}#{by + 1}" if by else example.id,
            options=tuple(example.options[n] for n in order),
            pictures=tuple(example.pictures[n] for n in order) if many else example.pictures,
            answers=(place,),
        ),
        (ORDER, str(by + 1)),
        (PLACE, place),
    )


def _tagged(example: Example, *tags: tuple[str, str]) -> Example:
    return replace(example, tags=(*example.tags, *tags))
