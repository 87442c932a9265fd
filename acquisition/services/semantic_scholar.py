"""Semantic Scholar's Academic Graph: https://api.semanticscholar.org/api-docs/graph.

It lists references together with citing sentences.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from ...papers.records import OpenCopy, PaperRecord
from ..http.client import ServiceClient
from ..http.errors import NotAvailableError
from .json_access import as_list, as_text, as_texts, get_path, normalize_ids, parse_year

_FIELDS = "title,abstract,year,venue,authors,externalIds,openAccessPdf"
_BATCH = 500  # documented limit of ids per request; the limit of references per page is 1000
_PAGE = 1000
_MOST_PAGES = 10


class SemanticScholar:
    name = "Semantic Scholar"

    def __init__(self, client: ServiceClient) -> None:
        self._client = client
        self._base = f"{client.settings.semantic_scholar_url}/graph/v1/paper"
        key = os.environ.get("SEMANTIC_SCHOLAR_API_KEY", "")
        self._headers = {"x-api-key": key} if key else {}

    def resolve(self, records: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        named = [(number, name) for number, record in enumerate(records) if (name := _service_id(record))]
        found: list[PaperRecord | None] = [None] * len(records)
        for start in range(0, len(named), _BATCH):
            batch = named[start : start + _BATCH]
            answer = self._get("batch", {"fields": _FIELDS}, {"ids": [name for _, name in batch]})
            for (number, _), paper in zip(batch, as_list(answer), strict=False):
                found[number] = _record(paper)
        return found

    def search(self, record: PaperRecord) -> PaperRecord | None:
        try:
            answer = self._get("search/match", {"query": record.title, "fields": _FIELDS})
        except NotAvailableError:
            return None
        return _record(get_path(answer, "data", 0))

    def references(self, record: PaperRecord) -> list[PaperRecord] | None:
        name = _service_id(record)
        if not name:
            return None
        found: list[PaperRecord] = []
        offset = 0
        for _ in range(_MOST_PAGES):
            params = {"fields": f"contexts,{_FIELDS}", "limit": str(_PAGE), "offset": str(offset)}
            try:
                page = self._get(f"{name}/references", params)
            except NotAvailableError:
                return None
            if get_path(page, "data") is None:  # known, but the publisher withholds the list
                return None
            for item in as_list(get_path(page, "data")):
                cited = _record(get_path(item, "citedPaper"), as_texts(get_path(item, "contexts")))
                if cited is not None:
                    found.append(cited)
            following = get_path(page, "next")
            if not isinstance(following, int) or following <= offset:
                break
            offset = following
        return found

    def _get(self, path: str, params: dict[str, str], posted: object = None) -> Any:
        return self._client.get_json(f"{self._base}/{path}", params, self._headers, posted)


def _service_id(record: PaperRecord) -> str:
    """Return the identifier under which the service knows the paper, or "" if `record` has none."""
    ids = dict(record.ids)
    for kind, prefix in (
        ("s2", ""),
        ("corpus", "CorpusId:"),
        ("arxiv", "ARXIV:"),
        ("doi", "DOI:"),
        ("acl", "ACL:"),
    ):
        if kind in ids:
            return f"{prefix}{ids[kind]}"
    return ""


def _record(paper: Any, contexts: tuple[str, ...] = ()) -> PaperRecord | None:
    if not isinstance(paper, dict) or not (as_text(paper.get("title")) or paper.get("paperId")):
        return None
    external = get_path(paper, "externalIds")
    pairs = [(kind, get_path(external, name)) for kind, name in _KINDS]
    pdf = as_text(get_path(paper, "openAccessPdf", "url"))
    return PaperRecord(
        title=as_text(paper.get("title")),
        authors=as_texts([get_path(author, "name") for author in as_list(paper.get("authors"))]),
        year=parse_year(paper.get("year")),
        venue=as_text(paper.get("venue")),
        abstract=as_text(paper.get("abstract")),
        ids=normalize_ids([*pairs, ("s2", paper.get("paperId"))]),
        places=(OpenCopy(pdf, SemanticScholar.name),) if pdf else (),
        contexts=contexts,
        known=True,
    )


_KINDS = (("arxiv", "ArXiv"), ("doi", "DOI"), ("acl", "ACL"), ("corpus", "CorpusId"))
