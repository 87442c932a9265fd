"""Time searches of page images in the embedded store, and measure the recall lost by the first stage and quantization.

    python benchmarks/visual.py [--pages 500 2000] [--queries 20] [--quantization off int8 binary] [--processor]

Pages have 768 vectors of 128 dimensions (float16) in a grid of 32 x 24; a query has 25. Vectors are clustered: a page
has twelve regions, each about one of 2,000 topics, and the patches of a region scatter around its topic. A query is
drawn from two regions of one page. "two stages" is citehop's search: it selects the pages with the best pooled
vectors, then compares all of their vectors. Recall is the share that it finds of the ten best pages by exact MaxSim
(NumPy).
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from citehop.indexes.pages.embedded import EdgePages
from citehop.indexes.pages.patches import patch_boxes
from citehop.indexes.pages.points import PagePoint
from citehop.indexes.pages.pooling import pooled
from citehop.indexes.pages.types import PageVectors

ROWS, COLUMNS, DIMENSION, WORDS, K = 32, 24, 128, 25, 10
TOPICS, HIGH, WIDE = 2_000, 4, 3  # regions of a page: 4 x 3
SCATTER = 1.0  # length of the noise around a topic of length 1
Array = npt.NDArray[np.float32]
T = TypeVar("T")
Clock = Callable[[], float]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, nargs="+", default=[500, 2_000])
    parser.add_argument("--queries", type=int, default=20)
    parser.add_argument("--quantization", nargs="+", default=["off"])
    parser.add_argument("--processor", action="store_true", help="processor seconds in place of the clock's")
    arguments = parser.parse_args()
    clock = time.process_time if arguments.processor else time.perf_counter
    for count in arguments.pages:
        search(count, arguments.queries, arguments.quantization, clock)


def search(count: int, queries: int, quantizations: Sequence[str], clock: Clock) -> None:
    """Fill a store for each quantization, search it, and print a line."""
    random = np.random.default_rng(count)
    topics = unit(random.normal(size=(TOPICS, DIMENSION)).astype(np.float32))
    vectors = np.empty((count, ROWS * COLUMNS, DIMENSION), dtype=np.float16)
    means, contents = [], random.integers(0, TOPICS, size=(count, HIGH, WIDE))
    boxes = patch_boxes(["i"] * (ROWS * COLUMNS), "i", (ROWS, COLUMNS))
    for page in range(count):
        places = np.kron(contents[page], np.ones((ROWS // HIGH, COLUMNS // WIDE), dtype=int)).ravel()
        vectors[page] = scattered(random, topics[places])
        means.append(pooled(PageVectors(vectors[page].astype(np.float32), boxes)).astype(np.float16))
    asked = []
    for _ in range(queries):
        two = random.choice(contents[random.integers(count)].ravel(), 2)
        asked.append(scattered(random, topics[random.choice(two, WORDS)]))
    exact = [best_by_definition(query, vectors) for query in asked]
    for quantization in quantizations:
        with tempfile.TemporaryDirectory() as folder:
            start = clock()
            store = EdgePages.create(Path(folder, "pages"), DIMENSION, quantization)
            for first in range(0, count, 8):
                last = min(first + 8, count)
                store.upsert([stored(page, vectors[page], means[page]) for page in range(first, last)])
            if quantization != "off":
                store.quantize()
            store.close()
            filled = clock() - start
            store = EdgePages.open(Path(folder, "pages"))
            store.search(asked[0], K)
            milliseconds, found = timed(lambda query: store.search(query, K), asked, clock)  # noqa: B023
            store.close()
        shared = [
            len(set(one) & {hit.id for hit in hits}) / K for one, hits in zip(exact, found, strict=True)
        ]
        print(
            f"{count:6} pages, {quantization:6}: filled in {filled:5.1f} s; two stages p50 {milliseconds:5.1f} ms, "
            f"recall@{K} {np.mean(shared):.3f}",
            flush=True,
        )


def stored(page: int, vectors: npt.NDArray[np.float16], means: npt.NDArray[np.float16]) -> PagePoint:
    payload = {"page_id": f"{page:06}", "paper_id": "p", "key": "k"}
    rows: list[list[float]] = vectors.astype(np.float32).tolist()
    return PagePoint(page, rows, means.astype(np.float32).tolist(), payload)


def best_by_definition(query: Array, vectors: npt.NDArray[np.float16]) -> list[str]:
    """Return the ids of the ten best pages by exact MaxSim."""
    scores = [float((query @ page.astype(np.float32).T).max(axis=1).sum()) for page in vectors]
    return [f"{page:06}" for page in np.argsort(-np.array(scores))[:K]]


def unit(rows: Array) -> Array:
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), dtype=np.float32)


def scattered(random: np.random.Generator, centers: Array) -> Array:
    noise = random.standard_normal(centers.shape, dtype=np.float32) * (SCATTER / np.sqrt(DIMENSION))
    return unit(centers + noise)


def timed(call: Callable[[Array], T], queries: list[Array], clock: Clock) -> tuple[float, list[T]]:
    """Return the median milliseconds of a call, and the results of all calls."""
    seconds, found = [], []
    for query in queries:
        start = clock()
        found.append(call(query))
        seconds.append(clock() - start)
    return 1000 * float(np.median(seconds)), found


if __name__ == "__main__":
    main()
