"""Ctrl-C from an impatient user during `citehop index`, in a process group of its own as in a terminal."""

from __future__ import annotations

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


@pytest.mark.parametrize("after", [0.2, 0.9, 2.5])
def test_two_interrupts_end_a_build_at_once_without_a_traceback(after: float, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*INDEX, "--home", str(tmp_path)],
        env={**os.environ, "CITEHOP_WORKERS": "2"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=deliver_signals,
        start_new_session=True,
    )
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
