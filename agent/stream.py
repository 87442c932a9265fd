"""Asking as an iterator: the draft piece by piece while it is written, then the answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

from .ask import ask
from .llm.roles import Models
from .llm.types import LLM, Piece, Reply, Request
from .session import Session
from .types import Answer


class _Stopped(BaseException):
    """Ends the asking thread once nobody listens; no handler of errors takes it for one."""


def stream(session: Session, question: str, **options: Any) -> Iterator[str | Answer]:
    """What `ask` would do with `question` and `options` (all but `on_text`), as it happens.

    Yields the pieces of a model's draft, whose quotes are not checked yet, and last the Answer; without models that alone.
    Leaving the loop early stops asking: no further request is sent to a model. Raises what `ask` raises.
    """
    told: SimpleQueue[str | Answer | BaseException] = SimpleQueue()
    stop = threading.Event()

    def on_text(text: str) -> None:
        if stop.is_set():
            raise _Stopped
        told.put(text)

    def work() -> None:
        try:
            models = options.get("models")
            watched = {"models": _stoppable(models, stop)} if models else {}
            told.put(ask(session, question, on_text=on_text, **{**options, **watched}))
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


class _Stoppable:
    """An LLM that sends nothing any more once `stop` is set."""

    def __init__(self, llm: LLM, stop: threading.Event) -> None:
        self._llm, self._stop = llm, stop

    @property
    def model(self) -> str:
        return self._llm.model

    @property
    def context(self) -> int | None:
        return self._llm.context

    def complete(self, request: Request) -> Reply:
        if self._stop.is_set():
            raise _Stopped
        return self._llm.complete(request)

    def stream(self, request: Request) -> Iterator[Piece]:
        if self._stop.is_set():
            raise _Stopped
        return self._llm.stream(request)
