"""Every write, sync, rename and engine call of a build fails once: the cluster stays as it was, and the next build is whole."""

import errno
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.cli.main import main
from citehop.errors import CitehopError, UsageError
from citehop.indexes.build.build import build
from citehop.indexes.build.verify import verify_cluster
from citehop.indexes.cluster_index import open_index
from citehop.indexes.types import SearchQuery
from citehop.papers import fault_points
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.clusters.manifest import read_manifest
from citehop.settings import Settings

Fail = Callable[[str, Path], None]


class NthCall:
    """A hook that raises `error` at the n-th call, from 1, and at every later one if `again`; n = 0 only counts."""

    def __init__(self, n: int, error: Exception, *, again: bool = False) -> None:
        self.n, self.error, self.again = n, error, again
        self.calls: list[str] = []

    def __call__(self, operation: str, path: Path) -> None:
        self.calls.append(f"{operation} {path.name}")
        if self.n and (len(self.calls) == self.n or (self.again and len(self.calls) > self.n)):
            raise self.error


@pytest.fixture(autouse=True)
def _no_hook_left() -> Iterator[None]:
    yield
    fault_points.hook = None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of papers that need no worker processes."""
    folder = tmp_path / "papers"
    folder.mkdir()
    write_papers(folder, "Steel meshes collect water at night.")
    return folder


@pytest.fixture
def by_words(settings: Settings) -> Settings:
    return replace(settings, embedding_model="none")


def write_papers(folder: Path, text: str) -> None:
    papers = [
        {
            "id": "dew",
            "title": "Dew Harvesting with Meshes",
            "sections": [{"heading": "1 Findings", "text": text}],
        },
        {
            "id": "bees",
            "title": "Counting Bees by Sound",
            "abstract": "Microphones in the hive hear the wings.",
        },
    ]
    (folder / "papers.jsonl").write_text("".join(json.dumps(paper) + "\n" for paper in papers))


def state(settings: Settings) -> object:
    """All that a reader may see; None before the first build."""
    try:
        cluster = open_cluster("garden", settings)
    except UsageError:
        return None
    assert verify_cluster(cluster, settings) == []
    index = open_index(cluster, settings)
    hits = index.bm25.search(SearchQuery("water wings"), 9)
    chunks = [index.chunks(paper_id) for paper_id in cluster.paper_ids]
    index.close()
    return cluster.papers(), chunks, hits, cluster.manifest.anchor


def run(folder: Path, settings: Settings, hook: Fail | None = None) -> None:
    fault_points.hook = hook
    try:
        build(folder, "garden", None, settings)
    finally:
        fault_points.hook = None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("error", "change", "step"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), False, 1),
        (OSError(errno.ENOSPC, "No space left on device"), True, 1),
        (OSError(errno.EIO, "Input/output error"), True, 4),
        (MemoryError(), False, 4),
    ],
    ids=["full, first build", "full, changed paper", "broken, changed paper", "memory, first build"],
)
def test_every_failure_point(
    folder: Path, by_words: Settings, tmp_path: Path, error: Exception, change: bool, step: int
) -> None:
    """With a `step` above 1, every `step`-th point is tried."""
    before = None
    if change:
        run(folder, by_words)
        before = state(by_words)
        write_papers(folder, "Steel meshes collect no water in a storm.")
    reference = replace(by_words, home=str(tmp_path / "reference"))
    counter = NthCall(0, error)
    run(folder, reference, counter)
    expected = state(reference)
    assert len(counter.calls) > 20
    again = tmp_path / "again"
    for n in range(1, len(counter.calls) + 1, step):
        home = again / str(n)
        settings = replace(by_words, home=str(home))
        if change:
            copy_home(Path(by_words.home), home)
        hook = NthCall(n, error)
        try:
            run(folder, settings, hook)
            done = True
        except (CitehopError, OSError, MemoryError):
            done = False
        after = state(settings)
        assert after in ((expected,) if done else (before, expected)), f"failed at {hook.calls[n - 1]}"
        run(folder, settings)
        assert state(settings) == expected, f"built after a failure at {hook.calls[n - 1]}"
        assert not list(home.rglob("*.tmp")), f"left by a failure at {hook.calls[n - 1]}"


def copy_home(home: Path, target: Path) -> None:
    from citehop.indexes.stores.generations import copy_generation

    copy_generation(home, target)


def test_a_disk_that_stays_full_is_one_line_and_an_exit_code(
    folder: Path, by_words: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["index", str(folder), "--name", "garden", "--home", by_words.home, "--embedding-model", "none"]
    assert main(command) == 0
    first = read_manifest(Path(by_words.home, "clusters", "garden"))
    capsys.readouterr()
    for n in (1, 7, 14):
        write_papers(folder, f"Steel meshes, turn {n}.")
        fault_points.hook = NthCall(n, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), again=True)
        assert main(command) in (3, 5)
        (line,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("citehop: ")]
        assert "No space left on device" in line
        assert "bug" not in line
    assert read_manifest(Path(by_words.home, "clusters", "garden")) == first


def test_the_hook_is_off(folder: Path) -> None:
    assert fault_points.hook is None
