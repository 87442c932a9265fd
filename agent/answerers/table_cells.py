"""Cells of a table that a question asks for, found by the names over and beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ...figures.question.label_match import QuestionWords, mention, tokens
from ...figures.types import Entries, Fact, FigureData
from ...indexes.cluster_index import Vectors
from ...indexes.text.analysis import STOP_WORDS, analyse
from ...indexes.text.term_statistics import inverse_frequencies
from ..relevance.concepts import related_terms
from ..relevance.features import GENERIC
from ..relevance.names import FIGURE_LABEL

_RELATED = 0.4  # what a related word counts for, of the word itself
_CLOSE = 0.85  # entries that match nearly as well as the best are meant as well
_MOST = 3
_BEGINS, _PREFIX, _SHORT_PREFIX = 0.6, 5, 3  # "sudoku" of "sudoku2x3", "bio" for "biomedical"
_ABBREVIATES = 0.8
_NEAR = 0.5  # what a similarity of 1 counts for, of a rare word in common
_FEW_ROWS = 3
_COMPARES = re.compile(
    r"\b(?:than|against|versus|vs\.?|compared|ahead|behind|or|with and without)\b", re.IGNORECASE
)
_IN_FULL, _MOST_NAMED = 1.0, 4  # strength of the mention of a name that the question has as a whole
_TABLE_WORDS = frozenset(analyse("table row column cell line entry paper according"))


@dataclass(frozen=True, slots=True)
class CellMatch:
    """Cells with the names of their row and column, best first; `support` is the share of the question's weight that these names
    and the caption have, 0..1."""

    cells: tuple[tuple[str, str, Fact], ...]
    support: float


def find_cells(
    data: FigureData,
    question: str,
    caption: str,
    excluded: frozenset[str],
    rarity_of: Callable[[str], float] | None = None,
    similarity: Callable[[str, Sequence[str]], Sequence[float]] | None = None,
) -> CellMatch | None:
    """The cells of `data` whose row and column `question` names; None where it names neither.

    `excluded` are terms of the question that name the paper. Where it names a row only, all cells of that row that have a
    value are meant; likewise for a column; several rows or columns that it names in full are all meant. Values in the
    question lead to their rows. `rarity_of` gives the weight of a term in the support; by default all weigh the same.
    `similarity` of the question to names, -1..1, orders rows whose names fit it equally well.
    """
    plain = FIGURE_LABEL.sub(" ", question)
    every = [t for t in dict.fromkeys(analyse(plain)) if t not in GENERIC | _TABLE_WORDS]
    terms = [t for t in every if t not in excluded] or every
    if not terms or not data.facts:
        return None
    rows, columns, facts = _names(data.rows), _names(data.columns), data.facts
    if not any(rows):  # the values of the first column name the rows
        rows = [
            "".join(fact.text for fact in facts if (fact.row, fact.column) == (row, 0))
            for row in range(len(rows))
        ]
        facts = tuple(fact for fact in facts if fact.column > 0)
    # The paper's own system may be a row, so terms that name the paper count here.
    initials = _initials(plain)
    row_scores, column_scores = _scores(every, rows, initials), _scores(every, columns, initials)
    asked_values = [
        fact.row for fact in facts if fact.text.strip() and fact.text.strip(" %") in question.split()
    ]
    for row in asked_values:
        row_scores[row] += 2.0
    best_rows = _named_in_full(plain, rows, _variants(data.rows)) or _best(row_scores)
    best_columns = _named_in_full(plain, columns, _variants(data.columns)) or _best(column_scores)
    if len(best_rows) == 1 and len(rows) <= _FEW_ROWS and best_columns and _COMPARES.search(plain):
        best_rows = set(range(len(rows)))  # "better than ...", in words that the other rows do not have
    if not best_rows and not best_columns:
        return None
    cells = [
        (rows[fact.row], columns[fact.column], fact)
        for fact in facts
        if fact.text.strip()
        and (not best_rows or fact.row in best_rows)
        and (not best_columns or fact.column in best_columns)
    ]
    nearness = similarity(plain, rows) if similarity else [0.0] * len(rows)
    cells.sort(
        key=lambda cell: (
            -row_scores[cell[2].row] - _NEAR * nearness[cell[2].row] - column_scores[cell[2].column],
            -nearness[cell[2].row],
            cell[2].row,
            cell[2].column,
        )
    )
    used = {t for row, column, _ in cells[:_MOST] for t in analyse(f"{row} {column}")} | set(analyse(caption))
    weights = {term: (rarity_of(term) if rarity_of else 1.0) + 0.5 * (not term.isalpha()) for term in terms}
    met = sum(
        weights[t] * (1.0 if t in used else _RELATED if related_terms(t) & used else 0.0) for t in terms
    )
    return CellMatch(tuple(cells), met / sum(weights.values())) if cells else None


def name_similarity(
    encode: Callable[[Sequence[str]], Vectors] | None,
) -> Callable[[str, Sequence[str]], Sequence[float]] | None:
    """The cosine of a question with each of several names; None without an embedding model."""
    if encode is None:
        return None

    def cosines(question: str, names: Sequence[str]) -> list[float]:
        vectors = np.asarray(encode([question, *names]), dtype=np.float64)
        lengths = np.maximum(np.linalg.norm(vectors, axis=1), 1e-12)
        found: list[float] = (vectors[1:] @ vectors[0] / (lengths[1:] * lengths[0])).tolist()
        return found

    return cosines


def _named_in_full(question: str, names: Sequence[str], variants: Sequence[Sequence[str]]) -> set[int]:
    """Entries whose whole name, or a variant of it, the question has: at least two and at most _MOST_NAMED; else none.

    A name within a longer one that the question has as well is not meant.
    """
    wording = QuestionWords.of(question)
    named: dict[int, set[str]] = {}
    for index, name in enumerate(names):
        forms = [
            form for form in (name, *variants[index]) if tokens(form) and mention(form, wording) >= _IN_FULL
        ]
        if forms:
            named[index] = set(tokens(max(forms, key=len)))
    kept = {index for index, own in named.items() if not any(own < other for other in named.values())}
    distinct = {frozenset(named[index]) for index in kept}
    return kept if 2 <= len(kept) <= _MOST_NAMED and len(distinct) > 1 else set()


def _variants(entries: Entries) -> list[tuple[str, ...]]:
    """Of each entry the innermost name and its variants, such as the name without what is in brackets."""
    inner = min(entries.attributes, key=lambda attribute: attribute.depth, default=None)
    if inner is None:
        return [()] * entries.count
    return [(name.text, *name.variants) for name in inner.names]


def _names(entries: Entries) -> list[str]:
    """All names of each entry, outer levels first."""
    levels = sorted(entries.attributes, key=lambda attribute: -attribute.depth)
    return [" ".join(filter(None, (level.names[i].text for level in levels))) for i in range(entries.count)]


def _initials(question: str) -> frozenset[str]:
    """Initials of two to four words in a row, lower case: "ri" for "requests of information"."""
    words = [word for word in re.findall(r"[^\W\d_]+", question.lower()) if word not in STOP_WORDS]
    runs = (words[start : start + size] for size in (2, 3, 4) for start in range(len(words) - size + 1))
    return frozenset("".join(word[0] for word in run) for run in runs)


def _scores(terms: Sequence[str], names: Sequence[str], initials: frozenset[str]) -> list[float]:
    """Score of each name: the inverse frequency of the terms shared with the question, less if the name has others."""
    analysed = [analyse(name) for name in names]
    idf = inverse_frequencies({term for own in analysed for term in own}, analysed, flat=True)
    scores = []
    for own in analysed:
        shared = {t: degree for t in set(own) if (degree := _likeness(t, terms, initials)) > 0}
        weight = sum(idf[t] * degree for t, degree in shared.items())
        total = sum(idf[t] for t in set(own)) or 1.0
        scores.append(weight * (0.5 + 0.5 * weight / total))
    return scores


def _likeness(token: str, terms: Sequence[str], initials: frozenset[str]) -> float:
    """1 for a term of the question, less for initials, for a common prefix or a related word."""
    if token in terms:
        return 1.0
    if token in initials:
        return _ABBREVIATES
    if any(len(term) >= _PREFIX and token.startswith(term) for term in terms) or any(
        len(token) >= _SHORT_PREFIX and token.isalpha() and term.startswith(token) for term in terms
    ):
        return _BEGINS
    return _RELATED if related_terms(token) & set(terms) else 0.0


def _best(scores: Sequence[float]) -> set[int]:
    """Places of the entries that match nearly as well as the best; empty where none matches, or all alike."""
    top = max(scores, default=0.0)
    best = {i for i, score in enumerate(scores) if top > 0 and score >= _CLOSE * top}
    return best if len(best) < max(2, len(scores)) else set()
