"""Crossref: https://api.crossref.org. What publishers deposit: bibliographies, some of them only as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from ...papers.parsing.references import read_reference
from ...papers.records import PaperRecord
from ..http.client import ServiceClient
from ..http.errors import NotAvailableError
from .json_access import at, ids, ids_in, items, text, texts, year


class Crossref:
    name = "Crossref"

    def __init__(self, web: ServiceClient) -> None:
        self._web = web
        self._base = f"{web.settings.crossref_url}/works"
        self._params = {"mailto": web.settings.email} if web.settings.email else {}

    def resolve(self, works: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        return [_work(at(self._message(work), "message")) for work in works]

    def search(self, work: PaperRecord) -> PaperRecord | None:
        words = " ".join([work.title, *(name.split()[-1] for name in work.authors[:3] if name.split())])
        answer = self._web.json(self._base, {"query.bibliographic": words, "rows": "3"} | self._params)
        return _work(at(answer, "message", "items", 0))

    def references(self, work: PaperRecord) -> list[PaperRecord] | None:
        listed = at(self._message(work), "message", "reference")
        return [_cited(item) for item in listed] if isinstance(listed, list) else None

    def _message(self, work: PaperRecord) -> Any:
        doi = work.id("doi")
        if not doi:
            return None
        try:
            return self._web.json(f"{self._base}/{quote(doi, safe='/')}", self._params)
        except NotAvailableError:
            return None


def _work(item: Any) -> PaperRecord | None:
    if not isinstance(item, dict) or not text(item.get("title")):
        return None
    dated = at(item, "issued", "date-parts", 0, 0) or at(item, "published", "date-parts", 0, 0)
    named = [
        " ".join(filter(None, (text(at(a, "given")), text(at(a, "family"))))) or text(at(a, "name"))
        for a in items(item.get("author"))
    ]
    return PaperRecord(
        title=text(item.get("title")),
        authors=texts(named),
        year=year(dated),
        venue=text(item.get("container-title")),
        abstract=text(item.get("abstract")),
        ids=ids([("doi", item.get("DOI"))]),
        known=True,
    )


def _cited(item: Any) -> PaperRecord:
    """A deposited reference: fields where there are any, else its text."""
    raw = text(at(item, "unstructured"))
    read = read_reference(raw) if raw else None
    title = text(at(item, "article-title")) or text(at(item, "volume-title")) or (read.title if read else "")
    author = text(at(item, "author"))
    return PaperRecord(
        title=title,
        authors=(author,) if author else read.authors if read else (),
        year=year(at(item, "year")) or (read.year if read else None),
        venue=text(at(item, "journal-title")),
        ids=ids([("doi", at(item, "DOI")), *ids_in(raw)]),
    )
