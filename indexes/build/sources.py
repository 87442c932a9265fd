"""Find the papers among the files of a folder: PDFs, LaTeX sources with their files, and documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...papers.parsing.documents import BESIDE_PDF, SUFFIXES, is_document
from ...papers.parsing.latex import ARCHIVES
from ...papers.parsing.latex.paper import find_pdf_by_name, find_picture_files
from ...papers.parsing.latex.sources import is_main

_RANK = (*BESIDE_PDF, *(suffix for suffix in SUFFIXES if suffix not in BESIDE_PDF))


@dataclass(frozen=True, slots=True)
class Source:
    """A paper: the file or folder to read (`path`), and all files that it is made of, sorted (`parts`)."""

    path: Path
    parts: tuple[Path, ...]


def find_sources(folder: Path, files: Sequence[Path]) -> list[Source]:
    """Return the papers among `files`, which are in `folder` or below, sorted by path.

    A subfolder that holds the main file of LaTeX sources is one paper with everything below it. Each main file in
    `folder` itself is a paper, made of all files there that are not papers; its pictures, and the subfolders with
    them, are not papers. An archive is a paper. A document is a paper unless there are LaTeX sources in `folder`.

    The PDF of the same name next to LaTeX sources, an archive or a document belongs to that paper; every other PDF is
    a paper. A Word file, a web page or a plain text with the name of a PDF is not a paper of its own. Of several
    documents with one name, only the one in the richest format is used.
    """
    mains = [file for file in files if file.suffix.lower() == ".tex" and is_main(file)]
    here = [file for file in mains if file.parent == folder]
    pictures = {picture for main in here for picture in find_picture_files(main)}
    parts = {folder / picture.relative_to(folder).parts[0] for picture in pictures}
    roots = _outermost({file.parent for file in mains} - {folder} - parts)
    free = [file for file in files if not _below(file, roots | parts) and file not in parts]
    archives = [file for file in free if file.name.lower().endswith(ARCHIVES)]
    documents = [] if here else [file for file in free if is_document(file)]
    texts = [file for file in documents if file.suffix.lower() in BESIDE_PDF]
    printed = {path: pdf for path in (*here, *archives, *roots, *texts) if (pdf := find_pdf_by_name(path))}
    documents = [file for file in documents if file in printed or not find_pdf_by_name(file)]
    papers = [file for file in free if file.suffix.lower() == ".pdf" and file not in printed.values()]
    others = {file for file in files if not _below(file, roots)}
    others -= {*papers, *archives, *here, *printed.values()}
    made_of = {
        **{paper: {paper} for paper in papers},
        **{file: {file} for file in (*archives, *_first_of_name(documents))},
        **{main: {main, *others} for main in here},
        **{root: {file for file in files if _below(file, {root})} for root in roots},
    }
    return [
        Source(path, tuple(sorted(own | ({printed[path]} if path in printed else set()))))
        for path, own in sorted(made_of.items())
    ]


def beside(file: Path) -> list[Path]:
    """Return `file`, and the PDF of the same name if `file` is an archive or a document that is merged with its PDF."""
    pdf = find_pdf_by_name(file) if file.name.lower().endswith((*ARCHIVES, *BESIDE_PDF)) else None
    return [file, pdf] if pdf else [file]


def _first_of_name(documents: Sequence[Path]) -> list[Path]:
    """Return one document per name: the one in the richest format, for example a Word file or a web page."""
    best: dict[Path, Path] = {}
    for file in sorted(documents, key=lambda file: _RANK.index(file.suffix.lower())):
        best.setdefault(file.with_suffix(""), file)
    return list(best.values())


def _outermost(folders: set[Path]) -> set[Path]:
    return {folder for folder in folders if not folders & set(folder.parents)}


def _below(file: Path, folders: set[Path]) -> bool:
    return not folders.isdisjoint(file.parents)
