"""A crash of native code is one line, and its process ends by the signal as before."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from citehop.cli.sample_cluster import FOLDER

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
END = """
import ctypes, os, signal, sys
from citehop.cli import main
main.main = lambda: {end}
main.run()
"""
# The check of the free space passes, as if another process filled the disk right after it.
RACE = """
from citehop.indexes.build import write_store
from citehop.indexes.stores import embedded
write_store.check_free_space = lambda *_: None
embedded.can_write = lambda *_: True
from citehop.cli.main import run
run()
"""


def run(code: str, *arguments: str) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=100
    )
    return done.returncode, done.stderr.splitlines()


@pytest.mark.parametrize(
    ("end", "number", "line"),
    [
        ("os.kill(os.getpid(), signal.SIGBUS)", signal.SIGBUS, "citehop: the disk is full, or a file"),
        ("ctypes.string_at(0)", signal.SIGSEGV, "citehop: native code crashed (Fatal Python error: Segment"),
    ],
)
def test_a_crash_is_one_line(end: str, number: signal.Signals, line: str) -> None:
    code, lines = run(END.format(end=end))
    assert code == -number
    assert [each[: len(line)] for each in lines] == [line]


def test_debug_prints_the_stack_too() -> None:
    _, lines = run(END.format(end="ctypes.string_at(0)"), "--debug")
    assert any('File "<string>"' in line for line in lines)


@pytest.mark.parametrize("end", ["0", "5", "os._exit(3)", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_any_other_end_is_silent(end: str) -> None:
    assert run(END.format(end=end))[1] == []


@pytest.mark.parametrize("code", [0, 4, 5])
def test_no_process_is_left_in_the_group(code: int) -> None:
    process = subprocess.Popen([sys.executable, "-c", END.format(end=code)], start_new_session=True)
    assert process.wait(100) == code
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs a tmpfs")
def test_a_disk_that_fills_while_the_store_is_written(mount: Callable[..., Path]) -> None:
    home = mount("-t", "tmpfs", "-o", "size=6000k", "tmpfs")
    code, lines = run(RACE, "index", str(FOLDER), "--home", str(home), "--embedding-model", "none")
    assert code == -signal.SIGBUS
    (line,) = [line for line in lines if line.startswith("citehop: ")]
    assert "disk is full" in line
    subprocess.run(["mount", "-o", "remount,size=100m", str(home)], check=True)
    assert run(RACE, "index", str(FOLDER), "--home", str(home), "--embedding-model", "none")[0] == 0
