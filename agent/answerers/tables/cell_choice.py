"""Choice of the answer among all that some tables could give, including the answers that the rules read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ....figures.types import Entity, Reading
from ....indexes.cluster_index import Vectors
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
from .candidates import CellCandidate, ListedCandidate, NamedTable, list_candidates
from .cell_words import cells_in_words, text_in_words
from .further_parts import FurtherAnswer, answer_further
from .matched_table import CellMatch, MatchedTable
from .ruled_out.admit import find_admitted
from .shown_table import asked_table
from .table_reading import TableReading
from .table_request import TableRequest

_SURE = 0.7  # probability that is stated for the chosen name


@dataclass(frozen=True, slots=True)
class ChosenCells:
    """The chosen candidate, the match of the question with its cells, and its answer."""

    candidate: CellCandidate
    match: CellMatch
    answer: PartAnswer


@dataclass(frozen=True, slots=True)
class TableChoice:
    """The likeliest answer, which comes from the table with the index `place`.

    `share` is its probability among all answers, 0..1. `cells` are None if it is the answer that the rules read.
    """

    place: int
    share: float
    cells: ChosenCells | None = None

    @property
    def is_several(self) -> bool:
        """True if the answer was chosen among the candidates and is more than a single printed cell."""
        return self.cells is not None and self.cells.candidate.operation != "cell"


def list_answers(
    context: RequestContext, request: TableRequest, tables: Sequence[TableReading]
) -> tuple[list[ListedCandidate], Matrix]:
    """Return all answers that `tables` could give, and their features, shape (n, len(NAMES)).

    The answer of the rules comes last for each table.
    """
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


def in_words(answer: ListedCandidate, tables: Sequence[TableReading]) -> str:
    """Return the words of an answer that the cross-encoder reads."""
    if answer.candidate is None:
        return text_in_words(answer.table, tables[answer.place].text)
    return cells_in_words(answer.table, answer.candidate)


def choose_cells(context: RequestContext, tables: Sequence[TableReading]) -> TableChoice | None:
    """Return the likeliest answer of `tables`; the first answer wins a tie.

    None if the question does not ask for cells, or if no table has an answer.
    """
    request = TableRequest.of(context.question.text)
    if not request.asks_for_cells:
        return None
    listed, features = list_answers(context, request, tables)
    if not listed:
        return None
    admitted = find_admitted(request, listed, tables)
    listed, features = [listed[place] for place in admitted], features[admitted]

    def score(places: Sequence[int]) -> Vectors | None:
        texts = [in_words(listed[place], tables) for place in places]
        return context.session.index.score_answers(context.question.text, texts)

    shares = rank_candidates(features, score if context.session.index.can_score_answers() else None)
    place = int(np.argmax(shares))
    best = listed[place]
    choice = TableChoice(best.place, float(shares[place]))
    if best.candidate is None:
        return choice
    table = tables[best.place]
    asked = asked_table(context, table.shown, table.excluded)
    answers = [answer_further(asked, part, best.candidate) for part in request.further]
    match = best.table.matched.match_named(best.candidate.facts)
    answer = _with_further(table.shown, answer_by_candidate(table.shown, match, best.candidate), answers)
    return replace(choice, cells=ChosenCells(best.candidate, match, answer))


def _with_further(
    shown: ShownFigure, answer: PartAnswer, answers: Sequence[FurtherAnswer | None]
) -> PartAnswer:
    """Return `answer` extended by the answers to further parts of the question; an answer that is None adds nothing."""
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
    """Answer with the computed value or name, followed by its cells, or with the cells as printed."""
    boxes = tuple(fact.box for fact in candidate.facts if fact.box)
    if not candidate.value or (
        len(match.cells) == 1 and candidate.operation == "difference"
    ):  # the difference is printed in a cell
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
    elif candidate.operation == "beyond":
        cells = "; ".join(f"{row} {print_cell(fact)}" for row, _, fact in match.cells)
        text = f"{candidate.value} ({match.cells[0][1]}: {cells})"
    else:
        text = value_with_cells(reading, match.cells)
    if candidate.operation in ("choice", "extreme", "beyond"):
        reading = replace(reading, value="", unit="", entities=(Entity(candidate.value, _SURE),))
    return PartAnswer(reading, text, tuple(quote_rows(shown, boxes)))
