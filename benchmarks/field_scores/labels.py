"""Labels of figures and tables with the pages of their captions; objects without a label do not count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from citehop.papers.captions import find_page_label

from .dataset import FieldPaper
from .scores import Score

_COUNTED = re.compile(r"\b(?:figure|table) ", re.IGNORECASE)  # schemes and boxes are not in the manifest


def score_labels(papers: Sequence[FieldPaper]) -> Iterator[Score]:
    """The parts of a table count once, where the first of them is."""
    for own in papers:
        found = {
            (figure.kind, _fold_label(figure.label), figure.page)
            for figure in own.paper.figures
            if not figure.continues and not find_page_label(figure.label) and _COUNTED.search(figure.label)
        }
        expected = {
            (kind, _fold_label(entry["label"]), entry["page"])
            for kind, entries in (("table", own.entry["tables"]), ("figure", own.entry["figures"]))
            for entry in entries
        }
        miss = f"+ {sorted(found - expected)} - {sorted(expected - found)}" if found != expected else ""
        yield Score("labels", own, (len(found & expected), len(found), len(expected)), miss)


def _fold_label(label: str) -> str:
    """ "Figure A.1" gives "A1"."""
    return re.sub(r"\bFIGURE|\bTABLE|[^A-Z\d]", "", label.upper())
