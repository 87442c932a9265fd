"""The terminal: results go to stdout, progress and messages to stderr, JSON is one object. All text is sanitized
here.

Nothing in `cli` writes to a stream except through this module.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from ...integrations.sanitize import clean, clean_line
from ..stream_encoding import is_utf

SCHEMA = 1


class SafeConsole(Console):
    """A console that prints paper text as data: it interprets no markup and passes on no control character.

    If the reader of the output closes it, as `head` does, BrokenPipeError is raised; rich would end the process with
    exit code 1.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(clean(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        self.quiet = True
        # Output that is flushed later goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise BrokenPipeError


def out() -> Console:
    """Return a console for results, on stdout."""
    return SafeConsole(file=sys.stdout, soft_wrap=False)


def err() -> Console:
    """Return a console for progress and messages, on stderr."""
    return SafeConsole(file=sys.stderr, stderr=True)


def warn(text: str) -> None:
    """Print a warning on stderr, in one line."""
    err().print(f"warning: {clean_line(text)}", style="yellow", soft_wrap=True)


def print_error(text: str) -> None:
    """Print an error on stderr, in one line and without style."""
    sys.stderr.write(clean_line(text) + "\n")


def print_traceback(text: str) -> None:
    """Print a traceback on stderr."""
    sys.stderr.write(clean(text))


def print_json(fields: Mapping[str, Any]) -> None:
    """Print one JSON object on stdout, with the schema version first.

    Non-ASCII letters are kept if the stream can encode them; characters that are not printable are escaped.
    """
    text = json.dumps({"schema": SCHEMA, **fields}, ensure_ascii=not is_utf(sys.stdout))
    if not text.isprintable():
        text = "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)
    sys.stdout.write(text + "\n")


def print_text(text: str) -> None:
    """Print a document on stdout without control characters, which a terminal would obey."""
    sys.stdout.write(clean(text))


def can_open_pages() -> bool:
    """True if a page can be opened: stdout is a terminal, and the machine has a screen."""
    return has_screen() and sys.stdout.isatty()


def has_screen() -> bool:
    """True if this machine can open windows."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )


@contextmanager
def progress_bars() -> Iterator[Any]:
    """Yield a progress listener that draws one bar per stage on stderr; without a terminal, it prints lines."""
    from .progress import ProgressBars

    with ProgressBars(err()) as bars:
        yield bars.update
