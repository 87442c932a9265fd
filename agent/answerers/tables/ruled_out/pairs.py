"""The rule for questions for two cells of one table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .....figures.types import Fact
from .....indexes.text.analysis import analyze
from ..table_request import TableRequest
from .options import Option

# Two things in a row: "test EM and test F1", "precision/recall". The second may begin a further pair.
_JOINED = re.compile(
    r"([\w.@-]+(?: [\w.@-]+)?) ?(?:(?:,? and|as well as|,? plus)(?= )|[&+/]) ?(?:(?:how many|what|the) ){0,2}"
    r"(?=((?:[\w.@-]+ )?[\w.@-]+))",
    re.IGNORECASE,
)


def have_both(request: TableRequest, options: Sequence[Option]) -> list[bool]:
    """Of a question for two cells, "test EM and test F1", the pairs in place of either."""
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
    """False for single cells, and for two that are not one of each of the `pair`, in a table with such two."""
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
    """The cells in entries with the terms of the one and of the other of a `pair`; none for a table with an entry of both."""
    entries = option.table.rows if axis == "row" else option.table.columns
    if any(not entry.terms.isdisjoint(pair[0]) and not entry.terms.isdisjoint(pair[1]) for entry in entries):
        return set(), set()
    terms = {fact: entries[fact.row if axis == "row" else fact.column].terms for fact in option.facts}
    one, other = ({fact for fact, own in terms.items() if own & side} for side in pair)
    return one, other
