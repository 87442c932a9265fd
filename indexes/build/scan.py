"""A folder of papers as a list of sources with ids. The list depends on the folder alone, not on what was there before."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from os.path import relpath
from pathlib import Path
from stat import S_ISFIFO, S_ISLNK, S_ISSOCK

from ...errors import UsageError
from ...papers.clusters.manifest import SourceFile
from ...papers.files import compute_sha256
from ...papers.parsing.documents import SUFFIXES
from ...papers.parsing.json_lines import is_json_lines, list_json_lines
from ...papers.parsing.paper_ids import build_free_id, derive_paper_id
from .sources import Source, beside, find_sources

_SUFFIXES = {".pdf", ".tex", ".gz", ".tgz", ".jsonl", *SUFFIXES}  # of the names of papers


def scan(place: Path, max_bytes: int, known: Iterable[SourceFile] = ()) -> tuple[SourceFile, ...]:
    """The papers of the folder `place` and its subfolders by name, hidden files left out; or the one paper `place`.

    A paper is a PDF, a document, or LaTeX sources with all that belongs to them (see `find_sources`); of these the size
    is that of all files together and the time that of the newest. Those of `known` with the same name, size and time are taken as
    unchanged, the others are read for their hash, unless they are larger than `max_bytes` or unreadable (hash ""). A
    line of a .jsonl file is a paper, too (see `json_lines`): "FILE:LINE", without size and time, with a `problem` if it
    is none. Of papers with the same content the first by name is the paper and the others have a `problem`; of papers
    with the same id the first keeps it and the others get "-2", "-3". Raises UsageError where there is no paper.
    """
    if not place.exists():
        raise UsageError(f"no such folder or file: {place}")
    if not (place.is_dir() or place.is_file()):
        raise UsageError(f"{place}: {_describe_special(place)}, not a file")
    root = root_of(place)
    hashes = {(file.name, file.size, file.mtime_ns): file.sha256 for file in known}
    # Only a .tex may need what else is in its folder, which may be a large one.
    alone = place != root
    files = sorted(beside(place) if alone and place.suffix.lower() != ".tex" else _visible(root))
    sources = [source for source in find_sources(root, files) if source.path == place or not alone]
    found = [_file(root, source, max_bytes, hashes) for source in sources]
    inside = {part for source in sources if source.path.is_dir() for part in source.parts}
    for path in [place] if alone else files:
        if is_json_lines(path) and path not in inside:
            found += _json_entries(root, path, max_bytes)
    found += [] if alone else _special_files(root)
    if not found:
        kinds = "PDF, a LaTeX source (.tex, .tar.gz), a list of papers (.jsonl) or a document (.docx, .html, .md, ...)"
        raise UsageError(
            f"{place} cannot be indexed: it is not a {kinds}"
            if alone
            else f"no papers in {place}: none of its files is a {kinds}"
        )
    return tuple(_without_copies(_with_ids(found)))


def list_passed_over(place: Path) -> list[str]:
    """Names of visible files of the folder `place` that belong to no paper, without bibliographies; [] where it is a file."""
    if not place.is_dir():
        return []
    files = sorted(_visible(place))
    used = {part for source in find_sources(place, files) for part in source.parts}
    return [
        path.relative_to(place).as_posix()
        for path in files
        if path not in used and path.suffix.lower() not in _SUFFIXES | {".bib"}
    ]


def root_of(place: Path) -> Path:
    """The folder that names of papers are relative to: `place`, or the folder of the file `place`."""
    return place if place.is_dir() else place.parent


def _visible(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and path.is_file():
            yield path


def _special_files(root: Path) -> list[SourceFile]:
    """Problems for what has the name of a paper but is no file: broken links, pipes, sockets, devices."""
    found = []
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        hidden = any(part.startswith(".") for part in parts)
        if not hidden and path.suffix.lower() in _SUFFIXES and not path.is_file() and not path.is_dir():
            name = path.relative_to(root).as_posix()
            problem = f"{name}: {_describe_special(path)}, not a file"
            found.append(SourceFile(name, 0, 0, "", derive_paper_id(path), problem))
    return found


def _describe_special(path: Path) -> str:
    mode = path.lstat().st_mode
    kinds = ((S_ISLNK, "a broken link"), (S_ISFIFO, "a named pipe"), (S_ISSOCK, "a socket"))
    return next((kind for is_kind, kind in kinds if is_kind(mode)), "a device")


def _file(root: Path, source: Source, max_bytes: int, hashes: dict[tuple[str, int, int], str]) -> SourceFile:
    name, stats = source.path.relative_to(root).as_posix(), [part.stat() for part in source.parts]
    size, newest = sum(stat.st_size for stat in stats), max(stat.st_mtime_ns for stat in stats)
    digest = hashes.get((name, size, newest))
    if digest is None:
        try:
            digest = _digest(source) if size <= max_bytes or source.path.is_dir() else ""
        except OSError:
            digest = ""  # parsing it will say why
    return SourceFile(name, size, newest, digest, derive_paper_id(source.path))


def _json_entries(root: Path, path: Path, max_bytes: int) -> list[SourceFile]:
    """The papers of a .jsonl file; the whole file as one problem where none of its lines is a paper."""
    name = path.relative_to(root).as_posix()
    try:
        lines = list(list_json_lines(path)) if path.stat().st_size <= max_bytes else []
        obstacle = "" if lines else "empty, or larger than the setting max_file_mb allows"
    except OSError as error:
        lines, obstacle = [], f"cannot be read ({error.strerror})"
    if all(line.problem for line in lines):
        problem = f"{name}: {obstacle or f'no line is a paper; {lines[0].problem}'}"
        return [SourceFile(name, 0, 0, "", derive_paper_id(path), problem)]
    ids = (line.paper_id or f"{derive_paper_id(path)}-line-{line.number}" for line in lines)
    return [
        SourceFile(f"{name}:{line.number}", 0, 0, line.sha256, paper_id, line.problem)
        for line, paper_id in zip(lines, ids, strict=True)
    ]


def _digest(source: Source) -> str:
    """Of one file its own; of several that of their digests and of their names inside the paper's folder."""
    if source.parts == (source.path,):
        return compute_sha256(source.path)
    base = source.path if source.path.is_dir() else source.path.parent
    listed = (f"{compute_sha256(part)} {relpath(part, base)}\n" for part in source.parts)
    return hashlib.sha256("".join(listed).encode("utf-8", "surrogateescape")).hexdigest()


def _with_ids(files: list[SourceFile]) -> Iterator[SourceFile]:
    taken: set[str] = set()
    for file in files:
        paper_id = build_free_id(file.paper_id, taken)
        taken.add(paper_id)
        yield replace(file, paper_id=paper_id)


def _without_copies(files: Iterable[SourceFile]) -> Iterator[SourceFile]:
    first: dict[str, str] = {}
    for file in files:
        original = first.setdefault(file.sha256, file.name) if file.sha256 else file.name
        same = original == file.name or file.problem
        yield file if same else replace(file, problem=f"{file.name}: the same file as {original}")
