"""Copy the user's own files to the fetched files; a LaTeX project becomes one archive."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path

from ..errors import UsageError
from ..papers.files import write_atomic
from ..papers.parsing.latex import ARCHIVES

_MAX_FILES = 2_000
_MAX_BYTES = 400 * 1024 * 1024


def stored_suffix(path: Path) -> str:
    """Return the suffix of the copy: ".pdf", or ".tar.gz" for LaTeX sources."""
    return ".pdf" if path.suffix.lower() == ".pdf" else ".tar.gz"


def copy_local_file(path: Path, target: Path) -> None:
    """Copy `path` to `target`; equal files give equal bytes.

    `path` is a PDF, an archive, a .tex file (packed with all files in its folder) or a folder. Raises UsageError if it
    cannot be read or is too large.
    """
    try:
        if path.is_file() and (path.suffix.lower() == ".pdf" or path.name.lower().endswith(ARCHIVES)):
            raw = path.read_bytes()
        else:
            raw = _pack(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from error
    if not target.exists() or target.read_bytes() != raw:
        write_atomic(target, raw)


def _pack(path: Path) -> bytes:
    root = path if path.is_dir() else path.parent
    files = sorted(
        file
        for file in root.rglob("*")
        if file.is_file()
        and not file.is_symlink()
        and not any(p.startswith(".") for p in file.relative_to(root).parts)
    )
    if len(files) > _MAX_FILES or sum(file.stat().st_size for file in files) > _MAX_BYTES:
        raise UsageError(
            f"{root}: more than {_MAX_FILES} files or {_MAX_BYTES >> 20} MB; give a folder of the paper alone"
        )
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as stream,
        tarfile.open(fileobj=stream, mode="w|") as bundle,
    ):
        for file in files:
            member = tarfile.TarInfo(file.relative_to(root).as_posix())
            member.size = file.stat().st_size
            with file.open("rb") as source:
                bundle.addfile(member, source)
    return buffer.getvalue()
