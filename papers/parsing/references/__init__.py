"""Bibliographies: location, segmentation into entries, and parsing of authors, year, title, venue and identifiers.

locate   finds the bibliography               split    splits lines with positions into entries fields   parses one
entry                     keys     derives its citation in the text
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
    """Parse the entry `text`, without its label, into an unresolved Reference; `raw` is `text` unchanged."""
    fields = parse_fields(text)
    key = build_reference_key(label, fields.authors, fields.year, fields.suffix, fields.title)
    return Reference(key, text, fields.title, fields.authors, fields.year, fields.venue, fields.ids)
