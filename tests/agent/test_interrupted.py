"""Ctrl-C while a model writes: words were shown already, the cost is told, the cluster answers as before."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import Any

from citehop.agent.testing import ModelServer, Turn
from citehop.app.main import main
from citehop.app.sample_cluster import QUESTION
from citehop.settings import Settings

SLOW = Turn("The timing error rises " + "and rises " * 400, pace=0.05)


def test_an_interruption_keeps_the_index_and_tells_the_cost(sample_settings: Settings) -> None:
    def script(body: Any) -> Turn | str:
        return SLOW if body.get("stream") else "UNKNOWN"

    home = ["--home", sample_settings.home]
    with ModelServer(script) as server:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache"]
        code = "from citehop.app.main import run; run()"
        arguments = [sys.executable, "-u", "-c", code, "ask", "sample", QUESTION, *home, *model]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stderr is not None
            shown = b""
            while b"The timing error" not in shown and process.poll() is None:
                shown += process.stderr.read(1)
            process.send_signal(signal.SIGINT)
            out, rest = process.communicate(timeout=60)
    assert process.returncode == 5, rest
    assert out == b""
    assert b"used so far: 4 model calls" in rest
    assert b"interrupted" in rest.splitlines()[-1]
    assert main(["ask", "sample", QUESTION, *home]) == 0
