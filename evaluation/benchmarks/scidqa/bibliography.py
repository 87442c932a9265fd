"""The bibliography that ends some of SciDQA's questions, and the texts of the works that it names.

About every tenth question needs another paper besides the one that it is about; 98 of 2,937 end with a bibliography that
names it. The paper's own experiments leave those papers out; here a user who has them gives them as JSON lines, the layout of
`papers.parsing.json_lines`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ....errors import UsageError
from ....papers.parsing.paper_ids import build_paper_id
from ....retrieval.linking.names import name_key
from ...types import Document
from ..common.corpus_cluster import Row

_SHORTEST = 12  # letters and digits of a title that may be looked for in an entry
_HEADING = re.compile(r"^\s*references?\s*:?\s*$", re.IGNORECASE)
_ENTRY = re.compile(r"^\s*\[(?P<marker>[A-Za-z]?\d+)\]\s*(?P<text>\S.*)$")


@dataclass(frozen=True, slots=True)
class CitedWork:
    """An entry of a question's bibliography: its marker ("1", "r5"; "" without one) and its text."""

    marker: str
    text: str


def split_bibliography(question: str) -> tuple[str, tuple[CitedWork, ...]]:
    """The question proper, and the entries of the bibliography at its end: lines "[1] ...", or those below "References:"."""
    lines = question.split("\n")
    starts = [n for n, line in enumerate(lines) if _HEADING.match(line) or (n and _ENTRY.match(line))]
    if not starts:
        return question, ()
    works: list[CitedWork] = []
    headed = _HEADING.match(lines[starts[0]]) is not None
    for line in lines[starts[0] :]:
        entry = _ENTRY.match(line)
        if entry:
            works.append(CitedWork(entry["marker"], entry["text"].strip()))
        elif headed and line.strip() and not _HEADING.match(line):
            works.append(CitedWork("", line.strip()))
    return "\n".join(lines[: starts[0]]).strip(), tuple(works)


def load_cited(path: Path) -> tuple[Row, ...]:
    """The papers of the file at `path`. Raises UsageError, naming the line, for what is no paper as a JSON line."""
    rows = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--cited: {path} cannot be read as UTF-8 text") from error
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line) if line.strip() else None
        except ValueError:
            row = {}
        if row is None:
            continue
        if not isinstance(row, dict) or not all(isinstance(row.get(key), str) for key in ("id", "title")):
            raise UsageError(f"--cited: {path}:{number}: no paper with id and title; see docs/json-lines.md")
        rows.append(row)
    return tuple(rows)


def find_cited(question: str, papers: Sequence[Row]) -> tuple[Row, ...]:
    """Those of `papers` whose title is in the bibliography of `question`, in the order of its entries."""
    _, works = split_bibliography(question)
    keys = [(name_key(str(paper["title"])), paper) for paper in papers]
    found = [
        paper for work in works for key, paper in keys if len(key) >= _SHORTEST and key in name_key(work.text)
    ]
    return tuple({build_paper_id(str(paper["id"])): paper for paper in found}.values())


def as_document(paper: Row) -> Document:
    """Title and abstract of a cited paper."""
    return Document(str(paper["id"]), str(paper["title"]), str(paper.get("abstract") or ""))
