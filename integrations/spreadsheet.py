"""Cells of spreadsheets. Text from papers never becomes a formula."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence

from .sanitize import clean

_FORMULA = re.compile(r"[=+@\t\r]|-(?![\d.])")
_WIDTH = 40  # width of a column in characters
_LONGEST = 32_767  # most characters of a cell in Excel


def plain_text(value: str) -> str:
    """Return `value` as a cell of a CSV file, with an apostrophe in front if a spreadsheet would compute it as a
    formula.
    """
    return f"'{value}" if _FORMULA.match(value) else value


def write_workbook(sheets: Mapping[str, Sequence[Sequence[str | float | None]]]) -> bytes:
    """Return the bytes of an Excel file with these sheets. The first line of each is its heading and stays visible."""
    from openpyxl import Workbook  # slow to import
    from openpyxl.styles import Alignment, Font

    book = Workbook()
    book.remove(book.active)
    for title, lines in sheets.items():
        page = book.create_sheet(title)
        for number, line in enumerate(lines, 1):
            for place, value in enumerate(line, 1):
                cell = page.cell(number, place)
                cell.value = clean(value)[:_LONGEST] if isinstance(value, str) else value
                if isinstance(value, str):
                    cell.data_type = "s"  # never a formula
                cell.alignment = Alignment(wrap_text=True, vertical="top")
                cell.font = Font(bold=number == 1)
        for column in page.columns:
            page.column_dimensions[column[0].column_letter].width = _WIDTH
        page.freeze_panes = "B2"
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()
