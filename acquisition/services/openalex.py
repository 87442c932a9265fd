"""OpenAlex: https://docs.openalex.org. Look-ups of single works cost nothing, lists draw on a daily budget."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

from ...papers.records import OpenCopy, PaperRecord
from ..http.client import ServiceClient
from ..http.errors import NotAvailableError
from .json_access import at, ids, items, text, texts, year

_BATCH = 50
_FIELDS = "id,doi,title,authorships,publication_year,ids,primary_location,best_oa_location,abstract_inverted_index,open_access"


class OpenAlex:
    name = "OpenAlex"

    def __init__(self, web: ServiceClient) -> None:
        self._web = web
        self._base = f"{web.settings.openalex_url}/works"
        key = os.environ.get("OPENALEX_API_KEY", "")
        self._params = {"api_key": key} if key else {}
        if web.settings.email:
            self._params["mailto"] = web.settings.email

    def resolve(self, works: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        by_doi = self._listed("doi", [_doi(work) for work in works])
        by_id = self._listed("openalex", [work.id("openalex") for work in works if not _doi(work)])
        known = by_id | by_doi
        return [known.get(_doi(work)) or known.get(work.id("openalex")) for work in works]

    def search(self, work: PaperRecord) -> PaperRecord | None:
        words = " ".join(re.findall(r"\w+", work.title))
        answer = self._ask("", {"filter": f"title.search:{words}", "per-page": "3"}) if words else None
        return _work(at(answer, "results", 0))

    def references(self, work: PaperRecord) -> list[PaperRecord] | None:
        name = work.id("openalex") or (f"doi:{_doi(work)}" if _doi(work) else "")
        if not name:
            return None
        try:
            own = self._ask(f"/{name}", {"select": "id,referenced_works"})
        except NotAvailableError:
            return None
        listed = [text(address).rpartition("/")[2] for address in items(at(own, "referenced_works"))]
        if not listed:  # it does not tell "none" from "not known"
            return None
        known = self._listed("openalex", listed)
        return [known.get(name) or PaperRecord(ids=(("openalex", name),)) for name in listed]

    def _listed(self, kind: str, names: Sequence[str]) -> dict[str, PaperRecord]:
        """What it knows by identifier, asked for in batches."""
        wanted = [name for name in dict.fromkeys(names) if name and "|" not in name and "," not in name]
        known: dict[str, PaperRecord] = {}
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            query = {"filter": f"{kind}:{'|'.join(batch)}", "per-page": str(2 * _BATCH), "select": _FIELDS}
            for item in items(at(self._ask("", query), "results")):
                if (work := _work(item)) is not None:
                    doi = text(at(item, "doi")).lower().removeprefix("https://doi.org/")
                    known |= {name: work for name in (doi, work.id("openalex")) if name and name not in known}
        return known

    def _ask(self, path: str, params: dict[str, str]) -> Any:
        return self._web.json(f"{self._base}{path}", params | self._params)


def _doi(work: PaperRecord) -> str:
    """Its DOI; arXiv papers have one, too."""
    arxiv = work.id("arxiv")
    return work.id("doi") or (f"10.48550/arxiv.{arxiv}" if arxiv else "")


def _work(item: Any) -> PaperRecord | None:
    if not isinstance(item, dict) or not text(item.get("id")):
        return None
    pdf = text(at(item, "best_oa_location", "pdf_url"))
    landing = text(at(item, "best_oa_location", "landing_page_url"))
    arxiv = re.search(r"arxiv\.org/(?:abs|pdf)/(\S+?)(?:v\d+)?(?:\.pdf)?$", landing or pdf)
    return PaperRecord(
        title=text(item.get("title")),
        authors=texts([at(a, "author", "display_name") for a in items(item.get("authorships"))]),
        year=year(item.get("publication_year")),
        venue=text(at(item, "primary_location", "source", "display_name")),
        abstract=_abstract(item.get("abstract_inverted_index")),
        ids=ids(
            [("arxiv", arxiv[1] if arxiv else ""), ("doi", item.get("doi")), ("openalex", item.get("id"))]
        ),
        places=(OpenCopy(pdf, OpenAlex.name),) if pdf else (),
        closed=at(item, "open_access", "is_oa") is False,
        known=True,
    )


def _abstract(index: Any) -> str:
    """Text from {word: [places]}."""
    if not isinstance(index, dict):
        return ""
    words = [
        (place, word) for word, places in index.items() for place in items(places) if isinstance(place, int)
    ]
    return text(" ".join(word for _, word in sorted(words)))
