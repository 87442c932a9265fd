"""Features of the answers that a table could give: how much of the question their names explain, and whether they are of the kind
that it asks for. All are about 0..1 but for the gaps and the log odds.

Shares of the question's weight, rare words counting more: `by_names` that the names of rows and columns have, `by_caption` with
the caption, `by_context` with the sentences about the table, `twice` that row and column have both, `table` that any name or
the caption has.
Of the names of row and column, the lower of two: `_share` of its words that the question has, `_score` of the match relative to
the best row or column, `_mention` of the name as a whole, `_mention_gap` to the best mentioned; `distinct`: each of two has a
word of the question that the other lacks.
Of the cells: `numeric`, `whole` (no decimals), `bold`, `fits_kind` (a count has no fraction, a difference is computed), `given`
(their row has a value that the question gives), `summary` (a row of totals or means), `two_rows`, `two_columns`; `prior` is the
probability of the paper. `grouped` extremes are over the rows that the question names. One feature for each operation and axis.
Of the answer that the rules read from a table: `rules`, `rules_likeliest` (they prefer it), `rules_log_odds` (of its
probability), whether it is computed, the number of its cells and of parts of the question, and how well their names fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ....figures.question.parser import Question
from ....indexes.text.analysis import analyse
from .answer_kind import fits_kind
from .candidates import CellCandidate, NamedTable
from .name_match import EntryMatch

if TYPE_CHECKING:
    from .matched_table import CellMatch

_PAIRS = ("both", "difference", "ratio", "choice", "verdict", "extreme")
CANDIDATE_NAMES = (
    "by_names", "by_caption", "by_context", "twice", "row_share", "column_share", "row_score", "column_score",
    "row_mention", "column_mention", "row_mention_gap", "column_mention_gap", "distinct", "table", "prior", "numeric", "whole",
    "bold", "fits_kind", "given", "grouped", "summary", "two_rows", "two_columns", "cell",
    *(f"{operation}_{axis}" for operation in _PAIRS for axis in ("row", "column")),
)  # fmt: skip
RULE_NAMES = (
    "rules", "rules_likeliest", "rules_log_odds", "rules_computed", "rules_one", "rules_two", "rules_more", "rules_fit",
    "rules_both", "rules_unmatched", "rules_parts",
)  # fmt: skip
NAMES = (*CANDIDATE_NAMES, *RULE_NAMES)
_PLACES = {name: place for place, name in enumerate(NAMES)}
_OPEN = 0.5  # in place of a match where an extreme leaves its row or column open
_SCALE = 4.0  # brings log odds to about -1..1

Matrix = npt.NDArray[np.float64]


def describe_candidates(
    table: NamedTable, question: Question, candidates: Sequence[CellCandidate], prior: float
) -> Matrix:
    """The features NAMES of `candidates`, (n, len(NAMES)); `prior` is the probability of the paper relative to the likeliest."""
    context = _Context(table, question)
    rows = np.zeros((len(candidates), len(NAMES)))
    for row, candidate in zip(rows, candidates, strict=True):
        _fill(row, context.describe(candidate) | {"prior": prior})
    return rows


def describe_rules(
    match: CellMatch | None,
    *,
    text: str,
    computed: bool,
    parts: int,
    log_odds: float,
    likeliest: bool,
    prior: float,
    question: Question,
) -> Matrix:
    """The features of the answer `text` of the rules for one table, (len(NAMES),).

    `match` are its cells, None where it used none; `parts` is the number of parts of the question that it answers, `log_odds`
    those of its probability; `likeliest`: the rules prefer this table to others.
    """
    count = len(match.cells) if match else 0
    features = {
        "prior": prior,
        "fits_kind": float(fits_kind(text, computed, question)),
        "rules": 1.0,
        "rules_likeliest": float(likeliest),
        "rules_log_odds": log_odds / _SCALE,
        "rules_computed": float(computed),
        "rules_one": float(count == 1),
        "rules_two": float(count == 2),
        "rules_more": float(count > 2),
        "rules_unmatched": float(match is None),
        "rules_parts": float(parts > 1),
    }
    if match is not None:
        features |= {
            "by_names": match.by_names,
            "by_context": match.support,
            "rules_fit": match.fit,
            "rules_both": float(match.has_row and match.has_column),
        }
    row = np.zeros(len(NAMES))
    _fill(row, features)
    return row


def _fill(row: Matrix, features: Mapping[str, float]) -> None:
    for name, value in features.items():
        row[_PLACES[name]] = value


class _Context:
    """The question and its table, as far as all candidates share them."""

    def __init__(self, table: NamedTable, question: Question) -> None:
        matched = table.matched
        self.table, self.question, self.weights = table, question, matched.weights
        self.total = sum(self.weights.values()) or 1.0
        self.caption = frozenset(analyse(matched.text.caption))
        self.context = self.caption | frozenset(analyse(matched.text.context))
        self.top_row = max((match.score for match in matched.rows), default=0.0) or 1.0
        self.top_column = max((match.score for match in matched.columns), default=0.0) or 1.0
        self.most = max(table.row_mentions, default=0.0), max(table.column_mentions, default=0.0)
        terms = {term for match in (*matched.rows, *matched.columns) for term in match.terms}
        self.whole = self._share(terms | self.caption)
        self.given = matched.given_cells()

    def _share(self, terms: frozenset[str] | set[str]) -> float:
        return sum(weight for term, weight in self.weights.items() if term in terms) / self.total

    def describe(self, candidate: CellCandidate) -> dict[str, float]:
        matched, question = self.table.matched, self.question
        rows = [matched.rows[row] for row in candidate.rows]
        columns = [matched.columns[column] for column in candidate.columns]
        row_terms = {term for match in rows for term in match.terms}
        column_terms = {term for match in columns for term in match.terms}
        both = row_terms | column_terms
        row_mention = min((self.table.row_mentions[row] for row in candidate.rows), default=_OPEN)
        column_mention = min(
            (self.table.column_mentions[column] for column in candidate.columns), default=_OPEN
        )
        summary, fact = matched.data.rows.summary, candidate.facts[0]
        computed = candidate.operation in ("difference", "ratio")
        kind = f"{candidate.operation}_{candidate.axis}" if candidate.axis else candidate.operation
        return {
            "by_names": self._share(both),
            "by_caption": self._share(both | self.caption),
            "by_context": self._share(both | self.context),
            "twice": self._share(row_terms & column_terms),
            "row_share": min((match.share for match in rows), default=_OPEN),
            "column_share": min((match.share for match in columns), default=_OPEN),
            "row_score": min((match.score / self.top_row for match in rows), default=_OPEN),
            "column_score": min((match.score / self.top_column for match in columns), default=_OPEN),
            "row_mention": row_mention,
            "column_mention": column_mention,
            "row_mention_gap": row_mention - self.most[0] if rows else 0.0,
            "column_mention_gap": column_mention - self.most[1] if columns else 0.0,
            "distinct": float(_is_distinct(rows) or _is_distinct(columns)),
            "table": self.whole,
            "numeric": float(all(cell.numbers for cell in candidate.facts)),
            "whole": float(bool(fact.numbers) and fact.numbers[0].decimals == 0),
            "bold": float(bool(fact.appearance and "bold" in fact.appearance.prints)),
            "fits_kind": float(fits_kind(fact.text, computed, question)),
            "given": fmean(self._has_given(cell.row, cell.column) for cell in candidate.facts),
            "grouped": float(candidate.grouped),
            "summary": float(bool(summary) and any(summary[cell.row] for cell in candidate.facts)),
            "two_rows": float(len(rows) == 2),
            "two_columns": float(len(columns) == 2),
            kind: 1.0,
        }

    def _has_given(self, row: int, column: int) -> float:
        return float(any(known.row == row and known.column != column for known in self.given))


def _is_distinct(matches: Sequence[EntryMatch]) -> bool:
    """True if each of two names has a word of the question that the other one lacks."""
    if len(matches) != 2:
        return False
    one, other = (match.terms for match in matches)
    return bool(one - other) and bool(other - one)
