"""Simulated scholarly services: invented papers, and local servers that answer like the real ones, including faults.

with ScholarServers({"net": ScholarlyPaper("A Network", arxiv="2401.00001", pdf=raw)}) as servers:
    add(["arxiv:2401.00001"], settings=replace(Settings(), **servers.settings()))
    servers.log  # every request with its time and connection
"""

from __future__ import annotations

from .server import LoggedRequest, ScholarServers
from .world import ScholarlyPaper

__all__ = ["LoggedRequest", "ScholarServers", "ScholarlyPaper"]
