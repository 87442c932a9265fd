"""Bibliographies: finding them, splitting them into entries, reading authors, year, title, venue and identifiers.

locate   where the bibliography is            split    its entries, from lines with positions
fields   authors, year, title, ... of one     keys     how the text cites it
"""

from __future__ import annotations

from ...types import Reference
from .fields import parse_fields
from .keys import build_reference_key
from .lines import BibliographyLine
from .locate import find_entries
from .split import BibliographyEntry

__all__ = ["BibliographyEntry", "BibliographyLine", "find_entries", "parse_reference"]


def parse_reference(text: str, label: str = "") -> Reference:
    """The entry `text` (without its label) as an unresolved Reference; `raw` holds it unchanged."""
    fields = parse_fields(text)
    key = build_reference_key(label, fields.authors, fields.year, fields.suffix, fields.title)
    return Reference(key, text, fields.title, fields.authors, fields.year, fields.venue, fields.ids)
