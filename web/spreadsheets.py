"""Tables as CSV, Markdown and Excel files. Values come from papers: none of them is taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence

from ..integrations.sanitize import clean, clean_line, escape_markdown
from ..integrations.spreadsheet import plain_text, write_workbook

Table = Sequence[Sequence[str]]  # the first row holds the headings


def write_csv(table: Table) -> bytes:
    """The table in UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows([plain_text(clean(cell)) for cell in row] for row in table)
    return text.getvalue().encode("utf-8-sig")  # Excel takes other files for Latin-1


def write_markdown(table: Table) -> bytes:
    """The table in the syntax of GitHub."""
    head, *rows = [[_escape_cell(cell) for cell in row] for row in table]
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines).encode()


def _escape_cell(cell: str) -> str:
    return escape_markdown(clean_line(cell)).replace("|", "\\|")


WRITERS: Mapping[str, tuple[str, Callable[[Table], bytes]]] = {
    "csv": ("text/csv", write_csv),
    "md": ("text/markdown", write_markdown),
    "xlsx": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        lambda table: write_workbook({"Comparison": table}),
    ),
}
"""The media type and the writer of each kind of file, by its suffix."""
