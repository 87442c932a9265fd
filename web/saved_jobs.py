"""Jobs that add papers to a cluster, stored on disk until they end, so that a restarted server can resume them.

Each job is a folder <home>/uploads/<any>/ with job.json and the uploaded PDFs. The server that works on it holds its
lock.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from filelock import FileLock, Timeout

from ..acquisition.add import add
from ..errors import CitehopError, UsageError
from ..indexes.build.report import Listener
from ..papers.clusters.locate import cluster_folder
from ..papers.files import write_atomic
from ..papers.serialization import from_json, to_json
from ..settings import Settings
from .jobs import Job, Jobs

_FOLDER, _FILE, _LOCK = "uploads", "job.json", ".lock"
_TAKEN_UP = "Taken up again after the server had ended."
_MOST_TRIES = 3  # the job itself may be what kills the server


@dataclass(frozen=True, slots=True)
class AddJob:
    """The arguments of `add`.

    `files` are names of uploaded PDFs in the job's folder; if there are any, the network is not used. `waits` is true
    if the cluster exists and the visitor has not decided yet whether to add to it. `note` is shown to the user.
    """

    name: str
    papers: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    refs: bool = False
    tries: int = 0
    waits: bool = False
    note: str = ""


@contextmanager
def new_job_folder(settings: Settings) -> Iterator[Path]:
    """Yield a new folder for the files of a job. It is deleted after an exception."""
    root = settings.home_path / _FOLDER
    root.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=root))
    try:
        yield folder
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def keep_waiting(folder: Path, job: AddJob) -> None:
    """Save `job` in its `folder` until the visitor decides whether to add to the existing cluster."""
    write_atomic(folder / _FILE, to_json(replace(job, waits=True)))


def waiting_job(settings: Settings, name: str) -> tuple[Path, AddJob]:
    """Return the folder with this name and its job, which waits for a decision.

    Raises UsageError if there is no such job.
    """
    folders = (settings.home_path / _FOLDER).glob("*/")
    folder = next((each for each in folders if each.name == name and not each.is_symlink()), None)
    try:
        job = from_json(AddJob, (folder / _FILE).read_text("utf-8")) if folder else None
    except (OSError, ValueError):
        job = None
    if folder is None or job is None or not job.waits:
        raise UsageError("these papers do not wait any more; upload them again")
    return folder, job


def start_job(jobs: Jobs, folder: Path, job: AddJob, settings: Settings) -> Job:
    """Save `job` in its `folder` and queue it. The folder is deleted when the job ends."""
    lock = FileLock(folder / _LOCK, timeout=0, thread_local=False)
    lock.acquire()
    write_atomic(folder / _FILE, to_json(replace(job, tries=job.tries + 1, waits=False)))
    local = (
        replace(settings, offline=True) if job.files else settings
    )  # nothing about a user's own files leaves this machine
    papers = [*job.papers, *(str(folder / name) for name in job.files)]

    def work(listen: Listener) -> None:
        try:
            add(papers, refs=job.refs, name=job.name, settings=local, progress=listen)
        finally:
            lock.release()
            shutil.rmtree(folder, ignore_errors=True)

    return jobs.start(job.name, work, job.note)


def resume_jobs(jobs: Jobs, settings: Settings) -> None:
    """Queue the jobs that killed servers left, and delete all other folders of jobs, except those that another server
    works on.
    """
    for folder in sorted((settings.home_path / _FOLDER).glob("*/")):
        if folder.is_symlink() or _is_locked(folder):
            continue
        try:
            job = from_json(AddJob, (folder / _FILE).read_text("utf-8"))
            cluster_folder(job.name, settings)
            is_usable = (
                not job.waits
                and job.tries < _MOST_TRIES
                and all((folder / Path(name).name).is_file() for name in job.files)
            )
        except (OSError, ValueError, CitehopError):
            is_usable = False
        if is_usable:
            start_job(jobs, folder, replace(job, note=_TAKEN_UP), settings)
        else:
            shutil.rmtree(folder, ignore_errors=True)


def _is_locked(folder: Path) -> bool:
    with suppress(Timeout, OSError), FileLock(folder / _LOCK, timeout=0):
        return False
    return True
