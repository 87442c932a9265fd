"""A paper as a CSL-JSON item. BibTeX and RIS are written from it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import cast

from ...papers.journals.table import find_journal
from ...papers.parsing.references.names import extract_full_surname
from ...papers.types import Paper
from ..sanitize import clean_line
from .csl_types import Item, Name

_PROCEEDINGS = re.compile(r"\b(?:Proceedings|Proc\.|Conference|Workshop|Symposium|Meeting)", re.IGNORECASE)
_BEFORE_NUMBERS = re.compile(r"\D*")


def build_item(paper: Paper, quotes: Sequence[str]) -> Item:
    """Return the item of `paper` with `quotes` as its note. Unknown fields are left out."""
    ids, record = dict(paper.ids), paper.record
    venue = find_venue(paper)
    arxiv = ids.get("arxiv", "")
    item: Item = {
        "id": _build_key(paper),
        "type": _classify_venue(venue),
        "title": clean_line(paper.title),
        "author": [split_name(clean_line(name)) for name in paper.authors],
        "container-title": clean_line(venue),
        "volume": paper.place.volume or record.volume,
        "issue": record.issue,
        "page": paper.place.pages or record.pages,
        "publisher": clean_line(record.publisher),
        "DOI": ids.get("doi", ""),
        "URL": f"https://arxiv.org/abs/{arxiv}" if arxiv else ids.get("url", ""),
        "annote": " ".join(quotes),
    }
    if paper.year:
        item["issued"] = {"date-parts": [[paper.year]]}
    return cast(Item, {name: value for name, value in item.items() if value})


def find_venue(paper: Paper) -> str:
    """Return the name of the journal or proceedings of `paper`; "" if the paper prints none.

    Words before a known journal, such as the kind of article in a running head, are left out.
    """
    printed = paper.record.venue.text if paper.record.venue else ""
    if paper.place.venue or _PROCEEDINGS.search(printed):
        return paper.place.venue or printed
    head = _BEFORE_NUMBERS.match(printed)
    name = head[0].strip(" .,;:([") if head else ""
    words = name.split()
    tails = (" ".join(words[start:]) for start in range(len(words)))
    return next(filter(find_journal, tails), name)


def split_name(name: str) -> Name:
    """Split an author's name into family and given names. A name in all capitals is changed to title case."""
    if name.isupper():
        name = name.title()
    family = extract_full_surname(name)
    given, _, suffix = name.rpartition(family)
    given = f"{given.strip()}{suffix if suffix.strip() else ''}"
    return {"family": family, "given": given} if family and given else {"literal": name}


def _classify_venue(venue: str) -> str:
    if _PROCEEDINGS.search(venue):
        return "paper-conference"
    return "article-journal" if venue else "article"


def _build_key(paper: Paper) -> str:
    """Return the paper's id in ASCII, as BibTeX requires."""
    plain = unicodedata.normalize("NFKD", paper.id).encode("ascii", "ignore").decode().strip("-")
    return plain if re.search("[a-z]", plain) else f"paper-{paper.sha256[:8]}"
