"""Data sheets: Markdown files beside data or a model that name the papers and licences behind them."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable
from pathlib import Path

from ...papers.files import write_atomic
from ...papers.types import Paper

DATA_SHEET = "DATA_SHEET.md"
_LICENCE = re.compile(r"[^.]*\b(?:licen[sc]ed under|Creative Commons|CC[- ]BY)\b[^.]*", re.IGNORECASE)


def write_sheet(folder: Path, introduction: str, lines: Iterable[str], papers: Iterable[Paper]) -> None:
    """Write DATA_SHEET.md to `folder`: `introduction`, the other `lines`, then the papers in the order given."""
    sheet = ["# Data sheet", "", introduction, "", *lines, "## Papers and licences", ""]
    write_atomic(folder / DATA_SHEET, "\n".join([*sheet, *map(describe_paper, papers)]) + "\n")


def program() -> str:
    """The versions of citehop and Python."""
    from ... import __version__

    return f"citehop {__version__} (Python {platform.python_version()})"


def describe_paper(paper: Paper) -> str:
    """A line of a data sheet: title, year, hash, and the sentence of the paper about its licence, if there is one."""
    statement = next((m.group().strip() for b in paper.blocks if (m := _LICENCE.search(b.text))), "")
    licence = f'"{" ".join(statement.split())[:200]}"' if statement else "not known"
    return f"- {paper.title or paper.id} ({paper.year or 'no year'}), sha256 {paper.sha256[:16]}; licence: {licence}"
