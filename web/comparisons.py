"""Comparisons on disk: <home>/chats/<cluster>/compared/<time>.json, beside the cluster's threads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..agent.conversation.store import new_file
from ..agent.types import Comparison
from ..errors import UsageError
from ..papers.files import write_atomic
from ..papers.serialization import from_json, to_json
from ..settings import Settings

_FOLDER = "compared"
_ID = re.compile(r"\d{8}-\d{6}-\d{6}", re.ASCII)
_LISTED = 20


@dataclass(frozen=True, slots=True)
class SavedComparison:
    """The answers of `papers` to questions, a Comparison for each question."""

    papers: tuple[str, ...]
    results: tuple[Comparison, ...]

    @property
    def questions(self) -> list[str]:
        return [result.question for result in self.results]


def save_comparison(cluster: str, comparison: SavedComparison, settings: Settings) -> str:
    """Keep a comparison and return its id. Raises UsageError if it cannot be written."""
    path = new_file(cluster, settings)
    path = path.parent / _FOLDER / path.name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, to_json(comparison))
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror}); set CITEHOP_HOME") from error
    return path.stem


def load_comparison(cluster: str, comparison: str, settings: Settings) -> SavedComparison:
    """A comparison that was kept. Raises UsageError if there is none."""
    path = new_file(cluster, settings).parent / _FOLDER / f"{comparison}.json"
    if not _ID.fullmatch(comparison) or not path.is_file():
        raise UsageError("there is no such comparison; make a new one")
    return _read(path)


def list_comparisons(cluster: str, settings: Settings) -> Iterator[tuple[str, SavedComparison]]:
    """The latest comparisons over a cluster with their ids, latest first; damaged ones are left out."""
    folder = new_file(cluster, settings).parent / _FOLDER
    for path in sorted(folder.glob("*.json"), reverse=True)[:_LISTED]:
        try:
            yield path.stem, _read(path)
        except UsageError:
            continue


def _read(path: Path) -> SavedComparison:
    try:
        return from_json(SavedComparison, path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: not a comparison that can be read ({error}); move it away") from error
