"""A cluster that somebody else made opens, writes and deletes nothing outside its folder, whatever links are in it."""

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.acquisition.add import add
from citehop.agent.session import open_session
from citehop.cli.main import main
from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER
from citehop.errors import ConfigurationError
from citehop.indexes.build.build import build
from citehop.papers.clusters.links import refuse_links
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.clusters.manage import remove_cluster, rename_cluster
from citehop.settings import Settings

PARTS = ("papers", "sources", "chunks", "figures", "store", "summaries", "checksums", "subjects")


@pytest.fixture
def settings(word_settings: Settings, tmp_path: Path) -> Settings:
    """A home with a copy of the cluster "sample"."""
    shutil.copytree(word_settings.home_path / "clusters", tmp_path / "home" / "clusters")
    return replace(word_settings, home=str(tmp_path / "home"))


@pytest.fixture
def folder(settings: Settings) -> Path:
    return settings.home_path / "clusters" / "sample"


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """A folder of the user outside the home folder, with a file in it."""
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "diary.txt").write_text("dear diary")
    return tmp_path / "private"


def replace_folder(part: Path, private: Path) -> None:
    shutil.rmtree(part)
    part.symlink_to(private)


def add_link(part: Path, private: Path) -> None:
    (part / "more").symlink_to(private / "diary.txt")


def replace_file(part: Path, private: Path) -> None:
    path = next(path for path in sorted(part.rglob("*")) if path.is_file())
    path.rename(private / path.name)
    path.symlink_to(private / path.name)


@pytest.mark.parametrize("change", [replace_folder, add_link, replace_file])
@pytest.mark.parametrize("part", PARTS)
def test_a_link_out_of_the_cluster_is_refused(
    settings: Settings, folder: Path, private: Path, part: str, change: Callable[[Path, Path], None]
) -> None:
    change(folder / part, private)
    for use in (
        lambda: open_cluster("sample", settings),
        lambda: open_session("sample", settings),
        lambda: build(FOLDER, "sample", None, settings),
        lambda: rename_cluster("sample", "other", settings),
        lambda: add([str(FOLDER / ANCHOR_FILE)], name="sample", settings=replace(settings, offline=False)),
    ):
        with pytest.raises(ConfigurationError, match=f"sample/{part}.*: a link to .*private.*do not trust"):
            use()
    assert (private / "diary.txt").read_text() == "dear diary"


def test_the_command_line_names_the_link(
    settings: Settings, folder: Path, private: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replace_folder(folder / "papers", private)
    assert main(["papers", "sample", "--home", settings.home]) == ConfigurationError.exit_code
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{folder / 'papers'}: a link to {private}" in line


def test_a_removed_cluster_takes_nothing_with_it(settings: Settings, folder: Path, private: Path) -> None:
    (private / "ledger.json").write_text("{}")
    (folder / "fetched").symlink_to(private)
    replace_folder(folder / "papers", private)
    remove_cluster("sample", settings)
    assert not folder.exists()
    assert {path.name for path in private.iterdir()} == {"diary.txt", "ledger.json"}


def test_a_pipe_is_refused_and_not_waited_for(settings: Settings, folder: Path) -> None:
    path = next((folder / "chunks").iterdir())
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(ConfigurationError, match="neither a file nor a folder"):
        open_cluster("sample", settings)


def test_the_folder_may_be_a_link_and_links_may_stay_inside(
    settings: Settings, folder: Path, private: Path
) -> None:
    folder.rename(private / "sample")
    folder.symlink_to(private / "sample")
    (private / "sample" / "again").symlink_to("papers")
    assert open_cluster("sample", settings).papers()
    refuse_links(folder)


def test_a_ring_of_links_and_a_dangling_one_end(folder: Path) -> None:
    (folder / "a").symlink_to(folder / "b")
    (folder / "b").symlink_to(folder / "a")
    refuse_links(folder)
    (folder / "c").symlink_to("/nowhere/at/all")
    with pytest.raises(ConfigurationError, match="/nowhere/at/all"):
        refuse_links(folder)
