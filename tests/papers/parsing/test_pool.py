"""Worker processes: every path is answered once, a bad file takes nobody with it."""

import errno
import importlib
import os
import tempfile
from pathlib import Path

import pytest

from citehop.cli.sample_cluster import FOLDER as SAMPLE
from citehop.errors import UnavailableError
from citehop.papers.parsing import pool, read
from citehop.papers.parsing.pool import Problem, read_papers
from citehop.papers.parsing.worker import DiskFull, ParseJob, run_job
from citehop.papers.types import Paper
from citehop.settings import Settings

# A worker that does to itself what the name of the file says. A module of its own: processes import it by name.
MISBEHAVING = """
import os, tempfile, time
from pathlib import Path
from citehop.papers.parsing.worker import DiskFull
from citehop.papers.types import Paper

def serve(pipe, settings):
    pipe.send("ready")
    while True:
        job = pipe.recv()
        if "die" in job.path.name:
            os.abort()
        if "hang" in job.path.name:
            Path(tempfile.mkdtemp(), "unpacked").write_text("x")
            time.sleep(600)
        if "full" in job.path.name:
            pipe.send(DiskFull("/tmp/x: No space left on device"))
            continue
        if "once" in job.path.name and not job.path.exists():
            job.path.touch()
            os._exit(3)
        pipe.send(Paper(job.path.stem, "fine"))
"""


def test_each_bad_file_is_one_line_with_its_name(tmp_path: Path) -> None:
    bad = {"empty.pdf": b"", "text.pdf": b"hello", "torn.pdf": b"%PDF-1.7\n1 0 obj\n<<"}
    for name, content in bad.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder.pdf").mkdir()
    good = SAMPLE / "thorvik-2023-snowledger.pdf"
    paths = [*(tmp_path / name for name in bad), tmp_path / "absent.pdf", tmp_path / "folder.pdf", good]
    answers = dict(read_papers(paths, Settings(workers=2)))
    assert set(answers) == set(paths)
    assert isinstance(answers.pop(good), Paper)
    for path, answer in answers.items():
        assert isinstance(answer, Problem)
        assert answer.cause.startswith(path.name + ": ")
        assert "\n" not in answer.cause


def test_crashes_and_hangs_cost_only_their_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "misbehaving_reader.py").write_text(MISBEHAVING)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(pool, "serve", importlib.import_module("misbehaving_reader").serve)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    names = ["a", "die-1", "hang", "b", "die-2", "once", "c", "d"]
    paths = [tmp_path / f"{name}.pdf" for name in names]
    answers = dict(read_papers(paths, Settings(workers=2, parse_seconds=3)))
    causes = {path.stem: a.cause for path, a in answers.items() if isinstance(a, Problem)}
    assert set(answers) == set(paths)
    assert set(causes) == {"die-1", "die-2", "hang"}
    assert "crashed" in causes["die-1"]
    assert "took over 3 s" in causes["hang"]
    assert list(temporary.iterdir()) == [], "temporary files of a worker that was stopped"


def test_a_full_disk_is_no_problem_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "misbehaving_reader.py").write_text(MISBEHAVING)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(pool, "serve", importlib.import_module("misbehaving_reader").serve)
    with pytest.raises(UnavailableError, match="No space left on device; free some space"):
        list(read_papers([tmp_path / "full.pdf"], Settings(workers=1)))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT])
def test_a_job_that_cannot_write_is_told_from_a_bad_file(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number), "/crops/x.png")

    monkeypatch.setattr(read, "read_paper", fail)
    outcome = run_job(ParseJob(Path("x.pdf")), Settings())
    assert outcome == DiskFull(f"/crops/x.png: {os.strerror(number)}")


def test_memory_beyond_the_limit_is_a_problem_of_that_file(tmp_path: Path) -> None:
    small = SAMPLE / "thorvik-2023-snowledger.pdf"
    (answer,) = dict(read_papers([small], Settings(workers=1, parse_memory_mb=1))).values()
    assert isinstance(answer, Problem)
    assert answer.cause.startswith(small.name)


def test_problems_and_papers_of_names_that_are_not_utf8_can_be_written(tmp_path: Path) -> None:
    good, bad = (tmp_path / os.fsdecode(name) for name in (b"caf\xe9.pdf", b"bro\xffken.pdf"))
    good.write_bytes((SAMPLE / "orrin-2009-linear-reservoirs.pdf").read_bytes())
    bad.write_bytes(b"%PDF-1.4 and nothing else")
    answers = dict(read_papers([good, bad], Settings(workers=1)))
    paper, problem = answers[good], answers[bad]
    assert isinstance(paper, Paper)
    assert paper.source == "caf\ufffd.pdf"
    assert isinstance(problem, Problem)
    assert problem.cause.startswith("bro\ufffdken.pdf: ")
