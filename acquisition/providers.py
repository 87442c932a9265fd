"""All services together: asked in order, their answers merged, the one that fails remembered."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from ..papers.parsing.references.keys import reference_key
from ..papers.records import PaperRecord
from ..papers.types import Reference
from .http.client import ServiceClient
from .http.errors import FetchError
from .merge import combined, is_stranger, matching, same_work
from .services import Service, all_services

T = TypeVar("T")
_PATIENCE = 2  # failures in a row after which a service is left alone for the rest of the run


class Providers:
    """The services of one run. `troubles` says of those that failed, by name, why."""

    def __init__(self, web: ServiceClient, services: Sequence[Service] | None = None) -> None:
        self.services = all_services(web) if services is None else tuple(services)
        self.troubles: dict[str, str] = {}
        self._failures: dict[str, int] = {}
        self._lock = threading.Lock()

    def ask(self, service: Service, question: Callable[[], T], default: T) -> T:
        """What `question` returns; `default`, and a trouble noted, when the service fails or was given up."""
        if self._failures.get(service.name, 0) >= _PATIENCE:
            return default
        try:
            answer = question()
        except FetchError as error:
            with self._lock:
                self.troubles[service.name] = str(error)
                self._failures[service.name] = self._failures.get(service.name, 0) + 1
            return default
        self._failures[service.name] = 0
        return answer

    def complete(self, works: Sequence[PaperRecord]) -> list[PaperRecord]:
        """`works` with all that the services know of them by their identifiers. Each service is asked only for those
        that it may add to, in batches, and sees what the ones before it found. Identifiers that lead to another paper
        are taken away."""
        known = list(works)
        for service in self.services:
            wanted = [number for number, work in enumerate(known) if _may_add(service.name, work)]
            if not wanted:
                continue
            for number, answer in zip(
                wanted, self._resolved(service, [known[n] for n in wanted]), strict=True
            ):
                if answer is not None and is_stranger(known[number], answer):
                    known[number] = replace(
                        known[number], ids=tuple(pair for pair in known[number].ids if pair not in answer.ids)
                    )
                elif answer is not None:
                    known[number] = combined([known[number], answer])
        return known

    def _resolved(self, service: Service, works: list[PaperRecord]) -> list[PaperRecord | None]:
        nothing: list[PaperRecord | None] = [None] * len(works)
        return self.ask(service, lambda: service.resolve(works), nothing)

    def find(self, work: PaperRecord, raw: str = "") -> PaperRecord | None:
        """The work whose title and authors are those of `work`, known without identifier; None where no service has it."""
        if not work.title:
            return None
        reference = Reference(
            reference_key("", work.authors, work.year, "", work.title),
            raw or work.title,
            work.title,
            work.authors,
            work.year,
        )
        for service in self.services:
            found = self.ask(service, partial(service.search, work), None)
            if found is None:
                continue
            by_title = replace(found, ids=())
            if same_work(replace(work, ids=()), by_title) or matching([by_title], [reference]) == [0]:
                return combined([found, work])
        return None


def _may_add(service: str, work: PaperRecord) -> bool:
    """Whether the service, asked by identifier, may say something that is missing."""
    known = dict(work.ids)
    if service == "Semantic Scholar":
        return "s2" not in known or not work.title
    if service == "arXiv":
        return "arxiv" in known and not (work.title and work.abstract)
    if service == "Crossref":
        return "doi" in known and not work.title
    if service == "ACL Anthology":
        return "acl" in known
    free = "arxiv" in known or "acl" in known
    if service == "Unpaywall":
        return "doi" in known and not free
    return not (free and work.abstract)
