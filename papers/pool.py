"""Many files -> Papers, in worker processes: a file that crashes, hangs or eats memory takes only itself down."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import resource
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from ..errors import CitehopError
from ..settings import Settings
from .types import Paper


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be read. `cause` is one line that names the file."""

    path: Path
    cause: str


def read_papers(
    paths: Sequence[Path],
    settings: Settings,
    crops: Path | None = None,
    ids: Mapping[Path, str] | None = None,
) -> Iterator[tuple[Path, Paper | Problem]]:
    """Each path with its Paper or Problem, as they finish. Every path is answered exactly once, whatever happens.
    With `crops`, the images of figures are written to <crops>/<paper id>/; `ids` gives papers other ids than their
    files' names; see `read_paper`.

    `settings.workers` processes (0: one per core) take one file at a time, each for at most `parse_seconds` and with
    at most `parse_memory_mb` of address space beyond the interpreter's own. A worker that dies or exceeds its time is
    replaced. What a file yields depends on nothing but the file and the settings.
    """
    waiting = deque(paths)
    count = min(len(paths), settings.workers or os.cpu_count() or 1)
    settings = replace(settings, threads=1)  # the processes use the cores; and OCR is the same on any machine
    workers: list[_Worker] = []
    try:
        for _ in range(count):
            workers.append(_Worker(settings, crops))
        while waiting or any(worker.path for worker in workers):
            for worker in workers:
                if worker.path is None and waiting:
                    path = waiting.popleft()
                    worker.give(path, ids.get(path, "") if ids else "")
            for place, worker in enumerate(workers):
                answer = worker.answer()
                if answer is not None:
                    yield answer
                    if not worker.alive and waiting:
                        workers[place] = _Worker(settings, crops)
            _rest([worker for worker in workers if worker.path is not None])
    finally:
        for worker in workers:
            worker.stop()


class _Worker:
    """One process and the file that it holds."""

    def __init__(self, settings: Settings, crops: Path | None) -> None:
        context = multiprocessing.get_context("spawn")
        self._settings = settings
        self._pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(
            target=_serve, args=(theirs, settings, crops), daemon=True
        )
        self._process.start()
        theirs.close()
        self.path: Path | None = None
        self.deadline = 0.0
        self._started = False

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    @property
    def pipe(self) -> Connection:
        return self._pipe

    def give(self, path: Path, paper_id: str) -> None:
        self.path = path
        # The clock of the first file starts with the worker's imports: allow for them.
        grace = 0.0 if self._started else 60.0
        self.deadline = time.monotonic() + self._settings.parse_seconds + grace
        self._started = True
        with contextlib.suppress(OSError):  # a dead process is reported by answer()
            self._pipe.send((path, paper_id))

    def answer(self) -> tuple[Path, Paper | Problem] | None:
        """The result for the file in hand, if there is one; kills a worker whose time is over."""
        path = self.path
        if path is None:
            return None
        try:
            if self._pipe.poll():
                self.path = None
                return path, self._pipe.recv()
        except (EOFError, OSError):
            self.stop()
            return self._failed(
                path, f"the reader crashed ({_exit(self._process.exitcode)}); the PDF is damaged"
            )
        if time.monotonic() > self.deadline:
            self.stop()
            seconds = self._settings.parse_seconds
            return self._failed(path, f"took over {seconds} s to parse (setting parse_seconds)")
        return None

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def _failed(self, path: Path, cause: str) -> tuple[Path, Problem]:
        self.path = None
        return path, Problem(path, f"{path.name}: {cause}")


def _rest(busy: Sequence[_Worker]) -> None:
    """Wait until a busy worker answers, dies or runs out of time."""
    if busy:
        left = min(worker.deadline for worker in busy) - time.monotonic()
        wait([worker.pipe for worker in busy], timeout=max(0.0, left))


def _exit(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def _serve(pipe: Connection, settings: Settings, crops: Path | None) -> None:
    """The worker: a path and an id in, a Paper or Problem out, until the pipe closes."""
    from .read import read_paper

    _limit_memory(settings.parse_memory_mb)
    while True:
        try:
            path, paper_id = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        pipe.send(_read(path, settings, crops, paper_id, read_paper))


def _read(
    path: Path, settings: Settings, crops: Path | None, paper_id: str, read_paper: Callable[..., Paper]
) -> Paper | Problem:
    try:
        return read_paper(path, settings, crops, paper_id)
    except CitehopError as error:
        return Problem(path, str(error))
    except MemoryError:
        limit = settings.parse_memory_mb
        return Problem(path, f"{path.name}: needs more than {limit} MB to parse (setting parse_memory_mb)")
    except Exception as error:  # any fault of one file must not end the others
        return Problem(path, f"{path.name}: cannot be parsed ({type(error).__name__}: {_one_line(error)})")


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]


def _limit_memory(megabytes: int) -> None:
    """Cap the address space of this process at what it has now plus `megabytes`."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    limit = pages * os.sysconf("SC_PAGE_SIZE") + megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
