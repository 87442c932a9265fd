"""Checksums of a cluster's files, stored in checksums/<key>.txt. The manifest names the file by its key.

Each line is "DIGEST SIZE PATH" with PATH relative to the cluster's folder. Checksums find accidental damage. They prove
nothing about a cluster that came from somebody else, who can compute them as well.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ...errors import ConfigurationError
from ..files import write_atomic

_BLOCK = 1 << 16
_ZEROS = bytes(_BLOCK)
_DIGITS = 16
_UNORDERED = {
    "edge_config.json",
    "segment.json",
}  # the engine changes the order of keys each time it opens a store
_SEAL = re.compile(rf',"checksum":"([0-9a-f]{{{_DIGITS}}})"\}}\s*\Z')
_LINE = re.compile(rf"([0-9a-f]{{{_DIGITS}}}) ([0-9]{{1,18}}) (.+)")
NOTICE = "damaged.txt"  # in a cluster's folder: damage was noticed, and the next build reads every file


@dataclass(frozen=True, slots=True)
class FileChecksum:
    """The size in bytes and the digest of a file; `digest` is "-" for a file whose content may change without being
    damaged.
    """

    size: int
    digest: str


Checksums = Mapping[str, FileChecksum]  # by path relative to the cluster's folder, with "/"


def compute_digest(blocks: Iterable[tuple[int, bytes | memoryview]]) -> str:
    """Return the digest of a file from the (number, content) of its blocks: 16 hexadecimal digits of a SHA-256.

    Blocks of zeros are skipped, so that a sparse file has the same digest as its full copy.
    """
    digest = hashlib.sha256()
    for number, block in blocks:
        if block != _ZEROS[: len(block)]:
            digest.update(number.to_bytes(8, "little"))
            digest.update(block)
    return digest.hexdigest()[:_DIGITS]


def compute_bytes_digest(raw: bytes) -> str:
    """Return the digest of a file with the content `raw`."""
    view = memoryview(raw)
    return compute_digest((i, view[i * _BLOCK : (i + 1) * _BLOCK]) for i in range(-(-len(raw) // _BLOCK)))


def compute_checksum(path: Path) -> FileChecksum:
    """Return the size and digest of the file at `path`.

    The digest does not depend on whether the file is sparse, nor on the order of keys in the vector engine's JSON
    files.
    """
    if path.name in _UNORDERED:
        raw = path.read_bytes()
        with contextlib.suppress(ValueError, RecursionError):
            raw = json.dumps(json.loads(raw), sort_keys=True).encode()
        return FileChecksum(len(raw), compute_bytes_digest(raw))
    with path.open("rb", buffering=0) as stream:
        size = os.fstat(stream.fileno()).st_size
        return FileChecksum(size, compute_digest(_read_blocks(stream.fileno(), size)))


def _read_blocks(handle: int, size: int) -> Iterator[tuple[int, bytes]]:
    position = 0
    while (position := _next_data(handle, position, size)) < size:
        number = position // _BLOCK
        block = os.pread(handle, _BLOCK, number * _BLOCK) if hasattr(os, "pread") else _read(handle, number)
        yield number, block
        position = (number + 1) * _BLOCK


def _read(handle: int, number: int) -> bytes:
    os.lseek(handle, number * _BLOCK, os.SEEK_SET)
    return os.read(handle, _BLOCK)


def _next_data(handle: int, position: int, size: int) -> int:
    """Return the position of the next byte at or after `position` that is stored in a sparse file; `size` if there is
    none.
    """
    if position >= size or not hasattr(os, "SEEK_DATA"):
        return position
    try:
        return os.lseek(handle, position, os.SEEK_DATA)
    except OSError:  # no more stored data, or a file system without sparse files
        return position if os.lseek(handle, 0, os.SEEK_CUR) < 0 else size


def write_checksums(folder: Path, checksums: Checksums) -> str:
    """Write the checksums of the cluster in `folder` and return their key."""
    lines = (f"{each.digest} {each.size} {path}\n" for path, each in sorted(checksums.items()))
    raw = "".join(lines).encode("utf-8", "surrogateescape")
    key = compute_bytes_digest(raw)
    write_atomic(checksums_file(folder, key), raw)
    return key


def checksums_file(folder: Path, key: str) -> Path:
    """Return the path of the file that holds the checksums with this `key`."""
    return folder / "checksums" / f"{key}.txt"


def read_checksums(folder: Path, key: str) -> Checksums:
    """Read the checksums with this `key`; empty for the key "" of a cluster that was built without checksums.

    Raises ConfigurationError if the file is missing or damaged.
    """
    if not key:
        return {}
    path = checksums_file(folder, key)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"{path}: cannot be read ({error.strerror}); index the folder again"
        ) from error
    lines = [_LINE.fullmatch(line) for line in raw.decode("utf-8", "surrogateescape").split("\n")[:-1]]
    if compute_bytes_digest(raw) != key or not all(line and _is_inside(line[3]) for line in lines):
        raise ConfigurationError(f"{path}: damaged; index the folder again")
    return {line[3]: FileChecksum(int(line[2]), line[1]) for line in lines if line}


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts


def find_changed_sizes(folder: Path, checksums: Checksums, subfolder: str = "") -> dict[str, str]:
    """Map each file that is missing or has another size to the cause, such as "missing"; only below `subfolder` if it
    is given.
    """
    base, causes = f"{folder}/", {}
    for name, checksum in checksums.items():
        if name.startswith(subfolder):
            try:
                size = os.stat(base + name).st_size  # noqa: PTH116  three times as fast as Path.stat
            except OSError as error:
                causes[name] = "missing" if isinstance(error, FileNotFoundError) else str(error.strerror)
                continue
            if size != checksum.size and not name.endswith(tuple(_UNORDERED)):
                causes[name] = f"{size} bytes instead of {checksum.size}"
    return causes


def notice_damage(folder: Path) -> None:
    """Mark the cluster in `folder` as damaged, so that its next build reads every file.

    Does nothing if the folder has no manifest or cannot be written.
    """
    with contextlib.suppress(OSError):
        if (folder / "manifest.json").exists():
            (folder / NOTICE).touch()


def seal(text: str) -> str:
    """Return `text`, a JSON object, with a last field "checksum" added, the digest of `text`."""
    return f'{text[:-1]},"checksum":"{compute_bytes_digest(text.encode())}"}}'


def unseal(text: str) -> str:
    """Return the JSON object that was given to `seal`, or `text` itself if it has no checksum. Raises ValueError if it
    was changed.
    """
    match = _SEAL.search(text)
    if match is None:
        return text
    plain = f"{text[: match.start()]}}}"
    if compute_bytes_digest(plain.encode("utf-8", "surrogatepass")) != match[1]:
        raise ValueError("its checksum differs")
    return plain
