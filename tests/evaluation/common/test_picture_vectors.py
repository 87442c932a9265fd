"""Pictures compared by their gradients, or by a page model."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from citehop.evaluation.common.cluster_figures import picture_vectors
from citehop.indexes.pages.types import PageVectors


def drawn(boxes: Sequence[tuple[int, int, int, int]], size: tuple[int, int] = (200, 120)) -> bytes:
    image = Image.new("RGB", size, "white")
    for box in boxes:
        ImageDraw.Draw(image).rectangle(box, outline="black", width=4)
    data = BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def test_pictures_that_look_alike_are_near() -> None:
    one = drawn([(20, 20, 80, 100), (120, 20, 180, 100)])
    larger = drawn([(40, 40, 160, 200), (240, 40, 360, 200)], (400, 240))
    other = drawn([(10, 50, 190, 70)])
    vectors = picture_vectors([one, larger, other, drawn([])])
    assert vectors.shape == (4, 8 * 8 * 9)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0)
    alike = vectors @ vectors.T
    assert alike[0, 1] > 0.5 > alike[0, 2]
    assert (picture_vectors([one, larger, other, drawn([])]) == vectors).all()


def test_a_page_model_gives_the_mean_of_its_vectors() -> None:
    class Encoder:
        def prepare(self, images: Sequence[Image.Image]) -> Any:
            return list(images)

        def encode(self, prepared: Any) -> list[PageVectors]:
            rows = np.array([[1, 0], [0, 1]], np.float32)
            return [
                PageVectors(rows[: 1 + (image.width > 200)], np.zeros((2, 4), np.float32))
                for image in prepared
            ]

    vectors = picture_vectors([drawn([]), drawn([], (300, 100))], Encoder())  # type: ignore[arg-type]
    assert vectors == pytest.approx(np.array([[1, 0], [0.5**0.5, 0.5**0.5]]))


def test_no_pictures() -> None:
    assert len(picture_vectors([])) == 0
