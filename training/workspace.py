"""The folder of a training. It stores the request, the pairs and the report, so that an interrupted training can
continue.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..errors import UsageError
from ..papers.files import write_atomic
from ..papers.serialization import from_json, to_json
from .trainer import CHECKPOINTS
from .types import TrainingPair, TrainingReport

_REQUEST, _PAIRS, _REPORT = "request.txt", "pairs.json", "training.json"

PairSets = tuple[list[TrainingPair], list[TrainingPair]]


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folder that becomes the model. Until training ends, a subfolder holds what is needed to continue."""

    folder: Path

    def begin(self, request: str) -> None:
        """Record `request`, a hash of papers, base model and options.

        Raises UsageError if the folder holds anything except a training of the same request, or if it cannot be
        written.
        """
        marker = self.folder / CHECKPOINTS / _REQUEST
        try:
            if (
                self.report() is None
                and not marker.exists()
                and self.folder.exists()
                and any(self.folder.iterdir())
            ):
                raise UsageError(f"{self.folder}: not empty; name a new folder")
            if marker.exists() and marker.read_text("utf-8") != request:
                raise UsageError(
                    f"{self.folder}: holds a training of other papers or options; name a new folder, or delete it"
                )
            if not marker.exists():
                write_atomic(marker, request)
        except OSError as error:
            raise UsageError(
                f"{self.folder}: cannot be written ({error.strerror}); name another folder"
            ) from error

    def report(self) -> TrainingReport | None:
        """Return the report of a finished training; None if training is not finished."""
        path = self.folder / _REPORT
        return from_json(TrainingReport, path.read_text("utf-8")) if path.is_file() else None

    def pairs(self, collect: Callable[[], PairSets]) -> PairSets:
        """Return the stored pairs of an interrupted training, or else call `collect` and store the pairs that it
        returns.
        """
        path = self.folder / CHECKPOINTS / _PAIRS
        if not path.is_file():
            write_atomic(path, to_json(collect()))
        train, measured = from_json(tuple[list[TrainingPair], list[TrainingPair]], path.read_text("utf-8"))
        return train, measured

    @property
    def page_images(self) -> Path:
        """The folder of rendered pages, which is deleted with the checkpoints."""
        return self.folder / CHECKPOINTS / "pages"

    def finish(self, report: TrainingReport) -> None:
        """Write the report and delete the checkpoints."""
        write_atomic(self.folder / _REPORT, to_json(report))
        shutil.rmtree(self.folder / CHECKPOINTS, ignore_errors=True)
