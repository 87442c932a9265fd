"""The trace of one answer: its steps, with time and cost, and the prompts used."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .llm.errors import BrokenOffError
from .llm.types import LLM, Reply, ReplyDelta, Request
from .llm.waiting import tell_waits
from .llm.wrapped import Wrapped
from .types import Step, Usage


class Trace:
    """Collects the steps of one question, which run one after the other.

    `on_step` is called with the name of a step when it begins.
    """

    def __init__(self, on_step: Callable[[str], None] | None = None) -> None:
        self.on_step = on_step
        self.usage = Usage()
        self.prompts: set[str] = set()
        self.steps: list[Step] = []
        self.notes: list[str] = []
        self._started = time.perf_counter()
        self._inside = [(0.0, Usage())]

    @contextmanager
    def step(self, name: str) -> Iterator[list[str]]:
        """Record a step when the block ends or fails.

        Texts that the block appends to the yielded list become the step's detail.

        Time and usage of a nested step count for that step only, so that all steps add up to the total.
        """
        if self.on_step:
            self.on_step(name)
        start, before, detail = time.perf_counter(), self.usage, list[str]()
        self._inside.append((0.0, Usage()))
        try:
            yield detail
        except Exception as error:
            detail.append(f"{type(error).__name__}: {error}")
            raise
        finally:
            seconds, usage = time.perf_counter() - start, self.usage - before
            inner_seconds, inner_usage = self._inside.pop()
            own = round(seconds - inner_seconds, 3)
            self.steps.append(Step(name, "; ".join(detail), own, usage - inner_usage))
            outer_seconds, outer_usage = self._inside[-1]
            self._inside[-1] = (outer_seconds + seconds, outer_usage + usage)

    def watch(self, llm: LLM) -> LLM:
        """Return a wrapper of `llm` that adds its usage to this trace."""
        return _Watched(llm, self)

    def note(self, reply: Reply, label: str) -> None:
        """Add the usage of a reply, and the prompt versions in `label`, which are separated by spaces."""
        self.usage += reply.usage
        self.prompts.update(label.split())

    def total(self) -> Usage:
        """Return the usage of the models, but with the wall-clock seconds since this trace began as `seconds`."""
        models = self.usage
        return (
            models
            - Usage(seconds=models.seconds)
            + Usage(seconds=round(time.perf_counter() - self._started, 3))
        )


class _Watched(Wrapped):
    def __init__(self, llm: LLM, trace: Trace) -> None:
        super().__init__(llm)
        self._trace = trace

    def complete(self, request: Request) -> Reply:
        with tell_waits(self._trace.on_step):
            reply = self._llm.complete(request)
        self._trace.note(reply, request.label)
        return reply

    def stream(self, request: Request) -> Iterator[ReplyDelta]:
        try:
            pieces = self._llm.stream(request)
            for piece in self._first(pieces):
                if piece.reply is not None:
                    self._trace.note(piece.reply, request.label)
                yield piece
        except BrokenOffError as broken:
            self._trace.usage += broken.spent
            raise

    def _first(self, pieces: Iterator[ReplyDelta]) -> Iterator[ReplyDelta]:
        """Yield `pieces`, and report the wait for the first piece to `on_step`."""
        with tell_waits(self._trace.on_step):
            first = next(pieces, None)
        if first is not None:
            yield first
        yield from pieces
