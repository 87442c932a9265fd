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
_MOST_SIGNS = 31  # most characters of a sheet's name in Excel
_FORBIDDEN = re.compile(r"[\[\]:*?/\\']")


def write_csv_files(figures: Iterable[FigureValues], folder: Path) -> int:
    """Write PAPER_FIGURE.csv for each figure, with a line per value. Return the number of files."""
    count = 0
    for figure in figures:
        name = f"{figure.paper_id}_{figure.figure.replace(':', '-')}.csv"
        write_atomic(folder / name, format_csv(figure))
        count += 1
    return count


def format_csv(figure: FigureValues) -> str:
    """Return the values of a figure as CSV, with a line per value."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(FIELDS)
    writer.writerows(map(_list_texts, figure.values))
    return text.getvalue()


def write_workbook_file(figures: Iterable[FigureValues], folder: Path) -> int:
    """Write all figures to one workbook, as `format_workbook` does. Return the number of figures."""
    found = list(figures)
    write_atomic(folder / WORKBOOK, format_workbook(found))
    return len(found)


def format_workbook(figures: Iterable[FigureValues]) -> bytes:
    """Return the figures as an Excel workbook: first a sheet that lists them, then a sheet per figure."""
    contents: list[list[str | float | None]] = [["sheet", *_LABELS]]
    sheets: dict[str, list[list[str | float | None]]] = {"Figures": contents}
    for number, figure in enumerate(figures, 1):
        name = _FORBIDDEN.sub(" ", f"{number} {figure.label}")[:_MOST_SIGNS]
        contents.append([name, *(getattr(figure, label) for label in _LABELS)])
        sheets[name] = [list(FIELDS), *([getattr(each, field) for field in FIELDS] for each in figure.values)]
    return write_workbook(sheets)


def _list_texts(value: FigureValue) -> list[str | float | None]:
    fields = (getattr(value, field) for field in FIELDS)
    return [plain_text(each) if isinstance(each, str) else each for each in fields]
