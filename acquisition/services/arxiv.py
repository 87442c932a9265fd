"""arXiv: https://info.arxiv.org/help/api. Its files are the first choice: always open, and never behind a login."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from ...papers.records import OpenCopy, PaperRecord
from ..http.client import ServiceClient
from ..identifiers import parse_identifier
from .json_access import ids, text, year

_ATOM = "{http://www.w3.org/2005/Atom}"
_OWN = "{http://arxiv.org/schemas/atom}"
_BATCH = 50


class Arxiv:
    name = "arXiv"

    def __init__(self, web: ServiceClient) -> None:
        self._web = web
        self._base = web.settings.arxiv_url

    def resolve(self, works: Sequence[PaperRecord]) -> list[PaperRecord | None]:
        named = list(dict.fromkeys(name for work in works if (name := work.id("arxiv"))))
        known: dict[str, PaperRecord] = {}
        for start in range(0, len(named), _BATCH):
            batch = named[start : start + _BATCH]
            query = {"id_list": ",".join(batch), "max_results": str(len(batch))}
            known |= {work.id("arxiv"): work for work in self._entries(query)}
        return [known.get(work.id("arxiv")) for work in works]

    def search(self, work: PaperRecord) -> PaperRecord | None:
        words = " ".join(re.findall(r"\w+", work.title))
        found = self._entries({"search_query": f'ti:"{words}"', "max_results": "3"}) if words else []
        return found[0] if found else None

    def references(self, _: PaperRecord) -> None:
        return None

    def _entries(self, query: dict[str, str]) -> list[PaperRecord]:
        feed = self._web.parsed(f"{self._base}/api/query", query, _feed)
        return [work for entry in feed.iter(f"{_ATOM}entry") if (work := _work(entry)) is not None]


def arxiv_places(base: str, identifier: str, version: int, *, tex: bool) -> tuple[OpenCopy, ...]:
    """Where arXiv has the paper: the PDF, and before it the sources if `tex`. `version` 0 is the latest."""
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


def _work(entry: ElementTree.Element) -> PaperRecord | None:
    def said(tag: str) -> str:
        return text(entry.findtext(tag) or "")

    address = said(f"{_ATOM}id")
    if "/abs/" not in address:  # errors come as entries, too
        return None
    own = parse_identifier(address)
    return PaperRecord(
        title=said(f"{_ATOM}title"),
        authors=tuple(text(name.text or "") for name in entry.iterfind(f"{_ATOM}author/{_ATOM}name")),
        year=year(said(f"{_ATOM}published")),
        venue=said(f"{_OWN}journal_ref"),
        abstract=said(f"{_ATOM}summary"),
        ids=ids([*own.ids, ("doi", said(f"{_OWN}doi"))]),
        known=True,
    )
