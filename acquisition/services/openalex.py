"""OpenAlex: https://docs.openalex.org. Looking up a single record is free; lists count against a daily budget."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

from ...papers.records import OpenCopy, PaperRecord
from ..http.client import ServiceClient
from ..http.errors import NotAvailableError
from .json_access import as_list, as_text, as_texts, get_path, normalize_ids, parse_year

_BATCH = 50
_FIELDS = (
    "id,doi,title,authorships,publication_year,ids,primary_location,best_oa_location,abstract_inverted_index,"
    "open_access,is_retracted"
)


class OpenAlex:
    name = "OpenAlex"

    def __init__(self, client: ServiceClient) -> None:
        self._client = client
        self._base = f"{client.settings.openalex_url}/works"
        key = os.environ.get("OPENALEX_API_KEY", "")
        self._params = {"api_key": key} if key else {}
        if client.settings.email:
            self._params["mailto"] = client.settings.email

    def resolve(self, records: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        by_doi = self._fetch_batches("doi", [_doi(record) for record in records])
        by_id = self._fetch_batches(
            "openalex", [record.id("openalex") for record in records if not _doi(record)]
        )
        by_key = by_id | by_doi
        return [by_key.get(_doi(record)) or by_key.get(record.id("openalex")) for record in records]

    def search(self, record: PaperRecord) -> PaperRecord | None:
        words = " ".join(re.findall(r"\w+", record.title))
        answer = self._get("", {"filter": f"title.search:{words}", "per-page": "3"}) if words else None
        return _record(get_path(answer, "results", 0))

    def references(self, record: PaperRecord) -> list[PaperRecord] | None:
        name = record.id("openalex") or (f"doi:{_doi(record)}" if _doi(record) else "")
        if not name:
            return None
        try:
            own = self._get(f"/{name}", {"select": "id,referenced_works"})
        except NotAvailableError:
            return None
        listed = [
            as_text(address).rpartition("/")[2] for address in as_list(get_path(own, "referenced_works"))
        ]
        if not listed:  # OpenAlex does not distinguish "none" from "not known"
            return None
        by_key = self._fetch_batches("openalex", listed)
        return [by_key.get(name) or PaperRecord(ids=(("openalex", name),)) for name in listed]

    def _fetch_batches(self, kind: str, names: Sequence[str]) -> dict[str, PaperRecord]:
        """Map each of `names`, which are identifiers of one kind ("doi" or "openalex"), to its record. They are
        requested in batches.

        Records are listed under their DOI and their OpenAlex id. Unknown identifiers are missing.
        """
        wanted = [name for name in dict.fromkeys(names) if name and "|" not in name and "," not in name]
        by_key: dict[str, PaperRecord] = {}
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            query = {"filter": f"{kind}:{'|'.join(batch)}", "per-page": str(2 * _BATCH), "select": _FIELDS}
            for item in as_list(get_path(self._get("", query), "results")):
                if (record := _record(item)) is not None:
                    doi = as_text(get_path(item, "doi")).lower().removeprefix("https://doi.org/")
                    by_key |= {
                        name: record for name in (doi, record.id("openalex")) if name and name not in by_key
                    }
        return by_key

    def _get(self, path: str, params: dict[str, str]) -> Any:
        return self._client.get_json(f"{self._base}{path}", params | self._params)


def _doi(record: PaperRecord) -> str:
    """Return the record's DOI, or "". arXiv papers have DOIs as well."""
    arxiv = record.id("arxiv")
    return record.id("doi") or (f"10.48550/arxiv.{arxiv}" if arxiv else "")


def _record(item: Any) -> PaperRecord | None:
    if not isinstance(item, dict) or not as_text(item.get("id")):
        return None
    pdf = as_text(get_path(item, "best_oa_location", "pdf_url"))
    landing = as_text(get_path(item, "best_oa_location", "landing_page_url"))
    arxiv = re.search(r"arxiv\.org/(?:abs|pdf)/(\S+?)(?:v\d+)?(?:\.pdf)?$", landing or pdf)
    return PaperRecord(
        title=as_text(item.get("title")),
        authors=as_texts([get_path(a, "author", "display_name") for a in as_list(item.get("authorships"))]),
        year=parse_year(item.get("publication_year")),
        venue=as_text(get_path(item, "primary_location", "source", "display_name")),
        abstract=_abstract(item.get("abstract_inverted_index")),
        ids=normalize_ids(
            [("arxiv", arxiv[1] if arxiv else ""), ("doi", item.get("doi")), ("openalex", item.get("id"))]
        ),
        places=(OpenCopy(pdf, OpenAlex.name),) if pdf else (),
        closed=get_path(item, "open_access", "is_oa") is False,
        known=True,
        retracted="retraction" if item.get("is_retracted") is True else "",
    )


def _abstract(index: Any) -> str:
    """Return the text of an inverted index, {word: [positions]}."""
    if not isinstance(index, dict):
        return ""
    words = [
        (position, word)
        for word, positions in index.items()
        for position in as_list(positions)
        if isinstance(position, int)
    ]
    return as_text(" ".join(word for _, word in sorted(words)))
