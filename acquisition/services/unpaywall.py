"""Unpaywall: https://unpaywall.org/products/api. Where an open copy of a DOI lies; answers only who gives an e-mail."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from ...papers.records import Place, Work
from ..http.client import Web
from ..http.errors import Missing
from .json_access import at, items, text


class Unpaywall:
    name = "Unpaywall"

    def __init__(self, web: Web) -> None:
        self._web = web

    def resolve(self, works: Sequence[Work]) -> list[Work | None]:
        return [self._open_copies(work.id("doi")) for work in works]

    def search(self, _: Work) -> None:
        return None

    def references(self, _: Work) -> None:
        return None

    def _open_copies(self, doi: str) -> Work | None:
        email = self._web.settings.email
        if not doi or not email:
            return None
        try:
            url = f"{self._web.settings.unpaywall_url}/v2/{quote(doi, safe='/')}"
            answer = self._web.json(url, {"email": email})
        except Missing:
            return None
        best = [at(answer, "best_oa_location"), *items(at(answer, "oa_locations"))]
        addresses = dict.fromkeys(found for place in best if (found := text(at(place, "url_for_pdf"))))
        places = tuple(Place(address, self.name) for address in addresses)
        return Work(ids=(("doi", doi),), places=places, closed=at(answer, "is_oa") is False, known=True)
