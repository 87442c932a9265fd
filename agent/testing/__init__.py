"""Test doubles for language models: `QueueLLM` in the process, `ModelServer` over real HTTP on localhost.

`refuse_network` keeps a test process away from everything else.
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

__all__ = [
    "ModelServer",
    "NetworkRefused",
    "QueueLLM",
    "Received",
    "Turn",
    "cut_off",
    "dropped",
    "empty_choices",
    "garbage",
    "rate_limited",
    "refuse_network",
    "refused",
    "server_error",
]
