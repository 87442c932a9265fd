"""The files of SciFIBench, its variants (random negatives, a marked option), and studies of its questions: how
difficult they are, how balanced, and what the order of options changes.

    DIR/**/<split>_Figure2Caption*.parquet   ID, Question, Options (5), Answer "A".."E", Category, Images (1)
    DIR/**/<split>_Caption2Figure*.parquet   the same with 5 Images, the caption in the Question; split: CS, General

Files written by `citehop make scifibench` also have Difficulty, the mean distance of the wrong options from the right
one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import MissingExtraError, UsageError
from ...settings import Settings
from ..benchmarks.task_options import SciFIBenchOptions
from ..common.pictures import keep_picture
from ..common.text_vectors import text_vectors
from ..reports.report import ReportTable
from ..types import Example, Picture, Prediction, Scores


def read_rows(files: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """Yield the rows of `files` as plain values, a few at a time; pictures are {"bytes", "path"}.

    Raises MissingExtraError without pyarrow, and UsageError for a file that is not Parquet.
    """
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise MissingExtraError("reading Parquet files", "bench") from error
    for file in files:
        try:
            for batch in ParquetFile(file).iter_batches(batch_size=16):  # pictures are large
                yield from batch.to_pylist()
        except (OSError, ArrowException) as error:
            raise UsageError(f"{file}: not a readable Parquet file; download it again") from error


DRAWS = 100_000  # SciFIBench's


def spread_in_points(values: Sequence[float], *, draws: int = DRAWS, seed: int = 0) -> float:
    """Return the standard deviation, in points of 100, of the mean of `values` (1 right, 0 wrong) under resampling.

    SciFIBench prints .05 for 56% of 500 examples; the bootstrap gives 2.2.
    """
    if not values:
        return 0.0
    # The number of right values in a resample of n is binomial, so it is drawn directly.
    n = len(values)
    right = np.random.default_rng(seed).binomial(n, sum(values) / n, size=draws)
    return float(100 * (right / n).std())


LETTERS = "ABCDE"
DISTANCE, DIFFICULTY, ORDER, PLACE = "distance", "difficulty", "order", "place"  # tags
_QUARTERS = ("1 hardest", "2 hard", "3 easy", "4 easiest")


def mean_distance(vectors: npt.NDArray[np.float32], right: int, wrong: Sequence[int]) -> float:
    """Return the mean Euclidean distance from the `wrong` rows of `vectors` to the `right` row; smaller is more
    difficult.

    This is the paper's measure (its Figure 4), which uses joint CLIP embeddings of caption and figure.
    """
    return float(np.linalg.norm(vectors[list(wrong)] - vectors[right], axis=1).mean())


def by_difficulty(examples: Sequence[Example], settings: Settings) -> list[Example]:
    """Return `examples`, the most difficult first (ties by id), tagged with their quarter.

    Distances come from the file or, if it has none, from caption embeddings by the model of the settings. Raises
    UsageError if neither is possible, and ConfigurationError without an embedding model.
    """
    measured = [_with_distance(example, settings) for example in examples]
    ordered = sorted(measured, key=lambda one: (float(one.tag(DISTANCE)), one.id))
    return [
        _tagged(example, (DIFFICULTY, _QUARTERS[4 * n // len(ordered)])) for n, example in enumerate(ordered)
    ]


def first_of_each_category(examples: Sequence[Example], count: int) -> list[Example]:
    """Return the first `count` examples of each category, in order, so that no category outweighs another."""
    seen: dict[str, int] = {}
    kept = []
    for example in examples:
        category = example.tag("category")
        seen[category] = seen.get(category, 0) + 1
        if seen[category] <= count:
            kept.append(example)
    return kept


def in_orders(examples: Sequence[Example], orders: int) -> list[Example]:
    """Return each example in `orders` orders of its options: the original, and rotated to the left by 1, 2, ...

    Ids of rotated examples end in "#2", "#3", ... The tag "place" holds the place of the right option, which differs
    in every order.
    """
    return [_rotated(example, by) for example in examples for by in range(orders)]


def balance_table(examples: Sequence[Example], scores: Sequence[Scores], metric: str) -> ReportTable:
    """Return a table of questions and accuracy by category, and of the accuracy if all categories weigh the same."""
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
) -> tuple[ReportTable, ...]:
    """Return tables of order effects: accuracy by order and by place of the right option, and the letters chosen."""
    lines = list(zip(examples, scores, strict=True))

    def accuracy(tag: str, value: str) -> tuple[float, float]:
        values = [line.value(metric) or 0.0 for example, line in lines if example.tag(tag) == value]
        return float(len(values)), 100 * fmean(values)

    orders = list(dict.fromkeys(example.tag(ORDER) for example in examples))
    rows = [(f"order {order}", accuracy(ORDER, order)) for order in orders]
    accuracies = [value for _, (_, value) in rows]
    rows += [("largest difference of orders", (float(len(orders)), max(accuracies) - min(accuracies)))]
    rows += [("same option in all orders", _consistency(examples, predictions))]
    places = sorted({example.tag(PLACE) for example in examples})
    rows += [(f"right option at {place}", accuracy(PLACE, place)) for place in places]
    chosen = [predictions[e.id].answer if e.id in predictions else "" for e in examples]
    right = [example.answers[0] for example in examples]
    shares = [
        (name, tuple(100 * values.count(letter) / max(1, len(values)) for letter in LETTERS))
        for name, values in (("chosen", chosen), ("right", right))
    ]
    return (
        ReportTable("Option order", ("n", "points"), tuple(rows), ("n",)),
        ReportTable("Letters, %", tuple(LETTERS), tuple(shares)),
    )


def _consistency(examples: Sequence[Example], predictions: Mapping[str, Prediction]) -> tuple[float, float]:
    """Return the number of questions, and the percentage of them answered with the same option in every order."""
    chosen: dict[str, set[int | None]] = {}
    for example in examples:
        answer = predictions[example.id].answer if example.id in predictions else ""
        place = LETTERS.find(answer) if answer else -1
        option = None if place < 0 else (place + int(example.tag(ORDER)) - 1) % len(example.options)
        chosen.setdefault(example.group, set()).add(option)
    same = [len(options) == 1 and None not in options for options in chosen.values()]
    return float(len(same)), 100 * fmean(map(float, same))


def _with_distance(example: Example, settings: Settings) -> Example:
    if example.tag(DISTANCE):
        return example
    if len(example.pictures) != 1:
        raise UsageError(
            "--sort difficulty: the file has no distances, and captions of the wrong figures are unknown; "
            "citehop make scifibench writes distances, figure2caption measures them"
        )
    right = LETTERS.index(example.answers[0])
    wrong = [n for n in range(len(example.options)) if n != right]
    distance = mean_distance(text_vectors(settings)(example.options), right, wrong)
    return _tagged(example, (DISTANCE, f"{distance:.6f}"))


def _rotated(example: Example, by: int) -> Example:
    count = len(example.options)
    order = [(n + by) % count for n in range(count)]
    place = LETTERS[order.index(LETTERS.index(example.answers[0]))]
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


TASKS = {"figure2caption": "Figure2Caption", "caption2figure": "Caption2Figure"}
MARK = "<Correct>"


def read_example(row: Mapping[str, Any], task: str, folder: Path, file: Path) -> Example:
    """Return the example of a row of `file`; its pictures are written below `folder`. Raises UsageError for another
    layout.
    """
    try:
        key, options, images = str(row["ID"]), list(row["Options"]), list(row["Images"])
        answer, question = str(row["Answer"]), str(row["Question"])
        pictures = [
            Picture(str(n), str(keep_picture(folder, image["bytes"]))) for n, image in enumerate(images)
        ]
    except (KeyError, TypeError) as error:
        raise UsageError(f"{file}: a row lacks {error}; download it again") from error
    if answer not in LETTERS[: len(options)] or len(pictures) != (
        1 if task == "figure2caption" else len(options)
    ):
        raise UsageError(f"{file}: row {key} has no right option or not its pictures; download it again")
    captions = tuple(re.sub(r"^\s*[A-E]\)\s*", "", str(option)) for option in options)
    if task == "caption2figure":
        caption = re.fullmatch(
            r"\s*Caption:\s*(.*?)\s*Which image best matches the caption\?\s*", question, re.S
        )
        question = caption[1] if caption else question
    category = str(row.get("Category") or "")
    distance = row.get("Difficulty")
    tags = [("category", category), *([(DISTANCE, f"{distance:.6f}")] if distance is not None else [])]
    return Example(key, question, (answer,), tuple(pictures), options=captions, group=key, tags=tuple(tags))


def with_random_negatives(examples: Sequence[Example], seed: int) -> list[Example]:
    """Replace each wrong option by the right option of another example. The right option keeps its place."""
    draw = random.Random(seed)
    changed = []
    for example in examples:
        others = [other for other in examples if other.id != example.id]
        drawn = draw.sample(others, min(len(LETTERS) - 1, len(others)))
        right = LETTERS.index(example.answers[0])
        options, pictures = list(example.options), list(example.pictures)
        for place, other in zip((n for n in range(len(options)) if n != right), drawn, strict=False):
            theirs = LETTERS.index(other.answers[0])
            if len(pictures) > 1:
                pictures[place] = Picture(str(place), other.pictures[theirs].path)
            else:
                options[place] = other.options[theirs]
        changed.append(_changed(example, options, pictures))
    return changed


def mark_option(example: Example, options: SciFIBenchOptions) -> Example:
    """Return `example` with the right option or a wrong one marked as right, as `options.mark` says."""
    right = LETTERS.index(example.answers[0])
    draw = random.Random(f"{options.seed} {example.id}")
    wrong = draw.choice([n for n in range(len(example.options)) if n != right])
    place = right if options.mark.startswith("true") else wrong
    texts = [f"{text} {MARK}" if n == place else text for n, text in enumerate(example.options)]
    return _changed(example, texts, example.pictures)


def _changed(example: Example, options: Sequence[str], pictures: Sequence[Picture]) -> Example:
    return replace(example, options=tuple(options), pictures=tuple(pictures))
