"""Answers from a table or figure of a paper: the value or name that is asked for, with its cells as evidence."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from ....indexes.text.analysis import analyze
from ....papers.types import Figure, Paper
from ...figures.corrections import CORRECTED
from ...first_hop import FirstHop
from ...query.grammar.parser import Question
from ...relevance.subject import Subject, terms_of
from ...request_context import RequestContext
from ...types import Citation
from ..tables.answer_kind import fits_kind
from ..tables.cell_choice import choose_cells
from ..tables.gate import ChosenFeatures, asks_for_reason, probability
from ..tables.shown_table import describe
from .answer import FigureAnswer, TableAnswers, compose_with_evidence
from .choice import likely_tables, refers_to, telling_terms
from .parts import best_part, read_figure
from .reading import ShownFigure, fits_noun, is_chosen
from .text import lacks_color

# Log odds subtracted from a table that lacks all words of the question that other tables have; a table that lacks some
# of the words loses a share. A value of 2 loses two of 60 right answers.
_LACKING = 0.6


def answer_from_tables(
    context: RequestContext, subjects: Sequence[Subject], quotes: Sequence[Citation] = ()
) -> FigureAnswer | None:
    """Return the likeliest answer from the tables of the likeliest papers; None if no table has an answer.

    `quotes` are the sentences found for the question, which may refer to a table. A question for a reason gets None.
    """
    if asks_for_reason(context.question.text):
        return None
    return _choose_answer(context, read_tables(context, subjects, quotes))


def read_tables(
    context: RequestContext, subjects: Sequence[Subject], quotes: Sequence[Citation]
) -> TableAnswers:
    """Return the answers that the rules read from the likeliest tables. If a person corrected a table, return only its
    answer."""
    question, answers, likely = context.question.as_one_hop(), list[FigureAnswer](), list[FigureAnswer]()
    for paper, table, prior in likely_tables(context, subjects):
        pointed = any(quote.paper_id == paper.id and refers_to(quote.quote, table.label) for quote in quotes)
        read = read_figure(context, paper, table, terms_of(subjects, paper.id) - telling_terms(paper))
        parts = [_with_prior(part, prior, pointed) for part in read.answers]
        answer = best_part(parts, question)
        if answer is not None and answer.hop.reading and answer.hop.reading.operation == CORRECTED:
            return TableAnswers((answer,), answer)
        if answer is not None and answer.composed.text and answer.features is not None:
            likely.append(answer)
        answers += parts
    fitting = [answer for answer in likely if fits_asked_kind(answer, context.question)]
    counted = question.wants == "count"  # a cell of another kind never answers a count
    rarity_of = context.session.subjects.statistics.idf
    return TableAnswers(tuple(answers), choose_table(fitting if fitting or counted else likely, rarity_of))


def _with_prior(answer: FigureAnswer, prior: float, pointed: bool) -> FigureAnswer:
    """Return `answer` with the features of its paper.

    `prior` is the probability of the paper relative to the likeliest paper. `pointed` is True if sentences refer to the
    table.
    """
    table = answer.table and replace(answer.table, prior=prior, pointed=pointed)
    if answer.features is None:
        return replace(answer, table=table)
    features = replace(answer.features, prior=prior, pointed=float(pointed))
    return replace(answer, features=features, probability=probability(features), table=table)


def _choose_answer(context: RequestContext, read: TableAnswers) -> FigureAnswer | None:
    """Return the likeliest of all answers that the tables in `read` could give; the answer of the rules if no cells are
    chosen."""
    tables = read.tables
    choice = choose_cells(context, tables) if tables else None
    if choice is None:
        return read.preferred
    if choice.cells is None:
        answer = _read_answer(read, choice.place)
        if answer.features is None:
            return answer
        chosen = ChosenFeatures(answer.features, choice.share, choice.is_several)
        return replace(answer, probability=chosen.probability, chosen=chosen)
    table, cells = tables[choice.place], choice.cells
    shown, part = table.shown, cells.answer
    features = replace(
        describe(context, shown, cells.match, bool(cells.candidate.value)),
        prior=table.prior,
        pointed=float(table.pointed),
    )
    hop = FirstHop(shown.figure, part.reading, anchor=shown.paper.id)
    composed = compose_with_evidence(part.text, shown.figure, part.quotes)
    chosen = ChosenFeatures(features, choice.share, choice.is_several)
    return FigureAnswer(
        composed,
        hop,
        chosen.probability,
        features,
        cells.match.terms | _title_terms(context, shown),
        cells.match.cells,
        chosen=chosen,
    )


def _read_answer(read: TableAnswers, place: int) -> FigureAnswer:
    """Return the answer that the rules read from the table at `place`.

    For any part of the preferred table, return the answer that the rules prefer.
    """
    answer = [answer for answer in read.answers if answer.table is not None][place]
    preferred = read.preferred
    if preferred is None or (preferred.hop.anchor, _label(preferred)) != (answer.hop.anchor, _label(answer)):
        return answer
    return preferred


def _label(answer: FigureAnswer) -> str:
    return answer.hop.figure.label if answer.hop.figure else ""


def choose_table(answers: Sequence[FigureAnswer], rarity_of: Callable[[str], float]) -> FigureAnswer | None:
    """Return the likeliest answer; ties go to the first. None if `answers` is empty.

    An answer counts less if its table lacks words of the question that another table has. `rarity_of` gives the weight
    of a word.
    """
    weights = {term: rarity_of(term) for answer in answers for term in answer.terms}
    total = sum(weights.values()) or 1.0

    def odds(answer: FigureAnswer) -> float:
        lacking = sum(weight for term, weight in weights.items() if term not in answer.terms)
        chance = min(max(answer.probability, 1e-6), 1 - 1e-6)
        return math.log(chance / (1 - chance)) - _LACKING * lacking / total

    return max(answers, key=odds, default=None)


def fits_asked_kind(answer: FigureAnswer, question: Question) -> bool:
    """True if the text of an answer, without its evidence, is of the kind that `question` asks for."""
    computed = bool(answer.hop.reading and answer.hop.reading.value)
    text, _, _ = answer.composed.text.partition(f" ({_label(answer)}")  # the evidence follows the label
    return fits_kind(text, computed, question.as_one_hop())


def _title_terms(context: RequestContext, shown: ShownFigure) -> frozenset[str]:
    """Return the terms of the question that are titles of the columns that name the rows, such as "feature"."""
    titles = " ".join(attribute.title for attribute in shown.data.rows.attributes)
    return frozenset(analyze(titles)) & frozenset(analyze(context.question.text))


def answer_from_figure(
    context: RequestContext, paper: Paper, figure: Figure, excluded: frozenset[str] = frozenset()
) -> FigureAnswer | None:
    """Return the answer that `figure` of `paper` gives to the whole question; None if the figure cannot be read.

    `excluded` are the terms by which the question names the paper. If a table continues over several pages, all its
    parts are asked.
    """
    read, question = read_figure(context, paper, figure, excluded), context.question.as_one_hop()
    is_drawn = read.preferred is not None and read.preferred.table is None  # from a drawing or a caption
    answer = read.preferred if is_drawn else _choose_answer(context, read)
    if answer is None or figure.kind != "figure" or question.wants != "name":
        return answer
    text = answer.composed.text
    is_cut = not answer.composed.citations and text.count("(") > text.count(")")  # "f(W" is part of a formula
    name, _, _ = text.rpartition(f" ({figure.label}")
    fits = is_chosen(question, text) and fits_noun(question, name or text) and not lacks_color(question, text)
    return answer if fits and not is_cut else None
