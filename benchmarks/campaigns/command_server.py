"""Run citehop commands that can be killed, in processes forked from one that has imported everything.

    python -m campaigns.command_server

This reads a `Command` per line as JSON. For each, it prints the id of its process, and its exit status when it ends.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

_FOLDER = Path(__file__).resolve().parents[1]


class CommandServer:
    """Context manager that runs one command at a time."""

    def __init__(self) -> None:
        path = os.pathsep.join([str(_FOLDER), os.environ.get("PYTHONPATH", "")])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "campaigns.command_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self._read() == "ready"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()

    def run(
        self,
        arguments: Sequence[str],
        output: Path,
        *,
        environment: Mapping[str, str] | None = None,
        input_text: str = "",
        kill_after: float | None = None,
    ) -> int:
        """Run `citehop ARGUMENTS` with its output in the file `output`, and kill it after `kill_after` seconds.

        Return its exit code, or minus the number of the signal that ended it.
        """
        assert self._process.stdin
        command = [list(arguments), str(output), dict(environment or {}), input_text]
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        process_id = int(self._read())
        timer = threading.Timer(kill_after or 0, _kill, [process_id])
        if kill_after is not None:
            timer.start()
        status = int(self._read())
        timer.cancel()
        return status

    def _read(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()


def _kill(process_id: int) -> None:
    try:
        os.kill(process_id, signal.SIGKILL)
    except ProcessLookupError:  # the process has just ended
        return


def _serve() -> None:
    """Fork a process for each line of standard input."""
    from citehop.agent.llm.litellm_loader import litellm
    from citehop.cli.main import main

    litellm()
    assert threading.active_count() == 1, "a process with threads cannot be forked safely"
    print("ready", flush=True)
    for line in sys.stdin:
        arguments, output, environment, input_text = json.loads(line)
        process_id = os.fork()
        if process_id == 0:
            _become(output, input_text)
            os.environ.update(environment)
            code = main(arguments)
            sys.stdout.flush()
            os._exit(code)
        print(process_id, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(process_id, 0)[1]), flush=True)


def _become(output: str, input_text: str) -> None:
    """Replace the standard streams of this process by files: input from `input_text`, output to `output`."""
    source = Path(f"{output}.input")
    source.write_text(input_text, "utf-8")
    for number, path, flags in (
        (0, str(source), os.O_RDONLY),
        (1, output, os.O_WRONLY | os.O_CREAT | os.O_APPEND),
        (2, f"{output}.errors", os.O_WRONLY | os.O_CREAT | os.O_APPEND),
    ):
        handle = os.open(path, flags, 0o600)
        os.dup2(handle, number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  lives as long as the process


if __name__ == "__main__":
    _serve()
