"""The files of SciDQA: the table of questions, and the texts of the papers from its OSF project.

    DIR/**/scidqa.xlsx or test.jsonl        id, year, venue, rid, pid, decision, que, ans, version (Initial, Revised)
    DIR/**/relevant_ptabs.pkl               {pid: {title, abs}}
    DIR/**/papers_fulltext_nougat.pkl       {pid: {initial, final: text}} or {initial, final: {pid: text}}

Pickles may run code when they are read; here one that holds anything but dicts, lists, texts and numbers is refused.
"""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....errors import UsageError
from ...types import Document, Example
from .bibliography import split_bibliography
from .responses import read_sheet

_COLUMNS = ("id", "pid", "que", "ans", "version")
_WHERE = "the data is at github.com/yale-nlp/SciDQA and osf.io/3g2hn"


@dataclass(frozen=True, slots=True)
class Texts:
    """Titles and abstracts by paper, full texts by paper and version ("initial", "final")."""

    abstracts: Mapping[str, Document]
    full: Mapping[tuple[str, str], str]


def load_questions(data: Path) -> tuple[Path, list[Example]]:
    """The table below `data`, and its rows as examples tagged with paper, version and year; a paper is a group.

    Raises UsageError for a missing or broken table.
    """
    file = _find(data, ("scidqa.xlsx", "test.jsonl"))
    rows = _lines(file) if file.suffix == ".jsonl" else _table(file)
    missing = [name for name in _COLUMNS if rows and name not in rows[0]]
    if missing or not rows:
        raise UsageError(f"{file}: no column {', '.join(missing) or 'at all'}; {_WHERE}")
    return file, [_example(row) for row in rows]


def load_texts(data: Path, *, full: bool) -> tuple[list[Path], Texts]:
    """The pickles that are read, and what they hold; the full texts only where they are wanted."""
    files = [_find(data, ("relevant_ptabs.pkl",))]
    abstracts = {
        str(pid): Document(str(pid), str(paper.get("title") or ""), str(paper.get("abs") or ""))
        for pid, paper in _dict(files[0]).items()
    }
    texts: dict[tuple[str, str], str] = {}
    if full:
        files.append(_find(data, ("papers_fulltext_nougat.pkl",)))
        for first, inner in _dict(files[1]).items():
            for second, text in inner.items() if isinstance(inner, dict) else ():
                pid, version = (second, first) if first in ("initial", "final") else (first, second)
                texts[str(pid), str(version).lower()] = str(text or "")
    return files, Texts(abstracts, texts)


def version_of(example: Example) -> str:
    """The manuscript that a question is about: "Revised" is the final one."""
    return "final" if example.tag("version").lower() in ("revised", "final") else "initial"


def _example(row: Mapping[str, Any]) -> Example:
    answer, key = str(row["ans"] or "").strip(), row["id"]
    key = (
        int(key) if isinstance(key, float) and key.is_integer() else key
    )  # spreadsheets know no whole numbers
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


def _lines(file: Path) -> list[Mapping[str, Any]]:
    try:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise UsageError(f"{file}: not readable JSON lines; {_WHERE}") from error
    if not all(isinstance(row, dict) for row in rows):
        raise UsageError(f"{file}: a line holds no object; {_WHERE}")
    return rows


def _find(data: Path, names: Sequence[str]) -> Path:
    for name in names:
        found = sorted(data.rglob(name))
        if found:
            return found[0]
    raise UsageError(f"{data}: no {' or '.join(names)} below it; {_WHERE}")


class _PlainUnpickler(pickle.Unpickler):
    """Builds the types that pickle has opcodes for, and nothing that has to be imported."""

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
