"""ACL Anthology: https://aclanthology.org. Every paper is open, under an address made of its id."""

from __future__ import annotations

from collections.abc import Sequence

from ...papers.records import OpenCopy, PaperRecord
from ..http.client import ServiceClient


class Acl:
    name = "ACL Anthology"

    def __init__(self, web: ServiceClient) -> None:
        self._base = web.settings.acl_url

    def resolve(self, works: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        return [self._known(work.id("acl")) for work in works]

    def search(self, _: PaperRecord) -> None:
        return None

    def references(self, _: PaperRecord) -> None:
        return None

    def _known(self, identifier: str) -> PaperRecord | None:
        if not identifier:
            return None
        return PaperRecord(
            ids=(("acl", identifier),),
            places=(OpenCopy(f"{self._base}/{identifier}.pdf", self.name),),
        )
