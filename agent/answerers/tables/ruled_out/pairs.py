"""The rule for questions that ask for two cells of one table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .....figures.types import Fact
from .....indexes.text.analysis import analyze
from ..table_request import TableRequest
from .options import Option

# Two things joined by "and", a slash or the like: "test EM and test F1", "precision/recall". The second may begin a
# further pair.
_JOINED = re.compile(
    r"([\w.@-]+(?: [\w.@-]+)?) ?(?:(?:,? and|as well as|,? plus)(?= )|[&+/]) ?(?:(?:how many|what|the) ){0,2}"
    r"(?=((?:[\w.@-]+ )?[\w.@-]+))",
    re.IGNORECASE,
)


def have_both(request: TableRequest, options: Sequence[Option]) -> list[bool]:
    """Keep the pairs of cells and rule out single cells, if the question asks for two cells: "test EM and test F1"."""
    if request.question.wants not in ("value", "count") or request.extreme is not None:
        return [True] * len(options)
    joined = []
    for match in _JOINED.finditer(request.wording):
        one, other = (frozenset(analyze(words)) for words in match.groups())
        if one - other and other - one:
            joined.append((one - other, other - one))
    kept = [True] * len(options)
    for pair in joined:
        for axis in ("row", "column"):
            kept = [
                keeps and fits for keeps, fits in zip(kept, _keep_pairs(options, pair, axis), strict=True)
            ]
    return kept


def _keep_pairs(
    options: Sequence[Option], pair: tuple[frozenset[str], frozenset[str]], axis: str
) -> list[bool]:
    """Return for each option whether it is kept: False for a single cell, and for two cells other than one for each of
    `pair`.

    Options of a table without such a pair of cells are all kept.
    """
    sides = [tuple(map(len, _sides(option, pair, axis))) for option in options]
    whole = {
        option.listed.place
        for option, (one, other) in zip(options, sides, strict=True)
        if option.operation == "both" and one and other
    }
    return [
        option.listed.place not in whole or option.operation not in ("cell", "both") or bool(one and other)
        for option, (one, other) in zip(options, sides, strict=True)
    ]


def _sides(
    option: Option, pair: tuple[frozenset[str], frozenset[str]], axis: str
) -> tuple[set[Fact], set[Fact]]:
    """Return the cells in entries with the first terms of `pair`, and the cells in entries with the second terms.

    Both are empty if one entry of the table has terms of both.
    """
    entries = option.table.rows if axis == "row" else option.table.columns
    if any(not entry.terms.isdisjoint(pair[0]) and not entry.terms.isdisjoint(pair[1]) for entry in entries):
        return set(), set()
    terms = {fact: entries[fact.row if axis == "row" else fact.column].terms for fact in option.facts}
    one, other = ({fact for fact, own in terms.items() if own & side} for side in pair)
    return one, other
