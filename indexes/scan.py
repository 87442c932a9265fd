"""A folder of papers as a list of files with ids. The list depends on the folder alone, not on what was there before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ..errors import UsageError
from ..papers.files import sha256_of
from ..papers.manifest import SourceFile
from ..papers.read import paper_id_of

_SUFFIXES = {".pdf"}


def scan(folder: Path, max_bytes: int, known: Iterable[SourceFile] = ()) -> tuple[SourceFile, ...]:
    """The papers of `folder` and its subfolders by name, hidden files left out.

    Files of `known` with the same name, size and time are taken as unchanged, the others are read for their hash,
    unless they are larger than `max_bytes` or unreadable (hash ""). Of files with the same content the first by name
    is the paper and the others have a `problem`; of files with the same id the first keeps it and the others get "-2",
    "-3". Raises UsageError for a folder that is none or holds no paper.
    """
    if not folder.is_dir():
        raise UsageError(f"not a folder: {folder}")
    hashes = {(file.name, file.size, file.mtime_ns): file.sha256 for file in known}
    files = [_file(folder, path, max_bytes, hashes) for path in sorted(_papers(folder))]
    if not files:
        raise UsageError(f"no papers in {folder}: it holds no file named *.pdf")
    return tuple(_without_copies(_with_ids(files)))


def _papers(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and path.suffix.lower() in _SUFFIXES and path.is_file():
            yield path


def _file(folder: Path, path: Path, max_bytes: int, hashes: dict[tuple[str, int, int], str]) -> SourceFile:
    name, stat = path.relative_to(folder).as_posix(), path.stat()
    digest = hashes.get((name, stat.st_size, stat.st_mtime_ns))
    if digest is None:
        try:
            digest = sha256_of(path) if stat.st_size <= max_bytes else ""
        except OSError:
            digest = ""  # parsing it will say why
    return SourceFile(name, stat.st_size, stat.st_mtime_ns, digest, paper_id_of(path))


def _with_ids(files: list[SourceFile]) -> Iterator[SourceFile]:
    taken: set[str] = set()
    for file in files:
        paper_id, number = file.paper_id, 2
        while paper_id in taken:
            paper_id, number = f"{file.paper_id}-{number}", number + 1
        taken.add(paper_id)
        yield replace(file, paper_id=paper_id)


def _without_copies(files: Iterable[SourceFile]) -> Iterator[SourceFile]:
    first: dict[str, str] = {}
    for file in files:
        original = first.setdefault(file.sha256, file.name) if file.sha256 else file.name
        yield (
            file
            if original == file.name
            else replace(file, problem=f"{file.name}: the same file as {original}")
        )
