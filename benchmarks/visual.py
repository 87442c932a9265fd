"""How long a search of page images takes, and what the first stage loses.

    python benchmarks/visual.py [--pages 500 2000 10000] [--queries 20] [--edge]
    python benchmarks/visual.py --gpu [--batches 1 4 16 32]

Pages have 768 vectors of 128 dimensions (float16) in a grid of 32 x 24, a query 25. Vectors have the structure of
clusters: a page has twelve regions, each about one of 2,000 topics, and its patches scatter around the topic; a query
is drawn from two regions of one page. "exact" compares all pages, "two-stage" the best 100 by pooled vectors; recall is the
share of the exact ten that two stages find. GB/s is what the exact search reads of its prepared copy, beside
finding the largest of as many integers. --edge measures the multivector query of the embedded store on the first 500 pages.

--gpu encodes drawn pages by a ColQwen2.5 of full size with random weights, in bfloat16, made from its configuration
without a model hub: pages per second by batch size, then with pages drawn by other processes meanwhile, as a build does
it, and the share of that time in which the device is busy. It needs the extra `visual` and a CUDA device.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
import torch
from PIL import Image

from citehop.indexes.pages.batches import encode_all
from citehop.indexes.pages.patches import patch_boxes
from citehop.indexes.pages.pooling import pooled
from citehop.indexes.pages.rendering import PageJob, page_sizes, rendered
from citehop.indexes.pages.search import PageMatrix
from citehop.indexes.pages.types import PageEncoder, PageVectors

ROWS, COLUMNS, DIMENSION, WORDS, K = 32, 24, 128, 25, 10
TOPICS, HIGH, WIDE = 2_000, 4, 3  # regions of a page: 4 x 3
SCATTER = 1.0  # length of the noise around a topic of length 1
# Qwen2.5-VL-3B: of its language model and of its vision tower.
FULL_SIZE: tuple[dict[str, Any], dict[str, Any]] = (
    {
        "hidden_size": 2048,
        "intermediate_size": 11008,
        "num_hidden_layers": 36,
        "num_attention_heads": 16,
        "num_key_value_heads": 2,
        "vocab_size": 151936,
        "rope_parameters": {"rope_type": "default", "mrope_section": [16, 24, 24], "rope_theta": 1e6},
    },
    {"depth": 32, "hidden_size": 1280, "intermediate_size": 3420, "num_heads": 16, "out_hidden_size": 2048},
)
SAMPLE = Path(__file__).parents[1] / "cli" / "sample" / "pdf"
Array = npt.NDArray[np.float32]
T = TypeVar("T")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, nargs="+", default=[500, 2_000, 10_000])
    parser.add_argument("--queries", type=int, default=20)
    parser.add_argument("--edge", action="store_true")
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--batches", type=int, nargs="+", default=[1, 4, 16, 32])
    arguments = parser.parse_args()
    if arguments.gpu:
        gpu(arguments.batches)
        return
    for count in arguments.pages:
        search(count, arguments.queries, arguments.edge and count == min(arguments.pages))


def search(count: int, queries: int, edge: bool) -> None:
    """One line of the table."""
    random = np.random.default_rng(count)
    topics = unit(random.normal(size=(TOPICS, DIMENSION)).astype(np.float32))
    vectors = np.empty((count, ROWS * COLUMNS, DIMENSION), dtype=np.float16)
    means, contents = [], random.integers(0, TOPICS, size=(count, HIGH, WIDE))
    boxes = patch_boxes(["i"] * (ROWS * COLUMNS), "i", (ROWS, COLUMNS))
    for page in range(count):
        places = np.kron(contents[page], np.ones((ROWS // HIGH, COLUMNS // WIDE), dtype=int)).ravel()
        vectors[page] = scattered(random, topics[places])
        means.append(pooled(PageVectors(vectors[page].astype(np.float32), boxes)).astype(np.float16))
    offsets = np.arange(count + 1, dtype=np.int64) * ROWS * COLUMNS
    mean_offsets = np.cumsum([0, *map(len, means)]).astype(np.int64)
    flat = vectors.reshape(-1, DIMENSION)
    matrix = PageMatrix.joined([flat], [offsets], [np.concatenate(means)], [mean_offsets])
    asked = []
    for _ in range(queries):
        two = random.choice(contents[random.integers(count)].ravel(), 2)
        asked.append(scattered(random, topics[random.choice(two, WORDS)]))
    rows = np.arange(count)
    matrix.best(asked[0], K, rows, exact=True)
    matrix.best(asked[0], K, rows, exact=False)
    exact, one = timed(lambda q: matrix.best(q, K, rows, exact=True), asked)
    staged, two_stage = timed(lambda q: matrix.best(q, K, rows, exact=False), asked)
    shared = [len({r for r, _ in a} & {r for r, _ in b}) / K for a, b in zip(one, two_stage, strict=True)]
    line = f"{count:6} pages: exact p50 {exact:6.1f} ms, {flat.nbytes / exact / 1e6:5.1f} GB/s of {bandwidth(flat):.1f}; "
    line += f"two-stage p50 {staged:5.1f} ms, recall@{K} {np.mean(shared):.3f}"
    if edge:
        line += f"; embedded store {embedded(vectors, asked):.0f} ms"
    print(line, flush=True)


def unit(rows: Array) -> Array:
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), dtype=np.float32)


def scattered(random: np.random.Generator, centres: Array) -> Array:
    noise = random.standard_normal(centres.shape, dtype=np.float32) * (SCATTER / np.sqrt(DIMENSION))
    return unit(centres + noise)


def timed(call: Callable[[Array], T], queries: list[Array]) -> tuple[float, list[T]]:
    """Milliseconds at the median, and the results."""
    seconds, found = [], []
    for query in queries:
        start = time.perf_counter()
        found.append(call(query))
        seconds.append(time.perf_counter() - start)
    return 1000 * float(np.median(seconds)), found


def bandwidth(flat: npt.NDArray[np.float16]) -> float:
    """GB/s of summing the bytes as integers, the best of three."""
    whole = torch.from_numpy(flat.reshape(-1)[: 1 << 27].view(np.int32))
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        whole.max()
        seconds.append(time.perf_counter() - start)
    return whole.nbytes / min(seconds) / 1e9


def embedded(vectors: npt.NDArray[np.float16], asked: list[Array]) -> float:
    """Milliseconds at the median of Qdrant Edge's own exact multivector query over the same pages."""
    import qdrant_edge as edge

    params = edge.EdgeVectorParams(
        size=DIMENSION,
        distance=edge.Distance.Dot,
        multivector_config=edge.MultiVectorConfig(edge.MultiVectorComparator.MaxSim),
    )
    with tempfile.TemporaryDirectory() as folder:
        shard = edge.EdgeShard.create(folder, edge.EdgeConfig(vectors={"page": params}))
        for number, page in enumerate(vectors):
            point = edge.Point(number, {"page": page.astype(np.float32).tolist()}, {})
            shard.update(edge.UpdateOperation.upsert_points([point]))
        exact = edge.SearchParams(exact=True)

        def query(words: Array) -> None:
            nearest = edge.Query.Nearest(words.tolist(), using="page")
            shard.query(edge.QueryRequest(limit=K, query=nearest, params=exact))

        milliseconds, _ = timed(query, asked)
        shard.close()
    return milliseconds


