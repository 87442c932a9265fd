"""The questions of an extraction sheet, from a file or a text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from ...errors import UsageError
from ...papers.files import read_user_file
from .types import SheetColumn

_LARGEST = 1 << 20  # largest file of questions in bytes
_MOST = 200  # most columns
_HEADINGS = ("question", "questions")


def build_columns(questions: Iterable[str | tuple[str, str]]) -> tuple[SheetColumn, ...]:
    """Return the columns for `questions`, in order. A question is its own name unless it is given as (name,
    question).

    Questions with the same name are wordings of one column. Raises UsageError if there is no question, or too many.
    """
    wordings: dict[str, list[str]] = {}
    for each in questions:
        name, question = (each, each) if isinstance(each, str) else each
        if question.strip():
            wordings.setdefault(" ".join(name.split()) or question.strip(), []).append(question.strip())
    if not 0 < len(wordings) <= _MOST:
        raise UsageError(f"{len(wordings)} questions: give 1 to {_MOST}, with --question or --questions FILE")
    return tuple(SheetColumn(name, tuple(dict.fromkeys(found))) for name, found in wordings.items())


def read_questions(path: Path) -> list[str | tuple[str, str]]:
    """Read the questions of a CSV file with the columns name and question, or of a text file with one question per
    line.
    """
    text = read_user_file(path, _LARGEST).decode("utf-8-sig", "replace")
    try:
        return _parse_rows(_read_rows(text)) if path.suffix.lower() == ".csv" else _list_lines(text)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error


def parse_questions(text: str) -> list[str | tuple[str, str]]:
    """Return the questions of a text: one per line, or rows of CSV if its first line is "name,question"."""
    rows = _read_rows(text)
    return _parse_rows(rows) if rows and len(rows[0]) > 1 and _is_heading(rows[0]) else _list_lines(text)


def _list_lines(text: str) -> list[str | tuple[str, str]]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _read_rows(text: str) -> list[list[str]]:
    return [row for row in csv.reader(io.StringIO(text)) if any(map(str.strip, row))]


def _is_heading(row: Sequence[str]) -> bool:
    return row[-1].strip().lower() in _HEADINGS


def _parse_rows(rows: Sequence[list[str]]) -> list[str | tuple[str, str]]:
    rows = rows[1:] if rows and _is_heading(rows[0]) else rows
    if any(len(row) > 2 for row in rows):
        raise UsageError("rows with more than two fields; put questions with a comma into quotation marks")
    return [(row[0], row[1]) if len(row) > 1 and row[1].strip() else row[0] for row in rows]
