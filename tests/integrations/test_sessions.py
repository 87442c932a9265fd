"""Opened clusters by name."""

import shutil
from pathlib import Path

import pytest

from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER
from citehop.errors import UsageError
from citehop.indexes.build.library import add_to_library
from citehop.integrations.sessions import Sessions
from citehop.papers.clusters.library import create_library
from citehop.settings import Settings


def test_a_cluster_is_opened_once(word_settings: Settings) -> None:
    sessions = Sessions(word_settings)
    session = sessions("sample")
    assert sessions("sample") is session
    assert sessions.cluster("sample") is session.cluster
    session.close()


@pytest.mark.parametrize("name", ["nosuch", "..", "../sample", "sample/..", "sample/view", "", "/"])
def test_only_names_are_opened(word_settings: Settings, name: str) -> None:
    sessions = Sessions(word_settings)
    for open_named in (sessions, sessions.cluster):
        with pytest.raises(UsageError):
            open_named(name)


def test_a_path_is_not_a_name(
    word_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(word_settings.home_path / "clusters" / "sample", tmp_path / "stranger")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="there are: sample"):
        Sessions(word_settings).cluster("stranger")


def test_a_library_and_its_views_are_opened_by_name(tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path / "home"), embedding_model="none")
    (tmp_path / "papers").mkdir()
    shutil.copy(FOLDER / ANCHOR_FILE, tmp_path / "papers")
    create_library("all", settings)
    add_to_library("all", tmp_path / "papers", "floods", ANCHOR_FILE, settings)
    sessions = Sessions(settings)
    assert len(sessions.cluster("all").paper_ids) == 1
    assert sessions.cluster("all/floods").anchor == sessions.cluster("all").paper_ids[0]
    with pytest.raises(UsageError, match="no cluster 'nosuch' in library 'all'"):
        sessions.cluster("all/nosuch")
