"""List the papers of a folder with their ids. The list depends on the folder alone, not on an earlier build."""

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

_SUFFIXES = {".pdf", ".tex", ".gz", ".tgz", ".jsonl", *SUFFIXES}  # suffixes of the files of papers


def scan(place: Path, max_bytes: int, known: Iterable[SourceFile] = ()) -> tuple[SourceFile, ...]:
    """Return the papers of the folder `place` and its subfolders, sorted by name, without hidden files; or the one
    paper `place`.

    A paper is a PDF, a document, or LaTeX sources with all files that belong to them (see `find_sources`). The size
    of LaTeX sources is that of all their files together, and their time is that of the newest file. A file with the
    same name, size and time as one of `known` is taken as unchanged. Other files are read for their hash; it is "" if
    they are larger than `max_bytes` or unreadable.

    Each line of a .jsonl file is a paper, too (see `json_lines`): its name is "FILE:LINE", without size and time, and
    it has a `problem` if the line is not a paper. If several papers have the same content, the first by name is kept
    and the others get a `problem`. If several papers have the same id, the first keeps it and the others get "-2",
    "-3". Raises UsageError if there is no paper.
    """
    if not place.exists():
        raise UsageError(f"no such folder or file: {place}")
    if not (place.is_dir() or place.is_file()):
        raise UsageError(f"{place}: {_describe_special(place)}, not a file")
    root = root_of(place)
    hashes = {(file.name, file.size, file.mtime_ns): file.sha256 for file in known}
    # Only a .tex file may need other files of its folder. The folder may be large.
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
    """Return the names of visible files in the folder `place` that belong to no paper, except bibliographies.

    [] if `place` is a file.
    """
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
    """Return the folder that the names of papers are relative to: `place`, or the folder of the file `place`."""
    return place if place.is_dir() else place.parent


def _visible(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and path.is_file():
            yield path


def _special_files(root: Path) -> list[SourceFile]:
    """Return an entry with a problem for everything named as a paper that is not a file: broken links, pipes,
    sockets, devices.
    """
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
            digest = ""  # parsing the file will report the error
    return SourceFile(name, size, newest, digest, derive_paper_id(source.path))


def _json_entries(root: Path, path: Path, max_bytes: int) -> list[SourceFile]:
    """Return the papers of a .jsonl file. If no line is a paper, return one entry with a problem for the whole file."""
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
    """Return the hash of a single file; for several files, a hash of their hashes and their names in the paper's
    folder.
    """
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
