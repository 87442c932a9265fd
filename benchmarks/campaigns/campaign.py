"""Types of the campaigns."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from random import Random

LOST = "LOST"  # the first word of an outcome that must not be

# One case in an empty folder, with its own random numbers; returns how it ended, in a few words that begin with LOST if
# something was lost. Exceptions count as lost.
Case = Callable[[Path, Random], str]


@dataclass(frozen=True, slots=True)
class Campaign:
    """`count` cases are the full size. `open` prepares what all cases share in a folder; each stands for `units` of the
    things that the campaign counts."""

    count: int
    open: Callable[[Path], AbstractContextManager[Case]]
    units: int = 1


def read_number(folder: Path) -> int:
    """Number of the case that has `folder`, from 0: campaigns that try each of a list of things take the next one by it."""
    return int(folder.name.removeprefix("case"))
