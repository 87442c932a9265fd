"""Answers from a table or figure of a paper: the value or name that is asked for, with its cells as evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...figures.image import open_figure
from ...figures.question.operations import Extreme
from ...figures.question.parser import Question, parse_question
from ...figures.read import read_data
from ...figures.types import FigureData, Reading
from ...papers.types import Figure, Paper
from ..figures.corrections import CORRECTED, corrected_reading
from ..figures.paper_figures import open_paper_figure
from ..first_hop import FirstHop
from ..relevance.names import missing_names
from ..relevance.subject import Subject
from ..request_context import RequestContext
from ..types import Citation
from .figure_choice import likely_tables, refers_to, telling_terms
from .figure_reading import (
    PartAnswer,
    ShownFigure,
    answer_by_cells,
    answer_by_correction,
    answer_by_reading,
    answer_by_relation,
)
from .figure_text import answer_by_style, answer_by_text, asks_for_content, describe_figure
from .parts import split_parts
from .tables.aliases import find_aliases
from .tables.answer_kind import fits_kind
from .tables.cells import find_cells, find_extreme_cell, match_facts
from .tables.gate import TableFeatures, asks_for_reason, describe_match, probability
from .tables.matched_table import CellMatch, TableText
from .tables.name_match import name_similarity
from .tables.question_words import without_paper
from .types import ComposedAnswer

# Probability from which a table that the question does not name answers it, by itself and as a share of that of the sentences.
# Of the 23 questions for such a cell in benchmarks/answers.py, 16 are answered right, 14 from a least of .26 on; of 20 others
# over papers that the weights were not fitted on, 13 and 12. Two more of the 36 that no paper answers get an answer. With a
# share of .5, tables answer 2 of 75 questions for facts in the text.
_LEAST, _SHARE = 0.22, 0.9
_WHOLE_NAMES = 0.85  # fit of a cell from which a word like "least" in the question is part of its names
LEAST_IN_SCOPE = 0.18  # the same in a paper that is known by other means than the question
# The share of the sentences' probability in a paper that a first hop leads to: their gate takes such a paper for one that the
# question names, and is too sure.
SHARE_IN_SCOPE = 0.6


@dataclass(frozen=True, slots=True)
class FigureAnswer:
    """An answer with the figure it was read from, and the probability that it is right where the question does not name the
    figure; `features` are None where no cell has the question's names; `terms` are those of the question that the caption and the
    names have."""

    composed: ComposedAnswer
    hop: FirstHop
    probability: float
    features: TableFeatures | None = None
    terms: frozenset[str] = frozenset()


def answer_from_tables(
    context: RequestContext, subjects: Sequence[Subject], quotes: Sequence[Citation] = ()
) -> FigureAnswer | None:
    """The likeliest answer of the tables of the likeliest papers; None where none has one.

    `quotes` are the sentences found for the question, which may refer to a table.
    """
    if asks_for_reason(context.question.text):
        return None
    answers = []
    for paper, table, prior in likely_tables(context, subjects):
        terms = next(subject.terms for subject in subjects if subject.paper_id == paper.id)
        answer = answer_from_figure(context, paper, table, terms - telling_terms(paper))
        if answer is not None and answer.hop.reading and answer.hop.reading.operation == CORRECTED:
            return answer
        if answer is not None and answer.composed.text and answer.features is not None:
            pointed = any(
                quote.paper_id == paper.id and refers_to(quote.quote, table.label) for quote in quotes
            )
            features = replace(answer.features, prior=prior, pointed=float(pointed))
            answers.append(replace(answer, features=features, probability=probability(features)))
    fitting = [answer for answer in answers if _fits(answer, context.question)]
    return max(fitting or answers, key=lambda answer: answer.probability, default=None)


def _fits(answer: FigureAnswer, question: Question) -> bool:
    computed = bool(answer.hop.reading and answer.hop.reading.value)
    return fits_kind(answer.composed.text.partition(" (")[0], computed, question.as_one_hop())


def answer_from_figure(
    context: RequestContext, paper: Paper, figure: Figure, excluded: frozenset[str] = frozenset()
) -> FigureAnswer | None:
    """The answer that `figure` of `paper` gives to the whole question; None where it cannot be read.

    `excluded` are the terms by which the question names the paper.
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
    if data is None:
        return None
    shown = ShownFigure(crop, paper, figure, data, is_named)
    if corrected is not None:
        answer = answer_by_correction(shown, corrected)
        hop = FirstHop(figure, corrected, anchor=paper.id)
        return FigureAnswer(_composed(answer.text, figure, answer.quotes), hop, 1.0)
    if is_named and (printed := _read_print(context, shown)):
        hop = FirstHop(figure, printed.reading, anchor=paper.id)
        return FigureAnswer(_composed(printed.text, figure, printed.quotes), hop, 1.0)
    match, singled_out = _find_match(context, shown, excluded)
    answers = [answer_by_cells(shown, match, Reading())] if match and singled_out else []
    answers = answers or _read_parts(context, shown)
    if not answers[0].text and match is not None:
        related = answer_by_relation(shown, match, context.question.as_one_hop().wants)
        answers = [related or answer_by_cells(shown, match, answers[0].reading)]
    if not answers[0].text and is_named and figure.kind == "figure":
        answers = [answer_by_text(shown, context.question.as_one_hop()) or answers[0]]
    boxes = dict.fromkeys(box for answer in answers for box in answer.reading.evidence)
    reading = replace(answers[0].reading, evidence=tuple(boxes))
    hop = FirstHop(figure, reading, anchor=paper.id)
    if not answers[0].text:
        return FigureAnswer(ComposedAnswer(), hop, 0.0)
    quotes = tuple(dict.fromkeys(quote for answer in answers for quote in answer.quotes))
    composed = _composed("; ".join(answer.text for answer in answers), figure, quotes)
    match = match or _match_reading(context, shown, reading, excluded)
    features = _describe(context, shown, match, singled_out or bool(reading.value)) if match else None
    terms = match.terms if match else frozenset[str]()
    return FigureAnswer(composed, hop, probability(features) if features else 0.0, features, terms)


