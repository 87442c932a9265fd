"""The folder of a run, below <home>/runs, named after the benchmark and a key of everything that decides the result.

    run.json             the run: benchmark, task, options, data files with their digests, models, version
    examples.jsonl       the questions, without the texts of the documents
    predictions.jsonl    a Prediction per line, written at once; a kill loses at most the line being written
    verdicts-M@J.jsonl   a Verdict of judge J for metric M per line
    replies.jsonl        every reply of a model, so that the run can be replayed without it
    scores.jsonl         Scores of every example, written when the run is complete
    report.json          the whole report; .md and .html are made from these files on request

The same run, started again, finds its folder and continues. Each .jsonl file has a value of `evaluation.types` per
line, as a JSON object; replies.jsonl has a `RecordedReply` per line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from ...errors import UsageError
from ...papers.files import write_atomic
from ...papers.serialization import from_json, to_json
from ...settings import Settings, expand_user
from ..reports.report import Report
from ..types import Document, Example, Prediction, Scores, Verdict
from .resumable_jsonl import read_lines, run_key


@dataclass(frozen=True, slots=True)
class RunManifest:
    """Everything that a run depends on.

    `options` are (name, value) pairs as on the command line, and `files` are (name, content key) pairs. `code` is a
    key of the code or prompts that decide predictions. Two fields are no part of the run's name: `data`, the path of
    the user's files, and `unkeyed`, the options that do not decide predictions (paths, settings of judges).
    """

    benchmark: str
    task: str
    options: tuple[tuple[str, str], ...]
    files: tuple[tuple[str, str], ...]
    data: str = ""
    unkeyed: tuple[tuple[str, str], ...] = ()
    models: tuple[tuple[str, str], ...] = ()
    code: str = ""
    schema: int = 2

    @property
    def name(self) -> str:
        """Benchmark, task and a key of everything that decides the predictions: "m3sciqa-rank-" and 12 hex digits."""
        return f"{self.benchmark}-{self.task}-{run_key(to_json(replace(self, data='', unkeyed=())))}"


class RunFolder:
    """The files of a run, read and written on demand; nothing is kept in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.predictions_file = path / "predictions.jsonl"
        self.replies_file = path / "replies.jsonl"

    @property
    def name(self) -> str:
        return self.path.name

    def verdicts_file(self, metric: str, model: str) -> Path:
        """Return the path of the file with the verdicts of `model` for `metric`."""
        metric = re.sub(r"[^0-9A-Za-z.\[\] -]+", "_", metric)
        return self.path / f"verdicts-{metric}@{re.sub(r'[^0-9A-Za-z.-]+', '_', model)}.jsonl"

    def begin(self, manifest: RunManifest, examples: Sequence[Example]) -> None:
        """Write the examples unless the run exists, and the manifest unless it is unchanged."""
        run_file = self.path / "run.json"
        exists = manifest.data and Path(manifest.data).exists()
        data = str(Path(manifest.data).resolve()) if exists else manifest.data
        line = to_json(replace(manifest, data=data)) + "\n"
        if not run_file.exists():
            slim = [_without_texts(example) for example in examples]
            write_atomic(self.path / "examples.jsonl", "".join(to_json(example) + "\n" for example in slim))
        if not run_file.exists() or run_file.read_text(encoding="utf-8") != line:
            write_atomic(run_file, line)

    def end(self, scores: Sequence[Scores], report: Report) -> None:
        """Write scores and report, replacing earlier ones."""
        write_atomic(self.path / "scores.jsonl", "".join(to_json(line) + "\n" for line in scores))
        write_atomic(self.path / "report.json", to_json(report) + "\n")

    @property
    def manifest(self) -> RunManifest:
        return _read(self.path / "run.json", RunManifest)

    @property
    def report(self) -> Report:
        """The report. Raises UsageError if the run is not complete."""
        return _read(self.path / "report.json", Report)

    @property
    def is_complete(self) -> bool:
        """True if the report was written."""
        return (self.path / "report.json").exists()

    @property
    def examples(self) -> list[Example]:
        return list(read_lines(self.path / "examples.jsonl", Example).values())

    @property
    def predictions(self) -> dict[str, Prediction]:
        return read_lines(self.predictions_file, Prediction)

    @property
    def verdicts(self) -> dict[str, dict[str, Verdict]]:
        """Map "METRIC@MODEL" to the verdicts by example id."""
        files = sorted(self.path.glob("verdicts-*.jsonl"))
        return {file.stem.removeprefix("verdicts-"): read_lines(file, Verdict) for file in files}

    @property
    def scores(self) -> dict[str, Scores]:
        return read_lines(self.path / "scores.jsonl", Scores)


def find_run(name: str | Path, settings: Settings) -> RunFolder:
    """Return the run in the folder `name`, or the only run in the home folder whose name begins with `name`.

    Raises UsageError if there is no such run or more than one.
    """
    given = expand_user(name)
    if (given / "run.json").exists():
        return RunFolder(given)
    runs = settings.home_path / "runs"
    found = sorted(path.parent for path in runs.glob("*/run.json") if path.parent.name.startswith(str(name)))
    if len(found) == 1:
        return RunFolder(found[0])
    have = ", ".join(path.name for path in found) or "none"
    raise UsageError(f"no single run {str(name)!r} below {runs}; matching: {have}")


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run on one line: `done` of `n` examples have a prediction.

    `metric` and `value` are the headline metric and its mean; they are "" and None until the run is complete.
    """

    name: str
    benchmark: str
    task: str
    model: str
    n: int
    done: int
    title: str = ""
    metric: str = ""
    value: float | None = None


def list_runs(settings: Settings) -> list[RunSummary]:
    """Return all runs in the home folder, by name. Runs whose files cannot be read are left out."""
    found = []
    for path in sorted((settings.home_path / "runs").glob("*/run.json")):
        try:
            found.append(_summary(RunFolder(path.parent)))
        except UsageError:
            continue
    return found


def _summary(folder: RunFolder) -> RunSummary:
    manifest = folder.manifest
    examples = {example.id for example in folder.examples}
    summary = RunSummary(
        folder.name,
        manifest.benchmark,
        manifest.task,
        dict(manifest.models).get("model", ""),
        len(examples),
        len(examples & folder.predictions.keys()),
    )
    if not folder.is_complete:
        return summary
    report = folder.report
    value = report.overall.estimate(report.headline).mean
    return replace(summary, title=report.title, metric=report.headline, value=value)


def _without_texts(example: Example) -> Example:
    slim = tuple(Document(document.id, document.title) for document in example.documents)
    oracle = tuple(Document(document.id, document.title) for document in example.oracle)
    return replace(example, documents=slim, oracle=oracle)


T = TypeVar("T")


def _read(path: Path, kind: type[T]) -> T:
    try:
        return from_json(kind, path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"{path}: not there; the run is not complete, start it again to go on") from None
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path}: cannot be read ({error}); start the run again in another folder"
        ) from error
