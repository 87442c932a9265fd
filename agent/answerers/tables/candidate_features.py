"""Features of the answers that a table could give: how much of the question their names explain, and their kind.

Most features are about 0..1; the gaps, the negation and the log odds also have other values.

Shares of the question's terms, weighted by rarity:
`by_names`      that the names of the rows and columns have
`by_caption`    that the names and the caption have
`by_context`    that the names, the caption and the sentences about the table have
`twice`         that both the row and the column have
`table`         that any name in the table or the caption has

Features of the name of a row or column; of two rows or two columns, the lower value counts:
`_share`        share of its words that the question has
`_score`        score of its match divided by the score of the best row or column
`_mention`      how much of the name as a whole the question mentions
`_mention_gap`  that mention minus the mention of the best row or column
`_alike`        1 divided by the number of names that match equally well
`unused_`       mention of the best other entry that has further words of the question
`distinct`      each of two names has a word of the question that the other lacks
`negated`       name and question leave out the same (1), or only one of them leaves something out (-1)

Further features of names and comparisons are in comparison_features.py.

Features of the cells: `numeric`, `whole` (no decimals), `bold`, `fits_kind` (a count has no fraction, a difference is
computed), `given` (their row has a value that the question gives), `summary` (a row of totals or means), `two_rows`,
`two_columns` and `adjacent` (rows). A `grouped` extreme is one among the rows that the question names. Each operation
has a feature with each axis, with each kind of answer that the question wants, and for questions that rank or compare.

Features of the table: `prior` is that of its paper; `pointed` says that sentences found for the question refer to the
table; `table_odds` are the log odds of the rules' answer; `table_likeliest` says that the rules prefer this answer.

Agreement of a candidate with the rules: its cells are those that the rules read (`as_rules`), a part of them
(`part_of_rules`), or a share of its cells is in the same rows or columns (`row_of_rules`, `column_of_rules`). `rules`
is 1 for the answer of the rules itself, which also has features for the number of its cells and parts of the question,
and for how well its names fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import get_args

import numpy as np
import numpy.typing as npt

from ....figures.operations import Wants
from ....figures.types import Fact
from ....indexes.text.analysis import analyze
from .ablation import left_out_terms
from .answer_kind import fits_kind
from .candidates import CellCandidate, NamedTable
from .comparison_features import NAMES as COMPARED
from .comparison_features import ComparisonFeatures
from .name_match import EntryMatch
from .table_reading import TableReading
from .table_request import TableRequest

_PAIRS = ("both", "difference", "ratio", "choice", "verdict", "extreme", "beyond")
_OPERATIONS = ("cell", *_PAIRS, "rules")
NAMES = (
    "by_names", "by_caption", "by_context", "twice", "row_share", "column_share", "row_score", "column_score",
    "row_mention", "column_mention", "row_mention_gap", "column_mention_gap", "row_alike", "column_alike", "unused_row",
    "unused_column", "distinct", "negated", *COMPARED, "numeric", "whole", "bold", "fits_kind", "given", "grouped", "summary",
    "two_rows", "two_columns",
    "adjacent", "cell", *(f"{operation}_{axis}" for operation in _PAIRS for axis in ("row", "column")),
    *(f"{operation}_for_{wants}" for operation in _OPERATIONS for wants in get_args(Wants)),
    *(f"{operation}_{kind}" for operation in _OPERATIONS for kind in ("ranked", "compared")),
    "prior", "pointed", "table", "table_odds", "table_likeliest",
    "as_rules", "as_rules_odds", "part_of_rules", "row_of_rules", "column_of_rules",
    "rules", "rules_log_odds", "rules_computed", "rules_one", "rules_two", "rules_more", "rules_fit", "rules_both",
    "rules_unmatched", "rules_parts",
)  # fmt: skip
_PLACES = {name: place for place, name in enumerate(NAMES)}
_OPEN = 0.5  # value of a match feature if an extreme leaves its row or column open
_SCALE = 4.0  # brings log odds to about -1..1

Matrix = npt.NDArray[np.float64]


def describe_answers(
    table: NamedTable, request: TableRequest, candidates: Sequence[CellCandidate], reading: TableReading
) -> Matrix:
    """Return the features of `candidates` as a matrix of shape (n, len(NAMES)).

    If `reading` has an answer of the rules, the last row describes that answer.
    """
    context = _Context(table, request, reading)
    described = [context.describe_candidate(candidate) for candidate in candidates]
    if reading.text:
        described.append(context.describe_rules())
    rows = np.zeros((len(described), len(NAMES)))
    for row, features in zip(rows, described, strict=True):
        for name, value in (features | context.shared).items():
            row[_PLACES[name]] = value
    return rows


class _Context:
    """The question and its table: the values that the features of all candidates share."""

    def __init__(self, table: NamedTable, request: TableRequest, reading: TableReading) -> None:
        matched = table.matched
        self.table, self.request, self.reading, self.weights = table, request, reading, matched.weights
        self.total = sum(self.weights.values()) or 1.0
        self.caption = frozenset(analyze(matched.text.caption))
        self.context = self.caption | frozenset(analyze(matched.text.context))
        self.most = max(table.row_mentions, default=0.0), max(table.column_mentions, default=0.0)
        terms = {term for match in (*matched.rows, *matched.columns) for term in match.terms}
        self.given = matched.given_cells()
        self.negated = left_out_terms(request.wording)
        self.plain = frozenset(matched.matcher.terms) - self.negated
        self.compared = ComparisonFeatures(table, request)
        self.top_row = max((match.score for match in matched.rows), default=0.0) or 1.0
        self.top_column = max((match.score for match in matched.columns), default=0.0) or 1.0
        self.alike_rows = Counter(match.score for match in matched.rows)
        self.alike_columns = Counter(match.score for match in matched.columns)
        self.read = tuple(fact for _, _, fact in reading.match.cells) if reading.match else ()
        self.shared = {
            "prior": reading.prior,
            "pointed": float(reading.pointed),
            "table": self._share(terms | self.caption),
            "table_odds": reading.log_odds / _SCALE,
            "table_likeliest": float(reading.likeliest),
        }

    def _share(self, terms: frozenset[str] | set[str]) -> float:
        return sum(weight for term, weight in self.weights.items() if term in terms) / self.total

    def describe_candidate(self, candidate: CellCandidate) -> dict[str, float]:
        fact, operation = candidate.facts[0], candidate.operation
        computed = operation in ("difference", "ratio")
        return {
            **self._describe_cells(candidate.facts, candidate.rows, candidate.columns),
            **self._describe_operation(operation),
            **self._agreement(candidate),
            "fits_kind": float(fits_kind(fact.text, computed, self.request.question)),
            "grouped": float(candidate.grouped),
            **self.compared.describe(candidate),
            f"{operation}_{candidate.axis}" if candidate.axis else operation: 1.0,
        }

    def describe_rules(self) -> dict[str, float]:
        match, reading, count = self.reading.match, self.reading, len(self.read)
        features = {
            **self._describe_operation("rules"),
            "fits_kind": float(fits_kind(reading.text, reading.computed, self.request.question)),
            "rules": 1.0,
            "rules_log_odds": self.shared["table_odds"],
            "rules_computed": float(reading.computed),
            "rules_one": float(count == 1),
            "rules_two": float(count == 2),
            "rules_more": float(count > 2),
            "rules_unmatched": float(match is None),
            "rules_parts": float(reading.parts > 1),
        }
        if match is None:
            return features
        rows, columns = (
            tuple(dict.fromkeys(places))
            for places in zip(*((f.row, f.column) for f in self.read), strict=True)
        )
        return {
            **features,
            **self._describe_cells(self.read, rows, columns),
            "rules_fit": match.fit,
            "rules_both": float(match.has_row and match.has_column),
        }

    def _describe_operation(self, operation: str) -> dict[str, float]:
        return {
            f"{operation}_for_{self.request.question.wants}": 1.0,
            f"{operation}_ranked": float(self.request.extreme is not None),
            f"{operation}_compared": float(self.request.is_compared),
        }

    def _describe_cells(
        self, facts: Sequence[Fact], row_places: Sequence[int], column_places: Sequence[int]
    ) -> dict[str, float]:
        """Return the features of `facts` and of the names of their rows and columns, as far as the question has to name
        these."""
        matched, names = self.table.matched, self.table.matched.names
        rows = [matched.rows[row] for row in row_places]
        columns = [matched.columns[column] for column in column_places]
        row_terms = {term for match in rows for term in match.terms}
        column_terms = {term for match in columns for term in match.terms}
        both = row_terms | column_terms
        row_mention = min((self.table.row_mentions[row] for row in row_places), default=_OPEN)
        column_mention = min((self.table.column_mentions[column] for column in column_places), default=_OPEN)
        summary, fact = matched.data.rows.summary, facts[0]
        chosen_names = [
            *(names.rows[row] for row in row_places),
            *(names.columns[column] for column in column_places),
        ]
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
            "row_alike": min((1 / self.alike_rows[match.score] for match in rows), default=_OPEN),
            "column_alike": min((1 / self.alike_columns[match.score] for match in columns), default=_OPEN),
            "distinct": float(_is_distinct(rows) or _is_distinct(columns)),
            "numeric": float(all(cell.numbers for cell in facts)),
            "whole": float(bool(fact.numbers) and fact.numbers[0].decimals == 0),
            "bold": float(bool(fact.appearance and "bold" in fact.appearance.prints)),
            "given": fmean(self._has_given(cell) for cell in facts),
            "summary": float(bool(summary) and any(summary[cell.row] for cell in facts)),
            "two_rows": float(len(rows) == 2),
            "two_columns": float(len(columns) == 2),
            "negated": sum(map(self._negation, chosen_names)),
            "unused_row": _unused(self.table.row_mentions, matched.rows, row_places, both),
            "unused_column": _unused(self.table.column_mentions, matched.columns, column_places, both),
            "adjacent": float(len(rows) == 2 and abs(facts[0].row - facts[-1].row) == 1),
        }

    def _negation(self, name: str) -> float:
        """Return 1 if the name leaves out the same as the question, -1 if only one of both leaves something out, 0
        otherwise."""
        left_out = left_out_terms(name)
        if self.negated.isdisjoint(analyze(name)):
            return -1.0 if left_out & self.plain else 0.0
        return 1.0 if left_out & self.negated else -1.0

    def _agreement(self, candidate: CellCandidate) -> dict[str, float]:
        """Return the features for the overlap of the candidate's cells with the cells that the rules read."""
        cells, read = set(candidate.facts), set(self.read)
        if cells == read:
            return {"as_rules": 1.0, "as_rules_odds": self.shared["table_odds"]}
        if cells < read:
            return {"part_of_rules": 1.0}
        rows, columns = {fact.row for fact in read}, {fact.column for fact in read}
        return {
            "row_of_rules": fmean(fact.row in rows for fact in cells),
            "column_of_rules": fmean(fact.column in columns for fact in cells),
        }

    def _has_given(self, fact: Fact) -> float:
        return float(any(known.row == fact.row and known.column != fact.column for known in self.given))


def _unused(
    mentions: Sequence[float], matches: Sequence[EntryMatch], chosen: Sequence[int], terms: set[str]
) -> float:
    """Return the strongest mention among the entries that are not `chosen` and have words of the question beyond
    `terms`.

    0 if no entry is chosen, or if no other entry has such words.
    """
    places = range(len(matches)) if chosen else ()
    return max(
        (mentions[place] for place in places if place not in chosen and not matches[place].terms <= terms),
        default=0.0,
    )


def _is_distinct(matches: Sequence[EntryMatch]) -> bool:
    """True if there are two matches, and each has a word of the question that the other lacks."""
    if len(matches) != 2:
        return False
    one, other = (match.terms for match in matches)
    return bool(one - other) and bool(other - one)
