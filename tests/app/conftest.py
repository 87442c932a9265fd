from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from citehop.agent.session import Session, open_session
from citehop.app.sample_cluster import ANCHOR_FILE, FOLDER
from citehop.indexes.build import build
from citehop.settings import Settings


@pytest.fixture(scope="session")
def word_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings whose home holds the sample cluster, searched by words alone."""
    home: Path = tmp_path_factory.mktemp("app-home")
    settings = Settings(home=str(home), embedding_model="none")
    build(FOLDER, "sample", ANCHOR_FILE, settings)
    return settings


@pytest.fixture(scope="session")
def by_words(word_settings: Settings) -> Iterator[Session]:
    """The sample cluster, opened."""
    with open_session("sample", word_settings) as session:
        yield session
