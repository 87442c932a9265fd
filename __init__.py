"""citehop: ask about a figure of a paper, follow its citations, get an answer with verbatim quotes."""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

# name -> "module:attribute", loaded on first use, so that `import citehop` stays light (PEP 562).
_EXPORTS: dict[str, str] = {
    "CitehopError": "citehop.errors:CitehopError",
}

__all__ = ["CitehopError", "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'citehop' has no attribute {name!r}")
    module, _, attribute = _EXPORTS[name].partition(":")
    value = getattr(importlib.import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