def _read_print(context: RequestContext, shown: ShownFigure) -> PartAnswer | None:
    """The caption of the figure, or the style of one of its lines, for a question about these; None for another one."""
    question = context.question.text
    if asks_for_content(question):
        return describe_figure(context.session, shown.paper, shown.figure, shown.data)
    return answer_by_style(shown, question)


def _find_match(
    context: RequestContext, shown: ShownFigure, excluded: frozenset[str]
) -> tuple[CellMatch | None, bool]:
    """The cells that the question names, and True if it singles one out by its value."""
    paper, text = shown.paper, without_paper(context.question.text)
    rarity_of = context.session.subjects.statistics.idf
    words = _table_text(shown)
    extreme = find_extreme_cell(shown.data, context.question.as_one_hop(), words, excluded, rarity_of)
    if extreme is not None:
        return extreme, True
    similarity = name_similarity(context.session.index.encoder([paper.id]))
    cells = find_cells(shown.data, text, words, excluded, rarity_of, similarity)
    ranked = any(isinstance(operation, Extreme) for operation in context.question.operations)
    return cells, bool(ranked and cells and len(cells.cells) == 1 and cells.fit >= _WHOLE_NAMES)


def _match_reading(
    context: RequestContext, shown: ShownFigure, reading: Reading, excluded: frozenset[str]
) -> CellMatch | None:
    """The cells of a table that a reading used, which the question need not name; None where it used none."""
    boxes = {*reading.evidence, reading.value_box}
    facts = [fact for fact in shown.data.facts if fact.box is not None and fact.box in boxes]
    if shown.data.kind != "table" or not facts:
        return None
    rarity_of = context.session.subjects.statistics.idf
    question = without_paper(context.question.text)
    return match_facts(shown.data, question, _table_text(shown), excluded, facts, rarity_of)


def _table_text(shown: ShownFigure) -> TableText:
    """The caption of a figure with what its paper has about it and its names."""
    paper, figure = shown.paper, shown.figure
    about = " ".join(b.text for b in paper.blocks if b.kind != "caption" and refers_to(b.text, figure.label))
    aliases = find_aliases(figure.caption, (block.text for block in paper.blocks))
    return TableText(figure.caption, aliases, about, paper.title)


def _read_parts(context: RequestContext, shown: ShownFigure) -> list[PartAnswer]:
    """The answers to the parts of the question, or that to the whole where a part has none."""
    whole = context.question.as_one_hop()
    parts = split_parts(context.question.text)
    if len(parts) > 1:
        questions = [parse_question(part, one_hop=True) for part in parts]
        answers = [answer_by_reading(shown, question) for question in questions]
        if all(answer.text for answer in answers):
            return answers
    return [answer_by_reading(shown, whole)]


def _describe(context: RequestContext, shown: ShownFigure, match: CellMatch, computed: bool) -> TableFeatures:
    session, text = context.session, context.question.text
    similarity = name_similarity(session.index.encoder([shown.paper.id]))
    names = " ".join(f"{row} {column}" for row, column, _ in match.cells[:2])
    return describe_match(
        match,
        text,
        number=context.question.answer_type == "number",
        computed=computed,
        missing=bool(missing_names(text, session.subjects.statistics, shown.paper.id)),
        similarity=similarity(text, [f"{shown.figure.caption} {names}"])[0] if similarity else None,
    )


def _composed(text: str, figure: Figure, quotes: Sequence[Citation]) -> ComposedAnswer:
    """The short answer and, in the same line, the rows of the table that it stands in."""
    citations = tuple(quotes)
    markers = "".join(f"[{number}]" for number in range(1, len(citations) + 1))
    shown = "; ".join(f"“{citation.quote}”" for citation in citations)
    evidence = f" ({figure.label}: {shown})" if shown else f" ({figure.label})"
    return ComposedAnswer(f"{text}{evidence} {markers}".strip(), citations)


def outweighs_sentences(
    answer: FigureAnswer, otherwise: float, least: float = _LEAST, share: float = _SHARE
) -> bool:
    """True if a table that the question does not name answers it with probability `least` or more, and with `share` or
    more of `otherwise`, the probability that sentences do."""
    return bool(answer.composed.text) and answer.probability >= max(least, share * otherwise)


def with_hop(answer: FigureAnswer) -> tuple[ComposedAnswer, FirstHop]:
    """The answer as an answerer returns it."""
    return replace(answer.composed, probability=answer.probability), answer.hop
