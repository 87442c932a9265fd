"""Answers to further parts of a question, taken from the row or column of the first answer: "... and what is its
recall?"."""

from __future__ import annotations

from dataclasses import dataclass

from ....figures.operations import Extreme
from ....figures.types import Fact
from ...query.grammar.parser import parse_question
from .candidates import CellCandidate, find_extremes
from .matched_table import AskedTable, MatchedTable, TableNames
from .name_match import EntryMatch

_NAMED = 0.5  # least share of an entry's name that a part of a question must have


@dataclass(frozen=True, slots=True)
class FurtherAnswer:
    """A cell that answers a further part, with the name of its row or column.

    `verdict` is "yes" or "no" if the part asks whether the entry that was found also has the highest or lowest value
    there; otherwise "".
    """

    name: str
    fact: Fact
    verdict: str = ""


def answer_further(asked: AskedTable, part: str, candidate: CellCandidate) -> FurtherAnswer | None:
    """Return the cell in the row or column of `candidate` whose other name `part` mentions.

    None if no name fits, or if `part` asks for the same cell again.
    """
    if candidate.operation not in ("cell", "extreme"):
        return None
    table, first = MatchedTable(asked, part), candidate.facts[0]
    axes = {"row": ("row",), "column": ("column",)}.get(candidate.axis, ("row", "column"))
    found = [(match, fact) for axis in axes for match, fact in _beside(table, first, axis == "row")]
    names, terms = table.names, frozenset(table.matcher.terms)

    def fit(pair: tuple[EntryMatch, Fact]) -> tuple[float, int]:
        """Return the score of a name, and the number of words that it shares with the names of the first cell: "Test"
        of "Test EM"."""
        words = (f"{names.rows[f.row]} {names.columns[f.column]}".split() for f in (first, pair[1]))
        return pair[0].score, len(set.intersection(*map(set, words)))

    match, fact = max(found, key=fit, default=(EntryMatch(), first))
    is_named = match.share >= _NAMED or (bool(terms) and terms <= match.terms)
    if not is_named or fact == first:
        return None
    name = names.columns[fact.column] if fact.row == first.row else names.rows[fact.row]
    return FurtherAnswer(name, fact, _judge(table.names, part, candidate, fact))


def _beside(table: MatchedTable, first: Fact, in_row: bool) -> list[tuple[EntryMatch, Fact]]:
    """Return the cells in the row of `first` if `in_row`, otherwise in its column, each with the match of its other
    name.

    `first` itself comes first.
    """
    cells = [
        f
        for f in table.names.facts
        if (f.row == first.row if in_row else f.column == first.column) and f.text.strip()
    ]
    matches = [(table.columns[f.column] if in_row else table.rows[f.row], f) for f in cells]
    return sorted(matches, key=lambda pair: pair[1] != first)


def _judge(names: TableNames, part: str, candidate: CellCandidate, fact: Fact) -> str:
    """Return "yes" or "no" if `part` asks whether `fact` is an extreme of its column or row; "" otherwise."""
    question = parse_question(part)
    extreme = next((op for op in question.operations if isinstance(op, Extreme)), None)
    if extreme is None or question.wants != "verdict" or not candidate.axis:
        return ""
    by_row = candidate.axis == "row"
    cells = [f for f in names.facts if (f.column == fact.column if by_row else f.row == fact.row)]
    return "yes" if fact in find_extremes(names, question, extreme, cells, candidate.axis) else "no"
