"""A request to run one task of a benchmark; `Benchmark.prepare` takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...settings import Settings, expand_user
from ..ablations import Ablation, ablate
from ..runs.resumable_jsonl import OnProgress, run_key
from ..runs.run_folder import RunManifest
from ..types import Example
from .definition import Benchmark
from .options import check_given, option_pairs, parse_options

HELPER = "helper model"  # role, in a manifest, of a model that does a separate step


@dataclass(frozen=True, slots=True)
class TaskRequest:
    """A task to run on the user's `data`, with the benchmark's own `options`.

    `settings.model` is "" if no model answers. `limit` is the number of examples to run, from the first (0: all).
    `label` tells the system apart from others that it is compared with.
    """

    benchmark: Benchmark
    task: str
    options: Any
    settings: Settings
    data: str = ""
    ablation: Ablation = Ablation.NONE
    limit: int = 0
    progress: OnProgress | None = None
    label: str = ""

    @property
    def folder(self) -> Path:
        """The user's folder or file."""
        return expand_user(self.data)

    @property
    def model(self) -> str:
        """The model that answers: the vision model if the task shows figures and one is set, else the text model; ""
        for none.
        """
        images = self.benchmark.task(self.task).images
        return (images and self.settings.model and self.settings.vision_model) or self.settings.model

    def select(self, examples: Sequence[Example]) -> tuple[Example, ...]:
        """Return the first `limit` of `examples` (0: all), changed by the ablation."""
        return tuple(ablate(examples, self.ablation)[: self.limit or None])

    def manifest(
        self,
        files: Sequence[Path] = (),
        code: str = "",
        *,
        keys: Sequence[tuple[str, str]] = (),
        models: Sequence[tuple[str, str]] = (),
    ) -> RunManifest:
        """Return the manifest of everything that decides the result.

        It holds the options, the content of `files`, `keys`, the answering model and `models`. `code` is a key of the
        code or the prompts.
        """
        extra = (("ablation", str(self.ablation)), ("limit", str(self.limit)))
        return RunManifest(
            self.benchmark.name,
            self.task,
            (*option_pairs(self.options, self.task), *extra),
            (*((path.name, run_key(path.read_bytes())) for path in files), *keys),
            data=self.data,
            unkeyed=option_pairs(self.options, self.task, decides=False),
            models=(*((("model", self.model),) if self.model else ()), *models),
            code=code,
        )


def task_requests(
    benchmark: Benchmark,
    data: str,
    settings: Settings,
    *,
    task: str = "",
    given: Mapping[str, Any] | None = None,
    ablation: Ablation = Ablation.NONE,
    limit: int = 0,
    judge: bool = False,
    progress: OnProgress | None = None,
) -> list[TaskRequest]:
    """Return a request for each system that the `given` options describe, usually one.

    Raises UsageError if the task is unknown, or if an option is unknown, invalid or not used by the task.
    """
    chosen = benchmark.task(task)
    if chosen.model == "unused":
        grades = settings.judge_model or settings.model if judge else ""
        settings = replace(settings, model="", vision_model="", judge_model=grades)
    given = given or {}
    options = parse_options(benchmark.options, given)
    command = f"bench {benchmark.name}"
    check_given(options, given, command, chosen.name, model=bool(settings.model), judge=judge)
    if hasattr(options, "resolve"):
        options = options.resolve(chosen.name, ablation)
    return [
        TaskRequest(benchmark, chosen.name, one, settings, data, ablation, limit, progress, label)
        for label, one in benchmark.expand(options)
    ]
