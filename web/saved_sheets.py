"""Extraction sheets on disk: <home>/chats/<cluster>/sheets/<time>.json, next to the cluster's threads.

A file has the questions and papers of a sheet. Its cells are stored where `extract` stores the cells of every sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..agent.conversation.store import new_file
from ..errors import UsageError
from ..integrations.extraction.types import SheetColumn
from ..papers.files import write_atomic
from ..papers.serialization import from_json, to_json
from ..settings import Settings

_FOLDER = "sheets"
_ID = re.compile(r"\d{8}-\d{6}-\d{6}", re.ASCII)
_LISTED = 20


@dataclass(frozen=True, slots=True)
class SavedSheet:
    """The questions (`columns`) of an extraction sheet and the papers to ask.

    An empty `papers` means all papers of the cluster. Cells with a probability below `least` are blank.
    """

    columns: tuple[SheetColumn, ...]
    papers: tuple[str, ...]
    least: float

    @property
    def questions(self) -> list[tuple[str, str]]:
        """The questions with the names of their columns, in the form that `extract` takes."""
        return [(column.name, wording) for column in self.columns for wording in column.wordings]


def save_sheet(cluster: str, sheet: SavedSheet, settings: Settings) -> str:
    """Save a sheet and return its id. Raises UsageError if it cannot be written."""
    path = new_file(cluster, settings)
    path = path.parent / _FOLDER / path.name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, to_json(sheet))
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror}); set CITEHOP_HOME") from error
    return path.stem


def load_sheet(cluster: str, sheet: str, settings: Settings) -> SavedSheet:
    """Return a saved sheet. Raises UsageError if there is no such sheet."""
    path = new_file(cluster, settings).parent / _FOLDER / f"{sheet}.json"
    if not _ID.fullmatch(sheet) or not path.is_file():
        raise UsageError("there is no such sheet; make a new one")
    return _read(path)


def list_sheets(cluster: str, settings: Settings) -> Iterator[tuple[str, SavedSheet]]:
    """Yield the ids and sheets of the latest sheets over a cluster, latest first. Damaged sheets are left out."""
    folder = new_file(cluster, settings).parent / _FOLDER
    for path in sorted(folder.glob("*.json"), reverse=True)[:_LISTED]:
        try:
            yield path.stem, _read(path)
        except UsageError:
            continue


def _read(path: Path) -> SavedSheet:
    try:
        return from_json(SavedSheet, path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: not a sheet that can be read ({error}); move it away") from error
