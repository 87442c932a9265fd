"""Replies of models kept with the run that they belong to, so that it can be run again without any model."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ...agent.llm.cache import cache_key
from ...agent.llm.types import LLM, Reply, ReplyDelta, Request
from ...errors import UnavailableError
from ...papers.files import open_to_append
from ...papers.serialization import to_json
from .resumable_jsonl import mend_lines


@dataclass(frozen=True, slots=True)
class RecordedReply:
    """A reply under the key of its model and request."""

    id: str
    reply: Reply


class RecordedReplies:
    """The replies in the file at `path`, one a line, written as they come. Safe to use from several threads.

    The file is not touched before the first call: until then another process may be writing it, whose run is locked.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    @cached_property
    def _found(self) -> dict[str, RecordedReply]:
        return mend_lines(self._path, RecordedReply)

    def get(self, key: str) -> Reply | None:
        """The reply kept under `key`, with the usage that it had; None if there is none."""
        with self._lock:
            line = self._found.get(key)
        return line.reply if line else None

    def put(self, key: str, reply: Reply) -> None:
        """Keep `reply` under `key`."""
        line = RecordedReply(key, reply)
        with self._lock, open_to_append(self._path) as stream:
            self._found[key] = line
            stream.write(to_json(line) + "\n")


class RecordingLLM:
    """`llm`, each of whose replies is kept; one that is there already is not asked for again.

    Without an `llm` the record alone answers, in the name of `model`: UnavailableError for what it does not hold.
    """

    def __init__(self, replies: RecordedReplies, llm: LLM | None, model: str = "") -> None:
        self._replies, self._llm = replies, llm
        self.model = llm.model if llm else model
        self.context = llm.context if llm else None
        self.sees = llm.sees if llm else True

    def complete(self, request: Request) -> Reply:
        """The reply to `request`; its server's address does not matter here."""
        key = cache_key(self.model, "", request)
        reply = self._replies.get(key)
        if reply is None:
            if self._llm is None:
                raise UnavailableError(
                    f"{self.model} was never asked this: prompt or data changed since the run"
                )
            reply = self._llm.complete(request)
            self._replies.put(key, reply)
        return reply

    def stream(self, request: Request) -> Iterator[ReplyDelta]:
        """The whole reply in one piece."""
        reply = self.complete(request)
        yield from (ReplyDelta(reply.text), ReplyDelta(reply=reply))
