"""Files of data sets: search below a user's folder, and reading line by line with errors that name the line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ...errors import UsageError
from ...papers.serialization import from_json
from ..types import Example

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LoadedExamples:
    """The file that was read, its examples, and a one-line warning for each irregularity in them."""

    file: Path
    examples: tuple[Example, ...]
    warnings: tuple[str, ...] = ()


def find_file(data: Path, names: Sequence[str], fix: str) -> Path:
    """Return the file or folder below `data` with the first of `names` that exists there.

    If several have that name, the least deeply nested one is returned. Raises UsageError, which ends in `fix`, if
    there is none.
    """
    for name in names:
        found = sorted(data.rglob(name), key=lambda path: (len(path.parts), path))
        if found:
            return found[0]
    raise UsageError(f"{data}: no {' or '.join(names)} below it; {fix}")


def rows_in(path: Path, layout: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield ("FILE line N", object) for each line of a file of JSON objects. Empty lines are skipped.

    Raises UsageError, which ends in `layout`, for a file that cannot be read or a line that is not a JSON object.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read as UTF-8 text; {layout}") from error
    for number, line in enumerate(lines, start=1):
        place = f"{path} line {number}"
        try:
            row = json.loads(line) if line.strip() else None
        except ValueError as error:
            raise UsageError(f"{place}: not valid JSON ({error}); {layout}") from error
        if isinstance(row, dict):
            yield place, row
        elif row is not None:
            raise UsageError(f"{place}: not a JSON object; {layout}")


def read_values(path: Path, kind: type[T], fix: str) -> list[T]:
    """Return a value of type `kind` for each line of the file. Raises UsageError, which ends in `fix`, for any other
    file.
    """
    try:
        return [from_json(kind, line) for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read; {fix}") from error
