"""Citing sentences: the markers in them, the names beside each marker, and the references they point to.

markers  where a text cites and whom          match  a marker to keys of the bibliography
names    what stands beside a marker          read   all mentions of a paper
"""

from __future__ import annotations

from .markers import CitationMarker, MarkerCitation, parse_markers
from .match import MarkerIndex, build_marker_index, resolve_marker
from .read import read_mentions

__all__ = [
    "CitationMarker",
    "MarkerCitation",
    "MarkerIndex",
    "build_marker_index",
    "parse_markers",
    "read_mentions",
    "resolve_marker",
]
