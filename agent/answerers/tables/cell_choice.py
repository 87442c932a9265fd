"""The answer to a question among all that some tables could give, the one that the rules read from each of them included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

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
from .candidate_features import NAMES, Matrix, describe_answers
from .candidate_ranker import rank_candidates
from .candidates import CellCandidate, NamedTable, list_candidates
from .further_parts import FurtherAnswer, answer_further
from .matched_table import CellMatch, MatchedTable
from .shown_table import asked_table
from .table_reading import TableReading
from .table_request import TableRequest

_SURE = 0.7  # probability that is stated for the name that was chosen


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
    context: RequestContext, request: TableRequest, tables: Sequence[TableReading]
) -> tuple[list[ListedCandidate], Matrix]:
    """All answers that `tables` could give, and their features, (n, len(NAMES)): those of the rules last of each table."""
    listed, features = list[ListedCandidate](), [np.zeros((0, len(NAMES)))]
    for place, table in enumerate(tables):
        asked = asked_table(context, table.shown, table.excluded)
        named = NamedTable.of(MatchedTable(asked, request.wording))
        candidates = list_candidates(named, request)
        listed += [ListedCandidate(place, named, candidate) for candidate in candidates]
        if table.text:
            listed.append(ListedCandidate(place, named))
        features.append(describe_answers(named, request, candidates, table))
    return listed, np.concatenate(features)


def choose_cells(context: RequestContext, tables: Sequence[TableReading]) -> ChosenCells | None:
    """The likeliest answer of `tables`, ties to the first; None where it is one that the rules gave, or there is none."""
    request = TableRequest.of(context.question.text)
    if not request.asks_for_cells:
        return None
    listed, features = list_answers(context, request, tables)
    if not listed:
        return None
    best = listed[int(np.argmax(rank_candidates(features)))]
    if best.candidate is None:
        return None
    matched, table = best.table.matched, tables[best.place]
    asked = asked_table(context, table.shown, table.excluded)
    answers = [answer_further(asked, part, best.candidate) for part in request.further]
    match = matched.match_named(best.candidate.facts)
    answer = answer_by_candidate(table.shown, match, best.candidate)
    return ChosenCells(best.place, best.candidate, match, _with_further(table.shown, answer, answers))


def _with_further(
    shown: ShownFigure, answer: PartAnswer, answers: Sequence[FurtherAnswer | None]
) -> PartAnswer:
    """`answer` with the answers to further parts of the question, where there are any."""
    for further in filter(None, answers):
        verdict = f", {further.verdict}" if further.verdict else ""
        boxes = (further.fact.box,) if further.fact.box else ()
        answer = PartAnswer(
            replace(answer.reading, evidence=(*answer.reading.evidence, *boxes)),
            f"{answer.text}; {further.name}: {print_cell(further.fact)}{verdict}",
            tuple(dict.fromkeys((*answer.quotes, *quote_rows(shown, boxes)))),
        )
    return answer


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
