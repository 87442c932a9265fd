"""Run the worker process of `pool`, which receives jobs and sends back a Paper or the line of a problem."""

from __future__ import annotations

import gc
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ...errors import CitehopError
from ...settings import Settings
from ..files import is_disk_fault
from ..process_lifetime import bind_to_parent, end_with_parent
from ..types import Paper

# Share of the time limit that OCR may use; the rest is for processing its words.
_OCR_SHARE = 0.75
READY = "ready"  # first message: imports are done, and the time of the first job starts


@dataclass(frozen=True, slots=True)
class ParseJob:
    """A file to parse, with `paper_id` ("": derived from its name) and `crops_dir` as in `read_paper`."""

    path: Path
    paper_id: str = ""
    crops_dir: Path | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """The time for a job is over, but OCR made progress and has read `pages` pages.

    Submitted again, the job continues after these pages.
    """

    pages: int


@dataclass(frozen=True, slots=True)
class DiskFull:
    """A temporary file or an image could not be written; `cause` names the file and the error."""

    cause: str


def run_worker(serve: Callable[[Connection, Settings], None], folder: Path, *args: Any) -> None:
    """Run `serve(*args)` in this process, with temporary files in `folder`, until it returns or the parent ends."""
    bind_to_parent()
    end_with_parent()
    folder.mkdir(exist_ok=True)
    tempfile.tempdir = str(folder)
    serve(*args)


def serve(pipe: Connection, settings: Settings) -> None:
    """Run jobs until the pipe closes.

    Send for each job a Paper, a Paused, a DiskFull, or a line with the file name and the problem.
    """
    from . import read  # noqa: F401  imported before the clock starts, because imports take longer than a small file

    gc.freeze()  # modules stay in memory: exempt them from garbage collection
    gc.set_threshold(50_000)  # a page has thousands of objects and no reference cycles
    _limit_memory(settings.parse_memory_mb)
    pipe.send(READY)
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        pipe.send(run_job(job, settings))


def run_job(job: ParseJob, settings: Settings) -> Paper | Paused | DiskFull | str:
    """Parse the file of a job; a file that cannot be parsed gives a line with its problem."""
    from .pdf.document_layout import OcrPaused
    from .read import read_paper

    name = job.path.name
    try:
        deadline = time.monotonic() + _OCR_SHARE * settings.parse_seconds
        return read_paper(job.path, settings, job.crops_dir, job.paper_id, deadline)
    except OcrPaused as pause:
        return Paused(pause.pages)
    except CitehopError as error:
        problem = str(error)
    except OSError as error:
        if is_disk_fault(error):  # the file is not to blame and must be read again when there is space
            return DiskFull(f"{error.filename or tempfile.gettempdir()}: {error.strerror}")
        problem = f"{name}: cannot be read ({error.strerror or type(error).__name__})"
    except MemoryError:
        problem = f"{name}: needs more than {settings.parse_memory_mb} MB to parse (setting parse_memory_mb)"
    except Exception as error:
        detail = " ".join(str(error).split())[:200]
        problem = f"{name}: cannot be parsed ({type(error).__name__}: {detail})"
    return problem


def _limit_memory(megabytes: int) -> None:
    """Limit the address space of this process to its present size plus `megabytes`, if the system supports it."""
    try:
        import resource

        held = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (held + megabytes * 1024 * 1024, hard))
    except (ImportError, OSError, ValueError):
        return  # not Linux, or not permitted; the time limit still applies
