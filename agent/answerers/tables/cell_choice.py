"""The answer to a question among all that some tables could give, the one that the rules read from each of them included."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ....figures.question.parser import Question
from ....figures.types import Entity, Reading
from ...request_context import RequestContext
from ..figures.reading import (
    PartAnswer,
    ShownFigure,
    answer_by_cells,
    print_cell,
    quote_rows,
    value_with_cells,
)
from .candidate_features import Matrix, describe_candidates, describe_rules
from .candidate_ranker import rank_candidates
from .candidates import CellCandidate, NamedTable, asks_for_cells, list_candidates
from .gate import TableFeatures, probability
from .matched_table import CellMatch, MatchedTable
from .question_words import without_paper
from .shown_table import asked_table

_SURE = 0.7  # probability that is stated for the name that was chosen
_LEAST_ODDS = 1e-3  # probabilities are kept this far from 0 and 1
_UNMATCHED = -4.0  # log odds of an answer of the rules without cells


@dataclass(frozen=True, slots=True)
class TableReading:
    """A table with the answer that the rules read from it: its `text` ("" for none), its cells as `match`, and their `features`.

    `computed`: the text is a value computed from cells; `parts` is the number of parts of the question that it answers;
    `likeliest`: it is the one that the rules prefer; `prior` is the probability of the paper relative to the likeliest;
    `pointed`: sentences found for the question refer to the table.
    """

    shown: ShownFigure
    excluded: frozenset[str]
    text: str = ""
    match: CellMatch | None = None
    features: TableFeatures | None = None
    computed: bool = False
    parts: int = 1
    likeliest: bool = False
    prior: float = 1.0
    pointed: bool = False


@dataclass(frozen=True, slots=True)
class ListedCandidate:
    """A candidate of the table at `place`; without a `candidate`, the answer of the rules."""

    place: int
    table: NamedTable
    candidate: CellCandidate | None = None


@dataclass(frozen=True, slots=True)
class ChosenCells:
    """The candidate chosen, of the table at `place`, the match of the question with its cells, and its text."""

    place: int
    candidate: CellCandidate
    match: CellMatch
    answer: PartAnswer


def list_answers(
    context: RequestContext, tables: Sequence[TableReading]
) -> tuple[list[ListedCandidate], Matrix]:
    """All answers that `tables` could give, and their features, (n, len(NAMES)): those of the rules last of each table."""
    question = context.question.as_one_hop()
    wording = without_paper(context.question.text)
    listed, features = list[ListedCandidate](), list[Matrix]()
    for place, table in enumerate(tables):
        named = NamedTable.of(MatchedTable(asked_table(context, table.shown, table.excluded), wording))
        candidates = list_candidates(named, question)
        listed += [ListedCandidate(place, named, candidate) for candidate in candidates]
        features += [*describe_candidates(named, question, candidates, table.prior)]
        if table.text:
            listed.append(ListedCandidate(place, named))
            features.append(_describe_rules(table, question))
    return listed, np.array(features)


def choose_cells(context: RequestContext, tables: Sequence[TableReading]) -> ChosenCells | None:
    """The likeliest answer of `tables`, ties to the first; None where it is one that the rules gave, or there is none."""
    if not asks_for_cells(context.question.as_one_hop()):
        return None
    listed, features = list_answers(context, tables)
    if not listed:
        return None
    best = listed[int(np.argmax(rank_candidates(features)))]
    if best.candidate is None:
        return None
    matched, shown = best.table.matched, tables[best.place].shown
    match = matched.match_named(best.candidate.facts)
    return ChosenCells(best.place, best.candidate, match, answer_by_candidate(shown, match, best.candidate))


def _describe_rules(table: TableReading, question: Question) -> Matrix:
    log_odds = _UNMATCHED
    if table.features is not None:
        chance = min(max(probability(table.features), _LEAST_ODDS), 1 - _LEAST_ODDS)
        log_odds = math.log(chance / (1 - chance))
    return describe_rules(
        table.match,
        text=table.text,
        computed=table.computed,
        parts=table.parts,
        log_odds=log_odds,
        likeliest=table.likeliest,
        prior=table.prior,
        question=question,
    )


def answer_by_candidate(shown: ShownFigure, match: CellMatch, candidate: CellCandidate) -> PartAnswer:
    """The value or name that is computed, with its cells; or the cells as they are printed."""
    boxes = tuple(fact.box for fact in candidate.facts if fact.box)
    if not candidate.value:
        return answer_by_cells(shown, match, Reading(operation="lookup", evidence=boxes, abstained=False))
    reading = Reading(
        operation=candidate.operation,
        evidence=boxes,
        abstained=False,
        value=candidate.value,
        unit=candidate.unit,
    )
    if candidate.operation == "extreme":
        _, column, fact = match.cells[0]
        place = f"{column} " if candidate.axis == "row" and column else ""
        text = f"{candidate.value} ({place}{print_cell(fact)})"
    else:
        text = value_with_cells(reading, match.cells)
    if candidate.operation in ("choice", "extreme"):
        reading = replace(reading, value="", unit="", entities=(Entity(candidate.value, _SURE),))
    return PartAnswer(reading, text, tuple(quote_rows(shown, boxes)))
