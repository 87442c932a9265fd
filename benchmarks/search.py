"""Time searches in the embedded store: p50 and p95 of each retriever over synthetic chunks.

    python benchmarks/search.py [--sizes 2000 20000 60000] [--queries 200] [--vectors CLUSTER] [--quantization int8]

Vectors are random directions of 384 dimensions, six per chunk (one for each pair of sentences). The time of an exact
search does not depend on their directions. Above 50,000 chunks a graph index answers, and random directions say
nothing about its quality. With --vectors, the vectors are therefore mixtures of neighboring sentences of a cluster,
queries are other such mixtures, and the recall of the graph is printed: the share that it finds of the ten passages
found by exact search. Texts have 80 words per chunk, drawn from 50,000 words by Zipf's law; questions have eight
words drawn the same way. The time to encode a question is left out because it is the same at every size. --processor
measures processor time instead of wall-clock time, for a machine with other work. --no-words stores only vectors and
searches by meaning only, for a million chunks and more. --pairs is the number of vectors per chunk. --folder is where
the store is kept; an existing store is reused.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import qdrant_edge as edge

from citehop.indexes.cluster_index import ClusterIndex, Dense
from citehop.indexes.stores.embedded import EdgeStore
from citehop.indexes.stores.types import EXACT_BELOW, QUANTIZATIONS, Point
from citehop.indexes.text.sparse import document_vector
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.cluster import Cluster
from citehop.papers.clusters.manifest import SCHEMA, Manifest, StoreState
from citehop.retrieval.search import search_chunks
from citehop.retrieval.types import Strategy
from citehop.settings import Settings

DIMENSION, LENGTH, PER_PAPER, PAIRS, K = 384, 80, 60, 6, 10
Clock = Callable[[], float]
Draw = Callable[[np.random.Generator, int], np.ndarray]
ZIPF = np.cumsum(1 / np.arange(1, 50_001))
ZIPF /= ZIPF[-1]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[2_000, 20_000, 60_000])
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("--vectors", type=Path, help="folder of a cluster")
    parser.add_argument("--quantization", default="off", choices=QUANTIZATIONS)
    parser.add_argument("--no-words", action="store_true")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    clock = time.process_time if options.processor else time.perf_counter
    print("| chunks | fill s | open s | retriever | p50 ms | p95 ms |\n|---|---|---|---|---|---|")
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as scratch:
            shard = Path(options.folder or scratch, f"shard-{size}")
            draw = _mixtures(options.vectors) if options.vectors else _directions
            fill = 0.0 if shard.exists() else _seconds(partial(_fill, shard, size, draw, options), clock)
            opened = _seconds(partial(EdgeStore.open, shard), clock)
            size_mb = sum(p.stat().st_blocks * 512 for p in shard.rglob("*") if p.is_file()) / 1e6
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(
                f"{size_mb / size * 1000:.1f} MB for 1,000 chunks; peak of memory {peak:.0f} MB", flush=True
            )
            if size > EXACT_BELOW:
                found = _recall(EdgeStore.open(shard), options.queries, draw)
                print(f"recall@{K} of the graph: {found:.3f}", flush=True)
            strategies: tuple[Strategy, ...] = ("dense",) if options.no_words else ("bm25", "dense", "hybrid")
            for name, times in _measure(EdgeStore.open(shard), options.queries, clock, draw, strategies):
                p50, p95 = np.percentile(times, [50, 95]) * 1000
                print(f"| {size} | {fill:.1f} | {opened:.2f} | {name} | {p50:.1f} | {p95:.1f} |", flush=True)


def _fill(folder: Path, size: int, draw: Draw, options: argparse.Namespace) -> None:
    store = EdgeStore.create(folder, DIMENSION, options.quantization)
    random = np.random.default_rng(1)
    for start in range(0, size, 1000):
        numbers = range(start, min(start + 1000, size))
        store.upsert([_point(number, random, draw, options) for number in numbers])
    store.finish(size)
    store.close()


def _point(number: int, random: np.random.Generator, draw: Draw, options: argparse.Namespace) -> Point:
    paper, text = f"p{number // PER_PAPER}", "" if options.no_words else _text(random, LENGTH)
    vectors = draw(random, options.pairs)
    return Point(f"{paper}:{number % PER_PAPER:04d}", paper, "text", document_vector(text), vectors, text)


def _text(random: np.random.Generator, length: int) -> str:
    return " ".join(f"w{rank}" for rank in np.searchsorted(ZIPF, random.random(length)))


def _directions(random: np.random.Generator, count: int) -> np.ndarray:
    return _unit(random.normal(size=(count, DIMENSION)))


def _unit(vectors: np.ndarray) -> np.ndarray:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def _mixtures(cluster: Path) -> Draw:
    """Return a function that draws unit vectors between two neighboring sentences of a cluster, with some noise."""
    found = []
    for path in sorted(cluster.glob("vectors/*/*.npz")):
        with np.load(path, allow_pickle=False) as file:
            found.append(file["sentences"].astype(np.float32))

    def draw(random: np.random.Generator, count: int) -> np.ndarray:
        paper = found[random.integers(len(found))]
        first = random.integers(max(1, len(paper) - count))
        places = np.arange(first, first + count) % len(paper)
        share = random.random((count, 1))
        mixed = share * paper[places] + (1 - share) * paper[(places + 1) % len(paper)]
        return _unit(mixed + 0.1 * _directions(random, count))

    return draw


def _recall(store: EdgeStore, queries: int, draw: Draw) -> float:
    random = np.random.default_rng(3)
    asked = [draw(random, 1)[0] for _ in range(queries)]
    by_graph = [{hit.id for hit in store.nearest(vector, K)} for vector in asked]
    store._params = edge.SearchParams(exact=True, quantization=edge.QuantizationSearchParams(ignore=True))
    exact = [{hit.id for hit in store.nearest(vector, K)} for vector in asked]
    return float(np.mean([len(one & two) / K for one, two in zip(by_graph, exact, strict=True)]))


def _measure(
    store: EdgeStore, queries: int, clock: Clock, draw: Draw, strategies: tuple[Strategy, ...]
) -> Iterator[tuple[str, list[float]]]:
    random = np.random.default_rng(2)
    cluster = Cluster(Path(), Manifest(SCHEMA, "", "", None, "", "", "", (), StoreState("", "")))
    index = ClusterIndex(cluster, store, None, Settings(), "")
    encode = lambda texts, papers=(): np.concatenate([draw(random, 1) for _ in texts])  # noqa: E731, ARG005
    index.encode = encode  # type: ignore[method-assign]
    index.dense = Dense(store, encode)
    papers = [f"p{number}" for number in range(5)]
    for strategy in strategies:
        for scope in ((), tuple(papers)):
            texts = [_text(random, 8) for _ in range(queries)]
            calls = [partial(search_chunks, index, SearchQuery(text, scope), K, strategy) for text in texts]
            _seconds(calls[0], clock)
            yield strategy + (" in 5 papers" if scope else ""), [_seconds(call, clock) for call in calls]


def _seconds(call: Callable[[], object], clock: Clock) -> float:
    start = clock()
    call()
    return clock() - start


if __name__ == "__main__":
    main()
