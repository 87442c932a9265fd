"""Types that all campaigns use."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from random import Random

LOST = "LOST"  # the first word of an outcome that must not occur

# Runs one case in an empty folder with its own random numbers. It returns the outcome in a few words, which begin
# with LOST if something was lost. Exceptions count as lost.
Case = Callable[[Path, Random], str]


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign whose full size is `count` cases.

    `open` prepares in a folder what all cases share. Each case stands for `units` of the things that the campaign
    counts.
    """

    count: int
    open: Callable[[Path], AbstractContextManager[Case]]
    units: int = 1


def read_number(folder: Path) -> int:
    """Return the number, from 0, of the case that has `folder`. Campaigns that try each item of a list choose it by
    this number.
    """
    return int(folder.name.removeprefix("case"))
