"""The files of SciDQA: the table of questions, and the texts of the papers from its OSF project.

    DIR/**/scidqa.xlsx or test.jsonl        id, year, venue, rid, pid, decision, que, ans, version (Initial, Revised)
    DIR/**/relevant_ptabs.pkl               {pid: {title, abs}}
    DIR/**/papers_fulltext_nougat.pkl       {pid: {initial, final: text}} or {initial, final: {pid: text}}

Pickles can run code when they are read, so a pickle with anything but dicts, lists, texts and numbers is refused.

A response file is the question table with one more column, `<model>_ans`, or `<model>_ans_single` if answers from
several parts of a paper were condensed to one. The published scores use the cells unchanged: the gold answer keeps
its "A: " and an empty answer is the text "nan".

About every tenth question needs a second paper. 98 of 2,937 questions end with a bibliography that names it. The
paper's own experiments leave those papers out; here a user can give them as JSON lines in the layout of
`papers.parsing.json_lines`.
"""

from __future__ import annotations

import io
import pickle
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from ...errors import UsageError
from ...papers.parsing.paper_ids import build_paper_id
from ...retrieval.linking.names import name_key
from ..common.engine import Row
from ..common.files import find_file, rows_in
from ..types import Document, Example

QUESTION, GOLD = "que", "ans"
EMPTY = "nan"  # the text that the published scores use for an empty cell


@dataclass(frozen=True, slots=True)
class Responses:
    """The rows of a response file: (answer, gold) `pairs` and their questions.

    `empty` is the number of rows without an answer, which are scored as the text "nan".
    """

    column: str
    pairs: tuple[tuple[str, str], ...]
    questions: tuple[str, ...]
    empty: int


