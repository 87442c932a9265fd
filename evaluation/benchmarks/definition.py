"""Definition of a benchmark: its tasks, its options and the function that prepares a task. The last two load on first
use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from ...errors import UsageError

if TYPE_CHECKING:  # the command line imports this file for its commands and must start quickly
    from ..prepared_task import PreparedTask

ModelUse = Literal["unused", "optional", "required"]


@dataclass(frozen=True, slots=True)
class BenchmarkTask:
    """One task of a benchmark.

    `model` says whether a model answers it. With `images` that model sees pictures; with `judged` a judge can grade
    the answers.
    """

    name: str
    help: str
    model: ModelUse = "optional"
    images: bool = False
    judged: bool = False


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A benchmark: what can be run, what is measured, what the user downloads and under which license.

    `options_class`, `prepare_function` and `expand_function` are "module:name" below `evaluation`. With `ablations`,
    control runs with
    something taken away or handed over make sense. With `compares` even one system is printed as a row of a
    comparison. Without `needs_data`, options may name what is evaluated, so no data folder is needed. With
    `uses_store` a vector store is
    searched.
    """

    name: str
    paper: str
    tasks: tuple[BenchmarkTask, ...]
    metrics: tuple[str, ...]
    download: str
    license: str
    options_class: str
    prepare_function: str
    expand_function: str = ""
    data_help: str = "Folder of the download, as it is."
    needs_data: bool = True
    ablations: bool = True
    compares: bool = False
    uses_store: bool = False

    @property
    def options(self) -> type[Any]:
        """The dataclass of the benchmark's options."""
        cls: type[Any] = _load(self.options_class)
        return cls

    @property
    def prepare(self) -> Callable[..., PreparedTask]:
        """The function that makes a `TaskRequest` ready to run."""
        function: Callable[..., PreparedTask] = _load(self.prepare_function)
        return function

    def expand(self, options: Any) -> Sequence[tuple[str, Any]]:
        """Return (label, options) of each run: `options` alone, unless they describe several systems to compare."""
        return _load(self.expand_function)(options) if self.expand_function else [(self.name, options)]

    def task(self, name: str) -> BenchmarkTask:
        """Return the task called `name`, or the first task if `name` is "". Raises UsageError, listing the tasks, for
        other names.
        """
        for task in self.tasks:
            if name in ("", task.name):
                return task
        raise UsageError(f"{self.name} has no task {name!r}; it has {', '.join(self.task_names)}")

    @property
    def task_names(self) -> tuple[str, ...]:
        return tuple(task.name for task in self.tasks)

    @property
    def uses_models(self) -> bool:
        """True if a language model can answer or grade any task of the benchmark."""
        return any(task.model != "unused" or task.judged for task in self.tasks)


def _load(target: str) -> Any:
    module, _, name = target.partition(":")
    return getattr(import_module(f"..{module}", __package__), name)
