"""The process that reads files for `pool`: a job comes in, a Paper or the text of a problem goes out."""

from __future__ import annotations

import gc
import os
import signal
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from ...errors import CitehopError
from ...settings import Settings
from ..types import Paper

# Share of the time limit that OCR may use; the rest is for what is done with its words.
_OCR_SHARE = 0.75
READY = "ready"  # first message: the imports are done and the clock of the first job may start


@dataclass(frozen=True, slots=True)
class ParseJob:
    """One file to read; `paper_id` ("": made from its name) and `crops_dir` as in `read_paper`."""

    path: Path
    paper_id: str = ""
    crops_dir: Path | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """The job's time is over while OCR gets on: `pages` so far. Given again, the job goes on from there."""

    pages: int


def serve(pipe: Connection, settings: Settings) -> None:
    """Answer jobs until the pipe closes: with a Paper, with Paused, or with a line that names the file and what is wrong."""
    from . import read  # noqa: F401  the imports cost more than a small file: before the clock starts

    gc.freeze()  # what the imports made stays: the collector need not look at it again and again
    gc.set_threshold(50_000)  # a page is thousands of objects, none of them in a cycle
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle; it ends its workers
    _limit_memory(settings.parse_memory_mb)
    pipe.send(READY)
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        pipe.send(run_job(job, settings))


def run_job(job: ParseJob, settings: Settings) -> Paper | Paused | str:
    """The paper, or the problem as one line. Whatever goes wrong inside one file stays there."""
    from .pdf.document_layout import OcrPaused
    from .read import read_paper

    name = job.path.name
    try:
        deadline = time.monotonic() + _OCR_SHARE * settings.parse_seconds
        return read_paper(job.path, settings, job.crops_dir, job.paper_id, deadline)
    except OcrPaused as pause:
        return Paused(pause.pages)
    except CitehopError as error:
        return str(error)
    except MemoryError:
        return f"{name}: needs more than {settings.parse_memory_mb} MB to parse (setting parse_memory_mb)"
    except Exception as error:
        detail = " ".join(str(error).split())[:200]
        return f"{name}: cannot be parsed ({type(error).__name__}: {detail})"


def _limit_memory(megabytes: int) -> None:
    """Cap the address space of this process at what it has now plus `megabytes`, where the system can."""
    try:
        import resource

        held = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (held + megabytes * 1024 * 1024, hard))
    except (ImportError, OSError, ValueError):
        return  # not Linux, or not allowed: the time limit still holds
