"""Refuse links and special files in the folder of a cluster.

A cluster may come from somebody else. Through a link in its folder, reading would open, and a build overwrite or
delete, other files of this machine. Reading a named pipe would wait forever.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ...errors import ConfigurationError


def refuse_links(folder: Path) -> None:
    """Raise ConfigurationError if the cluster `folder` contains a link that leads out of it or a special file, and name
    it.

    Special files are neither files nor folders. `folder` itself may be a link, and may be missing.
    """
    base = os.path.realpath(folder)
    for entry in _list_others(base):
        path = os.path.realpath(entry.path)
        if not entry.is_symlink():
            raise ConfigurationError(f"{entry.path}: neither a file nor a folder; do not trust this cluster")
        if not path.startswith(f"{base}{os.sep}"):
            raise ConfigurationError(
                f"{entry.path}: a link to {path}, outside the cluster; do not trust this cluster"
            )


def _list_others(folder: str) -> Iterator[os.DirEntry[str]]:
    """Yield the entries below `folder` that are neither files nor folders; links are not followed."""
    try:
        entries = list(os.scandir(folder))
    except OSError:  # missing, or not readable by this user
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _list_others(entry.path)
        elif not entry.is_file(follow_symlinks=False):
            yield entry
