"""Atomic writes, checksums, and bounded reads of files that a user names."""

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
    """Write `data` (text as UTF-8) to `path` atomically, creating its folder: readers see the old file or the new one.
    Devices such as /dev/null or /dev/stdout, and pipes, are written to and never replaced.

    Raises OSError, naming `path`, if that fails; then the old file is unchanged.
    """
    raw = data.encode("utf-8") if isinstance(data, str) else data
    if path.parent == Path("/dev") or path.is_fifo() or path.is_char_device():
        path.write_bytes(raw)
        return
    with open_atomic(path) as stream:
        stream.write(raw)


@contextmanager
def open_atomic(path: Path) -> Iterator[BinaryIO]:
    """A new file that replaces `path` at the end of the context, whose folder is created. After an exception in it, the old
    file is unchanged.

    Raises OSError, naming `path`, if a write fails.
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
    """True if `error` is that of a full disk, or of an exhausted quota or limit of file sizes."""
    return isinstance(error, OSError) and error.errno in _DISK_FULL


def is_disk_fault(error: BaseException) -> bool:
    """True if `error` is that of a full or read-only disk: no fault of the file that was to be written."""
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
    """Open a text file for appending; a new one is readable by its owner only, as those of `write_atomic` are."""
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
