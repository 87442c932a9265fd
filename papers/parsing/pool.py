"""Parse many files in worker processes, so that a file that crashes, hangs or exhausts memory affects only itself."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import shutil
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from ...errors import ConfigurationError, UnavailableError
from ...settings import Settings
from ..process_lifetime import deafen_to_interrupts
from ..scratch import scratch_folder
from ..serialization import replace_surrogates
from ..types import Paper
from .worker import DiskFull, ParseJob, Paused, run_worker, serve

_START_SECONDS = 120.0  # limit for a worker's imports, on a busy machine
_TRIES = 2  # most tries of a file, because a file that the process read before may have caused the crash


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be read. `cause` is a line that names the file."""

    path: Path
    cause: str


def read_papers(
    paths: Sequence[Path],
    settings: Settings,
    crops_dirs: Mapping[Path, Path] | None = None,
    ids: Mapping[Path, str] | None = None,
) -> Iterator[tuple[Path, Paper | Problem]]:
    """Yield each path once, in order of completion, with its Paper or Problem.

    `crops_dirs` maps files to the folders for their figures' images, and `ids` maps files to the ids of their papers;
    see `read_paper`. `settings.workers` processes (0: one per core) parse one file at a time.

    Each file gets `parse_seconds`, and the same time again whenever OCR has read more of its pages, so that no paper is
    lost on a slow machine. It also gets `parse_memory_mb` of address space in addition to the interpreter's. A worker
    that dies or exceeds its time is replaced. The result depends only on the file and the settings. Raise
    ConfigurationError if workers cannot start at all, UnavailableError if the disk is full.
    """
    jobs = deque(ParseJob(path, (ids or {}).get(path, ""), (crops_dirs or {}).get(path)) for path in paths)
    # One thread each: the processes use the cores, and OCR gives the same text on any machine.
    settings = replace(settings, threads=1)
    with scratch_folder() as scratch:
        yield from _run_jobs(jobs, settings, scratch)


def _run_jobs(
    jobs: deque[ParseJob], settings: Settings, scratch: Path
) -> Iterator[tuple[Path, Paper | Problem]]:
    crashes: dict[ParseJob, int] = {}
    ocr_pages: dict[ParseJob, int] = {}
    names = (scratch / str(number) for number in itertools.count())
    count = min(len(jobs), settings.workers or os.cpu_count() or 1)
    workers = [_Worker(settings, next(names)) for _ in range(count)]
    try:
        while jobs or any(worker.job for worker in workers):
            for worker in workers:
                if worker.ready and worker.job is None and jobs:
                    worker.give(jobs.popleft())
            living = [worker for worker in workers if worker.alive]
            wait([worker.pipe for worker in living], timeout=min(worker.seconds_left() for worker in living))
            for worker in living:
                job, outcome = worker.job, worker.outcome()
                if job is None or outcome is None:
                    continue
                if isinstance(outcome, DiskFull):
                    raise UnavailableError(
                        f"{outcome.cause}; free some space, then run the same command again"
                    )
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
                if isinstance(outcome, str):
                    yield job.path, Problem(job.path, replace_surrogates(outcome))
                else:
                    yield job.path, outcome
            workers = [
                worker if worker.alive or not jobs else _Worker(settings, next(names)) for worker in workers
            ]
    finally:
        for worker in workers:
            worker.stop()


class _Crash:
    """The process died while it parsed its job."""


class _Worker:
    """A worker process with its current job. Its temporary files are in `folder`, which is deleted with it."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        context = multiprocessing.get_context("spawn")
        self._limit = settings.parse_seconds
        self.pipe, theirs = context.Pipe()
        self._folder = folder
        self._process: BaseProcess = context.Process(
            target=run_worker, args=(serve, folder, theirs, settings), daemon=True
        )
        with deafen_to_interrupts():
            self._process.start()
        theirs.close()
        self.job: ParseJob | None = None
        self.ready = False
        self.alive = True
        self._deadline = time.monotonic() + _START_SECONDS

    def give(self, job: ParseJob) -> None:
        self.job = job
        self._deadline = time.monotonic() + self._limit
        with contextlib.suppress(OSError):  # outcome() notices a dead process
            self.pipe.send(job)

    def seconds_left(self) -> float:
        """Return the seconds until the worker's deadline; _START_SECONDS while it is idle."""
        busy = self.job is not None or not self.ready
        return max(0.0, self._deadline - time.monotonic()) if busy else _START_SECONDS

    def outcome(self) -> Paper | str | Paused | DiskFull | _Crash | None:
        """Return the outcome of the job: the paper, the line of a problem, a pause or a crash.

        Return None while the worker starts, works or is idle.
        """
        job = self.job
        try:
            if self.pipe.poll():
                message = self.pipe.recv()
                if not self.ready:
                    self.ready = True
                    return None
                self.job = None
                result: Paper | Paused | DiskFull | str = message
                return result
        except (EOFError, OSError):
            return self._fail(_Crash())
        if self.seconds_left() > 0.0:
            return None
        name = job.path.name if job else ""
        remedy = "index again when less else runs, or raise the setting parse_seconds"
        return self._fail(f"{name}: took over {self._limit} s to parse: {remedy}")

    def _fail(self, outcome: str | _Crash) -> str | _Crash:
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
        shutil.rmtree(self._folder, ignore_errors=True)
