"""Make temporary folders that are deleted soon after their process ends, however it ends.

A killed process deletes nothing. Each folder therefore holds a lock, and the next process that makes a folder deletes
all folders whose lock is free.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PREFIX = "citehop-scratch-"
_LOCK = "lock"
_STARTING_SECONDS = 60.0  # longest time between creating a folder and locking it


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Yield an empty temporary folder, and delete it at the end. Folders left by killed processes are deleted first."""
    from filelock import FileLock  # imported late because it takes .03 s and questions do not need it

    delete_abandoned_folders()
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    lock = FileLock(folder / _LOCK)
    lock.acquire()
    try:
        yield folder
    finally:
        lock.release()
        shutil.rmtree(folder, ignore_errors=True)


def delete_abandoned_folders() -> None:
    """Delete scratch folders of this user whose processes have ended."""
    from filelock import FileLock, Timeout

    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        try:
            stat = folder.lstat()
            if hasattr(os, "getuid") and stat.st_uid != os.getuid():
                continue
            if folder.is_symlink() or 0 <= time.time() - stat.st_mtime < _STARTING_SECONDS:
                continue
            with FileLock(folder / _LOCK, timeout=0):
                pass
        except (OSError, Timeout):
            continue  # in use, or just deleted by another process
        shutil.rmtree(folder, ignore_errors=True)
