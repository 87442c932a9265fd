"""A model that writes slowly, in a real terminal: words come as they are written, Ctrl-C keeps the index and tells the cost."""

import fcntl
import hashlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from citehop.cli.main import main
from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings
from citehop.testing import ModelServer, ScriptedTurn

SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."
ASK = [sys.executable, "-c", "from citehop.cli.main import run; run()", "ask", "sample", QUESTION]
SECONDS = 180.0


class Screen:
    """What a process has written to its terminal."""

    def __init__(self, process: subprocess.Popen[bytes], terminal: int) -> None:
        self._process, self._terminal = process, terminal
        self._text = ""

    @property
    def text(self) -> str:
        """In one line, for the terminal wraps, and without colors."""
        return " ".join(re.sub(r"\x1b\[[\d;]*m", "", self._text).split())

    def wait(self, words: str | None = None) -> str:
        """Until it shows `words`, or to the end."""
        deadline = time.monotonic() + SECONDS
        while words is None or words not in self.text:
            assert time.monotonic() < deadline, self._text
            if select.select([self._terminal], [], [], 0.1)[0]:
                try:
                    read = os.read(self._terminal, 4096)
                except OSError:  # Linux says so when the other side is closed
                    read = b""
                if not read:
                    assert words is None, self._text
                    return self.text
                self._text += read.decode()
        return self.text

    def press(self, key: bytes) -> None:
        os.write(self._terminal, key)

    def code(self) -> int:
        return self._process.wait(SECONDS)


@contextmanager
def in_terminal(command: list[str]) -> Iterator[Screen]:
    """`command` as a terminal's foreground process: Ctrl-C typed there interrupts it."""
    ours, theirs = pty.openpty()

    def take_terminal() -> None:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test run in the background ignores it
        fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=take_terminal)
    os.close(theirs)
    try:
        yield Screen(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def options(settings: Settings, server: ModelServer) -> list[str]:
    model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache"]
    return ["--home", settings.home, *model]


def test_the_first_words_are_read_while_the_rest_is_written(word_settings: Settings, reader: Any) -> None:
    def slowly(body: Any) -> ScriptedTurn:
        return ScriptedTurn(reader(SENTENCE)(body), pace=0.1 if body.get("stream") else 0.0)

    with ModelServer(slowly) as server, in_terminal([*ASK, *options(word_settings, server)]) as screen:
        early = screen.wait("If all delays are")
        assert "13.1 hours." not in early
        whole = screen.wait()
        assert f'"{SENTENCE}"' in whole
        assert (
            whole.partition("Sources")[0].count("13.1 hours.") == 2
        )  # the draft, then the answer with its proof
        assert screen.code() == 0


def test_ctrl_c_keeps_the_index_and_tells_the_cost(word_settings: Settings) -> None:
    def script(body: Any) -> ScriptedTurn:
        words = "The timing error rises " + "and rises " * 100
        return ScriptedTurn('{"reason": "", "statements": [1], "phrasing": "' + words + '"}', pace=0.05)

    before = fingerprint(word_settings)
    with (
        ModelServer(script) as server,
        in_terminal([*ASK, *options(word_settings, server)]) as screen,
    ):
        screen.wait("The timing error rises")
        screen.press(b"\x03")
        told = screen.wait()
        assert screen.code() == 5
    calls = len(server.received)
    assert f"no answer; used so far: {calls} model call" in told
    assert told.endswith("citehop: interrupted")
    assert "Traceback" not in told
    assert fingerprint(word_settings) == before
    assert main(["ask", "sample", QUESTION, "--home", word_settings.home]) == 0


def fingerprint(settings: Settings) -> dict[str, str]:
    """Every file of the cluster with its hash."""
    folder = Path(settings.home)
    files = (path for path in folder.rglob("*") if path.is_file() and "sample" in path.parts)
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
