"""Many files -> Papers, in worker processes: a file that crashes, hangs or eats memory takes only itself down."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from ...errors import ConfigurationError
from ...settings import Settings
from ..types import Paper
from .worker import ParseJob, Paused, serve

_START_SECONDS = 120.0  # for a worker's imports, on a busy machine
_TRIES = 2  # a crash may be the fault of what the process had read before


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be read. `cause` is one line that names the file."""

    path: Path
    cause: str


def read_papers(
    paths: Sequence[Path],
    settings: Settings,
    crops_dirs: Mapping[Path, Path] | None = None,
    ids: Mapping[Path, str] | None = None,
) -> Iterator[tuple[Path, Paper | Problem]]:
    """Each path with its Paper or Problem, as they finish. Every path is answered exactly once, whatever happens.
    `crops_dirs` gives the folder for the images of a file's figures and `ids` the id of its paper; see `read_paper`.

    `settings.workers` processes (0: one per core) take one file at a time, each for at most `parse_seconds` (and as long
    again whenever OCR read more of its pages, so that no page is left out for a slow machine) and with
    at most `parse_memory_mb` of address space beyond the interpreter's own. A worker that dies or exceeds its time is
    replaced. What a file yields depends on nothing but the file and the settings. Raises ConfigurationError when
    workers cannot start at all.
    """
    jobs = deque(ParseJob(path, (ids or {}).get(path, ""), (crops_dirs or {}).get(path)) for path in paths)
    crashes: dict[ParseJob, int] = {}
    ocr_pages: dict[ParseJob, int] = {}
    # One thread each: the processes use the cores, and OCR is the same on any machine.
    settings = replace(settings, threads=1)
    workers = [_Worker(settings) for _ in range(min(len(jobs), settings.workers or os.cpu_count() or 1))]
    try:
        while jobs or any(worker.job for worker in workers):
            for worker in workers:
                if worker.ready and worker.job is None and jobs:
                    worker.give(jobs.popleft())
            living = [worker for worker in workers if worker.alive]
            wait([worker.pipe for worker in living], timeout=min(worker.patience() for worker in living))
            for worker in living:
                job, outcome = worker.job, worker.outcome()
                if job is None or outcome is None:
                    continue
                if isinstance(outcome, Paused):
                    if outcome.pages > ocr_pages.get(job, 0):
                        ocr_pages[job] = outcome.pages
                        jobs.appendleft(job)
                        continue
                    outcome = f"{job.path.name}: OCR of one page takes too long (setting parse_seconds)"
                if isinstance(outcome, _Crash):
                    crashes[job] = crashes.get(job, 0) + 1
                    if crashes[job] < _TRIES:
                        jobs.append(job)
                        continue
                    outcome = f"{job.path.name}: the reader crashed on it; the PDF is damaged or too large"
                yield job.path, Problem(job.path, outcome) if isinstance(outcome, str) else outcome
            workers = [worker if worker.alive or not jobs else _Worker(settings) for worker in workers]
    finally:
        for worker in workers:
            worker.stop()


class _Crash:
    """The process died over its job."""


class _Worker:
    """One process and the job that it holds."""

    def __init__(self, settings: Settings) -> None:
        context = multiprocessing.get_context("spawn")
        self._limit = settings.parse_seconds
        self.pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=serve, args=(theirs, settings), daemon=True)
        self._process.start()
        theirs.close()
        self.job: ParseJob | None = None
        self.ready = False
        self.alive = True
        self._deadline = time.monotonic() + _START_SECONDS

    def give(self, job: ParseJob) -> None:
        self.job = job
        self._deadline = time.monotonic() + self._limit
        with contextlib.suppress(OSError):  # a process that has died is noticed in outcome()
            self.pipe.send(job)

    def patience(self) -> float:
        """Seconds until its time is over; long while it has nothing to do."""
        busy = self.job is not None or not self.ready
        return max(0.0, self._deadline - time.monotonic()) if busy else _START_SECONDS

    def outcome(self) -> Paper | str | Paused | _Crash | None:
        """What became of its job: the paper, a problem's line, a pause, a crash, or None while it starts, works or rests."""
        job = self.job
        try:
            if self.pipe.poll():
                message = self.pipe.recv()
                if not self.ready:
                    self.ready = True
                    return None
                self.job = None
                result: Paper | Paused | str = message
                return result
        except (EOFError, OSError):
            return self._ended(_Crash())
        if self.patience() > 0.0:
            return None
        name = job.path.name if job else ""
        return self._ended(f"{name}: took over {self._limit} s to parse (setting parse_seconds)")

    def _ended(self, outcome: str | _Crash) -> str | _Crash:
        self.stop()
        self.job = None
        if not self.ready:
            raise ConfigurationError(
                "the processes that read papers do not start; a script must call this under if __name__ == '__main__'"
            )
        return outcome

    def stop(self) -> None:
        self.alive = False
        self._process.kill()
        self._process.join()
        self.pipe.close()
