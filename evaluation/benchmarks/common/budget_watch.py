"""Models whose exhausted budget ends a run: a question answered on without its model would be scored as the model's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from ....agent.llm.errors import BudgetError
from ....agent.llm.roles import Models
from ....agent.llm.types import Reply, ReplyDelta, Request
from ....agent.llm.wrapped import Wrapped


@contextmanager
def stop_at_budget(models: Models | None) -> Iterator[Models | None]:
    """Give `models` to use inside; at the end raises the BudgetError that one of them met, whoever caught it meanwhile."""
    if models is None:
        yield None
        return
    text, vision = _BudgetWatch(models.text), _BudgetWatch(models.vision)
    yield replace(models, text=text, vision=vision)
    if stop := text.stop or vision.stop:
        raise stop


class _BudgetWatch(Wrapped):
    """Remembers the error of an exhausted budget."""

    stop: BudgetError | None = None

    def complete(self, request: Request) -> Reply:
        try:
            return self._llm.complete(request)
        except BudgetError as error:
            self.stop = error
            raise

    def stream(self, request: Request) -> Iterator[ReplyDelta]:
        try:
            yield from self._llm.stream(request)
        except BudgetError as error:
            self.stop = error
            raise
