"""Campaigns that damage a finished cluster: changed bytes, deleted files, wrong clock times."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from citehop.errors import CitehopError
from citehop.indexes.build.build import build
from citehop.indexes.build.library import add_to_library
from citehop.indexes.build.verify import verify_cluster
from citehop.indexes.cluster_index import open_index
from citehop.indexes.stores.generations import copy_generation
from citehop.papers.clusters.checksums import compute_checksum, read_checksums, write_checksums
from citehop.papers.clusters.library import create_library
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.clusters.manifest import is_built_here, read_manifest, write_manifest
from citehop.settings import Settings

from .campaign import Case, read_number
from .small_cluster import NAME, SmallCluster, read_all, search_all, settings_for

_SECONDS_OFF = 4e7  # more than a year


@contextmanager
def corruptions(work: Path) -> Iterator[Case]:
    """Yield a case in which one file of the cluster is changed or cut.

    Readers must get the same results or a named error, `verify` must find the change, and the next build must restore
    the results.
    """
    small = SmallCluster(work)

    def run(folder: Path, random: Random) -> str:
        settings = small.copy(folder)
        cluster = Path(settings.home, "clusters", NAME)
        path = random.choice(
            sorted(path for path in cluster.rglob("*") if path.is_file() and path.stat().st_size)
        )
        with path.open("r+b") as stream:
            size = path.stat().st_size
            if random.random() < 0.3:
                stream.truncate(random.randrange(size))
            else:
                stream.seek(random.randrange(min(size, 1 << 16)))
                stream.write(random.randbytes(random.choice((1, 4, 64))))
        return _after_damage(small, settings, path.relative_to(cluster).parts[0])

    yield run


_FORGED_PARTS = ("papers", "chunks", "summaries", "citations", "subjects", "store", "sources", "problems")
_LIBRARY_SHARE = 5  # every fifth forgery is a library


@contextmanager
def forgeries(work: Path) -> Iterator[Case]:
    """Yield a case in which a cluster or library comes from another machine with one forged file.

    Its checksums and manifest agree with the forgery, or the manifest is missing. `verify` must not call it intact. A
    build of the true papers must keep nothing of a forged cluster, and nothing may be added to a forged library.
    """
    small = SmallCluster(work)
    library = settings_for(work / "library")
    create_library("lib", library)
    add_to_library("lib", small.papers, "first", settings=library)

    def run(folder: Path, random: Random) -> str:
        if read_number(folder) % _LIBRARY_SHARE == 0:
            copy_generation(library.home_path, folder / "home")
            return _forge_library(settings_for(folder / "home"), small.papers, random)
        return _forge_cluster(small.copy(folder), small, random)

    yield run


def _forge_cluster(settings: Settings, small: SmallCluster, random: Random) -> str:
    cluster = Path(settings.home, "clusters", NAME)
    kind = f"{_forge(cluster, random)} forged"
    if random.random() < 0.3:
        (cluster / "manifest.json").unlink()
        kind = f"{kind}, no manifest"
    elif not verify_cluster(open_cluster(NAME, settings), settings):
        return f"LOST: called intact, {kind}"
    build(small.papers, NAME, None, settings)
    right = read_all(settings) == small.expected and is_built_here(cluster)
    return kind if right else f"LOST: {kind}, and used"


def _forge_library(settings: Settings, papers: Path, random: Random) -> str:
    folder = settings.home_path / "libraries" / "lib"
    kind = f"library, {_forge(folder, random)} forged"
    try:
        if not verify_cluster(open_cluster("lib", settings), settings):
            return f"LOST: called intact, {kind}"
    except CitehopError:
        kind = f"{kind}, not opened"
    try:
        add_to_library("lib", papers, "more", settings=settings)
    except CitehopError:
        return kind
    return f"LOST: {kind}, and added to"


def _forge(cluster: Path, random: Random) -> str:
    """Forge a file of a cluster or library from another machine. Return the name of the folder with the file."""
    (cluster.parent / ".origin-key").unlink()
    part = random.choice(_FORGED_PARTS)
    files = [path for path in (cluster / part).rglob("*") if path.is_file()]
    forged = random.choice(files or [cluster / part / "x"])
    forged.parent.mkdir(parents=True, exist_ok=True)
    raw = forged.read_bytes() if forged.exists() else b""
    word = random.choice([each for each in raw.split() if len(each) > 4] or [b"x"])
    forged.write_bytes(raw.replace(word, bytes(random.choices(b"abcdef", k=len(word))), 3) or b"forged")
    _agree(cluster)
    return part


def _agree(cluster: Path) -> None:
    """Make checksums and manifest agree with the files of the cluster."""
    manifest = read_manifest(cluster)
    assert manifest is not None
    known = read_checksums(cluster, manifest.checksums)
    key = write_checksums(cluster, {name: compute_checksum(cluster / name) for name in known})
    write_manifest(cluster, replace(manifest, checksums=key))


def _after_damage(small: SmallCluster, settings: Settings, part: str) -> str:
    try:
        outcome = "without effect" if read_all(settings) == small.expected else "silent"
    except CitehopError:
        outcome = "named"
    if outcome == "silent":
        found = verify_cluster(open_cluster(NAME, settings), settings)
        outcome = "found by verify" if found else f"LOST: silent change by {part}"
    build(small.papers, NAME, None, settings)
    restored = read_all(settings) == small.expected and not verify_cluster(
        open_cluster(NAME, settings), settings
    )
    return outcome if restored else f"LOST: not restored after damage of {part}"


@contextmanager
def clocks(work: Path) -> Iterator[Case]:
    """Yield a case in which the clock changes by up to a year between two builds and the times of all files differ.

    A build without changes and a build with changed papers must both give the right results.
    """
    small = SmallCluster(work)

    def run(folder: Path, random: Random) -> str:
        settings = small.copy(folder)
        for path in Path(settings.home).rglob("*"):
            when = time.time() + random.uniform(-_SECONDS_OFF, _SECONDS_OFF)
            os.utime(path, (when, when))
        clock, shift = time.time, random.uniform(-_SECONDS_OFF, _SECONDS_OFF)
        time.time = lambda: clock() + shift
        try:
            build(small.papers, NAME, None, settings)
            same = read_all(settings) == small.expected
            with small.changed_papers():
                build(small.papers, NAME, None, settings)
            changed = read_all(settings) == small.expected_changed
        finally:
            time.time = clock
        return "right results" if same and changed else "LOST: other results"

    yield run


@contextmanager
def deletions(work: Path) -> Iterator[Case]:
    """Yield a case in which a file or subfolder is deleted while the cluster is open.

    Searches must give the same results or a named error, and the next build must restore what was deleted.
    """
    small = SmallCluster(work)

    def run(folder: Path, random: Random) -> str:
        settings = small.copy(folder)
        cluster = open_cluster(NAME, settings)
        index = open_index(cluster, settings)
        part = random.choice(sorted(cluster.path.rglob("*")))
        name = part.relative_to(cluster.path).parts[0]
        shutil.rmtree(part) if part.is_dir() else part.unlink()
        try:
            outcome = "same results" if search_all(index) == small.expected[0] else "LOST: other results"
            index.close()
        except CitehopError:
            outcome = "named"
        build(small.papers, NAME, None, settings)
        return outcome if read_all(settings) == small.expected else f"LOST: not restored without {name}"

    yield run
