"""Extract untrusted .tar.gz sources safely.

Only regular files inside the target folder are extracted, with limits on their number and size.
"""

from __future__ import annotations

import gzip
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from ....errors import UsageError
from ...files import is_disk_fault

_MOST_FILES = 2_000
_LARGEST_FILE = 100 * 1024 * 1024
_LARGEST_TOTAL = 400 * 1024 * 1024
_BLOCK = 1024 * 1024


@contextmanager
def unpack_archive(archive: Path) -> Iterator[tuple[Path, list[str]]]:
    """Unpack `archive` into a temporary folder; yield the folder and warnings about skipped members.

    The folder is deleted at the end. A gzip file of a single .tex file, as served by arXiv, counts as an archive.
    Members with an absolute path or "..", links and devices are skipped. Raise UsageError for an archive that is
    damaged or exceeds the limits.
    """
    with TemporaryDirectory(prefix="citehop-") as name:
        folder = Path(name)
        try:
            warnings = list(_extract(archive, folder))
        except (tarfile.TarError, EOFError, zlib.error, OSError) as error:
            if is_disk_fault(error):
                raise
            raise UsageError(f"{archive.name}: cannot be unpacked ({_describe_error(error)})") from error
        yield folder, warnings


def _describe_error(error: Exception) -> str:
    """Describe the cause without the path of the temporary folder, which an OSError includes."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _extract(archive: Path, folder: Path) -> Iterator[str]:
    try:
        bundle = tarfile.open(archive, "r:*")  # noqa: SIM115 - closed below, whichever way it was opened
    except tarfile.ReadError:
        _extract_single_file(archive, folder)
        return
    left = _LARGEST_TOTAL
    with bundle:
        for count, member in enumerate(bundle):
            if count >= _MOST_FILES:
                raise UsageError(f"{archive.name}: more than {_MOST_FILES} files")
            if member.isdir():
                continue
            path = _check_member_path(member.name)
            source = bundle.extractfile(member) if member.isfile() and path else None
            if source is None or path is None:
                yield f"{archive.name}: {member.name!r} was not unpacked: not a plain file inside the archive's folder"
                continue
            if member.size > min(left, _LARGEST_FILE):
                raise UsageError(f"{archive.name}: unpacks to more than {_LARGEST_TOTAL >> 20} MB")
            left -= member.size
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as out:
                while block := source.read(_BLOCK):
                    out.write(block)


def _check_member_path(name: str) -> PurePosixPath | None:
    """Return the member's path if it is inside the target folder, otherwise None."""
    path = PurePosixPath(name.replace("\\", "/"))
    unsafe = path.is_absolute() or ".." in path.parts or "\0" in name or ":" in name or not path.parts
    return None if unsafe or len(name) > 500 else path


def _extract_single_file(archive: Path, folder: Path) -> None:
    with gzip.open(archive) as file:
        raw = file.read(_LARGEST_FILE + 1)
    if not raw:
        raise UsageError(f"{archive.name}: empty archive")
    if len(raw) > _LARGEST_FILE:
        raise UsageError(f"{archive.name}: unpacks to more than {_LARGEST_FILE >> 20} MB")
    (folder / "main.tex").write_bytes(raw)
