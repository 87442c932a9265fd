"""The terminal while a model writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...agent.llm.roles import Models
from ...errors import CitehopError
from .console import err, warn
from .terminal import values as render


@contextmanager
def drafting(models: Models | None, *, shown: bool) -> Iterator[Callable[[str], None] | None]:
    """A callback that prints a model's draft on stderr as it comes, if `shown`; None where there is nothing to print.

    The draft is not proven yet, which is why it goes to stderr, dimmed: the answer follows on stdout. Where asking is
    interrupted or fails, what the models cost so far is told.
    """
    if models is None:
        yield None
        return
    console, began = err(), False

    def on_text(text: str) -> None:
        nonlocal began
        if not began:
            console.print("draft, not checked yet:", style="dim")
        began = True
        console.print(render.clean(text), end="", style="dim", soft_wrap=True)
        console.file.flush()

    try:
        yield on_text if shown else None
        if began:
            console.print()
    except (KeyboardInterrupt, CitehopError):
        if models.meter.usage.calls:
            warn(f"no answer; used so far: {render.usage(models.meter.usage)}")
        raise
