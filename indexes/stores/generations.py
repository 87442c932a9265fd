"""Generations of the embedded store. Each build that changes the store writes a new folder, and the manifest names
the current one.

A reader keeps the store that it opened during a build. A killed build leaves only a folder that the next build
deletes. The previous folder is kept for a reader that has just read the manifest.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ...papers.fault_points import fault_point

STORE = "store/"  # prefix of the paths of all generations, relative to the cluster's folder
_ZEROS = bytes(1 << 18)


def generation_folder(cluster: Path, location: str) -> Path:
    return cluster / STORE / location


def next_location(location: str) -> str:
    """Return the name of the generation after `location`; "" gives the first name."""
    return f"g{int(location.removeprefix('g') or 0) + 1}"


def prune(cluster: Path, keep: str) -> None:
    """Delete all generations except `keep`. A folder that cannot be deleted now (open on Windows) is left for the
    next build.
    """
    for folder in (cluster / STORE).glob("*"):
        if folder.name != keep:
            shutil.rmtree(folder, ignore_errors=True)


def can_write(folder: Path, needed: int) -> bool:
    """True if `folder` is writable and has `needed` bytes of free space, or does not exist."""
    return not folder.exists() or (os.access(folder, os.W_OK) and shutil.disk_usage(folder).free >= needed)


def allocated_bytes(folder: Path) -> int:
    """Return the disk space in bytes that the files of `folder` take. Unallocated parts of sparse files are not
    counted.
    """
    stats = [path.stat() for path in folder.rglob("*") if path.is_file()]
    return sum(512 * stat.st_blocks if hasattr(stat, "st_blocks") else stat.st_size for stat in stats)


def copy_generation(source: Path, target: Path) -> None:
    """Copy the files of a generation as sparse files: Edge maps files of 32 MB that hold a few KB."""
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
