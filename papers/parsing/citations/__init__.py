"""Citing sentences: the markers in them, the names beside each marker, and the references they point to.

markers  where a text cites and whom          match  a marker to keys of the bibliography
names    what stands beside a marker          read   all mentions of a paper
"""

from __future__ import annotations

from .markers import CitationMarker, MarkerCitation, parse_markers
from .match import MarkerIndex, keys_of, lookup
from .read import read_mentions

__all__ = [
    "CitationMarker",
    "MarkerCitation",
    "MarkerIndex",
    "keys_of",
    "lookup",
    "parse_markers",
    "read_mentions",
]
