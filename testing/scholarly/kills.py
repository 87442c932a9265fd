"""Run `citehop add` in a separate process and kill it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from .server import ScholarServers

_COMMAND = "from citehop.cli.main import run; run()"
_POLL = 0.001
_LIMIT = 120.0


def add_and_kill(
    arguments: list[str],
    servers: ScholarServers,
    home: Path,
    requests: int,
    seconds: float = 0.0,
    interval: float = 0.002,
) -> int | None:
    """Run `citehop add` against `servers` and kill it `seconds` after their log has grown by `requests` requests.

    `interval` is the minimum time between requests in seconds. Returns the exit code if the run ended before the
    kill, or None if it was killed. It is killed after two minutes in any case.
    """
    settings = {f"CITEHOP_{name.upper()}": str(value) for name, value in servers.settings(interval).items()}
    own = {"CITEHOP_HOME": str(home), "CITEHOP_EMBEDDING_MODEL": "none", "CITEHOP_WORKERS": "1"}
    before = len(servers.log)
    process = subprocess.Popen(
        [sys.executable, "-c", _COMMAND, "add", *arguments],
        env={**os.environ, **settings, **own},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    end = time.monotonic() + _LIMIT
    while process.poll() is None and len(servers.log) - before < requests and time.monotonic() < end:
        time.sleep(_POLL)
    time.sleep(seconds)
    ended = process.poll()
    if ended is None:
        process.kill()
        process.wait()
    return ended
