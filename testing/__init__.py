"""Public test doubles.

`QueueLLM` is a language model inside the process, and `ModelServer` is one over real HTTP on localhost.
`UnreliableScript` makes a given share of the server's requests fail. `refuse_network` keeps a test process from
connecting to other hosts. `citehop.testing.scholarly` simulates
the scholarly services, `citehop.testing.qdrant` a Qdrant server.
"""

from __future__ import annotations

from .models.lasting_faults import LASTING_FAULTS
from .models.queue import QueueLLM
from .models.server import ModelServer, ReceivedRequest
from .models.turn import (
    ScriptedTurn,
    cut_off,
    dropped,
    empty_choices,
    garbage,
    rate_limited,
    refused,
    server_error,
)
from .models.unreliable import FAULTS, TOO_LATE, UnreliableScript
from .network import NetworkRefused, refuse_network

__all__ = [
    "FAULTS",
    "LASTING_FAULTS",
    "TOO_LATE",
    "ModelServer",
    "NetworkRefused",
    "QueueLLM",
    "ReceivedRequest",
    "ScriptedTurn",
    "UnreliableScript",
    "cut_off",
    "dropped",
    "empty_choices",
    "garbage",
    "rate_limited",
    "refuse_network",
    "refused",
    "server_error",
]
