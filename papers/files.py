"""Write files atomically, compute checksums, and read files that a user names with a size limit."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

from ..errors import UnavailableError, UsageError
from .fault_points import fault_point

_DISK_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def write_atomic(path: Path, data: bytes | str) -> None:
    """Write `data` (text as UTF-8) to `path` atomically: readers see either the old file or the new file.

    The folder is created. Devices such as /dev/null or /dev/stdout and pipes are written to and never replaced. Raises
    OSError, naming `path`, if writing fails; then the old file is unchanged.
    """
    raw = data.encode("utf-8") if isinstance(data, str) else data
    if path.parent == Path("/dev") or path.is_fifo() or path.is_char_device():
        path.write_bytes(raw)
        return
    with open_atomic(path) as stream:
        stream.write(raw)


@contextmanager
def open_atomic(path: Path) -> Iterator[BinaryIO]:
    """Open a new file that replaces `path` at the end of the context. The folder is created.

    After an exception in the context, the old file is unchanged. Raises OSError, naming `path`, if a write fails.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            fault_point("write", path)
            yield stream
            stream.flush()
            fault_point("sync", path)
            os.fsync(stream.fileno())  # otherwise a power cut could leave the new name with old or no content
        fault_point("rename", path)
        Path(name).replace(path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def is_disk_full(error: BaseException) -> bool:
    """True if `error` means that the disk is full, or that a quota or a limit of file sizes is exhausted."""
    return isinstance(error, OSError) and error.errno in _DISK_FULL


def is_disk_fault(error: BaseException) -> bool:
    """True if `error` means that the disk is full or read-only, so that the file itself is not at fault."""
    return is_disk_full(error) or (isinstance(error, OSError) and error.errno == errno.EROFS)


def check_free_space(folder: Path, needed: int) -> None:
    """Raise UnavailableError if less than `needed` bytes are free where `folder` is, or will be created."""
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(existing).free
    if free < needed:
        raise UnavailableError(
            f"{folder}: {free / 1e6:.1f} MB are free, about {needed / 1e6:.1f} MB are needed; free some space, "
            "then run the same command again"
        )


def open_to_append(path: Path) -> TextIO:
    """Open a text file for appending. A new file is readable only by its owner, like the files of `write_atomic`."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    return os.fdopen(handle, "a", encoding="utf-8")


def compute_sha256(path: Path) -> str:
    """Return the SHA-256 of the file's bytes as hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_user_file(path: Path, most: int) -> bytes:
    """Read a file that the user names. Raises UsageError if it is missing, empty or larger than `most` bytes."""
    try:
        raw = path.read_bytes() if path.stat().st_size <= most else b""
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from error
    if not raw:
        raise UsageError(f"{path}: empty, or larger than {most >> 20} MB")
    return raw
