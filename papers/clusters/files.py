"""Build the paths of a cluster's files (see `cluster`), and read values that a build wrote to them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from ...errors import ConfigurationError
from ..serialization import from_json
from ..types import Paper
from ..user_record import apply_fields
from .checksums import compute_bytes_digest
from .manifest import SourceFile

T = TypeVar("T")


def source_file(folder: Path, file: SourceFile) -> Path:
    """Return the path of the PDF with the pages of `file`: a copy of `file`, or of the PDF found with its LaTeX
    sources.
    """
    return folder / "sources" / f"{file.stem or file.paper_id}.{file.sha256[:12]}.pdf"


def bib_file(folder: Path, name: str) -> Path:
    """Return the path of the copied .bib file `name`, which `Manifest.bib` gives."""
    return folder / "sources" / name


def paper_file(folder: Path, file: SourceFile) -> Path:
    """Return the path of the parsed paper of `file`."""
    return folder / "papers" / f"{file.stored_name}.json"


def read_parsed_paper(folder: Path, file: SourceFile) -> Paper:
    """Read the parsed paper of `file`, with its id and the user's record.

    Raises ConfigurationError if it is missing or damaged.
    """
    paper = apply_fields(read_build_file(Paper, paper_file(folder, file)), file.user_fields)
    return replace(paper, id=file.paper_id)


def figures_folder(folder: Path, file: SourceFile) -> Path:
    """Return the path of the folder with the figure images of `file`."""
    return folder / "figures" / file.stored_name


def citations_file(folder: Path, key: str) -> Path:
    """Return the path of the resolved references with this `key`."""
    return folder / "citations" / f"{key}.json"


def summaries_file(folder: Path, key: str) -> Path:
    """Return the path of the summaries of all papers. `key` is the key of the citations because both change with the
    papers.
    """
    return folder / "summaries" / f"{key}.json"


def read_build_file(cls: type[T], path: Path, digest: str = "") -> T:
    """Read a value that a build wrote to `path`.

    Raises ConfigurationError if the file is missing or damaged, or if its digest is not `digest` ("": any digest).
    """
    try:
        raw = path.read_bytes()
        if digest and compute_bytes_digest(raw) != digest:
            raise ValueError("its checksum differs")
        return from_json(cls, raw.decode("utf-8"))
    except FileNotFoundError:
        raise ConfigurationError(f"{path} is missing; index the folder again") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"{path}: damaged ({error}); index the folder again") from error
