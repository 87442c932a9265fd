"""Join the warnings of the papers of a build: warnings of one kind become one line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ...papers.parsing.pdf.document_layout import UNMAPPED


def join_warnings(name: str, warnings: Iterable[str]) -> list[str]:
    """Return the warnings of the papers of the cluster `name`, sorted.

    Font warnings with the same consequence in several papers become one line with the number of papers.
    """
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
