"""arXiv: https://info.arxiv.org/help/api. Its files are the first choice: always open, never behind a login."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from ...papers.records import OpenCopy, PaperRecord
from ..http.client import ServiceClient
from ..identifiers import parse_identifier
from .json_access import as_text, normalize_ids, parse_year

_ATOM = "{http://www.w3.org/2005/Atom}"
_OWN = "{http://arxiv.org/schemas/atom}"
_BATCH = 50


class Arxiv:
    name = "arXiv"

    def __init__(self, client: ServiceClient) -> None:
        self._client = client
        self._base = client.settings.arxiv_url

    def resolve(self, records: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        named = list(dict.fromkeys(name for record in records if (name := record.id("arxiv"))))
        by_id: dict[str, PaperRecord] = {}
        for start in range(0, len(named), _BATCH):
            batch = named[start : start + _BATCH]
            query = {"id_list": ",".join(batch), "max_results": str(len(batch))}
            by_id |= {record.id("arxiv"): record for record in self._entries(query)}
        return [by_id.get(record.id("arxiv")) for record in records]

    def search(self, record: PaperRecord) -> PaperRecord | None:
        words = " ".join(re.findall(r"\w+", record.title))
        found = self._entries({"search_query": f'ti:"{words}"', "max_results": "3"}) if words else []
        return found[0] if found else None

    def references(self, _: PaperRecord) -> None:
        return None

    def _entries(self, query: dict[str, str]) -> list[PaperRecord]:
        feed = self._client.get_parsed(f"{self._base}/api/query", query, _feed)
        return [record for entry in feed.iter(f"{_ATOM}entry") if (record := _record(entry)) is not None]


def arxiv_copies(base: str, identifier: str, version: int, *, tex: bool) -> tuple[OpenCopy, ...]:
    """Return the copies of a paper at arXiv: the PDF, preceded by the sources if `tex` is true. `version` 0 is the
    latest.
    """
    name = f"{identifier}v{version}" if version else identifier
    pdf = OpenCopy(f"{base}/pdf/{name}", Arxiv.name)
    return (OpenCopy(f"{base}/e-print/{name}", Arxiv.name, "tex"), pdf) if tex else (pdf,)


def _feed(answer: str) -> ElementTree.Element:
    if "<!DOCTYPE" in answer or "<!ENTITY" in answer:
        raise ValueError("not an Atom feed")
    try:
        feed = ElementTree.fromstring(answer)
    except ElementTree.ParseError as error:
        raise ValueError(f"not an Atom feed: {error}") from error
    if feed.tag != f"{_ATOM}feed":
        raise ValueError("not an Atom feed")
    return feed


def _record(entry: ElementTree.Element) -> PaperRecord | None:
    def element_text(tag: str) -> str:
        return as_text(entry.findtext(tag) or "")

    address = element_text(f"{_ATOM}id")
    if "/abs/" not in address:  # the API reports errors as entries
        return None
    own = parse_identifier(address)
    return PaperRecord(
        title=element_text(f"{_ATOM}title"),
        authors=tuple(as_text(name.text or "") for name in entry.iterfind(f"{_ATOM}author/{_ATOM}name")),
        year=parse_year(element_text(f"{_ATOM}published")),
        venue=element_text(f"{_OWN}journal_ref"),
        abstract=element_text(f"{_ATOM}summary"),
        ids=normalize_ids([*own.ids, ("doi", element_text(f"{_OWN}doi"))]),
        known=True,
    )
