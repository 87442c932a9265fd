"""Unpaywall: https://unpaywall.org/products/api. Where an open copy of a DOI lies; answers only who gives an e-mail."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from ...papers.records import OpenCopy, PaperRecord
from ..http.client import ServiceClient
from ..http.errors import NotAvailableError
from .json_access import at, items, text


class Unpaywall:
    name = "Unpaywall"

    def __init__(self, web: ServiceClient) -> None:
        self._web = web

    def resolve(self, works: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        return [self._open_copies(work.id("doi")) for work in works]

    def search(self, _: PaperRecord) -> None:
        return None

    def references(self, _: PaperRecord) -> None:
        return None

    def _open_copies(self, doi: str) -> PaperRecord | None:
        email = self._web.settings.email
        if not doi or not email:
            return None
        try:
            url = f"{self._web.settings.unpaywall_url}/v2/{quote(doi, safe='/')}"
            answer = self._web.json(url, {"email": email})
        except NotAvailableError:
            return None
        best = [at(answer, "best_oa_location"), *items(at(answer, "oa_locations"))]
        addresses = dict.fromkeys(found for place in best if (found := text(at(place, "url_for_pdf"))))
        places = tuple(OpenCopy(address, self.name) for address in addresses)
        return PaperRecord(
            ids=(("doi", doi),), places=places, closed=at(answer, "is_oa") is False, known=True
        )
