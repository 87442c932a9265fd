"""A disk that is full or cannot be written: one line, nothing lost, and what is there can be read."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.cli.sample_cluster import FOLDER
from citehop.errors import UnavailableError
from citehop.indexes.build.build import build
from citehop.indexes.build.report import BuildReport
from citehop.indexes.cluster_index import open_index
from citehop.indexes.stores.generations import copy_generation
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.clusters.manifest import read_manifest
from citehop.papers.files import check_free_space
from citehop.settings import Settings

Mount = Callable[..., Path]
COMMAND = [sys.executable, "-c", "from citehop.cli.main import run; run()"]


def run(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("kilobytes", [256, 1500, 4000, 7000, 12000])
def test_a_full_disk_is_one_line_and_the_next_run_continues(mount: Mount, kilobytes: int) -> None:
    home = mount("-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs")
    command = ("index", str(FOLDER), "--name", "sample", "--home", str(home), "--embedding-model", "none")
    code, _, err = run(*command)
    if code == 0:
        code, out, err = run("search", "sample", "tables", "--home", str(home), "--embedding-model", "none")
        assert (code, bool(out)) == (0, True), err
        return
    assert code in (3, 5), f"{code}: {err}"
    (line,) = [line for line in err.splitlines() if line.startswith("citehop: ")]
    assert "bug" not in line
    assert read_manifest(home / "clusters" / "sample") is None
    subprocess.run(["mount", "-o", "remount,size=100m", str(home)], check=True)
    assert run(*command)[0] == 0


def test_a_full_disk_keeps_the_last_build(
    mount: Mount, built: BuildReport, corpus: Path, settings: Settings
) -> None:
    home = mount("-t", "tmpfs", "-o", "size=100m", "tmpfs")
    copy_generation(Path(settings.home), home)
    small = replace(settings, home=str(home))
    before = read_manifest(home / "clusters" / "garden")
    (corpus / "bees.pdf").unlink()
    used = shutil.disk_usage(home).used
    subprocess.run(["mount", "-o", f"remount,size={used + 900_000}", str(home)], check=True)
    with pytest.raises((UnavailableError, OSError)):
        build(corpus, "garden", None, small)
    assert read_manifest(home / "clusters" / "garden") == before
    index = open_index(open_cluster("garden", small), small)
    assert index.bm25.search(SearchQuery("microphones wings"), 3)
    index.close()


@pytest.mark.slow
def test_a_home_that_cannot_be_written_is_read(
    mount: Mount, word_settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    home = mount("--bind", word_settings.home)
    subprocess.run(["mount", "-o", "remount,bind,ro", str(home)], check=True)
    options = ("--home", str(home), "--embedding-model", "none")
    for command in (
        ("search", "sample", "tables"),
        ("papers", "sample"),
        ("figures", "sample"),
        ("clusters", "verify", "sample"),
        ("ask", "sample", "What does the snow ledger measure?"),
    ):
        arguments = options if command[0] != "clusters" else options[:2]
        code, out, err = run(*command, *arguments)
        assert code in (0, 4), err
        assert out
        assert "bug" not in err
    code, _, err = run("index", str(FOLDER), "--name", "other", *options)
    assert code == 3
    assert len([line for line in err.splitlines() if line.startswith("citehop: ")]) == 1


def test_too_little_space_is_named(tmp_path: Path) -> None:
    check_free_space(tmp_path / "new" / "folder", 1)
    with pytest.raises(UnavailableError, match=r"MB are free, about 1000000000\.0 MB are needed"):
        check_free_space(tmp_path / "new" / "folder", 10**15)


def test_too_small_a_disk_is_named_before_anything_is_parsed(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = type(shutil.disk_usage(tmp_path))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10_000, 9_000, 1_000))
    stages: list[str] = []
    with pytest.raises(UnavailableError, match=r"0\.0 MB are free, about"):
        build(
            corpus,
            "garden",
            None,
            Settings(home=str(tmp_path), embedding_model="none"),
            lambda stage, *_: stages.append(stage),
        )
    assert "parse" not in stages
    assert not list((tmp_path / "clusters" / "garden").rglob("*.json"))
