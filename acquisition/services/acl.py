"""ACL Anthology: https://aclanthology.org. Every paper is open, at an address that contains its id."""

from __future__ import annotations

from collections.abc import Sequence

from ...papers.records import OpenCopy, PaperRecord
from ..http.client import ServiceClient


class Acl:
    name = "ACL Anthology"

    def __init__(self, client: ServiceClient) -> None:
        self._base = client.settings.acl_url

    def resolve(self, records: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        return [self._record(record.id("acl")) for record in records]

    def search(self, _: PaperRecord) -> None:
        return None

    def references(self, _: PaperRecord) -> None:
        return None

    def _record(self, identifier: str) -> PaperRecord | None:
        if not identifier:
            return None
        return PaperRecord(
            ids=(("acl", identifier),),
            places=(OpenCopy(f"{self._base}/{identifier}.pdf", self.name),),
        )
