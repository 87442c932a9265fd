"""Locate the files of a paper in LaTeX and the PDF next to them, and read both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

from ....errors import UsageError
from ...types import Paper
from ..references.ids import find_own_ids, parse_id_year
from . import ARCHIVES
from .archive import unpack_archive
from .graphics import find_graphics_paths, find_included_graphics, find_picture
from .merge_pdf import merge_sources_with_pdf, prints_sources
from .read import read_sources
from .sources import Sources, assemble_sources, find_main_file, is_main

_MOST_PICTURES = 2_000  # most names of pictures that are searched among the files
ReadPdf = Callable[[Path, Path | None, str], Paper]


def read_latex(path: Path, paper_id: str, crops_dir: Path | None, read_pdf: ReadPdf) -> Paper:
    """Read the paper in `path`: a .tex file with the files next to it, a folder, or a .tar.gz.

    A PDF next to the sources is read by `read_pdf` and merged with them: text and structure are from the sources, pages
    and boxes from the PDF. A PDF that cannot be read or prints another text causes a warning. Raise UsageError for
    sources that are missing or contain no text.
    """
    with _open_sources(path) as (root, main, warnings):
        pdf = find_pdf(path, root, main)
        if pdf is not None:
            paper = _set_source(path, read_sources(main, root, paper_id, None, warnings))
            try:
                printed = read_pdf(pdf, crops_dir, paper_id)
                if prints_sources(printed, paper):
                    return _set_year(merge_sources_with_pdf(paper, printed))
                warnings.append(f"{pdf.name} prints another text than the sources, and was left aside")
            except UsageError as error:
                warnings.append(str(error))
        return _set_year(_set_source(path, read_sources(main, root, paper_id, crops_dir, warnings)))


def _set_source(path: Path, paper: Paper) -> Paper:
    return replace(paper, ids=find_own_ids(path.name), source=path.name)


def _set_year(paper: Paper) -> Paper:
    """Set the year of `paper` from its own id if neither the sources nor the PDF print a year."""
    return replace(paper, year=paper.year or parse_id_year(paper.ids))


def read_pdf_of_sources(path: Path) -> bytes | None:
    """Return the bytes of the PDF that `read_latex` uses with the sources in `path`, or None."""
    with _open_sources(path) as (root, main, _):
        pdf = find_pdf(path, root, main)
        return pdf.read_bytes() if pdf else None


def find_pdf(path: Path, root: Path, main: Path) -> Path | None:
    """Find the PDF of the paper; None if there is no such PDF.

    It has the name of the .tex file, the folder or the archive. Otherwise, in a folder or an archive, it is the only
    PDF next to the main file that the text does not include as a picture.
    """
    stem = _stem(path)
    named = [find_pdf_by_name(path), main.with_suffix(".pdf"), root / f"{stem}.pdf"]
    for candidate in named:
        if candidate is not None and candidate.is_file():
            return candidate
    if path == main:  # other PDFs next to a lone .tex are other papers
        return None
    alone = set(main.parent.glob("*.pdf"))
    alone -= find_picture_files(main, root) if alone else set()
    mains = [tex for tex in main.parent.glob("*.tex") if is_main(tex)]
    return alone.pop() if len(alone) == 1 and len(mains) == 1 else None


def find_pdf_by_name(path: Path) -> Path | None:
    """Find a PDF next to a .tex file, a folder or an archive that has the same name; None if there is no such PDF."""
    pdf = path.with_name(f"{_stem(path)}.pdf")
    return pdf if pdf.is_file() else None


def find_picture_files(main: Path, root: Path | None = None) -> set[Path]:
    """Return the files in `root` (default: the folder of `main`) that the paper includes as pictures."""
    sources = Sources(root or main.parent, main.parent)
    tex = assemble_sources(main, sources)
    folders = find_graphics_paths(tex)
    names = islice(dict.fromkeys(find_included_graphics(tex)), _MOST_PICTURES)
    return {found for name in names if (found := find_picture(name, folders, sources))}


def _stem(path: Path) -> str:
    if path.is_dir():
        return path.name
    ending = next((end for end in ARCHIVES if path.name.lower().endswith(end)), path.suffix)
    return path.name[: -len(ending)]


@contextmanager
def _open_sources(path: Path) -> Iterator[tuple[Path, Path, list[str]]]:
    """Yield the folder of the sources, their main file, and the warnings so far."""
    if path.is_dir():
        yield path, find_main_file(path), []
    elif path.suffix.lower() == ".tex":
        if not path.is_file():
            raise UsageError(f"{path.name}: cannot be read (no such file)")
        yield path.parent, path, []
    else:
        with unpack_archive(path) as (folder, warnings):
            yield folder, find_main_file(folder, path.name), warnings
