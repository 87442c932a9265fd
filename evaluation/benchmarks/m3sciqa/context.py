"""What every task of M3SciQA is made of."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ....settings import Settings
from ...runs.resumable_jsonl import run_key
from ...runs.run_folder import RunManifest
from .options import Options, Ranking
from .questions import file_of
from .release import Release


@dataclass(frozen=True, slots=True)
class M3SciQAContext:
    """A release opened, what of it is run, and how. `gold` is the user's map of gold papers, where one was given."""

    release: Release
    gold: Path | None
    options: Options
    settings: Settings

    def manifest(self, code: str) -> RunManifest:
        """What is run, by everything that decides; `code` is a key of the code or the prompts."""
        files = [*self.release.files, file_of(self.options.questions, self.release)]
        if self.options.ranking is Ranking.RELEASED:
            files.append(self.release.root / "retrieval_paper.json")
        return RunManifest(
            "m3sciqa",
            self.options.task,
            self.options.pairs(),
            tuple((path.name, run_key(path.read_bytes())) for path in files),
            data=str(self.release.root.resolve()),
            gold=str(self.gold.resolve()) if self.gold else "",
            code=code,
        )