def gpu(batches: list[int]) -> None:
    """Pages per second of a full-size model by batch size, then of drawing and encoding together."""
    if not torch.cuda.is_available():
        raise SystemExit("--gpu needs a CUDA device")
    encoder = RandomModel(FULL_SIZE, "cuda")
    for size in batches:
        prepared = encoder.prepare([Image.new("RGB", (1224, 1584), "white")] * size)
        encoder.encode(prepared)
        start = time.perf_counter()
        for _ in range(5):
            encoder.encode(prepared)
        seconds = (time.perf_counter() - start) / 5
        memory = torch.cuda.max_memory_allocated() / 2**30
        print(f"batch {size:3}: {size / seconds:6.1f} pages/s, {memory:.1f} GiB at most", flush=True)
    encoder.batch = max(batches)
    overlap(encoder)


def overlap(encoder: RandomModel) -> None:
    """The pages of the sample cluster drawn by other processes while `encoder` works, as a build does it."""
    with tempfile.TemporaryDirectory() as folder:
        jobs = [
            PageJob(path.stem, path, page, size, Path(folder, f"{path.stem}-{page}.jpg"))
            for path in sorted(SAMPLE.glob("*.pdf"))
            for page, size in enumerate(page_sizes(path, 500), 1)
        ] * 4
        drawn = (
            (job, image) for job, image in rendered(jobs, os.cpu_count() or 1) if not isinstance(image, str)
        )
        first = next(drawn)  # the processes have started
        encoder.seconds, start, count = 0.0, time.perf_counter(), 0
        for _ in encode_all(cast(PageEncoder, encoder), chain([first], drawn)):
            count += 1
        wall = time.perf_counter() - start
    print(
        f"drawing and encoding: {count / wall:.1f} pages/s, the device is busy {encoder.seconds / wall:.0%} of the time"
    )


