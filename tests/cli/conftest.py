from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import time
import uuid
from collections.abc import Sequence
from types import TracebackType
from typing import Self

import pytest


@pytest.fixture
def in_terminal() -> type[Terminal]:
    """A real terminal: keys in, screen out."""
    if not shutil.which("tmux"):
        pytest.skip("tmux is not installed")
    return Terminal


class Terminal:
    """`with Terminal(command) as terminal:` runs `command` in a tmux of its own, in a window of `columns` x `rows`."""

    def __init__(self, command: Sequence[str], columns: int = 100, rows: int = 45) -> None:
        self._socket = f"citehop-{uuid.uuid4().hex[:8]}"
        size = ["-x", str(columns), "-y", str(rows)]
        line = f"trap : INT; {shlex.join(command)}; echo ended=$?; read forever"
        keep = [f"-e{name}={os.environ[name]}" for name in ("PATH", "PYTHONPATH") if name in os.environ]
        self.tmux("-f", "/dev/null", "new-session", "-d", *keep, *size, f"sh -c {shlex.quote(line)}")

    def tmux(self, *arguments: str, text: str | None = None) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._socket, *arguments],
            input=text,
            capture_output=True,
            text=True,
            check=True,
            env={
                n: v for n, v in os.environ.items() if n not in ("COLUMNS", "LINES")
            },  # or resizing goes unseen
        )
        return done.stdout

    def send(self, text: str, *keys: str) -> None:
        """Type `text`, then press `keys` such as Enter, Tab, C-c."""
        if text:
            self.tmux("send-keys", "-l", text)
        if keys:
            self.tmux("send-keys", *keys)

    def paste(self, text: str) -> None:
        """As from a clipboard, marked as a paste."""
        self.tmux("load-buffer", "-", text=text)
        self.tmux("paste-buffer", "-p")

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")

    def wait(self, text: str, seconds: float = 120) -> str:
        """The screen once it shows `text`, line breaks aside."""
        deadline = time.monotonic() + seconds
        while text not in " ".join((screen := self.screen()).split()):
            assert time.monotonic() < deadline, f"no {text!r} in:\n{screen}"
            time.sleep(0.05)
        return screen

    def ready(self, prompt: str, seconds: float = 120) -> None:
        """Wait until the last line is the bare `prompt`."""
        deadline = time.monotonic() + seconds
        while (self.screen().rstrip().splitlines() or [""])[-1].rstrip() != prompt:
            assert time.monotonic() < deadline, self.screen()
            time.sleep(0.05)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.tmux("kill-server")
