"""The papers among the files of a folder: PDFs, and LaTeX sources with all that belongs to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...papers.parsing.latex import ARCHIVES
from ...papers.parsing.latex.paper import find_pdf_by_name, find_picture_files
from ...papers.parsing.latex.sources import is_main


@dataclass(frozen=True, slots=True)
class Source:
    """A paper: the file or the folder to read, and every file that it is made of, sorted."""

    path: Path
    parts: tuple[Path, ...]


def find_sources(folder: Path, files: Sequence[Path]) -> list[Source]:
    """Papers among `files`, which are in `folder` or below, sorted by path.

    A subfolder that holds the main file of LaTeX sources is one paper with everything below it. Of main files in
    `folder` itself each is a paper, made of all that is no paper; its pictures, and the subfolders with them,
    are not. An archive is a paper. To each of these belongs the PDF of its name beside it; every other PDF is a paper.
    """
    mains = [file for file in files if file.suffix.lower() == ".tex" and is_main(file)]
    here = [file for file in mains if file.parent == folder]
    pictures = {picture for main in here for picture in find_picture_files(main)}
    parts = {folder / picture.relative_to(folder).parts[0] for picture in pictures}
    roots = _outermost({file.parent for file in mains} - {folder} - parts)
    free = [file for file in files if not _below(file, roots | parts) and file not in parts]
    archives = [file for file in free if file.name.lower().endswith(ARCHIVES)]
    printed = {path: pdf for path in (*here, *archives, *roots) if (pdf := find_pdf_by_name(path))}
    papers = [file for file in free if file.suffix.lower() == ".pdf" and file not in printed.values()]
    others = {file for file in files if not _below(file, roots)}
    others -= {*papers, *archives, *here, *printed.values()}
    made_of = {
        **{paper: {paper} for paper in papers},
        **{archive: {archive} for archive in archives},
        **{main: {main, *others} for main in here},
        **{root: {file for file in files if _below(file, {root})} for root in roots},
    }
    return [
        Source(path, tuple(sorted(own | ({printed[path]} if path in printed else set()))))
        for path, own in sorted(made_of.items())
    ]


def beside(file: Path) -> list[Path]:
    """`file` and, where it is an archive of sources, the PDF of its name."""
    pdf = find_pdf_by_name(file) if file.name.lower().endswith(ARCHIVES) else None
    return [file, pdf] if pdf else [file]


def _outermost(folders: set[Path]) -> set[Path]:
    return {folder for folder in folders if not folders & set(folder.parents)}


def _below(file: Path, folders: set[Path]) -> bool:
    return not folders.isdisjoint(file.parents)
