"""Encode images as vectors, in batches as large as the memory allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, TypeVar

from PIL import Image

from ...errors import ConfigurationError
from .types import PageEncoder, PageVectors

T = TypeVar("T")


def encode_all(
    encoder: PageEncoder, pages: Iterable[tuple[T, Image.Image]]
) -> Iterator[tuple[T, PageVectors]]:
    """Yield the tag of every page with its vectors, in order. The next batch is prepared while the encoder works on
    one.

    If a batch is too large for the memory, it is halved, and no later batch is larger than the half. Raises
    ConfigurationError if a single page is too large.
    """
    source = iter(pages)
    most = ceiling = encoder.batch_limit()

    def next_batch() -> tuple[list[tuple[T, Image.Image]], Any]:
        batch = list(islice(source, most))
        return batch, encoder.prepare([image for _, image in batch]) if batch else None

    with ThreadPoolExecutor(1) as beside:
        coming = beside.submit(next_batch)
        halved = False
        while True:
            batch, prepared = coming.result()
            if not batch:
                return
            coming = beside.submit(next_batch)
            try:
                found = encoder.encode(prepared)
            except MemoryError:
                halved, ceiling = True, max(1, len(batch) // 2)
                found = _in_halves(encoder, [image for _, image in batch])
            most = min(ceiling, encoder.batch_limit()) if halved else encoder.batch_limit()
            yield from zip((tag for tag, _ in batch), found, strict=True)


def _in_halves(encoder: PageEncoder, images: list[Image.Image]) -> list[PageVectors]:
    if len(images) == 1:
        raise ConfigurationError(
            "too little memory for a single page: give visual_model a smaller model, or free memory of the device"
        )
    middle = len(images) // 2
    found: list[PageVectors] = []
    for part in (images[:middle], images[middle:]):
        try:
            found += encoder.encode(encoder.prepare(part))
        except MemoryError:
            found += _in_halves(encoder, part)
    return found
