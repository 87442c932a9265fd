"""A paper given as LaTeX: which files make it up, and the PDF that may stand beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ...errors import UsageError
from ..references.ids import own_ids
from ..types import Paper
from .archive import unpacked
from .graphics import included
from .merge import merged
from .read import read_sources
from .sources import main_file

ReadPdf = Callable[[Path, Path | None, str], Paper]
_MOST_READ = 2_000_000  # characters of .tex looked through for the pictures they include


def read_latex(path: Path, paper_id: str, crops: Path | None, read_pdf: ReadPdf) -> Paper:
    """The paper in `path`: a .tex with the files beside it, a folder, or a .tar.gz.

    Where a PDF stands beside the sources the two become one paper: text and structure from the sources, pages and
    boxes from the PDF, which `read_pdf` reads. A PDF that cannot be read is a warning. Raises UsageError for sources
    that are missing or hold no text.
    """
    with _opened(path) as (root, main, warnings):
        pdf = pdf_beside(path, root, main)
        paper = read_sources(main, root, paper_id, crops if pdf is None else None, warnings)
        paper = replace(paper, ids=own_ids(path.name), source=path.name)
        if pdf is None:
            return paper
        try:
            return merged(paper, read_pdf(pdf, crops, paper_id))
        except UsageError as error:
            warning = str(error)
        return replace(paper, warnings=(*paper.warnings, warning))


def pdf_beside(path: Path, root: Path, main: Path) -> Path | None:
    """The PDF of the paper: named like the .tex, the folder or the archive; else the only one in the main file's folder
    that no picture of the text is."""
    stem = path.name.removesuffix(path.suffix if path.suffix != ".gz" else ".tar.gz")
    named = [path.with_name(f"{stem}.pdf"), main.with_suffix(".pdf"), root / f"{stem}.pdf"]
    for candidate in named:
        if candidate.is_file():
            return candidate
    pictures = {Path(name).stem for name in _pictures(main.parent)}
    alone = [pdf for pdf in sorted(main.parent.glob("*.pdf")) if pdf.stem not in pictures]
    mains = [
        tex
        for tex in main.parent.glob("*.tex")
        if "\\documentclass" in tex.read_text("utf-8", "replace")[:20_000]
    ]
    return alone[0] if len(alone) == 1 and len(mains) == 1 else None


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Path, Path, list[str]]]:
    """The folder of the sources, their main file, and warnings so far."""
    if path.is_dir():
        yield path, main_file(path), []
    elif path.suffix.lower() == ".tex":
        if not path.is_file():
            raise UsageError(f"{path.name}: cannot be read (no such file)")
        yield path.parent, path, []
    else:
        with unpacked(path) as (folder, warnings):
            yield folder, main_file(folder), warnings


def _pictures(folder: Path) -> list[str]:
    names: list[str] = []
    for tex in sorted(folder.rglob("*.tex"))[:200]:
        names += included(re.sub(r"(?<!\\)%.*", "", tex.read_text("utf-8", "replace")[:_MOST_READ]))
    return names
