"""Models whose failures end a question: answered on without its model, it would be scored as the model's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from ....agent.llm.roles import Models
from ....agent.llm.types import Reply, ReplyDelta, Request
from ....agent.llm.wrapped import Wrapped
from ....errors import UnavailableError


@contextmanager
def raise_model_failures(models: Models | None) -> Iterator[Models | None]:
    """Give `models` to use inside; at the end raises the error that one of them met, whoever caught it meanwhile."""
    if models is None:
        yield None
        return
    text, vision = _FailureWatch(models.text), _FailureWatch(models.vision)
    yield replace(models, text=text, vision=vision)
    if failure := text.failure or vision.failure:
        raise failure


class _FailureWatch(Wrapped):
    """Remembers the last failure of a call, such as an exhausted budget."""

    failure: UnavailableError | None = None

    def complete(self, request: Request) -> Reply:
        try:
            return self._llm.complete(request)
        except UnavailableError as error:
            self.failure = error
            raise

    def stream(self, request: Request) -> Iterator[ReplyDelta]:
        try:
            yield from self._llm.stream(request)
        except UnavailableError as error:
            self.failure = error
            raise
