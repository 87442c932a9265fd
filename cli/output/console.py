"""Where output goes: answers to stdout, progress and warnings to stderr, JSON as one object."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Console

SCHEMA = 1


class _Output(Console):
    """A console whose reader may go away, as `head` does: rich would end with exit code 1."""

    def on_broken_pipe(self) -> None:
        self.quiet = True
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still to be flushed
        raise BrokenPipeError


def out() -> Console:
    """The console of results. Not highlighted: paper text is data, not markup."""
    return _Output(file=sys.stdout, highlight=False, markup=False, soft_wrap=False)


def err() -> Console:
    """The console of progress and warnings."""
    return Console(file=sys.stderr, highlight=False, markup=False, stderr=True)


def warn(text: str) -> None:
    """One line of warning on stderr."""
    err().print(f"warning: {text}", style="yellow", soft_wrap=True)


def print_json(fields: Mapping[str, Any]) -> None:
    """One JSON object on stdout, the schema version first, non-ASCII as it is."""
    sys.stdout.write(json.dumps({"schema": SCHEMA, **fields}, ensure_ascii=False) + "\n")


def has_screen() -> bool:
    """Whether a page can be shown: an output that somebody looks at, on a machine with a screen."""
    shown = sys.platform in ("darwin", "win32") or any(
        os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    return shown and sys.stdout.isatty()


@contextmanager
def progress_bars() -> Iterator[Any]:
    """A callback for library progress that draws one bar per stage on stderr; silent when stderr is no terminal.

    Without a terminal each stage is named once, so that a log shows where the time goes.
    """
    from .progress import ProgressBars

    bars = ProgressBars(err())
    with bars:
        yield bars.update
