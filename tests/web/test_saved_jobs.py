"""Jobs that a killed server left are taken up again, and nothing of them stays."""

import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from citehop.cli.sample_cluster import FOLDER
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.files import write_atomic
from citehop.papers.serialization import to_json
from citehop.settings import Settings
from citehop.web.jobs import Jobs
from citehop.web.saved_jobs import AddJob, new_job_folder, resume_jobs

PDF = next(Path(FOLDER).glob("*rillnet*.pdf"))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=str(tmp_path), embedding_model="none", workers=1)


def leave(settings: Settings, job: AddJob | None) -> Path:
    """The folder of a job as a killed server leaves it: with a PDF and, if it came so far, a description."""
    with new_job_folder(settings) as folder:
        shutil.copy(PDF, folder / "a.pdf")
        if job:
            write_atomic(folder / "job.json", to_json(job))
    return folder


def wait_for(jobs: Jobs) -> None:
    deadline = time.monotonic() + 120
    while jobs.unfinished():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_job_of_a_killed_server_is_finished_by_the_next(settings: Settings, start: Any) -> None:
    folder = leave(settings, AddJob("mine", files=("a.pdf",)))
    with start(settings) as site:
        deadline = time.monotonic() + 120
        while folder.exists():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert "mine" in site.get("/").text
    assert len(open_cluster("mine", settings).paper_ids) == 1


@pytest.mark.parametrize(
    "job",
    [
        None,
        AddJob("mine", files=("a.pdf",), tries=3),
        AddJob("mine", files=("missing.pdf",)),
        AddJob("../../mine", files=("a.pdf",)),
    ],
)
def test_what_cannot_be_taken_up_is_deleted(settings: Settings, job: AddJob | None) -> None:
    folder, jobs = leave(settings, job), Jobs()
    resume_jobs(jobs, settings)
    assert not jobs.unfinished()
    assert not folder.exists()


def test_a_job_of_a_running_server_is_left_to_it(settings: Settings) -> None:
    folder, jobs = leave(settings, AddJob("mine", files=("a.pdf",))), Jobs()
    with FileLock(folder / ".lock"):
        resume_jobs(jobs, settings)
        assert not jobs.unfinished()
        assert (folder / "a.pdf").exists()
    resume_jobs(jobs, settings)
    wait_for(jobs)
    assert not folder.exists()


def test_a_full_disk_is_one_line(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    jobs = Jobs()
    job = jobs.start("mine", fill_disk)
    wait_for(jobs)
    assert jobs.get(job.id).error.startswith("the disk is full or read-only")
