"""What runs write and read."""

from __future__ import annotations

from dataclasses import dataclass

from ..figures.types import Reading


@dataclass(frozen=True, slots=True)
class Prediction:
    """What the system said to one example. With `error`, one line, there is no ranking and it scores as wrong."""

    id: str
    ranking: tuple[str, ...] = ()
    reading: Reading | None = None
    error: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: `done` of `total` examples."""

    stage: str
    done: int
    total: int
