"""Semantic Scholar's Academic Graph: https://api.semanticscholar.org/api-docs/graph. References with their citing sentences."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from ...papers.records import OpenCopy, PaperRecord
from ..http.client import ServiceClient
from ..http.errors import NotAvailableError
from .json_access import at, ids, items, text, texts, year

_FIELDS = "title,abstract,year,venue,authors,externalIds,openAccessPdf"
_BATCH = 500  # ids per request, and references per page at most 1000, as documented
_PAGE = 1000
_MOST_PAGES = 10


class SemanticScholar:
    name = "Semantic Scholar"

    def __init__(self, web: ServiceClient) -> None:
        self._web = web
        self._base = f"{web.settings.semantic_scholar_url}/graph/v1/paper"
        key = os.environ.get("SEMANTIC_SCHOLAR_API_KEY", "")
        self._headers = {"x-api-key": key} if key else {}

    def resolve(self, works: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        named = [(number, name) for number, work in enumerate(works) if (name := _name(work))]
        found: list[PaperRecord | None] = [None] * len(works)
        for start in range(0, len(named), _BATCH):
            batch = named[start : start + _BATCH]
            answer = self._ask("batch", {"fields": _FIELDS}, {"ids": [name for _, name in batch]})
            for (number, _), paper in zip(batch, items(answer), strict=False):
                found[number] = _work(paper)
        return found

    def search(self, work: PaperRecord) -> PaperRecord | None:
        try:
            answer = self._ask("search/match", {"query": work.title, "fields": _FIELDS})
        except NotAvailableError:
            return None
        return _work(at(answer, "data", 0))

    def references(self, work: PaperRecord) -> list[PaperRecord] | None:
        name = _name(work)
        if not name:
            return None
        found: list[PaperRecord] = []
        offset = 0
        for _ in range(_MOST_PAGES):
            params = {"fields": f"contexts,{_FIELDS}", "limit": str(_PAGE), "offset": str(offset)}
            try:
                page = self._ask(f"{name}/references", params)
            except NotAvailableError:
                return None
            if at(page, "data") is None:  # known, but its publisher withholds the list
                return None
            for item in items(at(page, "data")):
                cited = _work(at(item, "citedPaper"), texts(at(item, "contexts")))
                if cited is not None:
                    found.append(cited)
            following = at(page, "next")
            if not isinstance(following, int) or following <= offset:
                break
            offset = following
        return found

    def _ask(self, path: str, params: dict[str, str], posted: object = None) -> Any:
        return self._web.json(f"{self._base}/{path}", params, self._headers, posted)


def _name(work: PaperRecord) -> str:
    """The work as the service names it."""
    known = dict(work.ids)
    for kind, prefix in (
        ("s2", ""),
        ("corpus", "CorpusId:"),
        ("arxiv", "ARXIV:"),
        ("doi", "DOI:"),
        ("acl", "ACL:"),
    ):
        if kind in known:
            return f"{prefix}{known[kind]}"
    return ""


def _work(paper: Any, contexts: tuple[str, ...] = ()) -> PaperRecord | None:
    if not isinstance(paper, dict) or not (text(paper.get("title")) or paper.get("paperId")):
        return None
    external = at(paper, "externalIds")
    pairs = [(kind, at(external, name)) for kind, name in _KINDS]
    pdf = text(at(paper, "openAccessPdf", "url"))
    return PaperRecord(
        title=text(paper.get("title")),
        authors=texts([at(author, "name") for author in items(paper.get("authors"))]),
        year=year(paper.get("year")),
        venue=text(paper.get("venue")),
        abstract=text(paper.get("abstract")),
        ids=ids([*pairs, ("s2", paper.get("paperId"))]),
        places=(OpenCopy(pdf, SemanticScholar.name),) if pdf else (),
        contexts=contexts,
        known=True,
    )


_KINDS = (("arxiv", "ArXiv"), ("doi", "DOI"), ("acl", "ACL"), ("corpus", "CorpusId"))
