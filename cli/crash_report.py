"""Print one line if native code crashes, which raises no exception.

The vector engine maps its files into memory. If the disk becomes full while it writes, or another process shortens a
file, the system ends this process with SIGBUS. Python's fault handler writes the name of the signal to a pipe, and a
second process prints the line.
"""

from __future__ import annotations

import faulthandler
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

_DISK = (
    "citehop: the disk is full, or a file was shortened while it was open; free some space, "
    "then run the same command again"
)


def report_crashes(*, debug: bool) -> Callable[[], None]:
    """Start a process that prints one line on stderr if this process crashes, with `debug` also the stack.

    Returns the function that ends the second process. Call it before this process ends, so that no process waits for
    the second one. Does nothing on systems without fork, or if Python's fault handler is in use.
    """
    if not hasattr(os, "fork") or faulthandler.is_enabled():
        return lambda: None
    reader, writer = os.pipe()
    process_id = os.fork()
    if process_id == 0:
        os.close(writer)
        _wait_and_print(reader, debug=debug)
    os.close(reader)
    faulthandler.enable(writer, all_threads=False)

    def end() -> None:
        faulthandler.disable()
        os.close(writer)
        with suppress(ChildProcessError):
            os.waitpid(process_id, 0)

    return end


def _wait_and_print(reader: int, *, debug: bool) -> NoReturn:
    """Read what the fault handler writes until the other process has ended, print it and exit."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    with os.fdopen(reader, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    if text:
        from .output.console import print_error, print_traceback

        if debug:
            print_traceback(text)
        first = text.partition("\n")[0]
        crash = f"citehop: native code crashed ({first}); run again with --debug and report what it prints"
        print_error(_DISK if "Bus error" in first else crash)
    os._exit(0)
