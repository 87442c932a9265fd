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
    """The vectors of a page, (n, dimension) with rows of length 1, without padding.

    `boxes`, (n, 4), are the areas of the vectors on the page: x0, y0, x1, y1 as fractions of width and height, origin
    top left; all zero for a token that is not part of the image.
    """

    vectors: Array
    boxes: Array


@dataclass(frozen=True, slots=True)
class QueryVectors:
    """The vectors of a query, (q, dimension) with rows of length 1, and the word that each vector belongs to.

    `words` has "" for tokens that the model adds and for all tokens of an image.
    """

    vectors: Array
    words: tuple[str, ...]


class PageEncoder(Protocol):
    """A model that encodes page images. `encode` raises MemoryError if the batch is too large."""

    def prepare(self, images: Sequence[Image.Image]) -> Any:
        """Return the batch for `encode`, prepared on the CPU. It may run in another thread while `encode` works."""
        ...

    def encode(self, prepared: Any) -> list[PageVectors]:
        """Return one result per prepared image."""
        ...

    def query(self, text: str) -> QueryVectors: ...

    def image_query(self, image: Image.Image) -> QueryVectors:
        """Encode an image, such as a figure, as the query."""
        ...

    def batch_limit(self) -> int:
        """Return how many pages fit into the free memory, as far as it is known."""
        ...
