"""ACL Anthology: https://aclanthology.org. Every paper is open, under an address made of its id."""

from __future__ import annotations

from collections.abc import Sequence

from ...papers.records import Place, Work
from ..http.client import Web


class Acl:
    name = "ACL Anthology"

    def __init__(self, web: Web) -> None:
        self._base = web.settings.acl_url

    def resolve(self, works: Sequence[Work]) -> list[Work | None]:
        return [self._known(work.id("acl")) for work in works]

    def search(self, _: Work) -> None:
        return None

    def references(self, _: Work) -> None:
        return None

    def _known(self, identifier: str) -> Work | None:
        if not identifier:
            return None
        return Work(
            ids=(("acl", identifier),),
            places=(Place(f"{self._base}/{identifier}.pdf", self.name),),
        )
