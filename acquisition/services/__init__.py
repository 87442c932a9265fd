"""Scholarly services, which all implement the same small protocol.

All requests go through `ServiceClient`, which limits their rate and size and caches answers. The published client
packages are unsuitable. arxiv 4.0.2 has no time-outs and one fixed address. semanticscholar 0.12 takes a status 502 or
503 for an empty answer, opens a connection per request and ignores Retry-After. pyalex 0.21 has no time-outs and one
global configuration. habanero 2.9 never retries. No package limits rates across processes, limits what it reads, or
checks addresses.
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
    """A scholarly service. Each method raises FetchError if it cannot be reached or its answer is damaged."""

    @property
    def name(self) -> str:
        """The name of the service that users see."""

    def resolve(self, records: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        """Look up each of `records` by its identifiers; None for each record that the service does not have."""

    def search(self, record: PaperRecord, /) -> PaperRecord | None:
        """Return the closest record by title, or None. The caller decides if it is the same paper."""

    def references(self, record: PaperRecord, /) -> list[PaperRecord] | None:
        """Return the references of `record`, in the service's order; None if the service does not list them."""


def all_services(client: ServiceClient) -> tuple[Service, ...]:
    """Return every service, in the order in which they are asked."""
    return (
        SemanticScholar(client),
        Arxiv(client),
        OpenAlex(client),
        Crossref(client),
        Unpaywall(client),
        Acl(client),
    )
