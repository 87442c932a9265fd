"""How long a search of page images takes in the embedded store, and what the first stage and quantization lose.

    python benchmarks/visual.py [--pages 500 2000] [--queries 20] [--quantization off int8 binary] [--processor]
    python benchmarks/visual.py --gpu [--batches 1 4 16 32]

Pages have 768 vectors of 128 dimensions (float16) in a grid of 32 x 24, a query 25. Vectors have the structure of
clusters: a page has twelve regions, each about one of 2,000 topics, and its patches scatter around the topic; a query
is drawn from two regions of one page. "two stages" is the search of citehop: pages with the best pooled vectors, of which all
vectors are compared, in one query; recall is the share of the ten best pages by the definition (NumPy) that it finds.

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
from citehop.indexes.pages.embedded import EdgePages
from citehop.indexes.pages.patches import patch_boxes
from citehop.indexes.pages.points import PagePoint
from citehop.indexes.pages.pooling import pooled
from citehop.indexes.pages.rendering import PageJob, page_sizes, rendered
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
Clock = Callable[[], float]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, nargs="+", default=[500, 2_000])
    parser.add_argument("--queries", type=int, default=20)
    parser.add_argument("--quantization", nargs="+", default=["off"])
    parser.add_argument("--processor", action="store_true", help="processor seconds in place of the clock's")
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--batches", type=int, nargs="+", default=[1, 4, 16, 32])
    arguments = parser.parse_args()
    if arguments.gpu:
        gpu(arguments.batches)
        return
    clock = time.process_time if arguments.processor else time.perf_counter
    for count in arguments.pages:
        search(count, arguments.queries, arguments.quantization, clock)


def search(count: int, queries: int, quantizations: Sequence[str], clock: Clock) -> None:
    """A line of the table for each quantization."""
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
    """The ids of the ten best pages by MaxSim."""
    scores = [float((query @ page.astype(np.float32).T).max(axis=1).sum()) for page in vectors]
    return [f"{page:06}" for page in np.argsort(-np.array(scores))[:K]]


def unit(rows: Array) -> Array:
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), dtype=np.float32)


def scattered(random: np.random.Generator, centres: Array) -> Array:
    noise = random.standard_normal(centres.shape, dtype=np.float32) * (SCATTER / np.sqrt(DIMENSION))
    return unit(centres + noise)


def timed(call: Callable[[Array], T], queries: list[Array], clock: Clock) -> tuple[float, list[T]]:
    """Milliseconds at the median, and the results."""
    seconds, found = [], []
    for query in queries:
        start = clock()
        found.append(call(query))
        seconds.append(clock() - start)
    return 1000 * float(np.median(seconds)), found


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
