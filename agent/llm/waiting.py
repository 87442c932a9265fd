"""Report to the caller that a model has not written its first word yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listener: ContextVar[Callable[[str], None] | None] = ContextVar("waiting", default=None)


@contextmanager
def tell_waits(listener: Callable[[str], None] | None) -> Iterator[None]:
    """Within this block, report the waits of model calls in this thread to `listener`."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def say_reading(tokens: int, seconds: float) -> None:
    """Tell the listener, if any, that the model has been reading a prompt of about `tokens` for `seconds`."""
    if listener := _listener.get():
        listener(f"the model reads the prompt ({tokens:,} tokens, {seconds:.0f} s so far)")
