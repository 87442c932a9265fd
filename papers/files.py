"""Atomic writes, checksums, and bounded reads of files that a user names."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

from ..errors import UsageError


def write_atomic(path: Path, data: bytes | str) -> None:
    """Write `data` (text as UTF-8) to `path` atomically, creating its folder: readers see the old file or the new one."""
    raw = data.encode("utf-8") if isinstance(data, str) else data
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(raw)
            stream.flush()
            os.fsync(stream.fileno())  # otherwise a power cut could leave the new name with old or no content
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


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
