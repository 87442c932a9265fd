"""Ask all scholarly services in order and merge their answers. A service that fails repeatedly is left out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from ..errors import CitehopError
from ..papers.parsing.references.keys import build_reference_key
from ..papers.records import PaperRecord
from ..papers.types import Reference
from .http.client import ServiceClient
from .http.errors import FetchError
from .merge import combine_records, is_different_paper, is_same_paper, match_references
from .services import Service, all_services

T = TypeVar("T")
_MAX_FAILURES = 2  # after this many failures in a row, a service is not asked again in this run


class Providers:
    """The services of one run. `troubles` maps the name of each service that failed to the reason."""

    def __init__(self, client: ServiceClient, services: Sequence[Service] | None = None) -> None:
        self.services = all_services(client) if services is None else tuple(services)
        self.troubles: dict[str, str] = {}
        self._failures: dict[str, int] = {}
        self._lock = threading.Lock()

    def ask(self, service: Service, query: Callable[[], T], default: T) -> T:
        """Return the result of `query` to a service.

        If the service fails, return `default` and record the reason in `troubles`. A service that has failed too often
        is not asked.
        """
        if self._failures.get(service.name, 0) >= _MAX_FAILURES:
            return default
        try:
            answer = query()
        except FetchError as error:
            trouble = str(error)
        except (CitehopError, OSError):
            raise  # no network, or the cache of answers cannot be written
        except Exception as error:
            trouble = f"an answer that cannot be read ({type(error).__name__}: {error})"[:200]
        else:
            self._failures[service.name] = 0
            return answer
        with self._lock:
            self.troubles[service.name] = trouble
            self._failures[service.name] = self._failures.get(service.name, 0) + 1
        return default

    def complete(self, records: Sequence[PaperRecord]) -> list[PaperRecord]:
        """Return `records` with everything that the services know by their identifiers.

        Each service is asked in batches, only about records that it may add to, and with what earlier services found.
        Identifiers that lead to a different paper are removed.
        """
        completed = list(records)
        for service in self.services:
            numbers = [number for number, record in enumerate(completed) if _may_add(service.name, record)]
            if not numbers:
                continue
            answers = self._resolve(service, [completed[number] for number in numbers])
            for number, answer in zip(numbers, answers, strict=True):
                record = completed[number]
                if answer is None:
                    continue
                if is_different_paper(record, answer):
                    ids = tuple(pair for pair in record.ids if pair not in answer.ids)
                    completed[number] = replace(record, ids=ids)
                else:
                    completed[number] = combine_records([record, answer])
        return completed

    def _resolve(self, service: Service, records: list[PaperRecord]) -> list[PaperRecord | None]:
        nothing: list[PaperRecord | None] = [None] * len(records)
        return self.ask(service, lambda: service.resolve(records), nothing)

    def find(self, record: PaperRecord, raw: str = "") -> PaperRecord | None:
        """Find the paper with the title and authors of `record`, which has no identifier; None if no service has it.

        `raw` is the text of the reference, if there is one. The result combines the found record with `record`.
        """
        if not record.title:
            return None
        key = build_reference_key("", record.authors, record.year, "", record.title)
        reference = Reference(key, raw or record.title, record.title, record.authors, record.year)
        for service in self.services:
            found = self.ask(service, partial(service.search, record), None)
            if found is None:
                continue
            by_title = replace(found, ids=())
            if is_same_paper(replace(record, ids=()), by_title) or match_references(
                [by_title], [reference]
            ) == [0]:
                return combine_records([found, record])
        return None


def _may_add(service: str, record: PaperRecord) -> bool:
    """True if the service, asked by identifier, may know something that `record` lacks."""
    ids = dict(record.ids)
    if service == "Semantic Scholar":
        return "s2" not in ids or not record.title
    if service == "arXiv":
        return "arxiv" in ids and not (record.title and record.abstract)
    if service == "Crossref":
        # Only the notice of Crossref has a date and a DOI.
        return "doi" in ids and (not record.title or bool(record.retracted))
    if service == "ACL Anthology":
        return "acl" in ids
    free = "arxiv" in ids or "acl" in ids
    if service == "Unpaywall":
        return "doi" in ids and not free
    return True  # OpenAlex lists retractions
