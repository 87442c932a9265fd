"""Papers as LaTeX sources.

paper         files of a paper, and the PDF next to them       read      sources to a Paper sources       main file
with its inputs, without comments      macros    expansion of the author's commands body          headings,
paragraphs, floats, numbers, labels    render    TeX to text with its citations bibliography  .bbl and .bib to
references                      merge_pdf sources and PDF merged into one paper
"""

from __future__ import annotations

from pathlib import Path

ARCHIVES = (".tar.gz", ".tgz", ".tar")
MAIN_NAMES = ("main", "paper", "ms", "article", "root", "manuscript")  # common names of the main file
FOLDER_NAMES = (*MAIN_NAMES, "latex", "tex", "src", "source", "sources")  # common names of its folder


def is_latex(path: Path) -> bool:
    """True if `path` is a paper in LaTeX by its name: a .tex file, an archive, or a folder."""
    return path.is_dir() or path.name.lower().endswith((".tex", *ARCHIVES))
