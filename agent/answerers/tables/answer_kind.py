"""Checks that an answer is of the kind asked for: a difference is computed, and a count has no fraction."""

from __future__ import annotations

import re
from dataclasses import replace

from ...query.grammar.parser import Question
from .matched_table import CellMatch

# "How many hours" and "on average how many" may be a fraction, as may "6.5M words"; "how many documents" may not.
_MEASURED = re.compile(
    r"\bhow many (?:\w+ )?(?:points?|percent|hours?|minutes?|seconds?|days?|weeks?|months?|years?|times|[gmk]b|gigabytes)\b"
    r"|%|\b(?:average|mean|median|per|rate)\b",
    re.IGNORECASE,
)
_FRACTION = re.compile(r"(?<![\w.])\d*\.\d+(?!\d*\s?(?:[kKMB]\b|million|billion|thousand))(?![\d.])")


def fits_kind(text: str, computed: bool, question: Question) -> bool:
    """True if `text` may answer `question`. `computed` is True if the text was computed from cells, not printed in a
    cell.

    A difference or ratio must be computed. A count of things must not have a fraction.
    """
    if question.wants in ("difference", "ratio"):
        return computed
    if question.wants == "count" and not _MEASURED.search(question.text):
        return not _FRACTION.search(text)
    return True


def keep_kind(match: CellMatch, question: Question) -> CellMatch:
    """Return `match` with only the cells that are of the kind `question` asks for; unchanged if there are no such
    cells."""
    cells = tuple(cell for cell in match.cells if fits_kind(cell[2].text, False, question))
    return replace(match, cells=cells, choices=min(match.choices, len(cells))) if cells else match
