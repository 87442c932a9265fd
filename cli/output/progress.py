"""Progress of library calls: bars on a terminal; in a log, a line per stage and one every 30 seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
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
    TimeRemainingColumn,
)
from rich.text import Text

_LOG_SECONDS = 30.0


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

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._clock = clock
        self._logged: dict[
            str, tuple[float, float]
        ] = {}  # begin of each stage, and of its last line in a log
        self._tasks: dict[str, TaskID] = {}
        self._bars = Progress(
            TextColumn("{task.description:<12}"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
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
        self._bars.update(self._tasks[step.stage], completed=step.done, total=total)
        if not self._console.is_terminal:
            self._log(step)

    def _log(self, step: ProgressStep) -> None:
        """Print the begin of a stage, then its progress every 30 seconds with the estimated time left."""
        now = self._clock()
        if step.stage not in self._logged:
            self._logged[step.stage] = (now, now)
            self._console.print(f"{step.stage}: {step.total or '?'}", soft_wrap=True)
            return
        begun, last = self._logged[step.stage]
        if now - last < _LOG_SECONDS or step.done >= step.total > 0:
            return
        self._logged[step.stage] = (begun, now)
        line = f"{step.stage}: {step.done} of {step.total or '?'} after {now - begun:.0f} s"
        if step.done and step.total:
            line += f", about {(now - begun) / step.done * (step.total - step.done):.0f} s left"
        self._console.print(line, soft_wrap=True)
