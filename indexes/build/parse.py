"""First stage of a build: files to papers, or to the reasons why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ... import __version__
from ...papers.clusters.cluster import paper_file, source_file
from ...papers.clusters.manifest import SCHEMA, SourceFile
from ...papers.files import write_atomic
from ...papers.parsing.latex import is_latex
from ...papers.parsing.latex.paper import printed_pdf
from ...papers.parsing.pool import Problem, read_papers
from ...papers.serialization import to_json
from ...settings import Settings
from ..cache_paths import key_of
from ..text.chunking import VERSION


def with_keys(file: SourceFile, settings: Settings) -> SourceFile:
    """`file` with the keys under which what is made of it is kept. A touched file has new ones; so has a renamed one."""
    parsed = key_of(
        SCHEMA, __version__, file.name, file.sha256, file.mtime_ns, settings.max_pages, settings.ocr_pages
    )
    chunked = key_of(VERSION, parsed, settings.chunk_tokens, settings.chunk_overlap)
    return replace(file, parsed=parsed, chunked=chunked)


def parse_missing(
    root: Path, folder: Path, files: Sequence[SourceFile], settings: Settings
) -> Iterator[tuple[int, int, SourceFile | None, tuple[str, ...]]]:
    """Parse those of `files` (in `root`) of which `folder` holds no `outcome`, storing each as it ends.

    Yields how many are done, how many are to do, the file unless it has a problem, and the paper's warnings.
    """
    pending = {root / file.name: file for file in files if outcome(folder, file, settings) is None}
    # The reader names the folder of the crops after the id.
    names = {path: f"{file.paper_id}.{file.parsed}" for path, file in pending.items()}
    for done, (path, result) in enumerate(read_papers(list(pending), settings, folder / "figures", names), 1):
        file = pending[path]
        if isinstance(result, Problem):
            write_atomic(_problem_file(folder, file, settings), result.cause)
            yield done, len(pending), None, ()
        else:
            pdf = printed_pdf(path) if is_latex(path) else path.read_bytes()
            if result.pages and pdf:
                write_atomic(source_file(folder, file), pdf)
            paper = replace(result, id=file.paper_id, source=file.name)
            write_atomic(paper_file(folder, file), to_json(paper))
            yield done, len(pending), file, result.warnings


def outcome(folder: Path, file: SourceFile, settings: Settings) -> SourceFile | None:
    """`file` as it was parsed: as it is, or with the problem that came up; None while it was not."""
    copied = source_file(folder, file).exists() or not file.name.lower().endswith(".pdf")
    if paper_file(folder, file).exists() and copied:
        return file
    try:
        return replace(file, problem=_problem_file(folder, file, settings).read_text("utf-8"))
    except FileNotFoundError:
        return None


def _problem_file(folder: Path, file: SourceFile, settings: Settings) -> Path:
    """Its key holds the limits too: a file that took too long is tried again when it may take longer."""
    key = key_of(file.parsed, settings.parse_seconds, settings.parse_memory_mb, settings.max_file_mb)
    return folder / "problems" / f"{file.paper_id}.{key}.txt"
