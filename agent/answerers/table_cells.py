"""Cells of a table that a question asks for, found by the names over and beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...figures.types import Entries, Fact, FigureData
from ...indexes.text.analysis import analyse
from ...indexes.text.term_statistics import inverse_frequencies
from ..relevance.concepts import related_terms
from ..relevance.features import GENERIC

_RELATED = 0.4  # what a related word counts for, of the word itself
_CLOSE = 0.85  # entries that match nearly as well as the best are meant as well
_MOST = 3
_LABEL = re.compile(r"\b(?:tab(?:le|\.)?|fig(?:ure|\.)?)\s*\(?\w?\d+[a-z]?\b", re.IGNORECASE)
_TABLE_WORDS = frozenset(analyse("table row column cell line entry paper according"))


@dataclass(frozen=True, slots=True)
class CellMatch:
    """Cells with the names of their row and column, best first; `support` is the share of the question's weight that these names
    and the caption have, 0..1."""

    cells: tuple[tuple[str, str, Fact], ...]
    support: float


def find_cells(data: FigureData, question: str, caption: str, excluded: frozenset[str]) -> CellMatch | None:
    """The cells of `data` whose row and column `question` names; None where it names neither.

    `excluded` are terms of the question that name the paper. Where it names a row only, all cells of that row that have a
    value are meant; likewise for a column. Values in the question lead to their rows.
    """
    every = [t for t in dict.fromkeys(analyse(_LABEL.sub(" ", question))) if t not in GENERIC | _TABLE_WORDS]
    terms = [t for t in every if t not in excluded] or every
    if not terms or not data.facts:
        return None
    rows, columns = _names(data.rows), _names(data.columns)
    # The paper's own system may be a row, so terms that name the paper count here.
    row_scores, column_scores = _scores(every, rows), _scores(every, columns)
    asked_values = [
        fact.row for fact in data.facts if fact.text.strip() and fact.text.strip(" %") in question.split()
    ]
    for row in asked_values:
        row_scores[row] += 2.0
    best_rows, best_columns = _best(row_scores), _best(column_scores)
    if not best_rows and not best_columns:
        return None
    cells = [
        (rows[fact.row], columns[fact.column], fact)
        for fact in data.facts
        if fact.text.strip()
        and (not best_rows or fact.row in best_rows)
        and (not best_columns or fact.column in best_columns)
    ]
    cells.sort(
        key=lambda cell: (
            -row_scores[cell[2].row] - column_scores[cell[2].column],
            cell[2].row,
            cell[2].column,
        )
    )
    used = {t for row, column, _ in cells[:_MOST] for t in analyse(f"{row} {column}")} | set(analyse(caption))
    weights = {term: 1.0 + 0.5 * (not term.isalpha()) for term in terms}
    met = sum(
        weights[t] * (1.0 if t in used else _RELATED if related_terms(t) & used else 0.0) for t in terms
    )
    return CellMatch(tuple(cells), met / sum(weights.values())) if cells else None


def _names(entries: Entries) -> list[str]:
    """All names of each entry, outer levels first."""
    levels = sorted(entries.attributes, key=lambda attribute: -attribute.depth)
    return [" ".join(filter(None, (level.names[i].text for level in levels))) for i in range(entries.count)]


def _scores(terms: Sequence[str], names: Sequence[str]) -> list[float]:
    """How well each name fits the question: the rarity of the shared terms, less where the name has others."""
    tokens = [analyse(name) for name in names]
    idf = inverse_frequencies({term for own in tokens for term in own}, tokens, flat=True)
    scores = []
    for own in tokens:
        shared = {
            t: 1.0 if t in terms else _RELATED
            for t in set(own)
            if t in terms or related_terms(t) & set(terms)
        }
        weight = sum(idf[t] * degree for t, degree in shared.items())
        total = sum(idf[t] for t in set(own)) or 1.0
        scores.append(weight * (0.5 + 0.5 * weight / total))
    return scores


def _best(scores: Sequence[float]) -> set[int]:
    """Places of the entries that match nearly as well as the best; empty where none matches, or all alike."""
    top = max(scores, default=0.0)
    best = {i for i, score in enumerate(scores) if top > 0 and score >= _CLOSE * top}
    return best if len(best) < max(2, len(scores)) else set()
