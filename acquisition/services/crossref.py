"""Crossref: https://api.crossref.org. Publishers deposit metadata and bibliographies there; some references are plain
text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from ...papers.parsing.references.parse import parse_reference
from ...papers.records import PaperRecord
from ..http.client import ServiceClient
from ..http.errors import NotAvailableError
from .json_access import as_list, as_text, as_texts, find_record_ids, get_path, normalize_ids, parse_year

# Types of updates that withdraw a work or warn about it, the most serious first
# (https://www.crossref.org/documentation/register-maintain-records/maintaining-your-metadata/registering-updates/).
_NOTICES = ("retraction", "withdrawal", "removal", "partial_retraction", "expression_of_concern")


class Crossref:
    name = "Crossref"

    def __init__(self, client: ServiceClient) -> None:
        self._client = client
        self._base = f"{client.settings.crossref_url}/works"
        self._params = {"mailto": client.settings.email} if client.settings.email else {}

    def resolve(self, records: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        return [_record(get_path(self._message(record), "message")) for record in records]

    def search(self, record: PaperRecord) -> PaperRecord | None:
        words = " ".join([record.title, *(name.split()[-1] for name in record.authors[:3] if name.split())])
        answer = self._client.get_json(self._base, {"query.bibliographic": words, "rows": "3"} | self._params)
        return _record(get_path(answer, "message", "items", 0))

    def references(self, record: PaperRecord) -> list[PaperRecord] | None:
        listed = get_path(self._message(record), "message", "reference")
        return [_record_from_reference(item) for item in listed] if isinstance(listed, list) else None

    def _message(self, record: PaperRecord) -> Any:
        doi = record.id("doi")
        if not doi:
            return None
        try:
            return self._client.get_json(f"{self._base}/{quote(doi, safe='/')}", self._params)
        except NotAvailableError:
            return None


def _record(item: Any) -> PaperRecord | None:
    if not isinstance(item, dict) or not as_text(item.get("title")):
        return None
    dated = get_path(item, "issued", "date-parts", 0, 0) or get_path(item, "published", "date-parts", 0, 0)
    named = [
        " ".join(filter(None, (as_text(get_path(a, "given")), as_text(get_path(a, "family")))))
        or as_text(get_path(a, "name"))
        for a in as_list(item.get("author"))
    ]
    return PaperRecord(
        title=as_text(item.get("title")),
        authors=as_texts(named),
        year=parse_year(dated),
        venue=as_text(item.get("container-title")),
        abstract=as_text(item.get("abstract")),
        ids=normalize_ids([("doi", item.get("DOI"))]),
        known=True,
        retracted=_describe_notice(as_list(item.get("updated-by"))),
    )


def _describe_notice(updates: Sequence[Any]) -> str:
    """Describe the most serious notice among the updates of a work, with date and DOI; "" if there are only
    corrections.
    """
    notices = {as_text(get_path(update, "type")): update for update in reversed(updates)}
    kind = next((kind for kind in _NOTICES if kind in notices), "")
    if not kind:
        return ""
    date = as_list(get_path(notices[kind], "updated", "date-parts", 0))
    shown = "-".join(f"{part:02d}" for part in date if isinstance(part, int))
    doi = as_text(get_path(notices[kind], "DOI"))
    return ", ".join(filter(None, (kind.replace("_", " "), shown, doi and f"doi:{doi}")))


def _record_from_reference(item: Any) -> PaperRecord:
    """Convert a deposited reference to a record, using its fields or else its text."""
    raw = as_text(get_path(item, "unstructured"))
    read = parse_reference(raw) if raw else None
    title = (
        as_text(get_path(item, "article-title"))
        or as_text(get_path(item, "volume-title"))
        or (read.title if read else "")
    )
    author = as_text(get_path(item, "author"))
    return PaperRecord(
        title=title,
        authors=(author,) if author else read.authors if read else (),
        year=parse_year(get_path(item, "year")) or (read.year if read else None),
        venue=as_text(get_path(item, "journal-title")),
        ids=normalize_ids([("doi", get_path(item, "DOI")), *find_record_ids(raw)]),
    )
