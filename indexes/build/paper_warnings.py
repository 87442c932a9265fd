"""Warnings of the papers of a build, those of one kind in one line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ...papers.parsing.pdf.document_layout import UNMAPPED


def join_warnings(name: str, warnings: Iterable[str]) -> list[str]:
    """The warnings of the papers of the cluster `name`, sorted; those of fonts of several papers are counted."""
    others: list[str] = []
    fonts: defaultdict[str, list[str]] = defaultdict(list)
    for warning in sorted(warnings):
        _, found, behind = warning.partition(f": {UNMAPPED} on ")
        into = fonts[behind.rpartition(": ")[2]] if found else others
        into.append(warning)
    for consequence, same in sorted(fonts.items()):
        counted = (
            f"{UNMAPPED} in {len(same)} papers: {consequence}; citehop papers {name} PAPER names the pages"
        )
        others += same if len(same) == 1 else [counted]
    return others
