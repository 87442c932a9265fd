"""Papers as LaTeX sources.

paper    which files make one up, and the PDF beside them      read     sources to a Paper
sources  main file and its parts, comments taken out           macros   the author's own commands carried out
walk     headings, paragraphs, floats, numbers and labels      render   TeX to text, citations spelled out
entries  .bbl and .bib to references                           merge    sources and PDF to one paper
"""

from __future__ import annotations

from pathlib import Path

ARCHIVES = (".tar.gz", ".tgz", ".tar")
MAIN_NAMES = (
    "main",
    "paper",
    "ms",
    "article",
    "root",
    "manuscript",
)  # what authors call the file to start from

FOLDER_NAMES = (*MAIN_NAMES, "latex", "tex", "src", "source", "sources")  # and where they put it


def is_latex(path: Path) -> bool:
    """Whether `path` is a paper as LaTeX by its name: a .tex, an archive, or a folder."""
    return path.is_dir() or path.name.lower().endswith((".tex", *ARCHIVES))
