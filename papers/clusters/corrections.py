"""Corrections of figure readings by people, stored in the cluster as one file per figure:
corrections/PAPER-FIGURE-KEY.json.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from ...errors import ConfigurationError, UnavailableError
from ..files import write_atomic
from ..serialization import from_json, to_json
from ..types import BBox

FOLDER = "corrections"
_MAX_BYTES = 1 << 20  # largest size of a file, which may come from somebody else
_MOST = 500  # largest number of corrections of one kind in a file; the latest are kept
_LOCK_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class ReadingCorrection:
    """The corrected answer of a figure to `question`.

    `name` is the name as printed, with its citation `markers`, and `value` the value if the question asks for a value.
    `boxes` are the cells or labels, in pixels of the figure's image. `made` is the day of the correction, "" if
    unknown.
    """

    question: str
    name: str
    value: str = ""
    markers: tuple[str, ...] = ()
    boxes: tuple[BBox, ...] = ()
    made: str = ""


@dataclass(frozen=True, slots=True)
class PaperCorrection:
    """The paper that a name printed in a figure refers to. `made` is the day of the correction, "" if unknown."""

    name: str
    paper_id: str
    made: str = ""


@dataclass(frozen=True, slots=True)
class FigureCorrections:
    """All corrections of one figure, the latest last: at most one reading per question, and one paper per name."""

    paper_id: str
    figure: str
    readings: tuple[ReadingCorrection, ...] = ()
    papers: tuple[PaperCorrection, ...] = ()
    schema: int = 1

    def reading(self, question: str) -> ReadingCorrection | None:
        """Return the correction for `question`, ignoring case, spaces and final punctuation; None if there is no
        correction.
        """
        key = _normalize(question)
        return next((one for one in self.readings if _normalize(one.question) == key), None)

    def paper(self, name: str) -> PaperCorrection | None:
        """Return the correction of the paper that `name` refers to; None if there is no correction."""
        key = _normalize(name)
        return next((one for one in self.papers if _normalize(one.name) == key), None)

    def with_reading(self, correction: ReadingCorrection) -> FigureCorrections:
        """Return the corrections with `correction` added in place of an earlier correction for the same question."""
        key = _normalize(correction.question)
        others = tuple(one for one in self.readings if _normalize(one.question) != key)
        return replace(self, readings=(*others, correction)[-_MOST:])

    def with_paper(self, correction: PaperCorrection) -> FigureCorrections:
        """Return the corrections with `correction` added in place of an earlier correction for the same name."""
        key = _normalize(correction.name)
        others = tuple(one for one in self.papers if _normalize(one.name) != key)
        return replace(self, papers=(*others, correction)[-_MOST:])

    def without(self, correction: ReadingCorrection | PaperCorrection) -> FigureCorrections:
        """Return the corrections without `correction`."""
        readings = tuple(one for one in self.readings if one != correction)
        return replace(self, readings=readings, papers=tuple(one for one in self.papers if one != correction))


def read_corrections(cluster: Path, paper_id: str, figure: str) -> FigureCorrections:
    """Read the corrections of a figure, empty if there are none. Raises ConfigurationError for a damaged file."""
    path = _file(cluster, paper_id, figure)
    if not path.exists():
        return FigureCorrections(paper_id, figure)
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise ValueError("it is too large")
        found = from_json(FigureCorrections, path.read_text("utf-8"))
        if (found.paper_id, found.figure) != (paper_id, figure):
            raise ValueError("it is about another figure")
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"{path}: damaged ({error}); correct or delete it") from error
    return found


def update_corrections(
    cluster: Path, paper_id: str, figure: str, change: Callable[[FigureCorrections], FigureCorrections]
) -> FigureCorrections:
    """Replace the corrections of a figure by the result of `change`, and return them. If none is left, the file is
    deleted.

    Raises UnavailableError while another process changes the corrections, ConfigurationError for a damaged file or a
    folder that cannot be written.
    """
    from filelock import FileLock, Timeout  # imported late because questions only read corrections

    path = _file(cluster, paper_id, figure)
    try:
        path.parent.mkdir(exist_ok=True)
        with FileLock(path.parent / ".lock", timeout=_LOCK_SECONDS):
            changed = change(read_corrections(cluster, paper_id, figure))
            if changed.readings or changed.papers:
                write_atomic(path, to_json(changed) + "\n")
            else:
                path.unlink(missing_ok=True)
    except Timeout:
        raise UnavailableError(f"another process corrects figures of {cluster.name}; try again") from None
    except OSError as error:
        raise ConfigurationError(f"{path.parent}: cannot be written ({error.strerror})") from error
    return changed


def _file(cluster: Path, paper_id: str, figure: str) -> Path:
    """Return the path of a figure's file. Ids in a foreign cluster may contain anything, so a hash makes the name
    unique.
    """
    readable = re.sub(r"[^\w-]+", "-", f"{paper_id}.{figure}", flags=re.ASCII)[:100]
    key = hashlib.sha256(f"{paper_id}\n{figure}".encode("utf-8", "replace")).hexdigest()[:12]
    return cluster / FOLDER / f"{readable}-{key}.json"


def _normalize(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("?.! ")
