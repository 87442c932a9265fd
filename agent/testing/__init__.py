"""Test doubles for language models: `QueueLLM` in the process, `ModelServer` over real HTTP on localhost.

`Unreliable` makes a server fail now and then. `refuse_network` keeps a test process away from everything else.
"""

from __future__ import annotations

from .network import NetworkRefused, refuse_network
from .queue import QueueLLM
from .server import ModelServer, Received
from .turn import (
    Turn,
    cut_off,
    dropped,
    empty_choices,
    garbage,
    rate_limited,
    refused,
    server_error,
)
from .unreliable import FAULTS, TOO_LATE, Unreliable

__all__ = [
    "FAULTS",
    "TOO_LATE",
    "ModelServer",
    "NetworkRefused",
    "QueueLLM",
    "Received",
    "Turn",
    "Unreliable",
    "cut_off",
    "dropped",
    "empty_choices",
    "garbage",
    "rate_limited",
    "refuse_network",
    "refused",
    "server_error",
]
