"""Inputs and outputs of an encoder of page images."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from PIL import Image

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PageVectors:
    """A page: `vectors` (n, dimension) with rows of length 1, none of them padding.

    `boxes` (n, 4) are their areas on the page: x0, y0, x1, y1 as fractions of width and height, origin top left;
    all zero for a token that is not of the image.
    """

    vectors: Array
    boxes: Array


@dataclass(frozen=True, slots=True)
class QueryVectors:
    """A query: `vectors` (q, dimension) with rows of length 1, and of each the word it belongs to.

    `words` holds "" for tokens that the model adds of its own and for all tokens of an image.
    """

    vectors: Array
    words: tuple[str, ...]


class PageEncoder(Protocol):
    """A model of page images. `encode` raises MemoryError when the batch is too large."""

    def prepare(self, images: Sequence[Image.Image]) -> Any:
        """The batch for `encode`, made on the CPU; may run in another thread while `encode` works."""
        ...

    def encode(self, prepared: Any) -> list[PageVectors]:
        """One result per image prepared."""
        ...

    def query(self, text: str) -> QueryVectors: ...

    def image_query(self, image: Image.Image) -> QueryVectors:
        """An image, a figure for instance, as the query."""
        ...

    def batch_limit(self) -> int:
        """Number of pages that fit into the free memory, as far as is known by now."""
        ...
