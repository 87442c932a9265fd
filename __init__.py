"""citehop: ask about a figure of a paper, follow its citations, get an answer with verbatim quotes.

    with citehop.open("mine") as session:
        answer = citehop.ask(session, "Which method in Table 2 scores 28.62 on WQ, and how does it handle rare words?")

`index` makes a cluster of a folder, `open` opens it, `ask` answers over it, `rank` does the first hop alone.
"""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

# name -> "module:attribute", loaded on first use, so that `import citehop` stays light (PEP 562).
_EXPORTS: dict[str, str] = {
    "CitehopError": "citehop.errors:CitehopError",
    "Settings": "citehop.settings:Settings",
    "ask": "citehop.agent.ask:ask",
    "index": "citehop.indexes.build:build",
    "load_settings": "citehop.settings:load_settings",
    "open": "citehop.agent.session:open_session",
    "rank": "citehop.agent.first_hop:first_hop",
}

__all__ = ["CitehopError", "Settings", "__version__", "ask", "index", "load_settings", "open", "rank"]


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'citehop' has no attribute {name!r}")
    module, _, attribute = _EXPORTS[name].partition(":")
    value = getattr(importlib.import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
