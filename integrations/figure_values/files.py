"""Values of figures as CSV files and as an Excel workbook."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from pathlib import Path

from ...papers.files import write_atomic
from ..spreadsheet import plain_text, write_workbook
from .types import FIELDS, FigureValue, FigureValues

WORKBOOK = "figures.xlsx"
_LABELS = ("paper_id", "figure", "label", "page", "kind", "caption")
_MOST_SIGNS = 31  # of a sheet's name in Excel
_FORBIDDEN = re.compile(r"[\[\]:*?/\\']")


def write_csv_files(figures: Iterable[FigureValues], folder: Path) -> int:
    """Write PAPER_FIGURE.csv for each figure, with a line per value, and return how many."""
    count = 0
    for figure in figures:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(FIELDS)
        writer.writerows(map(_list_texts, figure.values))
        write_atomic(folder / f"{figure.paper_id}_{figure.figure.replace(':', '-')}.csv", text.getvalue())
        count += 1
    return count


def write_workbook_file(figures: Iterable[FigureValues], folder: Path) -> int:
    """Write all figures to one workbook, a sheet each behind a list of them, and return how many."""
    contents: list[list[str | float | None]] = [["sheet", *_LABELS]]
    sheets: dict[str, list[list[str | float | None]]] = {"Figures": contents}
    for number, figure in enumerate(figures, 1):
        name = _FORBIDDEN.sub(" ", f"{number} {figure.label}")[:_MOST_SIGNS]
        contents.append([name, *(getattr(figure, label) for label in _LABELS)])
        sheets[name] = [list(FIELDS), *([getattr(each, field) for field in FIELDS] for each in figure.values)]
    write_atomic(folder / WORKBOOK, write_workbook(sheets))
    return len(sheets) - 1


def _list_texts(value: FigureValue) -> list[str | float | None]:
    fields = (getattr(value, field) for field in FIELDS)
    return [plain_text(each) if isinstance(each, str) else each for each in fields]
