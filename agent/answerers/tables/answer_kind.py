"""Checks of the kind of answer: differences are computed, and a number of things has no fraction."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from ....indexes.text.analysis import analyse
from ...query.grammar.parser import Question
from ...relevance.asked_for import lacks_attribute
from ...relevance.question_type import answer_type
from .matched_table import CellMatch

# "How many hours" and "on average how many" may be a fraction, as may "6.5M words"; "how many documents" may not.
_MEASURED = re.compile(
    r"\bhow many (?:\w+ )?(?:points?|percent|hours?|minutes?|seconds?|days?|weeks?|months?|years?|times|[gmk]b|gigabytes)\b"
    r"|%|\b(?:average|mean|median|per|rate)\b",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"\bhow (?:many|often|frequent)\b|\bnumber of\b", re.IGNORECASE)
_COUNTS = re.compile(r"#|\b(?:counts?|freq(?:uency)?|num(?:ber)?|totals?|occurrences?)\b", re.IGNORECASE)
_FRACTION = re.compile(r"(?<![\w.])\d*\.\d+(?!\d*\s?(?:[kKMB]\b|million|billion|thousand))(?![\d.])")


def fits_kind(text: str, computed: bool, question: Question) -> bool:
    """True if `text`, which is `computed` or printed in a table, may answer `question`.

    A difference or ratio is computed; a number of things has no fraction.
    """
    if question.wants in ("difference", "ratio"):
        return computed
    if question.wants == "count" and not _MEASURED.search(question.text):
        return not _FRACTION.search(text)
    return True


def lacks_asked(question: str, terms: Collection[str], text: str) -> bool:
    """True if `question` asks a value of something whose names the table has not, such as a batch size of a table of results.

    `terms` are those of the question that the caption and the names of the cells have, and `text` the answer with these names. A
    table of results may leave out its measure.
    """
    if answer_type(question) == "person":
        return not any(map(str.isalpha, text.partition(" (")[0]))
    if _HOW_MANY.search(question) and _COUNTS.search(text):
        return False  # "Freq" for instances
    return lacks_attribute(question, {*terms, *analyse(text)})


def keep_kind(match: CellMatch, question: Question) -> CellMatch:
    """`match` without cells of another kind than `question` asks for; all of them where none is of this kind."""
    cells = tuple(cell for cell in match.cells if fits_kind(cell[2].text, False, question))
    return replace(match, cells=cells, choices=min(match.choices, len(cells))) if cells else match
