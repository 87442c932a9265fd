"""SciDQA (Singh et al., 2024; arXiv 2411.05338): scores of a response file in the layout of its repository.

A response file is the question table with one more column, `<model>_ans`, or `<model>_ans_single` where answers to
several parts of a paper were condensed to one. The printed "ROUGE" is the mean PRECISION of ROUGE-1, -2 and -L with
stemming, of cells as they are: the gold answer keeps its "A: " and an empty answer is the text "nan". F1 is reported as
well because precision rewards short answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

from ....errors import UsageError

QUESTION, GOLD = "que", "ans"
EMPTY = "nan"  # what the published scores took an empty cell for


@dataclass(frozen=True, slots=True)
class Responses:
    """(answer, gold) of every row, and its question; `empty` rows have no answer and are scored as the text "nan"."""

    column: str
    pairs: tuple[tuple[str, str], ...]
    questions: tuple[str, ...]
    empty: int


def load_responses(path: Path, column: str | None = None) -> Responses:
    """The rows of an .xlsx response file; `column` names the answers where the file's own naming does not.

    Raises UsageError, naming the file and what it has, when it cannot be read or the columns are not there.
    """
    header, *rows = read_sheet(path)
    named = [str(name or "") for name in header]
    chosen = column or _answer_column(path, named)
    if GOLD not in named or chosen not in named:
        wanted = GOLD if GOLD not in named else chosen
        raise UsageError(f"{path}: no column {wanted!r}; it has {', '.join(filter(None, named))}")
    answers = [_cell(row, named.index(chosen)) for row in rows]
    golds = [_cell(row, named.index(GOLD)) for row in rows]
    asked = [_cell(row, named.index(QUESTION)) if QUESTION in named else "" for row in rows]
    return Responses(chosen, tuple(zip(answers, golds, strict=True)), tuple(asked), answers.count(EMPTY))


def _answer_column(path: Path, named: Sequence[str]) -> str:
    """The single answers where there are any, else the answers; exactly one column must qualify."""
    for ending in ("_ans_single", "_ans"):
        found = [name for name in named if name.endswith(ending)]
        if len(found) == 1:
            return found[0]
        if found:
            raise UsageError(f"{path}: several answer columns ({', '.join(found)}); choose one with --column")
    raise UsageError(f"{path}: no column ends in _ans; name the answers with --column")


def read_sheet(path: Path) -> list[tuple[object, ...]]:
    """The rows of the first sheet that hold anything, the header first. Raises UsageError for what is no .xlsx file."""
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        book = load_workbook(path, read_only=True, data_only=True)
    except (OSError, BadZipFile, InvalidFileException, KeyError, ValueError) as error:
        raise UsageError(f"{path}: not a readable .xlsx file; give a SciDQA response file") from error
    try:
        rows = [tuple(row) for row in book.worksheets[0].iter_rows(values_only=True) if any(row)]
    finally:
        book.close()
    if not rows:
        raise UsageError(f"{path}: the first sheet is empty; give a SciDQA response file")
    return rows


def _cell(row: Sequence[object], column: int) -> str:
    """The cell as stripped text; an empty one is "nan"."""
    value = row[column] if column < len(row) else None
    return EMPTY if value is None else str(value).strip()
