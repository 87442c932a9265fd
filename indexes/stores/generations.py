"""Generations of the embedded store: each build that changes it writes a new folder, and the manifest names the current one.

A reader keeps the store that it opened during a build, and a build that is killed leaves only a folder that the
next one deletes. The folder before the current one is kept for a reader that has just read the manifest.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ...papers.fault_points import fault_point

STORE = "store/"  # beginning of the paths of all generations, relative to the cluster's folder
_ZEROS = bytes(1 << 18)


def generation_folder(cluster: Path, location: str) -> Path:
    return cluster / STORE / location


def next_location(location: str) -> str:
    """The name that follows `location`; "" is before the first."""
    return f"g{int(location.removeprefix('g') or 0) + 1}"


def prune(cluster: Path, keep: str) -> None:
    """Delete all generations but `keep`. What cannot be deleted now (open on Windows) is left for the next time."""
    for folder in (cluster / STORE).glob("*"):
        if folder.name != keep:
            shutil.rmtree(folder, ignore_errors=True)


def can_write(folder: Path, needed: int) -> bool:
    """True if `folder` can be written and has `needed` bytes of free space; also for a missing folder."""
    return not folder.exists() or (os.access(folder, os.W_OK) and shutil.disk_usage(folder).free >= needed)


def allocated_bytes(folder: Path) -> int:
    """Disk space taken by the files of `folder`, holes left out."""
    stats = [path.stat() for path in folder.rglob("*") if path.is_file()]
    return sum(512 * stat.st_blocks if hasattr(stat, "st_blocks") else stat.st_size for stat in stats)


def copy_generation(source: Path, target: Path) -> None:
    """Copy the files, leaving holes where there are zeros: Edge maps files of 32 MB that hold a few KB."""
    for path in sorted(source.rglob("*")):
        copy = target / path.relative_to(source)
        if path.is_dir():
            copy.mkdir(parents=True, exist_ok=True)
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        fault_point("write", copy)
        with path.open("rb") as reader, copy.open("wb") as writer:
            while block := reader.read(len(_ZEROS)):
                if block == _ZEROS[: len(block)]:
                    writer.seek(len(block), 1)
                else:
                    writer.write(block)
            writer.truncate()
