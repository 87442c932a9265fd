"""The console script. It loads the command line so that Ctrl-C during loading prints only one line."""

from __future__ import annotations

import sys

_INTERRUPTED = 5


def run() -> None:
    """Run the command line on the arguments of the process."""
    try:
        from .main import run as run_command
    except KeyboardInterrupt:
        sys.stderr.write("citehop: interrupted\n")
        sys.exit(_INTERRUPTED)
    run_command()
