"""Worker processes that end when their parent does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def bind_to_parent() -> None:
    """Ignore Ctrl-C, which the parent handles, and exit when the parent does. Call this first in a worker of a
    process pool.

    A pool's workers hold both ends of its pipes, so without this they would wait forever after their parent was
    killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
