"""citehop web as a process."""

import re
import signal
import subprocess
import sys
from urllib.request import urlopen

import pytest

from citehop.cli.main import main
from citehop.settings import Settings

pytest.importorskip("uvicorn")
COMMAND = [sys.executable, "-c", "from citehop.cli.main import run; run()", "web", "--no-open", "--port", "0"]


def test_it_serves_until_it_is_interrupted(word_settings: Settings) -> None:
    process = subprocess.Popen([*COMMAND, "--home", word_settings.home], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/(?=\s)", line)
        assert address, line
        with urlopen(address[0], timeout=60) as reply:
            assert b"/clusters/sample" in reply.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.stderr.close()


def test_another_host_needs_the_printed_token(word_settings: Settings) -> None:
    command = [*COMMAND, "--host", "0.0.0.0", "--home", word_settings.home]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        assert re.search(r"http://\S+:\d+/\?token=\S{40,}", process.stderr.readline())
    finally:
        process.kill()
        process.wait(30)
        process.stderr.close()


def test_an_address_that_cannot_be_used_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "--no-open", "--host", "192.0.2.1"]) == 2
    error = capsys.readouterr().err
    assert "choose another --host or --port" in error
    assert error.count("\n") == 1
