"""Worker processes that belong to the process that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def bind_to_parent() -> None:
    """Called first in a worker of a process pool: leave Ctrl-C to the parent, and end when the parent does.

    A pool's workers hold both ends of its pipes, so those of a parent that was killed would wait for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