class RandomModel:
    """The page half of a `PageEncoder`, by a ColQwen2.5 with random weights, made from its configuration.

    `seconds` adds up what `encode` took. Its prompt is as long as the real one, its patches are the page's pixels.
    """

    def __init__(self, sizes: tuple[dict[str, Any], dict[str, Any]], device: str) -> None:
        from colpali_engine.models import ColQwen2_5
        from transformers.models.qwen2_5_vl import Qwen2_5_VLConfig

        self._config = Qwen2_5_VLConfig(text_config=dict(sizes[0]), vision_config=dict(sizes[1]))
        self._device, self.batch, self.seconds = device, 1, 0.0
        kind = torch.bfloat16 if device == "cuda" else torch.float32
        before = torch.get_default_dtype()
        torch.set_default_dtype(kind)
        with torch.device(device):
            self._model = ColQwen2_5(self._config).eval()
        torch.set_default_dtype(before)
        self._kind = kind

    def prepare(self, images: Sequence[Image.Image]) -> dict[str, torch.Tensor]:
        rows, columns, size = 2 * ROWS, 2 * COLUMNS, len(images)  # patches before merging 2 x 2
        pixels = [np.asarray(image.resize((14 * columns, 14 * rows))) for image in images]
        tiles = torch.from_numpy(np.stack(pixels)).reshape(size, rows, 14, columns, 14, 3)
        patches = tiles.permute(0, 1, 3, 5, 2, 4).reshape(size * rows * columns, 3 * 14 * 14)
        ids = torch.full((size, ROWS * COLUMNS + 15), 1000)
        ids[:, 4] = self._config.vision_start_token_id
        ids[:, 5 : 5 + ROWS * COLUMNS] = self._config.image_token_id
        return {
            "input_ids": ids,
            "attention_mask": torch.ones_like(ids),
            "pixel_values": (patches / 255)
            .repeat(1, 2)
            .view(size, rows * columns, -1),  # two frames of a still
            "image_grid_thw": torch.tensor([[1, rows, columns]] * size),
            "mm_token_type_ids": (ids == self._config.image_token_id).int(),
        }

    def encode(self, prepared: dict[str, torch.Tensor]) -> list[PageVectors]:
        start = time.perf_counter()
        batch = {name: value.to(self._device) for name, value in prepared.items()}
        batch["pixel_values"] = batch["pixel_values"].to(self._kind)
        with torch.inference_mode():
            found = self._model(**batch).float().cpu().numpy()  # waits for the device
        self.seconds += time.perf_counter() - start
        boxes = np.zeros((found.shape[1], 4), dtype=np.float32)
        return [PageVectors(vectors, boxes) for vectors in found]

    def batch_limit(self) -> int:
        return self.batch


if __name__ == "__main__":
    main()
