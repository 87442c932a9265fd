"""Citing sentences: citation markers, the names next to them, and the references they cite.

markers  markers and the works they cite      match  markers resolved to keys of the bibliography names    names next
to a marker               read   all mentions of a paper
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
