"""Figures found and captions chosen by the looks of the figures, with a stand-in for the page model."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from citehop.errors import ConfigurationError
from citehop.evaluation.baselines.figure_picker import by_looks, likeness, page_encoder
from citehop.evaluation.types import Picture
from citehop.indexes.pages.types import PageVectors, QueryVectors
from citehop.settings import Settings

COLORS = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}


class Colors:
    """Knows three colors: a picture is a vector per distinct color, a text one per word."""

    def prepare(self, images: Sequence[Image.Image]) -> Any:
        return images

    def encode(self, prepared: Any) -> list[PageVectors]:
        found = []
        for image in prepared:
            rows = (np.unique(np.asarray(image).reshape(-1, 3), axis=0) / 255).astype(np.float32)
            found.append(PageVectors(rows, np.zeros((len(rows), 4), np.float32)))
        return found

    def query(self, text: str) -> QueryVectors:
        words = text.lower().split()
        rows = (np.array([COLORS.get(word, (0, 0, 0)) for word in words]) / 255).astype(np.float32)
        return QueryVectors(rows, tuple(words))

    def image_query(self, image: Image.Image) -> QueryVectors:
        raise NotImplementedError

    def batch_limit(self) -> int:
        return 1


@pytest.fixture
def pictures(tmp_path: Path) -> tuple[Picture, ...]:
    for name, color in COLORS.items():
        Image.new("RGB", (8, 8), color).save(tmp_path / f"{name}.png")
    return tuple(Picture(name, str(tmp_path / f"{name}.png")) for name in COLORS)


def test_likeness_is_the_mean_over_the_words_of_the_text(pictures: tuple[Picture, ...]) -> None:
    assert likeness(Colors(), "red red blue", pictures[0]) == pytest.approx(2 / 3)
    assert by_looks(Colors())("blue", pictures) == ["blue", "green", "red"]  # ties by id


def test_without_a_page_model_it_is_told(home: Path) -> None:
    with pytest.raises(ConfigurationError, match="visual_model"):
        page_encoder(Settings(home=str(home)))
