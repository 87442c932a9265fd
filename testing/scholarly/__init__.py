"""For tests: a world of papers, and servers on this machine that play all services over it, faults included.

with ScholarServers({"net": Published("A Network", arxiv="2401.00001", pdf=raw)}) as servers:
    add(["arxiv:2401.00001"], settings=replace(Settings(), **servers.settings()))
    servers.log  # every request, when it came and over which connection
"""

from __future__ import annotations

from .server import LoggedRequest, ScholarServers
from .world import ScholarlyPaper

__all__ = ["LoggedRequest", "ScholarServers", "ScholarlyPaper"]
