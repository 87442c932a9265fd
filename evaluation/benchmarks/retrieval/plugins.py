"""Retrieval strategies of the user's own, named MODULE:NAME."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from ....errors import UsageError
from ....indexes.types import Hit
from .corpus import CorpusPassage

Strategy = Callable[[Sequence[CorpusPassage]], Callable[[str], list[Hit]]]


def load_strategy(name: str) -> Strategy:
    """NAME in the importable MODULE: it takes passages and gives a function from a query to hits, best first.

    Raises UsageError where it cannot be imported or is no function.
    """
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"strategy {name!r}: {error}; is its folder on PYTHONPATH?") from error
    if not callable(found):
        raise UsageError(f"strategy {name!r} is no function; it must take passages and give a ranker")
    chosen: Strategy = found
    return chosen


def plugin_code(name: str) -> bytes:
    """The file that the strategy is in, for the name of its run: a change of it is a new run."""
    load_strategy(name)
    path = getattr(sys.modules[name.partition(":")[0]], "__file__", None)
    return Path(path).read_bytes() if path else b""
