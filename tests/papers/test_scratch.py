"""Temporary folders and workers end with the process that made them, however it ends."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from citehop.papers import scratch
from citehop.papers.scratch import delete_abandoned_folders, scratch_folder

# A worker that holds the interpreter's lock for ever, as a regular expression or a native library may.
HANGING = """
import ctypes, os, tempfile
from pathlib import Path

def serve(pipe, settings):
    pipe.send("ready")
    pipe.recv()
    Path(tempfile.mkdtemp(), "unpacked").write_text("x")
    Path(os.environ["PID_FILE"]).write_text(f"{os.getpid()}\\n{tempfile.gettempdir()}")
    ctypes.PyDLL(None).sleep(600)
"""
PARENT = """
import signal, sys
from pathlib import Path
from citehop.cli import main
from citehop.papers.parsing import pool
from citehop.settings import Settings
import hanging_reader

def index(*_):
    pool.serve = hanging_reader.serve
    list(pool.read_papers([Path("hang.pdf")], Settings(workers=1, parse_seconds=300)))

if __name__ == "__main__":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored where the tests run under nohup, and then by citehop as well
    main.main = index
    try:
        main.run()
    except KeyboardInterrupt:
        sys.exit(5)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_no_worker_and_no_folder_outlives_a_killed_process(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "hanging_reader.py").write_text(HANGING)
    (tmp_path / "parent.py").write_text(PARENT)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    pid_file = tmp_path / "pid"
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    environ = {**os.environ, "PID_FILE": str(pid_file), "TMPDIR": str(temporary), "PYTHONPATH": paths}
    with subprocess.Popen([sys.executable, "parent.py"], cwd=tmp_path, env=environ) as parent:
        while not pid_file.exists() or len(pid_file.read_text().split()) < 2:
            assert parent.poll() is None
            time.sleep(0.05)
        worker, folder = pid_file.read_text().split()
        assert Path(folder).is_relative_to(temporary)
        parent.send_signal(number)
        try:
            assert parent.wait(20) == (-9 if number == signal.SIGKILL else 5)
        finally:
            parent.kill()
    deadline = time.monotonic() + 20
    while _is_running(int(worker)):
        assert time.monotonic() < deadline, "the worker runs on"
        time.sleep(0.05)
    leftovers = list(temporary.glob("citehop-*"))
    assert bool(leftovers) == (number == signal.SIGKILL)
    for leftover in leftovers:
        os.utime(leftover, (0, 0))
    clean_up = "from citehop.papers.scratch import delete_abandoned_folders as f; f()"
    subprocess.run([sys.executable, "-c", clean_up], env=environ, check=True)
    assert list(temporary.glob("citehop-*")) == []


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_folders_in_use_or_new_or_of_others_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    new = tmp_path / "citehop-scratch-new"
    new.mkdir()
    (tmp_path / "target").mkdir()
    (tmp_path / "citehop-scratch-link").symlink_to(tmp_path / "target")
    with scratch_folder() as folder:
        os.utime(folder, (0, 0))
        monkeypatch.setattr(scratch, "_STARTING_SECONDS", 5.0)
        delete_abandoned_folders()
        assert folder.exists()
        assert new.exists()
        assert (tmp_path / "target").exists()
    assert not folder.exists()


@pytest.mark.parametrize("when", [0, 1 << 32], ids=["old", "of a clock that was set back"])
def test_a_folder_that_was_abandoned_goes_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: int
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    old = tmp_path / "citehop-scratch-old"
    (old / "0").mkdir(parents=True)
    (old / "0" / "large").write_text("x")
    os.utime(old, (when, when))
    with scratch_folder() as folder:
        assert [path for path in tmp_path.iterdir() if path.is_dir()] == [folder]
