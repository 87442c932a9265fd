"""Worker processes: every path is answered once, a bad file takes nobody with it."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import pytest

from citehop.cli.sample_cluster import FOLDER as SAMPLE
from citehop.papers.parsing import pool
from citehop.papers.parsing.pool import Problem, read_papers
from citehop.papers.types import Paper
from citehop.settings import Settings

# A worker that does to itself what the name of the file says. A module of its own: processes import it by name.
MISBEHAVING = """
import os, time
from citehop.papers.types import Paper

def serve(pipe, settings):
    pipe.send("ready")
    while True:
        job = pipe.recv()
        if "die" in job.path.name:
            os.abort()
        if "hang" in job.path.name:
            time.sleep(600)
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
    names = ["a", "die-1", "hang", "b", "die-2", "once", "c", "d"]
    paths = [tmp_path / f"{name}.pdf" for name in names]
    answers = dict(read_papers(paths, Settings(workers=2, parse_seconds=3)))
    causes = {path.stem: a.cause for path, a in answers.items() if isinstance(a, Problem)}
    assert set(answers) == set(paths)
    assert set(causes) == {"die-1", "die-2", "hang"}
    assert "crashed" in causes["die-1"]
    assert "took over 3 s" in causes["hang"]


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
