"""Search for the cells of a table that a question asks for, by the names of their rows and columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from ....figures.operations import Equals
from ....figures.types import Fact
from ....indexes.text.analysis import analyze
from ...query.grammar.parser import Question
from .matched_table import AskedTable, CellMatch, MatchedTable, entry_variants
from .name_match import find_also_named, find_best, find_named_in_full, find_own_rows

_NEAR = 0.5  # weight of a similarity of 1, relative to a rare word in common
_FEW_ROWS = 3
_LONG_NUMBER = 100  # least value without decimals that singles out its cell
_NAMED_WHOLLY = 0.99
_ADDED = re.compile(
    r"\b(?:adding|including|combining)\s+(?:the\s+)?(.+?)\s+(?:helps?|improves?|hurts?|gains?|to|with|boosts?|raises?|reduces?|changes?|brings?)\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"\b(?:than|against|versus|vs\.?|compared|ahead|behind|or|with and without)\b", re.IGNORECASE
)


def find_cells(
    asked: AskedTable,
    question: str,
    similarity: Callable[[str, Sequence[str]], Sequence[float]] | None = None,
) -> CellMatch | None:
    """Return the cells whose row and column `question` names, best first; None if it names no row and no column.

    If it names only a row, all cells of the row that have a value are meant. If it names only a column, the cells of
    the paper's own rows are meant, or all its cells if these rows are not known. If it names several rows or columns in
    full, all of them are meant. A value in the question leads to its row.

    `similarity` gives the similarity of the question to each name, -1..1. It orders rows whose names fit equally well.
    """
    table = MatchedTable(asked, question)
    if not table.matcher.terms or not asked.data.facts:
        return None
    rows, plain = table.names.rows, table.matcher.text
    row_scores = [match.score for match in table.rows]
    given = table.given_cells()
    for fact in given:
        row_scores[fact.row] += 2.0
    best_rows = _find_rows(table, row_scores, question)
    if not best_rows and len(singled_out := _with_most(given, set(range(len(rows))))) < len(rows):
        best_rows = singled_out  # the names fit all rows alike
    conditions = {fact.column for fact in given if fact.value is not None and fact.row in best_rows}
    best_columns = _find_columns(table, conditions, question if len(best_rows) <= 1 else "")
    if len(best_rows) == 1 and len(rows) <= _FEW_ROWS and best_columns and _COMPARES.search(plain):
        best_rows = set(range(len(rows)))  # "better than ...": the words after it need not name the other row
    if not best_rows and not best_columns:
        return None
    has_row = bool(best_rows)
    best_rows = _with_most(given, best_rows)
    best_rows = best_rows or find_own_rows(rows, f"{asked.text.caption} {asked.text.title}")
    nearness = similarity(plain, rows) if similarity else [0.0] * len(rows)
    facts = sorted(
        (
            fact
            for fact in table.names.facts
            if fact.text.strip()
            and (fact.value is None or fact not in given)
            and (not best_rows or fact.row in best_rows)
            and (not best_columns or fact.column in best_columns)
        ),
        key=lambda fact: (
            -row_scores[fact.row] - _NEAR * nearness[fact.row] - table.columns[fact.column].score,
            -nearness[fact.row],
            fact.row,
            fact.column,
        ),
    )
    return table.match_of(facts, has_row, bool(best_columns), given) if facts else None


def find_cells_of_value(asked: AskedTable, question: Question) -> CellMatch | None:
    """Return the cells with the value that `question` gives, if it asks whose value it is: "which model has 82.7 on
    CR?".

    If several cells have the value, the cells whose row and column have most of the question win. None if the question
    gives no value or the table does not have it.
    """
    value = given_value(question)
    if value is None or asked.data.kind != "table":
        return None
    table = MatchedTable(asked, _wording_without(question, value.span))
    scores = {
        fact: table.rows[fact.row].score + table.columns[fact.column].score
        for fact in table.names.facts
        if any(number.value == value.value.value for number in fact.numbers)
    }
    top = max(scores.values(), default=0.0)
    facts = [fact for fact, score in scores.items() if score == top]
    return table.match_named(facts, facts) if facts else None


def given_value(question: Question) -> Equals | None:
    """Return the one value whose name `question` asks for; None if there is no such value.

    The value must have decimals or at least three digits; otherwise it may be a count or part of a label.
    """
    match question.operations:
        case (Equals() as value,) if question.wants == "name" and value.sure and not value.approximate:
            return value if value.value.decimals or abs(value.value.value) >= _LONG_NUMBER else None
    return None


def _find_rows(table: MatchedTable, scores: Sequence[float], question: str) -> set[int]:
    """Return the rows that `question` names. If it asks what an addition brings, return the row with it and the row
    without it."""
    names, aliases = table.names.rows, table.text.aliases
    pair = _with_and_without(table, question)
    if pair:
        return pair
    best = find_named_in_full(table.matcher.text, names, entry_variants(table.data.rows)) or find_best(
        scores, table.rows
    )
    return best | find_also_named(question, aliases, names, best) if len(best) == 1 else best


def _find_columns(table: MatchedTable, conditions: set[int], question: str) -> set[int]:
    """Return the columns that the question names, except the columns in `conditions`, for which it gives values.

    Further columns are looked for in `question`; "" looks for no further columns.
    """
    names, aliases = table.names.columns, table.text.aliases
    in_full = find_named_in_full(table.matcher.text, names, entry_variants(table.data.columns)) - conditions
    scores = [0.0 if i in conditions else match.score for i, match in enumerate(table.columns)]
    best = in_full or find_best(scores, table.columns)
    also = find_also_named(question, aliases, names, best) if question and len(best) == 1 else set[int]()
    return best | (also - conditions)


def _with_and_without(table: MatchedTable, question: str) -> set[int]:
    """Return the row of a system with an addition and the row of the system alone; empty if there is no such pair.

    The question is of the form "how much does adding A help B".
    """
    added = _ADDED.search(question)
    if added is None:
        return set()
    terms = set(analyze(added[1]))
    whole = [(match.terms, row) for row, match in enumerate(table.rows) if match.share >= _NAMED_WHOLLY]
    for system, row in sorted(whole, key=lambda pair: (-len(pair[0]), pair[1])):
        alone = [other for rest, other in whole if rest and rest == system - terms and system & terms]
        if alone:
            return {row, alone[0]}
    return set()


def _with_most(given: frozenset[Fact], rows: set[int]) -> set[int]:
    """Return those of `rows` that have the most `given` cells; all `rows` if they have no given cells."""
    counts = Counter(fact.row for fact in given if fact.row in rows)
    top = max(counts.values(), default=0)
    return {row for row in rows if counts[row] == top}


def _wording_without(question: Question, span: tuple[int, int]) -> str:
    start, end = span
    return f"{question.wording[:start]} {question.wording[end:]}"
