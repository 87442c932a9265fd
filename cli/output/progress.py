"""Progress of library calls: bars on a terminal, one line per stage in a log."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text


class ProgressStep(Protocol):
    """A report of a library call: `done` of `total` units of `stage`; total 0 while it is unknown."""

    @property
    def stage(self) -> str: ...
    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...


class RateColumn(ProgressColumn):
    """Average units per second of a stage, empty before the first."""

    def render(self, task: Task) -> Text:
        if not task.completed or not task.elapsed:
            return Text("")
        return Text(f"{task.completed / task.elapsed:.1f}/s", style="progress.data.speed")


class ProgressBars:
    """One bar per stage, in order of the stages' first reports."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._tasks: dict[str, TaskID] = {}
        self._bars = Progress(
            TextColumn("{task.description:<12}"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            RateColumn(),
            console=console,
            disable=not console.is_terminal,
        )

    def __enter__(self) -> ProgressBars:
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.stop()

    def update(self, step: ProgressStep) -> None:
        """Show `step`; safe to call from any thread."""
        total = step.total or None
        if step.stage not in self._tasks:
            self._tasks[step.stage] = self._bars.add_task(step.stage, total=total)
            if not self._console.is_terminal:
                self._console.print(f"{step.stage}: {step.total or '?'}")
        self._bars.update(self._tasks[step.stage], completed=step.done, total=total)
