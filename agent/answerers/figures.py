"""Answers from a table or figure of a paper: the value or name that is asked for, with its cells as evidence."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ...figures.image import open_figure
from ...figures.question.operations import Extreme
from ...figures.question.parser import Question, parse_question
from ...figures.question.vocabulary import CARDINALS
from ...figures.read import read_data
from ...figures.types import Fact, FigureData
from ...papers.types import Figure, Paper
from ..figures.corrections import CORRECTED, corrected_reading
from ..figures.paper_figures import open_paper_figure, table_parts
from ..first_hop import FirstHop
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
    read_same,
)
from .figure_text import (
    answer_by_style,
    answer_by_text,
    answer_by_title,
    asks_for_content,
    describe_figure,
)
from .parts import asks_twice, split_parts
from .tables.answer_kind import fits_kind, keep_kind, lacks_asked
from .tables.candidates import wants_larger
from .tables.cell_choice import TableReading, choose_cells
from .tables.gate import TableFeatures, asks_for_reason, probability
from .tables.matched_table import CellMatch
from .tables.shown_table import describe, find_match, match_reading
from .types import ComposedAnswer

# Probability from which a table that the question does not name answers it, by itself and as a share of that of the sentences.
# Of the 23 questions for such a cell in benchmarks/answers.py, 16 are answered right, 14 from a least of .26 on; of 20 others
# over papers that the weights were not fitted on, 13 and 12. Two more of the 36 that no paper answers get an answer. With a
# share of .5, tables answer 2 of 75 questions for facts in the text.
_LEAST, _SHARE = 0.22, 0.9
# Log odds taken from a table for all words of the question that other tables have and it lacks. 2 loses two of 60 right answers.
_LACKING = 0.6
_SEVERAL = re.compile(r"\b(?:which|what) (two|three)\b", re.IGNORECASE)
LEAST_IN_SCOPE = 0.18  # the same in a paper that is known by other means than the question
# The share of the sentences' probability in a paper that a first hop leads to: their gate takes such a paper for one that the
# question names, and is too sure.
SHARE_IN_SCOPE = 0.6


@dataclass(frozen=True, slots=True)
class FigureAnswer:
    """An answer with the figure it was read from, and the probability that it is right where the question does not name the
    figure; `features` are None where no cell has the question's names; `terms` are those of the question that the caption and the
    names have, `cells` are those used, with the names of their rows and columns, and `cell` is the first of them; `table` is
    given where other cells of it may answer as well."""

    composed: ComposedAnswer
    hop: FirstHop
    probability: float
    features: TableFeatures | None = None
    terms: frozenset[str] = frozenset()
    cell: Fact | None = None
    cells: tuple[tuple[str, str, Fact], ...] = ()
    table: TableReading | None = None


@dataclass(frozen=True, slots=True)
class DataAnswer:
    """The answers of a figure to the parts of a question, with the cells used and their features, where it is a table."""

    answers: tuple[PartAnswer, ...]
    match: CellMatch | None = None
    features: TableFeatures | None = None

    @property
    def probability(self) -> float:
        return probability(self.features) if self.features else 0.0


@dataclass(frozen=True, slots=True)
class TableAnswers:
    """The answers that the rules read from some tables, one from each part of a table, and the one that they prefer, if any."""

    answers: tuple[FigureAnswer, ...]
    preferred: FigureAnswer | None

    @property
    def tables(self) -> list[TableReading]:
        """The tables whose cells may answer."""
        return [
            replace(answer.table, features=answer.features, likeliest=answer is self.preferred)
            for answer in self.answers
            if answer.table is not None
        ]


def answer_from_tables(
    context: RequestContext, subjects: Sequence[Subject], quotes: Sequence[Citation] = ()
) -> FigureAnswer | None:
    """The likeliest answer of the tables of the likeliest papers; None where none has one.

    `quotes` are the sentences found for the question, which may refer to a table.
    """
    if asks_for_reason(context.question.text):
        return None
    question = context.question.text
    answer = _choose_answer(context, read_tables(context, subjects, quotes))
    if answer is None or answer.features is None or asks_twice(question):
        return answer
    return None if lacks_asked(question, answer.terms, answer.composed.text) else answer


def read_tables(
    context: RequestContext, subjects: Sequence[Subject], quotes: Sequence[Citation]
) -> TableAnswers:
    """The answers of the rules from the likeliest tables; of a corrected table its answer alone."""
    question, answers, likely = context.question.as_one_hop(), list[FigureAnswer](), list[FigureAnswer]()
    for paper, table, prior in likely_tables(context, subjects):
        terms = next(subject.terms for subject in subjects if subject.paper_id == paper.id)
        pointed = any(quote.paper_id == paper.id and refers_to(quote.quote, table.label) for quote in quotes)
        read = read_figure(context, paper, table, terms - telling_terms(paper))
        parts = [_with_prior(part, prior, pointed) for part in read.answers]
        answer = best_part(parts, question)
        if answer is not None and answer.hop.reading and answer.hop.reading.operation == CORRECTED:
            return TableAnswers((answer,), answer)
        if answer is not None and answer.composed.text and answer.features is not None:
            likely.append(answer)
        answers += parts
    fitting = [answer for answer in likely if _fits(answer, context.question)]
    counted = question.wants == "count"  # which a cell of another kind never answers
    rarity_of = context.session.subjects.statistics.idf
    return TableAnswers(tuple(answers), choose_table(fitting if fitting or counted else likely, rarity_of))


def _with_prior(answer: FigureAnswer, prior: float, pointed: bool) -> FigureAnswer:
    """`answer` of a table in a paper of this probability, relative to the likeliest; `pointed`: sentences refer to the table."""
    table = answer.table and replace(answer.table, prior=prior, pointed=pointed)
    if answer.features is None:
        return replace(answer, table=table)
    features = replace(answer.features, prior=prior, pointed=float(pointed))
    return replace(answer, features=features, probability=probability(features), table=table)


def _choose_answer(context: RequestContext, read: TableAnswers) -> FigureAnswer | None:
    """The likeliest of all answers that the tables that were read could give."""
    tables = read.tables
    chosen = choose_cells(context, tables) if tables else None
    if chosen is None:
        return read.preferred
    table, part = tables[chosen.place], chosen.answer
    shown = table.shown
    features = replace(
        describe(context, shown, chosen.match, bool(chosen.candidate.value)),
        prior=table.prior,
        pointed=float(table.pointed),
    )
    hop = FirstHop(shown.figure, part.reading, anchor=shown.paper.id)
    composed = _composed(part.text, shown.figure, part.quotes)
    cells = chosen.match.cells
    return FigureAnswer(
        composed, hop, probability(features), features, chosen.match.terms, cells[0][2], cells
    )


def choose_table(answers: Sequence[FigureAnswer], rarity_of: Callable[[str], float]) -> FigureAnswer | None:
    """The likeliest answer, where one from a table without words of the question that another table has counts less; ties go to
    the first. `rarity_of` gives the weight of a word."""
    weights = {term: rarity_of(term) for answer in answers for term in answer.terms}
    total = sum(weights.values()) or 1.0

    def odds(answer: FigureAnswer) -> float:
        lacking = sum(weight for term, weight in weights.items() if term not in answer.terms)
        chance = min(max(answer.probability, 1e-6), 1 - 1e-6)
        return math.log(chance / (1 - chance)) - _LACKING * lacking / total

    return max(answers, key=odds, default=None)


def _fits(answer: FigureAnswer, question: Question) -> bool:
    computed = bool(answer.hop.reading and answer.hop.reading.value)
    label = answer.hop.figure.label if answer.hop.figure else ""  # the evidence follows it in parentheses
    return fits_kind(answer.composed.text.partition(f" ({label}")[0], computed, question.as_one_hop())


def answer_from_figure(
    context: RequestContext, paper: Paper, figure: Figure, excluded: frozenset[str] = frozenset()
) -> FigureAnswer | None:
    """The answer that `figure` of `paper` gives to the whole question; None where it cannot be read.

    `excluded` are the terms by which the question names the paper. Of a table that goes on over pages all parts are asked.
    """
    read = read_figure(context, paper, figure, excluded)
    if read.preferred is not None and read.preferred.table is None:
        return read.preferred  # its caption, for instance
    return _choose_answer(context, read)


def read_figure(
    context: RequestContext, paper: Paper, figure: Figure, excluded: frozenset[str]
) -> TableAnswers:
    """The answers of the rules from each part of `figure`, as in `answer_from_figure`."""
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
    """`figure` with the data read from it; None where nothing can be read and no person or question names it."""
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
    paper, figure = shown.paper, shown.figure
    corrected = corrected_reading(context.session.cluster, paper.id, figure, context.question)
    if corrected is not None:
        answer = answer_by_correction(shown, corrected)
        hop = FirstHop(figure, corrected, anchor=paper.id)
        return FigureAnswer(_composed(answer.text, figure, answer.quotes), hop, 1.0)
    if shown.named and (printed := _read_print(context, shown)):
        hop = FirstHop(figure, printed.reading, anchor=paper.id)
        return FigureAnswer(_composed(printed.text, figure, printed.quotes), hop, 1.0)
    found = _find_in_data(context, shown, excluded)
    if not found.answers[0].text and shown.named and figure.kind == "figure":
        found = DataAnswer((answer_by_text(shown, context.question.as_one_hop()) or found.answers[0],))
    boxes = dict.fromkeys(box for answer in found.answers for box in answer.reading.evidence)
    reading = replace(found.answers[0].reading, evidence=tuple(boxes))
    hop = FirstHop(figure, reading, anchor=paper.id)
    text = "; ".join(answer.text for answer in found.answers) if found.answers[0].text else ""
    table = None
    if shown.data.kind == "table":
        computed = bool(found.answers[0].reading.value)
        table = TableReading(shown, excluded, text, found.match, computed=computed, parts=len(found.answers))
    if not text:
        return FigureAnswer(ComposedAnswer(), hop, 0.0, table=table)
    quotes = tuple(dict.fromkeys(quote for answer in found.answers for quote in answer.quotes))
    composed = _composed(text, figure, quotes)
    terms = found.match.terms if found.match else frozenset[str]()
    cells = tuple(found.match.cells) if found.match else ()
    cell = cells[0][2] if cells else None
    return FigureAnswer(composed, hop, found.probability, found.features, terms, cell, cells, table)


def _find_in_data(context: RequestContext, shown: ShownFigure, excluded: frozenset[str]) -> DataAnswer:
    """The answer of the data of a figure: read by the operations of the question, or the cells that have its words, whichever
    explains more of the question or else is more probable; a reading where both are alike."""
    question = context.question.as_one_hop()
    match, singled_out = find_match(context, shown, excluded)
    if match is not None:
        match = keep_kind(match, question)
        if singled_out:
            cells = answer_by_cells(shown, match, read_same(shown, question, match), names_first=True)
            return DataAnswer((cells,), match, describe(context, shown, match, True))
    answers = tuple(_read_parts(context, shown))
    reading = answers[0].reading
    used = match_reading(context, shown, reading, excluded) if answers[0].text else None
    features = describe(context, shown, used, bool(reading.value)) if used else None
    read = DataAnswer(answers, used, features)
    if match is None or len(answers) > 1 or (answers[0].text and used is None):
        return read
    named = answer_by_cells(shown, match, replace(reading, value="", unit="", value_box=None))
    by_names = DataAnswer((named,), match, describe(context, shown, match, False))
    if not answers[0].text or (used and _explains_more(match, used)):
        return by_names
    return max((read, by_names), key=lambda found: found.probability)


def _explains_more(one: CellMatch, other: CellMatch) -> bool:
    """True if `one` has all words of the question that `other` has, and more in its names, without a choice between cells."""
    return one.choices == 1 and one.terms >= other.terms and one.by_names > other.by_names


def with_header(part: FigureData, first: FigureData) -> FigureData:
    """The data of a further part of a table, whose header may be printed over the `first` part alone."""
    named = any(name.text for level in part.columns.attributes for name in level.names)
    same = part.columns.count == first.columns.count
    return part if named or not same else replace(part, columns=first.columns)


def best_part(answers: Sequence[FigureAnswer], question: Question) -> FigureAnswer | None:
    """The answer of the parts of a table: the highest or lowest value where `question` asks for it, else the likeliest; ties go
    to the earlier part."""
    ranked = any(isinstance(operation, Extreme) for operation in question.operations)
    values = [answer for answer in answers if ranked and answer.cell and answer.cell.value is not None]
    if len(values) < 2:
        return max(answers, key=lambda answer: (bool(answer.composed.text), answer.probability), default=None)
    high = wants_larger(question, "")
    return max(
        values, key=lambda answer: (answer.cell.value or 0.0) * (1 if high else -1) if answer.cell else 0.0
    )


def _read_print(context: RequestContext, shown: ShownFigure) -> PartAnswer | None:
    """The title of an axis or panel, the caption, or the style of a line, for a question about it; None for another."""
    question = context.question.text
    if title := answer_by_title(shown, context.question.as_one_hop()):
        return title
    if asks_for_content(question):
        return describe_figure(context.session, shown.paper, shown.figure, shown.data)
    return answer_by_style(shown, question)


def _read_parts(context: RequestContext, shown: ShownFigure) -> list[PartAnswer]:
    """The answers to the parts of the question, or that to the whole where a part has none."""
    whole = context.question.as_one_hop()
    ranked = _read_ranked(shown, whole)
    if ranked:
        return ranked
    parts = split_parts(context.question.text)
    if len(parts) > 1:
        questions = [parse_question(part, one_hop=True) for part in parts]
        answers = [answer_by_reading(shown, question) for question in questions]
        if all(answer.text for answer in answers):
            return answers
    return [answer_by_reading(shown, whole)]


def _read_ranked(shown: ShownFigure, question: Question) -> list[PartAnswer]:
    """The names of the first entries where `question` asks for "which two", or the name and the value of the first one where it
    asks for both; empty where it does not rank, asks for one of them, or the figure lacks one."""
    extreme = next((op for op in question.operations if isinstance(op, Extreme)), None)
    if extreme is None:
        return []
    number = _SEVERAL.search(question.wording)
    as_name = replace(question, wants="name", answer_type="name")
    if number is not None:
        asked = [_with_rank(as_name, extreme, rank + 1) for rank in range(CARDINALS[number[1].lower()])]
    elif asks_twice(question.wording):
        asked = [as_name, replace(question, wants="value", answer_type="number")]
    else:
        return []
    answers = [answer_by_reading(shown, each) for each in asked]
    texts = {answer.text for answer in answers}
    return answers if "" not in texts and len(texts) == len(answers) else []


def _with_rank(question: Question, extreme: Extreme, rank: int) -> Question:
    operations = tuple(replace(op, rank=rank) if op is extreme else op for op in question.operations)
    return replace(question, operations=operations)


def _composed(text: str, figure: Figure, quotes: Sequence[Citation]) -> ComposedAnswer:
    """The short answer and, in the same line, the rows of the table that it stands in, unless it contains them itself."""
    citations = tuple(quotes)
    markers = "".join(f"[{number}]" for number in range(1, len(citations) + 1))
    shown = "; ".join(f"“{citation.quote}”" for citation in citations if citation.quote not in text)
    place = f"{figure.label}: {shown}" if shown else figure.label
    evidence = f" ({place})" if shown or not text.startswith(figure.label) else ""
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
