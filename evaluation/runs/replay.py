"""Model replies kept with their run, and replays of a run from these replies, without a model or network."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import msgspec

from ...agent.llm.cache import cache_key
from ...agent.llm.meter import Meter
from ...agent.llm.roles import Models
from ...agent.llm.types import LLM, Reply, ReplyDelta, Request
from ...agent.reader.trust import Trust
from ...errors import UnavailableError
from ...papers.files import open_to_append
from ...papers.serialization import to_json
from ...settings import Settings
from ..ablations import Ablation
from ..benchmarks.options import option_uses, parse_options
from ..benchmarks.registry import find_benchmark
from ..benchmarks.request import HELPER, TaskRequest
from ..prepared_task import Grader, PreparedTask, all_graders, run_task
from ..reports.report import Report
from ..types import Prediction
from .resumable_jsonl import OnProgress, mend_lines
from .run_folder import RunFolder, RunManifest


@dataclass(frozen=True, slots=True)
class RecordedReply:
    """A model's reply; `id` is the key of its model and request."""

    id: str
    reply: Reply


class RecordedReplies:
    """The replies in the file at `path`, one per line, written as they arrive. Thread-safe.

    The file is not opened before the first call because until then another process may hold the run's lock and be
    writing it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    @cached_property
    def _found(self) -> dict[str, RecordedReply]:
        return mend_lines(self._path, RecordedReply)

    def get(self, key: str) -> Reply | None:
        """Return the reply kept under `key` with its original usage; None if there is none."""
        with self._lock:
            line = self._found.get(key)
        return line.reply if line else None

    def put(self, key: str, reply: Reply) -> None:
        """Keep `reply` under `key`."""
        line = RecordedReply(key, reply)
        with self._lock, open_to_append(self._path) as stream:
            self._found[key] = line
            stream.write(to_json(line) + "\n")


class RecordingLLM:
    """A model that keeps every reply of `llm` and answers repeated requests from the record.

    Without an `llm`, only the record answers, in the name of `model`. A request that is not in the record raises
    UnavailableError.
    """

    def __init__(self, replies: RecordedReplies, llm: LLM | None, model: str = "") -> None:
        self._replies, self._llm = replies, llm
        self.model = llm.model if llm else model
        self.context = llm.context if llm else None
        self.sees = llm.sees if llm else True

    def complete(self, request: Request) -> Reply:
        """Return the reply to `request`. The server's address is no part of its key."""
        key = cache_key(self.model, "", request)
        reply = self._replies.get(key)
        if reply is None:
            if self._llm is None:
                raise UnavailableError(
                    f"{self.model} was never asked this: prompt or data changed since the run"
                )
            reply = self._llm.complete(request)
            self._replies.put(key, reply)
        return reply

    def stream(self, request: Request) -> Iterator[ReplyDelta]:
        """Yield the whole reply in one piece."""
        reply = self.complete(request)
        yield from (ReplyDelta(reply.text), ReplyDelta(reply=reply))


@dataclass(frozen=True, slots=True)
class Replayed:
    """The report of a replay in `folder`. `same` of its `n` predictions equal the recorded ones."""

    report: Report
    folder: RunFolder
    n: int
    same: int


def replay(folder: RunFolder, settings: Settings, progress: OnProgress | None = None) -> Replayed:
    """Repeat the predictions, verdicts and scores of a complete run in a folder below its own.

    The current code parses and scores the replies, so a replay shows the effect of changes to that code. If a request
    has no recorded reply because a prompt or the data changed, its example gets an error.
    """
    manifest, report = folder.manifest, folder.report
    again = RunFolder(folder.path / "replay")
    if again.path.exists():
        shutil.rmtree(again.path)
    replies = RecordedReplies(folder.replies_file)
    task = _prepare_again(folder, settings, progress)
    named = dict(manifest.models)
    models = None
    if model := named.get("model", ""):
        vision = RecordingLLM(replies, None, named.get("vision model", model))
        text = RecordingLLM(replies, None, named.get("text model", model))
        helper = RecordingLLM(replies, None, named[HELPER]) if HELPER in named else None
        trust = msgspec.convert(named.get("trust", "lead"), Trust)
        models = Models(text, vision, Meter(), helper, trust)
    graders = _recorded_graders(task, dict(report.settings), replies)
    repeated = run_task(task, again, models, graders, progress=progress)
    before, after = folder.predictions, again.predictions
    same = sum(_untimed(before[key]) == _untimed(line) for key, line in after.items() if key in before)
    return Replayed(repeated, again, len(after), same)


def _untimed(prediction: Prediction) -> Prediction:
    """Return `prediction` without its seconds, which differ from run to run."""
    gold = prediction.given_gold and replace(prediction.given_gold, seconds=0.0)
    return replace(prediction, seconds=0.0, given_gold=gold)


def _prepare_again(folder: RunFolder, settings: Settings, progress: OnProgress | None) -> PreparedTask:
    request = request_of(folder.manifest, settings, progress)
    return request.benchmark.prepare(request)


def _recorded_graders(
    task: PreparedTask, settings: Mapping[str, str], replies: RecordedReplies
) -> list[Grader]:
    """Return the judges of the run, which its settings name as "METRIC by": MODEL."""
    names = dict.fromkeys(model for name, model in settings.items() if name.endswith(" by"))
    judges = [RecordingLLM(replies, None, name) for name in names]
    graders = all_graders(task.graders, judges) if task.graders else []
    return [grader for grader in graders if f"{grader.metric} by" in settings]


def request_of(manifest: RunManifest, settings: Settings, progress: OnProgress | None = None) -> TaskRequest:
    """Return the request that led to a run with `manifest`, on the data in their present state."""
    benchmark = find_benchmark(manifest.benchmark)
    stored = dict(manifest.options) | dict(manifest.unkeyed)
    ablation, limit = Ablation(stored["ablation"]), int(stored["limit"])
    # Options that an earlier version had and this version lacks are left out.
    values = {name: stored[name] for name in option_uses(benchmark.options) if name in stored}
    named = dict(manifest.models)
    model = named.get("model", "")
    text = named.get("text model", model)
    recorded = replace(
        settings,
        model=text,
        vision_model="" if text == model else model,
        embedding_model=named.get("embedding model", settings.embedding_model),
        strategy=named.get("strategy", settings.strategy),
        reranker=named.get("reranker", settings.reranker),
    )
    options = parse_options(benchmark.options, values)
    return TaskRequest(benchmark, manifest.task, options, recorded, manifest.data, ablation, limit, progress)
