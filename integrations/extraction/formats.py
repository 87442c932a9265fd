"""An extraction sheet as CSV, Excel, HTML, Markdown or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ...agent.session import Session
from ...errors import UsageError
from ...papers.clusters.ids import describe_location
from ...papers.files import write_atomic
from ..html import render_page
from ..json_output import citation_fields
from ..sanitize import clean_line, escape_markdown
from ..spreadsheet import plain_text, write_workbook
from .types import Sheet, SheetCell

_PARTS = ("quote", "page", "probability")


def check_format(path: Path) -> None:
    """Raise UsageError for a path whose suffix is not that of a known format."""
    if path.suffix.lower() not in _WRITERS:
        raise UsageError(f"{path}: no such format; name a file that ends in {', '.join(_WRITERS)}")


def write_sheet(sheet: Sheet, session: Session, path: Path) -> None:
    """Write `sheet` in the format that the suffix of `path` names.

    Raises UsageError for an unknown suffix or a file that cannot be written.
    """
    check_format(path)
    try:
        write_atomic(path, _WRITERS[path.suffix.lower()](sheet, session))
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror}); name another file") from error


def format_sheet(sheet: Sheet, session: Session, suffix: str) -> bytes:
    """Return the content of a file with that suffix. Raises UsageError for an unknown suffix."""
    check_format(Path(f"sheet{suffix}"))
    content = _WRITERS[suffix](sheet, session)
    return content.encode() if isinstance(content, str) else content


def sheet_fields(sheet: Sheet, session: Session) -> dict[str, object]:
    """Return the fields of the JSON form. The answer of a blank cell is null."""
    papers = {paper.id: paper for paper in session.cluster.summaries}

    def cell_fields(cell: SheetCell) -> dict[str, object]:
        blank = cell.is_blank(sheet.least)
        return {
            "answer": None if blank else cell.text,
            "probability": round(cell.probability, 4),
            "citations": [] if blank else [citation_fields(each, papers) for each in cell.citations],
            "model": cell.model,
            "notes": list(cell.notes),
        }

    return {
        "cluster": sheet.cluster,
        "least": sheet.least,
        "columns": [{"name": column.name, "questions": list(column.wordings)} for column in sheet.columns],
        "rows": [
            {
                "paper_id": row.paper_id,
                "title": row.title,
                "cells": {
                    column.name: cell_fields(cell)
                    for column, cell in zip(sheet.columns, row.cells, strict=True)
                },
            }
            for row in sheet.rows
        ],
    }


def write_markdown(sheet: Sheet, _: Session) -> str:
    """Return a table of the answers with pages and probabilities; a blank cell is a dash."""

    def show(cell: SheetCell) -> str:
        if cell.is_blank(sheet.least):
            return "–"
        pages = _list_pages(cell)
        where = f"p. {pages}, " if pages else ""
        return f"{_escape(cell.text)} ({where}{cell.probability:.0%})"

    header = ["paper", *(_escape(column.name) for column in sheet.columns)]
    lines = [header, ["---"] * len(header)]
    lines += [[_escape(row.title), *map(show, row.cells)] for row in sheet.rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _escape(text: str) -> str:
    return escape_markdown(clean_line(text)).replace("|", "\\|")


def _write_csv(sheet: Sheet, _: Session) -> str:
    """Return one line per paper with, for each question, the answer, its quotes, their pages and the probability."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [column.name for column in sheet.columns]
    heading = ["paper_id", "title"]
    heading += [each for name in names for each in (name, *(f"{name}: {part}" for part in _PARTS))]
    writer.writerow(map(plain_text, heading))
    for row in sheet.rows:
        fields = [field for cell in row.cells for field in _list_fields(cell, sheet.least)]
        writer.writerow(map(plain_text, (row.paper_id, row.title, *fields)))
    return text.getvalue()


def _list_fields(cell: SheetCell, least: float) -> tuple[str, str, str, str]:
    """Return answer, quotes, pages and probability as texts. For a blank cell, all except the probability are ""."""
    probability = f"{cell.probability:.2f}"
    if cell.is_blank(least):
        return "", "", "", probability
    return cell.text, "\n".join(each.quote for each in cell.citations), _list_pages(cell), probability


def _list_pages(cell: SheetCell) -> str:
    return ", ".join(dict.fromkeys(str(each.page) for each in cell.citations if each.page))


def _write_excel(sheet: Sheet, _: Session) -> bytes:
    """Return a workbook with a sheet of answers and a sheet with a line per cell: quotes, pages, probability."""
    names = [column.name for column in sheet.columns]
    answers = [["paper", *names]]
    answers += [
        [row.title, *("" if cell.is_blank(sheet.least) else cell.text for cell in row.cells)]
        for row in sheet.rows
    ]
    evidence: list[list[str | float]] = [["paper", "question", "answer", *_PARTS], *_list_evidence(sheet)]
    return write_workbook({"Answers": answers, "Evidence": evidence})


def _list_evidence(sheet: Sheet) -> Iterator[list[str | float]]:
    for row in sheet.rows:
        for column, cell in zip(sheet.columns, row.cells, strict=True):
            *texts, _ = _list_fields(cell, sheet.least)
            yield [row.title, column.name, *texts, round(cell.probability, 2)]


def _write_html(sheet: Sheet, session: Session) -> str:
    """Return a page for a browser in which each cell opens its quotes with their places."""
    places = {
        citation: describe_location(session.cluster.paper(row.paper_id), citation.page, citation.quote)
        for row in sheet.rows
        for cell in row.cells
        for citation in cell.citations
    }
    return render_page("citehop.integrations.extraction", "sheet.html", sheet=sheet, places=places)


def _write_json(sheet: Sheet, session: Session) -> str:
    return json.dumps(sheet_fields(sheet, session), ensure_ascii=False, indent=2) + "\n"


_WRITERS: Mapping[str, Callable[[Sheet, Session], str | bytes]] = {
    ".csv": _write_csv,
    ".xlsx": _write_excel,
    ".html": _write_html,
    ".md": write_markdown,
    ".json": _write_json,
}
