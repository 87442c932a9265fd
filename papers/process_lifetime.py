"""Let worker processes ignore Ctrl-C, which their parent handles, and end when their parent ends."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of linux/prctl.h


@contextmanager
def deafen_to_interrupts() -> Iterator[None]:
    """Block Ctrl-C while child processes are started in this context. They inherit the block and never receive Ctrl-C.

    A new interpreter imports modules for a second before it can ignore a signal; until then, Ctrl-C would end it with a
    traceback. A Ctrl-C for this process is delivered at the end of the context.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def bind_to_parent() -> None:
    """Ignore Ctrl-C, which the parent handles, and exit when the parent does. Call this first in a worker of a process
    pool.

    The workers of a pool hold both ends of its pipes, so without this call they would wait forever after their parent
    was killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Let the system kill this process as soon as the thread that started it ends, on systems that can (Linux).

    Unlike the thread of `bind_to_parent`, this also ends native code that never returns to the interpreter.
    """
    if sys.platform != "linux":
        return
    parent = os.getppid()
    ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # the parent ended before the call
        os._exit(1)


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
