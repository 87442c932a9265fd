"""Read papers from LaTeX sources.

- paper: find the files of a paper and the PDF next to them.
- read: turn sources into a Paper.
- sources: find the main file and insert its inputs, without comments.
- macros: expand the author's commands.
- body: parse headings, paragraphs, floats, numbers and labels.
- render: convert TeX to text with its citations.
- bibliography: turn .bbl and .bib files into references.
- merge_pdf: merge sources and PDF into one paper.
"""

from __future__ import annotations

from pathlib import Path

ARCHIVES = (".tar.gz", ".tgz", ".tar")
MAIN_NAMES = ("main", "paper", "ms", "article", "root", "manuscript")  # common names of the main file
FOLDER_NAMES = (*MAIN_NAMES, "latex", "tex", "src", "source", "sources")  # common names of its folder


def is_latex(path: Path) -> bool:
    """True if the name of `path` is that of a paper in LaTeX: a .tex file, an archive, or any folder."""
    return path.is_dir() or path.name.lower().endswith((".tex", *ARCHIVES))
