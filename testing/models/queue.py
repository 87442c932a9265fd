"""A language model that answers from a queue, inside the process, without HTTP."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from ...agent.llm.types import Reply, ReplyDelta, Request

Step = str | Reply | Exception | Callable[[Request], "str | Reply"]


class QueueLLM:
    """A language model that answers with `steps` in order.

    A step is a text, a whole Reply, an exception to raise, or a function of the request. When the queue is empty, it
    answers with `default`, or raises AssertionError if that is None. `requests` records every request.
    """

    def __init__(
        self,
        steps: Iterable[Step] = (),
        *,
        default: Step | None = None,
        model: str = "queue",
        context: int | None = None,
        sees: bool = True,
    ) -> None:
        self.model, self.context, self.sees = model, context, sees
        self.requests: list[Request] = []
        self._steps = deque(steps)
        self._default = default
        self._lock = threading.Lock()

    def complete(self, request: Request) -> Reply:
        """Return the next step as a reply."""
        with self._lock:
            self.requests.append(request)
            step = self._steps.popleft() if self._steps else self._default
        if step is None:
            raise AssertionError(
                f"the queue is empty at request {len(self.requests)}: {request.messages[-1].text[:200]}"
            )
        if callable(step):
            step = step(request)
        if isinstance(step, Exception):
            raise step
        return Reply(step) if isinstance(step, str) else step

    def stream(self, request: Request) -> Iterator[ReplyDelta]:
        """Yield the next step word by word."""
        reply = self.complete(request)
        for word in reply.text.split(" "):
            yield ReplyDelta(word + " ")
        yield ReplyDelta(reply=reply)

    @property
    def left(self) -> int:
        """The number of steps that remain."""
        return len(self._steps)
