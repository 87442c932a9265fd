"""Stream an answer: first the pieces of the draft while it is written, then the answer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue

from .ask import ask
from .first_hop import FirstHop
from .llm.roles import Models
from .llm.types import LLM, Reply, ReplyDelta, Request
from .llm.wrapped import Wrapped
from .plan import Plan
from .session import Session
from .types import Answer


class _Stopped(BaseException):
    """Ends the thread once the caller has stopped reading; a BaseException, so that no error handler catches it."""


def stream(
    session: Session,
    question: str,
    *,
    anchor: str | None = None,
    figure: str | None = None,
    image: Path | None = None,
    known: FirstHop | None = None,
    models: Models | None = None,
    plan: Plan | None = None,
    on_step: Callable[[str], None] | None = None,
) -> Iterator[str | Answer]:
    """Answer a question as `ask` does with the same arguments, and yield the draft while it is written.

    The pieces of a model's draft come first; their quotes are not checked yet. The Answer comes last. If no model is
    used, the Answer is the only item. If the caller leaves the loop early, no further request is sent to a model.
    `on_step` is called in another thread. Raises the errors of `ask`.
    """
    told: SimpleQueue[str | Answer | BaseException] = SimpleQueue()
    stop = threading.Event()

    def on_text(text: str) -> None:
        if stop.is_set():
            raise _Stopped
        told.put(text)

    asked = partial(ask, session, question, anchor=anchor, figure=figure, image=image, known=known, plan=plan)
    watched = _stoppable(models, stop) if models else None

    def work() -> None:
        try:
            told.put(asked(models=watched, on_text=on_text, on_step=on_step))
        except BaseException as error:
            told.put(error)

    threading.Thread(target=work, name="citehop-ask", daemon=True).start()
    try:
        while True:
            piece = told.get()
            if isinstance(piece, BaseException):
                raise piece
            yield piece
            if isinstance(piece, Answer):
                return
    finally:
        stop.set()


def _stoppable(models: Models, stop: threading.Event) -> Models:
    return replace(models, text=_Stoppable(models.text, stop), vision=_Stoppable(models.vision, stop))


class _Stoppable(Wrapped):
    """A wrapper of an LLM that sends no request after `stop` is set."""

    def __init__(self, llm: LLM, stop: threading.Event) -> None:
        super().__init__(llm)
        self._stop = stop

    def complete(self, request: Request) -> Reply:
        if self._stop.is_set():
            raise _Stopped
        return self._llm.complete(request)

    def stream(self, request: Request) -> Iterator[ReplyDelta]:
        if self._stop.is_set():
            raise _Stopped
        return self._llm.stream(request)
