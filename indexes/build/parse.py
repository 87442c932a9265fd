"""First stage of a build: parse files into papers, or record why a file cannot be parsed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ... import __version__
from ...papers.clusters.files import figures_folder, paper_file, source_file
from ...papers.clusters.manifest import SCHEMA, SourceFile
from ...papers.files import check_free_space, write_atomic
from ...papers.parsing import PARSER_REVISION
from ...papers.parsing.documents import is_document
from ...papers.parsing.documents.read import find_pdf_of_document
from ...papers.parsing.json_lines import match_json_line, read_json_papers
from ...papers.parsing.latex import is_latex
from ...papers.parsing.latex.paper import read_pdf_of_sources
from ...papers.parsing.pool import Problem, read_papers
from ...papers.serialization import to_json
from ...papers.types import Paper
from ...settings import Settings
from ..cache_paths import key_of
from ..text.chunking import VERSION

_SPACE_FACTOR = 2  # disk space per byte of a file, for its copy, crops and text: measured 2.3, less for scans


def add_cache_keys(file: SourceFile, settings: Settings) -> SourceFile:
    """Return `file` with the keys under which its parsed paper and chunks are stored.

    The keys change if the file is renamed or its modification time changes.
    """
    limits = settings.max_pages, settings.ocr_pages
    parsed = key_of(SCHEMA, __version__, PARSER_REVISION, file.name, file.sha256, file.mtime_ns, *limits)
    chunked = key_of(VERSION, parsed, settings.chunk_tokens, settings.chunk_overlap, *file.user_fields)
    return replace(file, parsed=parsed, chunked=chunked)


def parse_missing(
    root: Path, folder: Path, files: Sequence[SourceFile], settings: Settings
) -> Iterator[tuple[int, int, SourceFile, Paper | None]]:
    """Parse the `files` (in `root`) that have no `find_outcome` in `folder`, and store each result at once.

    Yields the number of files done, the number to do, the file, and its paper (None if the file has a problem).
    Raises UnavailableError if the disk cannot hold the results.
    """
    pending = [file for file in files if find_outcome(folder, file, settings) is None]
    check_free_space(folder, _SPACE_FACTOR * sum(file.size for file in pending))
    for done, (file, result) in enumerate(_read(root, folder, pending, settings), 1):
        if isinstance(result, Problem):
            write_atomic(problem_file(folder, file, settings), result.cause)
            yield done, len(pending), file, None
        else:
            if result.pages:
                _copy_pages(root / file.name, source_file(folder, file))
            paper = replace(result, id=file.paper_id, source=file.name)
            write_atomic(paper_file(folder, file), to_json(paper))
            yield done, len(pending), file, paper


def _read(
    root: Path, folder: Path, pending: Sequence[SourceFile], settings: Settings
) -> Iterator[tuple[SourceFile, Paper | Problem]]:
    """Yield every `pending` file with its paper or problem, as soon as it is read. Lines of .jsonl files come first."""
    lines: dict[Path, dict[int, SourceFile]] = {}
    files: dict[Path, SourceFile] = {}
    for file in pending:
        if line := match_json_line(file.name):
            lines.setdefault(root / line[1], {})[int(line[2])] = file
        else:
            files[root / file.name] = file
    for path, by_number in lines.items():
        for number, paper in read_json_papers(path, by_number):
            yield by_number[number], Problem(path, paper) if isinstance(paper, str) else paper
    ids = {path: file.paper_id for path, file in files.items()}
    crops_dirs = {path: figures_folder(folder, file) for path, file in files.items()}
    for path, result in read_papers(list(files), settings, crops_dirs, ids):
        yield files[path], result


def _copy_pages(path: Path, target: Path) -> None:
    """Copy the PDF with the pages of the paper at `path` to `target`, if there is one."""
    if pdf := _read_pages(path):
        write_atomic(target, pdf)


def _read_pages(path: Path) -> bytes | None:
    """Return the PDF at `path`, or the PDF that LaTeX sources or a document were merged with; None if there is no
    PDF.
    """
    if is_latex(path):
        return read_pdf_of_sources(path)
    if is_document(path):
        pdf = find_pdf_of_document(path)
        return pdf.read_bytes() if pdf else None
    return path.read_bytes()


def find_outcome(folder: Path, file: SourceFile, settings: Settings) -> SourceFile | None:
    """Return `file` if its parsed paper is stored, `file` with its problem if parsing failed, None if it was not
    parsed.
    """
    copied = source_file(folder, file).exists() or not file.name.lower().endswith(".pdf")
    if paper_file(folder, file).exists() and copied:
        return file
    try:
        return replace(file, problem=problem_file(folder, file, settings).read_text("utf-8"))
    except FileNotFoundError:
        return None


def problem_file(folder: Path, file: SourceFile, settings: Settings) -> Path:
    """Path of the text file that says why `file` could not be parsed.

    The limits for parsing are part of its key: a file that took too long is tried again when the limits change.
    """
    key = key_of(file.parsed, settings.parse_seconds, settings.parse_memory_mb, settings.max_file_mb)
    return folder / "problems" / f"{file.paper_id}.{key}.txt"
