"""A script for the model server that makes a share of the requests fail in the ways of real providers."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from .turn import ScriptedTurn, cut_off, dropped, empty_choices, garbage, rate_limited, server_error

TOO_LATE = 2.5  # seconds; a client that should time out needs a shorter limit

FAULTS: Mapping[str, tuple[ScriptedTurn, ...]] = MappingProxyType(
    {
        "429": (rate_limited(), rate_limited("0"), rate_limited("Wed, 21 Oct 2015 07:28:00 GMT")),
        "5xx": (server_error(500), server_error(503)),
        "time-out": (ScriptedTurn("too late", delay=TOO_LATE),),
        "dropped connection": (dropped(), cut_off()),
        "malformed JSON": (garbage(), empty_choices()),
    }
)


class UnreliableScript:
    """A script for `ModelServer` that makes random requests fail.

    `rate` is the share of requests that fail, 0..1. `kinds` are keys of FAULTS, all equally likely. `script` answers
    the other requests.
    `happened` counts faults by kind. Thread-safe; `seed` and the order of arrival determine which requests fail.
    """

    def __init__(
        self,
        script: Callable[[Mapping[str, Any]], ScriptedTurn | str],
        rate: float,
        kinds: Sequence[str] = tuple(FAULTS),
        seed: int = 0,
    ) -> None:
        self.happened: Counter[str] = Counter()
        self._script, self._rate, self._kinds = script, rate, tuple(kinds)
        self._random, self._lock = random.Random(seed), threading.Lock()

    def __call__(self, body: Mapping[str, Any]) -> ScriptedTurn | str:
        """Return the turn that answers `body`."""
        with self._lock:
            if self._random.random() < self._rate:
                kind = self._random.choice(self._kinds)
                self.happened[kind] += 1
                return self._random.choice(FAULTS[kind])
        return self._script(body)