def load_responses(path: Path, column: str | None = None) -> Responses:
    """Load the rows of an .xlsx response file.

    `column` names the column of answers if its name does not follow the file's convention. Raises UsageError, naming
    the file and its columns, if it cannot be read or a column is missing.
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
    """Return the only column of single answers or, if there is none, of answers. Raises UsageError unless exactly one
    fits.
    """
    for ending in ("_ans_single", "_ans"):
        found = [name for name in named if name.endswith(ending)]
        if len(found) == 1:
            return found[0]
        if found:
            raise UsageError(f"{path}: several answer columns ({', '.join(found)}); choose one with --column")
    raise UsageError(f"{path}: no column ends in _ans; name the answers with --column")


def read_sheet(path: Path) -> list[tuple[object, ...]]:
    """Return the non-empty rows of the first sheet, the header first. Raises UsageError if the file is no readable
    .xlsx file.
    """
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
    """Return the cell as stripped text; "nan" for an empty cell."""
    value = row[column] if column < len(row) else None
    return EMPTY if value is None else str(value).strip()


_SHORTEST = 12  # fewest letters and digits of a title that is searched for in an entry
_HEADING = re.compile(r"^\s*references?\s*:?\s*$", re.IGNORECASE)
_ENTRY = re.compile(r"^\s*\[[A-Za-z]?\d+\]\s*(\S.*)$")


def split_bibliography(question: str) -> tuple[str, tuple[str, ...]]:
    """Return the question without the bibliography at its end, and the entries of that bibliography.

    Entries are lines "[1] ..." or the lines below "References:".
    """
    lines = question.split("\n")
    starts = [n for n, line in enumerate(lines) if _HEADING.match(line) or (n and _ENTRY.match(line))]
    if not starts:
        return question, ()
    headed = _HEADING.match(lines[starts[0]]) is not None
    works = [
        entry[1].strip() if entry else line.strip()
        for line in lines[starts[0] :]
        if (entry := _ENTRY.match(line)) or (headed and line.strip() and not _HEADING.match(line))
    ]
    return "\n".join(lines[: starts[0]]).strip(), tuple(works)


def load_cited(path: Path) -> tuple[Row, ...]:
    """Load the papers of the file at `path`. Raises UsageError, naming the line, for a line that is no paper."""
    rows = []
    for place, row in rows_in(path, "--cited holds papers; see docs/json-lines.md"):
        if not all(isinstance(row.get(key), str) for key in ("id", "title")):
            raise UsageError(f"{place}: no paper with id and title; see docs/json-lines.md")
        rows.append(row)
    return tuple(rows)


def find_cited(question: str, papers: Sequence[Row]) -> tuple[Row, ...]:
    """Return the `papers` whose title is in the bibliography of `question`, in the order of its entries."""
    _, works = split_bibliography(question)
    keys = [(name_key(str(paper["title"])), paper) for paper in papers]
    found = [
        paper for work in works for key, paper in keys if len(key) >= _SHORTEST and key in name_key(work)
    ]
    return tuple({build_paper_id(str(paper["id"])): paper for paper in found}.values())


def as_document(paper: Row) -> Document:
    """Return the title and abstract of a cited paper as a document."""
    return Document(str(paper["id"]), str(paper["title"]), str(paper.get("abstract") or ""))


_COLUMNS = ("id", "pid", "que", "ans", "version")
_WHERE = "the data is at github.com/yale-nlp/SciDQA and osf.io/3g2hn"


@dataclass(frozen=True, slots=True)
class Texts:
    """Titles and abstracts by paper id, and full texts by (paper id, version); versions are "initial" and "final"."""

    abstracts: Mapping[str, Document]
    full: Mapping[tuple[str, str], str]


def load_questions(data: Path) -> tuple[Path, list[Example]]:
    """Return the file below `data` that holds the questions, and its rows as examples tagged with paper, version and
    venue.

    The questions about one paper form a group. Raises UsageError for a missing or broken file.
    """
    file = find_file(data, ["scidqa.xlsx", "test.jsonl"], _WHERE)
    rows = [row for _, row in rows_in(file, _WHERE)] if file.suffix == ".jsonl" else _table(file)
    missing = [name for name in _COLUMNS if rows and name not in rows[0]]
    if missing or not rows:
        raise UsageError(f"{file}: no column {', '.join(missing) or 'at all'}; {_WHERE}")
    return file, [_example(row) for row in rows]


def load_texts(data: Path, *, full: bool) -> tuple[list[Path], Texts]:
    """Return the pickle files that were read, and their texts; full texts are read only with `full`."""
    files = [find_file(data, ["relevant_ptabs.pkl"], _WHERE)]
    abstracts = {
        str(pid): Document(str(pid), str(paper.get("title") or ""), str(paper.get("abs") or ""))
        for pid, paper in _dict(files[0]).items()
    }
    texts: dict[tuple[str, str], str] = {}
    if full:
        files.append(find_file(data, ["papers_fulltext_nougat.pkl"], _WHERE))
        for first, inner in _dict(files[1]).items():
            for second, text in inner.items() if isinstance(inner, dict) else ():
                pid, version = (second, first) if first in ("initial", "final") else (first, second)
                texts[str(pid), str(version).lower()] = str(text or "")
    return files, Texts(abstracts, texts)


def version_of(example: Example) -> str:
    """Return the version of the manuscript that a question is about, "initial" or "final"; "Revised" is final."""
    return "final" if example.tag("version").lower() in ("revised", "final") else "initial"


def _example(row: Mapping[str, Any]) -> Example:
    answer, key = str(row["ans"] or "").strip(), row["id"]
    key = (
        int(key) if isinstance(key, float) and key.is_integer() else key
    )  # spreadsheets store whole numbers as floats
    tags = (
        ("version", str(row["version"])),
        ("venue", str(row.get("venue") or "")),
        ("pid", str(row["pid"])),
        ("papers", "several papers" if split_bibliography(str(row["que"]))[1] else "one paper"),
    )
    return Example(
        str(key), str(row["que"]).strip(), (answer,) if answer else (), group=str(row["pid"]), tags=tags
    )


def _table(file: Path) -> list[Mapping[str, Any]]:
    header, *rows = read_sheet(file)
    names = [str(name or "") for name in header]
    return [dict(zip(names, row, strict=False)) for row in rows]


class _PlainUnpickler(pickle.Unpickler):
    """An unpickler for values that need no import: the types that pickle has opcodes for."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"it asks for {module}.{name}")


def _dict(file: Path) -> dict[Any, Any]:
    try:
        value = _PlainUnpickler(io.BytesIO(file.read_bytes())).load()
    except (
        pickle.UnpicklingError,
        EOFError,
        ValueError,
        IndexError,
        KeyError,
        AttributeError,
        TypeError,
    ) as error:
        raise UsageError(f"{file}: not a pickle of plain values ({error}); {_WHERE}") from error
    if not isinstance(value, dict):
        raise UsageError(f"{file}: holds no dict; {_WHERE}")
    return value
