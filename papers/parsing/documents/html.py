"""Read web pages, and articles in the XML formats JATS and TEI."""

from __future__ import annotations

import re
from typing import Any

from ....errors import UsageError
from .markup import inner_text, list_parts, local_name
from .types import MarkedText

_YEAR = re.compile(r"\b(?:18|19|20)\d\d\b")
_ARTICLE = 0.5  # smallest share of the page's text in an <article> or <main> that is the paper


def read_html(data: bytes) -> MarkedText:
    """Read a web page, with the metadata that publishers add for search engines, such as "citation_title"."""
    from lxml import etree, html

    if not data.strip():
        return MarkedText(())
    encoding = _find_encoding(data)
    parser = html.HTMLParser(huge_tree=False, no_network=True, remove_comments=True, encoding=encoding)
    root = html.document_fromstring(data, parser=parser)
    meta = [
        (str(each.get("name") or each.get("property") or "").lower(), str(each.get("content") or ""))
        for each in root.iter("meta")
    ]

    def find(*names: str) -> list[str]:
        return next(
            (found for name in names if (found := [value for key, value in meta if key == name and value])),
            [],
        )

    body = root.find("body") if root.find("body") is not None else root
    etree.strip_elements(body, etree.Comment, with_tail=False)
    title = find("citation_title", "dc.title") or [inner_text(each) for each in root.iter("title")]
    doi = find("citation_doi")
    return MarkedText(
        tuple(list_parts(_find_article(body))),
        title=title[0] if title else "",
        authors=tuple(map(invert_name, find("citation_author", "dc.creator", "author"))),
        year=find_year(
            " ".join(find("citation_publication_date", "citation_date", "dc.date", "article:published_time"))
        ),
        ids=(("doi", doi[0].lower()),) if doi else (),
        venue="".join(find("citation_journal_title", "citation_conference_title")[:1]),
    )


def _find_encoding(data: bytes) -> str | None:
    """Return "utf-8" if `data` is UTF-8; otherwise None, because the page then declares its encoding."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


def _find_article(body: Any) -> Any:
    """Return the <article> or <main> that has most of the page's text, or else the page."""
    whole = len(inner_text(body)) or 1
    found = max(body.iter("article", "main"), key=lambda each: len(inner_text(each)), default=body)
    return found if len(inner_text(found)) >= _ARTICLE * whole else body


def read_xml(data: bytes) -> MarkedText:
    """Read an article in JATS or TEI. Raise UsageError for any other XML."""
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        recover=True,
    )
    root = etree.fromstring(data, parser=parser)
    kind = local_name(root) if root is not None else ""
    if kind not in ("article", "tei"):
        raise UsageError("neither an article in JATS nor in TEI")
    parts = [
        part for each in root if local_name(each) in ("body", "text", "back") for part in list_parts(each)
    ]
    is_jats = kind == "article"
    names = _find_all(root, "contrib" if is_jats else "author")
    dates = _find_all(root, "pub-date" if is_jats else "date")
    dois = [
        inner_text(each)
        for each in _find_all(root, "article-id" if is_jats else "idno")
        if (each.get("pub-id-type") or each.get("type") or "").lower() == "doi"
    ]
    return MarkedText(
        tuple(parts),
        title=_first_text(root, "article-title" if is_jats else "title"),
        authors=tuple(filter(None, map(_read_person, names))),
        year=next(
            filter(None, (find_year(f"{each.get('when') or ''} {inner_text(each)}") for each in dates)), None
        ),
        abstract=" ".join(
            part.text
            for each in _find_all(root, "abstract")[:1]
            for part in list_parts(each)
            if part.kind != "heading"
        ),
        ids=(("doi", dois[0].lower()),) if dois else (),
        venue=_first_text(root, "journal-title"),
    )


def _find_all(root: Any, name: str) -> list[Any]:
    """Return the elements with that name in the front matter of an article."""
    fronts = [each for each in root if local_name(each) in ("front", "teiheader")]
    return [each for front in fronts for each in front.iter() if local_name(each) == name]


def _first_text(root: Any, name: str) -> str:
    return next((inner_text(each) for each in _find_all(root, name)), "")


def _read_person(element: Any) -> str:
    """Return the full name of an author, given name first; "" for an editor or a group without a name."""
    if element.get("contrib-type") not in (None, "author"):
        return ""
    parts = {local_name(each): inner_text(each) for each in element.iter()}
    given = parts.get("given-names") or parts.get("forename", "")
    return " ".join(f"{given} {parts.get('surname', '')}".split()) or parts.get("persname", "")


def invert_name(name: str) -> str:
    """Put the given names of a name first: "Doe, Jane" becomes "Jane Doe"."""
    family, _, given = name.partition(",")
    return " ".join(f"{given} {family}".split())


def find_year(text: str) -> int | None:
    """Return the first year in `text`; None if it has no year."""
    match = _YEAR.search(text)
    return int(match[0]) if match else None
