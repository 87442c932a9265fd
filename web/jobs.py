"""Run work that takes longer than a request, such as indexing, in a background thread, one job after the other."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from queue import SimpleQueue

from ..errors import CitehopError, UsageError
from ..indexes.build.report import BuildProgress, Listener
from ..papers.files import is_disk_fault

Work = Callable[[Listener], None]
_KEPT = 100  # jobs that are remembered


@dataclass(frozen=True, slots=True)
class Job:
    """The state of a job on `cluster`: `done` of `total` items of `stage`.

    `error` is "" unless the job failed. `note` is shown to the user.
    """

    id: int
    cluster: str
    stage: str = "waiting"
    done: int = 0
    total: int = 0
    finished: bool = False
    error: str = ""
    note: str = ""


class Jobs:
    """The jobs of a server. They end with the server. Thread-safe."""

    def __init__(self) -> None:
        self._ids, self._lock = itertools.count(1), threading.Lock()
        self._jobs: dict[int, Job] = {}
        self._queue: SimpleQueue[tuple[int, Work]] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def start(self, cluster: str, work: Work, note: str = "") -> Job:
        """Queue `work` and return its job. `work` is called with a listener for its progress."""
        with self._lock:
            job = Job(next(self._ids), cluster, note=note)
            self._jobs[job.id] = job
            for old in list(self._jobs)[:-_KEPT]:
                if self._jobs[old].finished:
                    del self._jobs[old]
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="citehop-jobs", daemon=True)
                self._thread.start()
        self._queue.put((job.id, work))
        return job

    def get(self, job_id: int) -> Job:
        """Return the current state of a job. Raises UsageError if there is no such job."""
        with self._lock:
            if job_id not in self._jobs:
                raise UsageError("there is no such job; the server was started again")
            return self._jobs[job_id]

    def unfinished(self) -> list[Job]:
        """Return the jobs that are running or waiting, oldest first."""
        with self._lock:
            return [job for job in self._jobs.values() if not job.finished]

    def _run(self) -> None:
        while True:
            job_id, work = self._queue.get()

            def listen(progress: BuildProgress, job_id: int = job_id) -> None:
                self._update(job_id, stage=progress.stage, done=progress.done, total=progress.total)

            try:
                work(listen)
                self._update(job_id, finished=True, stage="done")
            except CitehopError as error:
                self._update(job_id, finished=True, error=str(error))
            except Exception as error:  # the next jobs must still run
                if is_disk_fault(error):
                    self._update(
                        job_id,
                        finished=True,
                        error="the disk is full or read-only; free some space, then try again",
                    )
                    continue
                self._update(job_id, finished=True, error=f"this is a bug: {type(error).__name__}: {error}")

    def _update(self, job_id: int, **changes: object) -> None:
        with self._lock:
            self._jobs[job_id] = replace(self._jobs[job_id], **changes)  # type: ignore[arg-type]
