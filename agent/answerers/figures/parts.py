"""Opening and reading of one figure of a paper, and the answer of its parts if it continues over several pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....figures.image import open_figure
from ....figures.operations import Extreme
from ....figures.read import read_data
from ....figures.types import FigureData
from ....papers.types import Figure, Paper
from ...figures.corrections import corrected_reading
from ...figures.paper_figures import open_paper_figure, table_parts
from ...first_hop import FirstHop
from ...query.grammar.parser import Question
from ...request_context import RequestContext
from ..tables.candidates import wants_larger
from ..tables.table_reading import TableReading
from ..types import ComposedAnswer
from .answer import FigureAnswer, TableAnswers, compose_with_evidence
from .data import find_in_data, read_print
from .reading import ShownFigure, answer_by_correction


def read_figure(
    context: RequestContext, paper: Paper, figure: Figure, excluded: frozenset[str]
) -> TableAnswers:
    """Return the answers that the rules read from each part of `figure`. The arguments are those of
    `answer_from_figure`."""
    first, *further = table_parts(paper, figure)
    shown = _show(context, paper, first)
    answers = [_answer_shown(context, shown, excluded)] if shown else []
    for part in further:
        next_part = _show(context, paper, part)
        if next_part is not None:
            whole = replace(next_part, data=with_header(next_part.data, shown.data)) if shown else next_part
            answers.append(_answer_shown(context, whole, excluded))
    return TableAnswers(tuple(answers), best_part(answers, context.question.as_one_hop()))


def _show(context: RequestContext, paper: Paper, figure: Figure) -> ShownFigure | None:
    """Return `figure` with the data read from it.

    None if it cannot be opened, or if no data can be read, no person corrected it and nobody names it.
    """
    with context.trace.step("figure") as detail:
        crop = open_paper_figure(context.session.cluster, paper.id, figure)
        if crop is None:
            return None
        settings = context.session.settings
        crop = open_figure(crop, settings=settings, cache=settings.home_path / "cache" / "ocr")
        data = read_data(crop)
        detail.append(f"{figure.label} of {paper.id}: {data.kind if data else 'not read'}")
    corrected = corrected_reading(context.session.cluster, paper.id, figure, context.question)
    is_named = bool(context.focus.figure or context.question.figure)
    data = data or (FigureData("other") if corrected or is_named else None)
    return ShownFigure(crop, paper, figure, data, is_named) if data else None


def _answer_shown(context: RequestContext, shown: ShownFigure, excluded: frozenset[str]) -> FigureAnswer:
    """Answer from one opened figure: by a person's correction, else by its caption or style, else by its data."""
    paper, figure = shown.paper, shown.figure
    corrected = corrected_reading(context.session.cluster, paper.id, figure, context.question)
    if corrected is not None:
        answer = answer_by_correction(shown, corrected)
        hop = FirstHop(figure, corrected, anchor=paper.id)
        return FigureAnswer(compose_with_evidence(answer.text, figure, answer.quotes), hop, 1.0)
    if shown.named and (printed := read_print(context, shown, excluded)):
        hop = FirstHop(figure, printed.reading, anchor=paper.id)
        return FigureAnswer(compose_with_evidence(printed.text, figure, printed.quotes), hop, 1.0)
    found = find_in_data(context, shown, excluded)
    boxes = dict.fromkeys(box for answer in found.answers for box in answer.reading.evidence)
    reading = replace(found.answers[0].reading, evidence=tuple(boxes))
    hop = FirstHop(figure, reading, anchor=paper.id)
    text = "; ".join(answer.text for answer in found.answers) if found.answers[0].text else ""
    table = None
    if shown.data.kind == "table":
        computed = bool(found.answers[0].reading.value)
        table = TableReading(shown, excluded, text, found.match, computed=computed, parts=len(found.answers))
    if not text:
        return FigureAnswer(ComposedAnswer(refusal=_describe_unread(shown)), hop, 0.0, table=table)
    quotes = tuple(dict.fromkeys(quote for answer in found.answers for quote in answer.quotes))
    composed = compose_with_evidence(text, figure, quotes)
    terms = found.match.terms if found.match else frozenset[str]()
    cells = tuple(found.match.cells) if found.match else ()
    return FigureAnswer(composed, hop, found.probability, found.features, terms, cells, table)


def _describe_unread(shown: ShownFigure) -> str:
    """Return a sentence that the cells of a table named by the question could not be read; "" for any other figure."""
    figure = shown.figure
    is_unread = shown.named and figure.kind == "table" and shown.data.kind == "other"
    return (
        f"{figure.label} was found on page {figure.page}, but its cells could not be read."
        if is_unread
        else ""
    )


def with_header(part: FigureData, first: FigureData) -> FigureData:
    """Return the data of a further part of a table, with the column names of the `first` part if it has none of its
    own.

    The names are taken over only if both parts have the same number of columns.
    """
    named = any(name.text for level in part.columns.attributes for name in level.names)
    same = part.columns.count == first.columns.count
    return part if named or not same else replace(part, columns=first.columns)


def best_part(answers: Sequence[FigureAnswer], question: Question) -> FigureAnswer | None:
    """Return the best answer among the parts of a table; ties go to the earlier part. None if `answers` is empty.

    If `question` asks for the highest or lowest value, the part with that value wins, otherwise the likeliest part.
    """
    ranked = any(isinstance(operation, Extreme) for operation in question.operations)
    values = [answer for answer in answers if ranked and answer.cell and answer.cell.value is not None]
    if len(values) < 2:
        return max(answers, key=lambda answer: (bool(answer.composed.text), answer.probability), default=None)
    high = wants_larger(question, "")
    return max(
        values, key=lambda answer: (answer.cell.value or 0.0) * (1 if high else -1) if answer.cell else 0.0
    )
