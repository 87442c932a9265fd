"""Models that a visitor can stop. The answer is then the one without the part that the model has not written yet."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from dataclasses import replace

from ..agent.llm.errors import BrokenOffError, ModelUnavailableError
from ..agent.llm.meter import Meter
from ..agent.llm.roles import Models
from ..agent.llm.types import LLM, Reply, ReplyDelta, Request
from ..agent.llm.wrapped import Wrapped

_STOPPED = "the model was stopped"


def stoppable(models: Models | None, stop: threading.Event) -> Models | None:
    """Return `models` whose calls fail once `stop` is set; None without models."""
    if models is None:
        return None
    text, vision = (_Stoppable(llm, models.meter, stop) for llm in (models.text, models.vision))
    return replace(models, text=text, vision=vision)


class _Stoppable(Wrapped):
    def __init__(self, llm: LLM, meter: Meter, stop: threading.Event) -> None:
        super().__init__(llm)
        self._meter, self._stop = meter, stop

    def complete(self, request: Request) -> Reply:
        self._check()
        return self._llm.complete(request)

    def stream(self, request: Request) -> Iterator[ReplyDelta]:
        self._check()
        pieces, before = self._llm.stream(request), self._meter.usage
        for piece in pieces:
            if self._stop.is_set():
                if isinstance(pieces, Generator):
                    pieces.close()  # adds the cost so far to the meter
                raise BrokenOffError(_STOPPED, self._meter.usage - before)
            yield piece

    def _check(self) -> None:
        if self._stop.is_set():
            raise ModelUnavailableError(_STOPPED)
