"""Unpaywall: https://unpaywall.org/products/api. It lists open copies by DOI and requires an e-mail address."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from ...papers.records import OpenCopy, PaperRecord
from ..http.client import ServiceClient
from ..http.errors import NotAvailableError
from .json_access import as_list, as_text, get_path


class Unpaywall:
    name = "Unpaywall"

    def __init__(self, client: ServiceClient) -> None:
        self._client = client

    def resolve(self, records: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        return [self._open_copies(record.id("doi")) for record in records]

    def search(self, _: PaperRecord) -> None:
        return None

    def references(self, _: PaperRecord) -> None:
        return None

    def _open_copies(self, doi: str) -> PaperRecord | None:
        email = self._client.settings.email
        if not doi or not email:
            return None
        try:
            url = f"{self._client.settings.unpaywall_url}/v2/{quote(doi, safe='/')}"
            answer = self._client.get_json(url, {"email": email})
        except NotAvailableError:
            return None
        best = [get_path(answer, "best_oa_location"), *as_list(get_path(answer, "oa_locations"))]
        addresses = dict.fromkeys(
            found for place in best if (found := as_text(get_path(place, "url_for_pdf")))
        )
        places = tuple(OpenCopy(address, self.name) for address in addresses)
        return PaperRecord(
            ids=(("doi", doi),), places=places, closed=get_path(answer, "is_oa") is False, known=True
        )
