"""First stage of a build: files to papers/<id>.json and sources/."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from .. import __version__
from ..errors import ConfigurationError
from ..papers.cluster import Parsed, read_parsed, source_file, write_parsed
from ..papers.files import write_atomic
from ..papers.manifest import SourceFile
from ..papers.pool import Problem, read_papers
from ..papers.types import Paper
from ..settings import Settings
from .artefacts import key_of


def parse_missing(
    root: Path, folder: Path, files: Sequence[SourceFile], settings: Settings
) -> Iterator[tuple[int, int, Parsed]]:
    """Parse those of `files` (in `root`) that the cluster in `folder` lacks, storing each as it ends.

    Yields (done, total, outcome).

    A touched file is parsed again. A file that could not be parsed is tried again when it or a limit changes.
    """
    pending = {root / file.name: file for file in files if not is_parsed(folder, file, settings)}
    ids = {path: file.paper_id for path, file in pending.items()}
    for done, (path, outcome) in enumerate(read_papers(list(pending), settings, folder / "figures", ids), 1):
        file = pending[path]
        parsed = _parsed(file, outcome, settings)
        if parsed.paper:
            write_atomic(source_file(folder, file), path.read_bytes())
        write_parsed(folder, file.paper_id, parsed)
        yield done, len(pending), parsed


def is_parsed(folder: Path, file: SourceFile, settings: Settings) -> bool:
    """Whether what is stored is the outcome of parsing this very file with these settings."""
    try:
        parsed = read_parsed(folder, file.paper_id)
    except ConfigurationError:
        return False
    whole = parsed.paper is None or source_file(folder, file).exists()
    return whole and parsed.key == _key(file, settings, problem=parsed.paper is None)


def _parsed(file: SourceFile, outcome: Paper | Problem, settings: Settings) -> Parsed:
    if isinstance(outcome, Problem):
        return Parsed(_key(file, settings, problem=True), None, outcome.cause)
    paper = replace(outcome, source=file.name)
    return Parsed(_key(file, settings, problem=False), paper)


def _key(file: SourceFile, settings: Settings, problem: bool) -> str:
    limits = (settings.parse_seconds, settings.parse_memory_mb, settings.max_file_mb) if problem else ()
    return key_of(__version__, file.sha256, file.name, file.mtime_ns, settings.max_pages, limits)
