"""Show the progress of library calls: bars on a terminal, or lines in a log.

A log gets one line when a stage begins, and one line every 30 seconds, even if no progress is reported.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
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

from ...papers.plural import count_noun

_LOG_SECONDS = 30.0
_RATE_SECONDS = 60.0  # the time left is estimated from the progress of the last minute
_CHECK_SECONDS = 1.0  # seconds between two checks of whether a line is due
_UNITS = {
    "parse": "file",
    "embed": "sentence",
    "store": "paper",
    "pages": "page",
    "verify": "part",
    "export": "file",
    "import": "file",
    "look up": "paper",
    "fetch": "paper",
    "fetch cited": "paper",
    "figures": "figure",
    "predict": "question",
    "rank": "question",
    "answer": "question",
    "read figures": "paper",
}


class ProgressStep(Protocol):
    """Progress that a library call reports: `done` of `total` units of `stage`. `total` is 0 while it is unknown."""

    @property
    def stage(self) -> str: ...
    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...


class RateColumn(ProgressColumn):
    """A column with the recent units per second of a stage. It is empty before the first unit."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:.1f}/s" if speed else "", style="progress.data.speed")


@dataclass(slots=True)
class _LoggedStage:
    """The progress of a stage in a log: `done` of `total` units.

    `begin` is the time when the stage began, `last_line` the time of its last line, and `samples` are recent (time,
    done) pairs.
    """

    begin: float
    last_line: float
    done: int
    total: int
    samples: deque[tuple[float, int]] = field(default_factory=deque)

    @property
    def running(self) -> bool:
        return not self.done >= self.total > 0

    def add(self, now: float, done: int, total: int) -> None:
        """Record a report at the time `now`, and forget samples that are older than `_RATE_SECONDS`."""
        self.done, self.total = done, total
        self.samples.append((now, done))
        while now - self.samples[0][0] > _RATE_SECONDS:
            self.samples.popleft()

    def seconds_left(self, now: float) -> float | None:
        """Return the estimated seconds left, from the rate between the first and the last sample.

        None if the samples show no progress, or if nothing was reported for longer than the estimate: then the next
        unit takes longer than the others did.
        """
        (start, before), (end, after) = self.samples[0], self.samples[-1]
        if after <= before or not self.total:
            return None
        left = (end - start) / (after - before) * (self.total - self.done)
        return left if now - end <= left else None


class ProgressBars:
    """Shows one bar per stage, in the order of the stages' first reports."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._clock = clock
        self._lock = threading.Lock()
        self._logged: dict[str, _LoggedStage] = {}
        self._last_line = self._begin = clock()
        self._ended = threading.Event()
        self._timer = threading.Thread(target=self._log_until_end, name="citehop-progress", daemon=True)
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
        if not self._console.is_terminal:
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        if self._timer.is_alive():
            self._timer.join()
        self._bars.stop()

    def update(self, step: ProgressStep) -> None:
        """Show `step`. Any thread may call this."""
        total = step.total or None
        if step.stage not in self._tasks:
            self._tasks[step.stage] = self._bars.add_task(step.stage, total=total)
        self._bars.update(self._tasks[step.stage], completed=step.done, total=total)
        if not self._console.is_terminal:
            self._log(step)

    def _log(self, step: ProgressStep) -> None:
        """Print a line when a stage begins, then its progress every 30 seconds with the estimated time left."""
        with self._lock:
            now = self._clock()
            stage = self._logged.get(step.stage)
            if stage is None:
                stage = self._logged[step.stage] = _LoggedStage(now, now, step.done, step.total)
                # The name of a stage may list several steps; the last one counts.
                unit = _UNITS.get(step.stage.rpartition(", ")[2])
                total = count_noun(step.total, unit) if unit else str(step.total)
                so_far = self._so_far(step.stage)
                of_total = f"{step.done} of {total}{so_far}" if so_far else total
                self._print(f"{step.stage}: {of_total}" if step.total else step.stage, now)
            stage.add(now, step.done, step.total)
            self._log_running(now)

    def log_waiting(self) -> None:
        """Print the lines that are due although nothing was reported: for running stages, or for a pause between two
        stages.
        """
        with self._lock:
            now = self._clock()
            self._log_running(now)
            if now - self._last_line >= _LOG_SECONDS:
                finished = f", {list(self._logged)[-1]} done" if self._logged else ""
                self._print(f"working: {now - self._begin:.0f} s{finished}", now)

    def _log_until_end(self) -> None:
        while not self._ended.wait(_CHECK_SECONDS):
            self.log_waiting()

    def _log_running(self, now: float) -> None:
        """Print the progress of each running stage whose last line is at least 30 seconds old."""
        for name, stage in self._logged.items():
            if not stage.running or now - stage.last_line < _LOG_SECONDS:
                continue
            stage.last_line = now
            so_far = self._so_far(name)
            total = f" of {stage.total}" if stage.total else ""
            line = f"{name}: {stage.done}{total}{so_far} after {now - stage.begin:.0f} s"
            left = None if so_far else stage.seconds_left(now)
            self._print(line if left is None else f"{line}, about {left:.0f} s left", now)

    def _so_far(self, name: str) -> str:
        """Return " so far" while an earlier stage than `name` runs, which may still add units; otherwise ""."""
        stages = list(self._logged)
        return " so far" if any(self._logged[each].running for each in stages[: stages.index(name)]) else ""

    def _print(self, line: str, now: float) -> None:
        self._last_line = now
        self._console.print(line, soft_wrap=True)
