"""The services that know papers, each behind the same small protocol.

semantic_scholar, openalex, crossref, unpaywall, arxiv, acl

All of them go over `ServiceClient`, which paces, bounds and keeps what they ask. The published client packages were looked at and
left out: arxiv 4.0.2 has no time-outs and one fixed address, semanticscholar 0.12 takes a status 502 or 503 for an empty
answer, asks over a new connection each time and does not know Retry-After, pyalex 0.21 has no time-outs and one global
configuration, habanero 2.9 tries nothing again; none paces over processes, bounds what it reads or checks addresses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ...papers.records import PaperRecord
from ..http.client import ServiceClient
from .acl import Acl
from .arxiv import Arxiv
from .crossref import Crossref
from .openalex import OpenAlex
from .semantic_scholar import SemanticScholar
from .unpaywall import Unpaywall

__all__ = ["Service", "all_services"]


class Service(Protocol):
    """What can be asked. Each method raises FetchError when the service cannot be reached or its answer is damaged."""

    @property
    def name(self) -> str:
        """As users know it."""

    def resolve(self, works: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        """What the service knows of each of `works` by their identifiers; None for what it does not know."""

    def search(self, work: PaperRecord, /) -> PaperRecord | None:
        """The work of that title, as the service has it; None where none is close. Whether it is the one is for the
        caller to say."""

    def references(self, work: PaperRecord, /) -> list[PaperRecord] | None:
        """What `work` cites, in the service's order; None where it cannot say."""


def all_services(web: ServiceClient) -> tuple[Service, ...]:
    """Every service, in the order in which they are asked."""
    return (SemanticScholar(web), Arxiv(web), OpenAlex(web), Crossref(web), Unpaywall(web), Acl(web))
