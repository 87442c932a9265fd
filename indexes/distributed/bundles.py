"""Pack the files of a paper as one object: its sources for a worker, and the worker's results on the way back."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from ...errors import ConfigurationError
from ...papers.clusters.files import figures_folder, paper_file, source_file
from ...papers.clusters.manifest import SourceFile
from ...papers.files import write_atomic
from ...papers.parsing.json_lines import match_json_line
from ...settings import Settings
from ..build.parse import problem_file
from ..build.sources import find_sources
from ..cache_paths import chunk_file

_DATE = (1980, 1, 1, 0, 0, 0)  # one date for every bundle, so that equal contents give equal bytes


def bundle_source(root: Path, file: SourceFile) -> bytes:
    """Return the packed source of `file` in the folder `root`: a PDF, the parts of LaTeX sources, or a line of a
    .jsonl file.
    """
    if line := match_json_line(file.name):
        name, number = line[1], int(line[2])
        with (root / name).open("rb") as stream:
            text = next(raw for place, raw in enumerate(stream, 1) if place == number)
        return _pack({name: b"\n" * (number - 1) + text})
    path = root / file.name
    if path.suffix.lower() == ".pdf":
        return _pack({file.name: path.read_bytes()})
    inside = sorted(part for part in (path if path.is_dir() else path.parent).rglob("*") if part.is_file())
    parts = next(source.parts for source in find_sources(root, inside) if source.path == path)
    return _pack({part.relative_to(root).as_posix(): part.read_bytes() for part in parts})


def bundle_result(folder: Path, file: SourceFile, settings: Settings) -> bytes:
    """Return the packed results of `file` in the cluster folder `folder`: paper, passages, crops and PDF, or the
    problem.
    """
    parts = [paper_file(folder, file), chunk_file(folder, file), source_file(folder, file)]
    parts += [problem_file(folder, file, settings), *sorted(figures_folder(folder, file).glob("*"))]
    return bundle_files(folder, [part for part in parts if part.is_file()])


def bundle_files(folder: Path, files: Sequence[Path]) -> bytes:
    """Return `files` packed, with names relative to `folder`."""
    return _pack({file.relative_to(folder).as_posix(): file.read_bytes() for file in files})


def unpack(bundle: bytes, folder: Path) -> None:
    """Write the files of `bundle` below `folder`. Raises ConfigurationError if the bundle is damaged or a name leaves
    `folder`.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
            for name in _checked(archive.namelist()):
                write_atomic(folder / name, archive.read(name))
    except zipfile.BadZipFile as error:
        raise ConfigurationError(f"a bundle of the shared storage is damaged ({error}); delete it") from error


def _checked(names: Iterable[str]) -> list[str]:
    names = list(names)
    for name in names:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name:
            raise ConfigurationError(
                f"a bundle of the shared storage holds {name!r}; do not trust this storage"
            )
    return names


def _pack(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), content)
    return buffer.getvalue()
