"""Terminal output while a question is answered: the current step, and a model's draft as it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.status import Status

from ...agent.llm.roles import Models
from ...errors import CitehopError
from .console import err, warn
from .terminal.values import format_usage


@contextmanager
def show_steps() -> Iterator[Status]:
    """Yield a status line on stderr for the current step. Without a terminal, nothing is shown."""
    with err().status("reading", spinner_style="dim") as status:
        yield status


def show_step(status: Status, step: str) -> None:
    """Show `step` in the status line at once; without a spinner, Rich shows it only at its next frame."""
    status.update(step, spinner="dots")


@contextmanager
def stream_draft(
    models: Models | None, status: Status, *, shown: bool
) -> Iterator[Callable[[str], None] | None]:
    """Yield a function that prints a model's draft on stderr as it arrives, in place of `status`; None unless
    `shown`.

    The draft is not verified yet, so it is dimmed and goes to stderr; the answer follows on stdout. If asking fails
    or is interrupted, the usage so far is printed.
    """
    if models is None:
        yield None
        return
    console, began = err(), False

    def on_text(text: str) -> None:
        nonlocal began
        if not began:
            status.stop()
            console.print("draft, not checked yet:", style="dim")
        began = True
        console.print(text, end="", style="dim", soft_wrap=True)
        console.file.flush()

    try:
        yield on_text if shown else None
        if began:
            console.print()
    except (KeyboardInterrupt, CitehopError):
        if models.meter.usage.calls:
            warn(f"no answer; used so far: {format_usage(models.meter.usage)}")
        raise
