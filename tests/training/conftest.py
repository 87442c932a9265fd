from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER
from citehop.indexes.build.build import build
from citehop.settings import Settings
from citehop.testing.text_model import write_text_model


def _settings(home: Path) -> Settings:
    model = str(home / "tiny")
    return Settings(home=str(home), embedding_model=model, offline=True, workers=1, threads=1)


def _fill(home: Path) -> None:
    write_text_model(home / "tiny")
    build(FOLDER, "sample", ANCHOR_FILE, _settings(home))


@pytest.fixture(scope="session")
def settings(once: Callable[..., Path]) -> Settings:
    """Settings whose home holds the cluster "sample" with the vectors of a tiny model."""
    return _settings(once("vectors", _fill))
