"""citehop: ask about a figure of a paper, follow its citations, get an answer with verbatim quotes.

    with citehop.open("mine") as session:
        answer = citehop.ask(session, "Which method in Table 2 scores 28.62 on WQ, and how does it handle rare words?")

`index` builds a cluster from a folder, `add` from identifiers of papers, and `open` opens it. `ask` answers a question, `stream`
yields the draft while it is written, `compare` asks several papers one question, `extract` asks every paper the same questions,
`rank` does the first hop only, `search` finds passages, `read_figure` reads any image, `tables` returns tables and charts as
data frames, `parse` reads one paper without a cluster, `cite` writes the sources of an answer for reference managers, and
`open_models` opens language models.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the same names for type checkers, which cannot follow the table
    from citehop.acquisition.add import add as add
    from citehop.agent.ask import ask as ask
    from citehop.agent.compare import compare as compare
    from citehop.agent.figures.read_figure import read_figure as read_figure
    from citehop.agent.first_hop import first_hop as rank
    from citehop.agent.llm.roles import open_models as open_models
    from citehop.agent.search import search as search
    from citehop.agent.session import open_session as open
    from citehop.agent.stream import stream as stream
    from citehop.errors import CitehopError as CitehopError
    from citehop.figures.parse_document import parse as parse
    from citehop.indexes.build.build import build as index
    from citehop.integrations.extraction.fill import extract as extract
    from citehop.integrations.figure_values.frames import tables as tables
    from citehop.integrations.sources.cite import cite as cite
    from citehop.settings import Settings as Settings
    from citehop.settings import load_settings as load_settings

__version__ = "0.1.0"

# name -> "module:attribute", loaded on first use, so that `import citehop` stays light (PEP 562).
_EXPORTS: dict[str, str] = {
    "CitehopError": "citehop.errors:CitehopError",
    "Settings": "citehop.settings:Settings",
    "add": "citehop.acquisition.add:add",
    "ask": "citehop.agent.ask:ask",
    "cite": "citehop.integrations.sources.cite:cite",
    "compare": "citehop.agent.compare:compare",
    "extract": "citehop.integrations.extraction.fill:extract",
    "index": "citehop.indexes.build.build:build",
    "load_settings": "citehop.settings:load_settings",
    "open": "citehop.agent.session:open_session",
    "open_models": "citehop.agent.llm.roles:open_models",
    "parse": "citehop.figures.parse_document:parse",
    "rank": "citehop.agent.first_hop:first_hop",
    "read_figure": "citehop.agent.figures.read_figure:read_figure",
    "search": "citehop.agent.search:search",
    "stream": "citehop.agent.stream:stream",
    "tables": "citehop.integrations.figure_values.frames:tables",
}

__all__ = [
    "CitehopError",
    "Settings",
    "__version__",
    "add",
    "ask",
    "cite",
    "compare",
    "extract",
    "index",
    "load_settings",
    "open",
    "open_models",
    "parse",
    "rank",
    "read_figure",
    "search",
    "stream",
    "tables",
]


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'citehop' has no attribute {name!r}")
    module, _, attribute = _EXPORTS[name].partition(":")
    value = getattr(importlib.import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
