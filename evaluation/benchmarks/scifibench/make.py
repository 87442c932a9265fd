"""SciFIBench's own curation on a user's cluster: questions of both kinds, with hard negatives."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ....errors import MissingExtraError, UsageError
from ..common.cluster_figures import Captioned
from .data import LETTERS, TASKS
from .studies import mean_distance

SPLIT = "Own"


def write_scifibench(
    figures: Sequence[Captioned],
    vectors: npt.NDArray[np.float32],
    folder: Path,
    seed: int = 0,
    per_category: int = 0,
) -> int:
    """Write a question of each kind about every figure below `folder`, in the layout of the release; how many of each.

    Wrong options are the four nearest neighbours by `vectors` (rows of length 1), ties by order; `seed` decides where the right
    one is. With `per_category` only the most difficult of each paper are written.
    The split is called "Own". Raises UsageError for fewer than five figures, MissingExtraError without pyarrow.
    """
    if len(figures) < len(LETTERS):
        raise UsageError(
            f"{len(figures)} different figures with captions in the cluster; multiple choice needs {len(LETTERS)}"
        )
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("writing Parquet files", "bench") from error
    draw = random.Random(seed)
    options = [_options(n, vectors, draw) for n in range(len(figures))]
    distances = [mean_distance(vectors, n, [o for o in chosen if o != n]) for n, chosen in enumerate(options)]
    written = _most_difficult(figures, distances, per_category) if per_category else range(len(figures))
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    for task, name in TASKS.items():
        rows = [_row(n, options[n], figures, task) | {"Difficulty": distances[n]} for n in written]
        parquet.write_table(pyarrow.Table.from_pylist(rows), data / f"{SPLIT}_{name}-00000-of-00001.parquet")
    return len(written)


def _most_difficult(figures: Sequence[Captioned], distances: Sequence[float], count: int) -> list[int]:
    """The figures of the smallest distances, at most `count` of each paper, in the order of the figures."""
    kept: list[int] = []
    for n in sorted(range(len(figures)), key=lambda n: (distances[n], n)):
        if sum(figures[other].paper_id == figures[n].paper_id for other in kept) < count:
            kept.append(n)
    return sorted(kept)


def _options(n: int, vectors: npt.NDArray[np.float32], draw: random.Random) -> list[int]:
    """The figure `n` among its nearest neighbours, at a random place."""
    near = np.argsort(-(vectors @ vectors[n]), kind="stable")
    chosen = [int(other) for other in near if other != n][: len(LETTERS) - 1]
    draw.shuffle(chosen)
    chosen.insert(draw.randrange(len(LETTERS)), n)
    return chosen


def _row(n: int, chosen: Sequence[int], figures: Sequence[Captioned], task: str) -> dict[str, Any]:
    to_captions = task == "figure2caption"
    texts = [figures[other].caption if to_captions else f"image{place}" for place, other in enumerate(chosen)]
    pictures = [n] if to_captions else chosen
    asked = f"Caption: {figures[n].caption} Which image best matches the caption?"
    return {
        "ID": n,
        "Question": "Which caption best matches the image?" if to_captions else asked,
        "Options": [f"{letter}) {text}" for letter, text in zip(LETTERS, texts, strict=True)],
        "Answer": LETTERS[chosen.index(n)],
        "Category": figures[n].paper_id,
        "Images": [{"bytes": figures[other].png, "path": None} for other in pictures],
    }
