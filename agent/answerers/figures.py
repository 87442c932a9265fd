"""Answers from a table or figure of a paper: the value or name that is asked for, with its cells as evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...figures.answer.execute import answer_question
from ...figures.image import open_figure
from ...figures.question.parser import Question, parse_question
from ...figures.read import read_data
from ...figures.types import Fact, FigureData, FigureImage, Reading
from ...papers.types import BBox, Figure, Paper, Word
from ..first_hop import FirstHop, open_paper_figure
from ..relevance.names import missing_names
from ..relevance.subject import Subject
from ..request_context import RequestContext
from ..types import Citation
from .figure_choice import PRIOR, likely_tables
from .parts import split_parts
from .table_cells import CellMatch, find_cells, name_similarity
from .types import ComposedAnswer

_SUPPORT = (
    0.5  # share of the question's words that a table's names must have, where the question does not name it
)
_NAMED_SUPPORT = 0.15
_WEAK_SUPPORT, _UNSURE = 0.34, 0.4
_WITHOUT_NAME = 0.5  # factor of the support in a paper that never has one of the question's names
_SURE = 0.45  # probability of a reading from which its name is an answer
_CELLS = 4
# Support of a table that the question does not name, by itself and beyond the probability of the sentences: a question with the
# words of a column's or row's name is often one for the text.
_TABLE_SUPPORT, _TABLE_MARGIN = 0.36, 0.2
_TIME_UNITS = ("s", "ms", "h", "min")
_EXTREMES = ("extreme", "compare", "between", "adjacent", "atposition")


@dataclass(frozen=True, slots=True)
class FigureAnswer:
    """An answer with the figure it was read from; `support` as in `CellMatch`, 1 where a reading is sure."""

    composed: ComposedAnswer
    hop: FirstHop
    support: float


def answer_from_tables(context: RequestContext, subjects: Sequence[Subject]) -> FigureAnswer | None:
    """The answer of the table that has most of the question, among those of the likeliest papers; None where none has one."""
    answers = []
    for paper, table, prior in likely_tables(context, subjects):
        terms = next(subject.terms for subject in subjects if subject.paper_id == paper.id)
        answer = answer_from_figure(context, paper, table, terms)
        if answer is not None and answer.composed.text:
            answers.append((answer.support * prior**PRIOR, answer))
    return max(answers, key=lambda scored: scored[0])[1] if answers else None


def answer_from_figure(
    context: RequestContext, paper: Paper, figure: Figure, excluded: frozenset[str] = frozenset()
) -> FigureAnswer | None:
    """The answer that `figure` of `paper` gives to the whole question; None where it has none.

    `excluded` are the terms by which the question names the paper.
    """
    with context.trace.step("figure") as detail:
        crop = open_paper_figure(context.session.cluster, paper.id, figure)
        if crop is None:
            return None
        crop = open_figure(crop, settings=context.session.settings)
        data = read_data(crop)
        detail.append(f"{figure.label} of {paper.id}: {data.kind if data else 'not read'}")
    if data is None:
        return None
    named = bool(context.focus.figure or context.question.figure)
    shown = _ShownFigure(crop, paper, figure, data, named)
    text = context.question.text
    rarity_of = context.session.subjects.statistics.idf
    similarity = name_similarity(context.session.index.encoder([paper.id]))
    match = find_cells(data, text, figure.caption, excluded, rarity_of, similarity)
    support = match.support if match else 0.0
    if not named and missing_names(text, context.session.subjects.statistics, paper.id):
        support *= _WITHOUT_NAME
    whole = context.question.as_one_hop()
    parts = split_parts(text)
    questions = [parse_question(part, one_hop=True) for part in parts] if len(parts) > 1 else [whole]
    answers = [_by_reading(shown, question, support) for question in questions]
    if len(parts) > 1 and not all(answer.text for answer in answers):
        answers = [_by_reading(shown, whole, support)]
    if not answers[0].text and match is not None:
        answers = [_by_cells(shown, replace(match, support=support), answers[0].reading)]
    reading = replace(
        answers[0].reading, evidence=tuple(dict.fromkeys(b for a in answers for b in a.reading.evidence))
    )
    if not answers[0].text:
        return FigureAnswer(ComposedAnswer(), FirstHop(figure, reading, anchor=paper.id), 0.0)
    quotes = tuple(dict.fromkeys(quote for answer in answers for quote in answer.quotes))
    composed = _composed("; ".join(answer.text for answer in answers), figure, quotes)
    return FigureAnswer(
        composed, FirstHop(figure, reading, anchor=paper.id), min(answer.support for answer in answers)
    )


@dataclass(frozen=True, slots=True)
class _ShownFigure:
    """A figure of a paper with its image and the data read from it; `named`: the question or the caller names it."""

    image: FigureImage
    paper: Paper
    figure: Figure
    data: FigureData
    named: bool


@dataclass(frozen=True, slots=True)
class _PartAnswer:
    """An answer to one part of a question; `text` is "" where the figure has none."""

    reading: Reading
    text: str = ""
    quotes: tuple[Citation, ...] = ()
    support: float = 0.0


def _by_reading(shown: _ShownFigure, question: Question, support: float) -> _PartAnswer:
    """The value that the executor computes, or the name that it chooses."""
    reading = answer_question(shown.data, question)
    best = reading.entities[0] if reading.entities else None
    sure = best.probability if best is not None and not reading.abstained else 0.0
    if shown.named or support >= _WEAK_SUPPORT:
        support = max(support, sure / 2)
    counted = question.wants == "count" and reading.value_box is None
    if reading.value and (shown.named or not counted):
        box = reading.value_box or (reading.evidence[0] if reading.evidence else None)
        quotes = _row_at(shown, [box] if box else [])
        value = _with_unit(reading)
        return _PartAnswer(reading, value, tuple(quotes), support)
    # "Which method has an NSE of 0.713 in Table 1?": of a table that is not named, the value may be another one's.
    singling_out = {*_EXTREMES, "equals"} if shown.named else set(_EXTREMES)
    singled_out = not singling_out.isdisjoint(question.kind.split("+"))
    drawn = shown.data.kind != "table" and question.kind != "text"
    if best is None or sure < _SURE or not (singled_out or drawn):
        return _PartAnswer(reading)
    if question.answer_type in ("number", "year", "reason") and not (drawn and question.wants == "name"):
        return _PartAnswer(reading)
    return _PartAnswer(reading, best.text, tuple(_row_at(shown, reading.evidence[:2])), support)


def _with_unit(reading: Reading) -> str:
    """The value with its unit, which a printed value may end with already."""
    unit = "" if reading.value.endswith(reading.unit) else reading.unit
    return f"{reading.value} {unit}".strip()


def _by_cells(shown: _ShownFigure, match: CellMatch, reading: Reading) -> _PartAnswer:
    """The cells whose names the question has."""
    rows = list(dict.fromkeys(fact.row for _, _, fact in match.cells))[:3]
    parts = []
    boxes: list[BBox | None] = []
    for row in rows:
        cells = [cell for cell in match.cells if cell[2].row == row][: _CELLS if len(rows) == 1 else 3]
        name = cells[0][0]
        if len(cells) == 1:
            parts.append(
                f"{name}{', ' if name and cells[0][1] else ''}{cells[0][1]}: {_printed(cells[0][2])}"
            )
        else:
            parts.append(
                f"{name}: " + ", ".join(f"{column} {_printed(fact)}".strip() for _, column, fact in cells)
            )
        boxes.append(cells[0][2].box)
    evidence = tuple(dict.fromkeys(box for box in boxes if box))
    quotes = tuple(_row_at(shown, boxes))
    return _PartAnswer(replace(reading, evidence=evidence), "; ".join(parts), quotes, match.support)


def _printed(fact: Fact) -> str:
    """The cell as printed, a unit of time set apart: "5.040 s"."""
    text = fact.text.strip()
    unit = fact.unit if fact.unit in _TIME_UNITS else ""
    number = text.removesuffix(unit)
    return f"{number.strip()} {unit}" if unit and number != text and number[-1:].isdigit() else text


def _composed(text: str, figure: Figure, quotes: Sequence[Citation]) -> ComposedAnswer:
    """The short answer and, in the same line, the rows of the table that it stands in."""
    citations = tuple(quotes)
    markers = "".join(f"[{number}]" for number in range(1, len(citations) + 1))
    shown = "; ".join(f"“{citation.quote}”" for citation in citations)
    evidence = f" ({figure.label}: {shown})" if shown else f" ({figure.label})"
    return ComposedAnswer(f"{text}{evidence} {markers}".strip(), citations)


def _row_at(shown: _ShownFigure, boxes: Sequence[BBox | None]) -> list[Citation]:
    """The printed lines of the figure through `boxes` (pixels of the crop), as quotes of the page.

    Words of the page are verbatim; a chart, and a table whose words came from OCR, give no quote.
    """
    figure, quotes = shown.figure, dict[Citation, None]()
    for box in boxes if shown.data.kind == "table" else ():
        if box is None or not figure.words:
            continue
        top, bottom = figure.bbox.y0 + box.y0 / shown.image.scale, figure.bbox.y0 + box.y1 / shown.image.scale
        line = sorted(
            (word for word in figure.words if _overlap(word, top, bottom) > 0.5),
            key=lambda word: word.bbox.x0,
        )
        if line:
            around = line[0].bbox
            for word in line[1:]:
                around = around.union(word.bbox)
            quotes[Citation(shown.paper.id, figure.page, around, " ".join(word.text for word in line))] = None
    return list(quotes)


def _overlap(word: Word, top: float, bottom: float) -> float:
    """The share of the word's height inside [top, bottom], in points of the page."""
    shared = min(bottom, word.bbox.y1) - max(top, word.bbox.y0)
    return shared / max(min(word.bbox.height, bottom - top), 1e-6)


def is_supported(answer: FigureAnswer, named: bool, otherwise: float) -> bool:
    """True if the figure's names have enough of the question for its cell to be the answer.

    `otherwise` is the probability that sentences answer it: the less likely, the less a table has to match.
    """
    if named:
        return answer.support >= _NAMED_SUPPORT
    return answer.support >= _SUPPORT or (answer.support >= _WEAK_SUPPORT and otherwise < _UNSURE)


def outweighs_sentences(answer: FigureAnswer, otherwise: float) -> bool:
    """True if a table that the question does not name answers it clearly better than sentences of probability `otherwise`."""
    return is_supported(answer, False, otherwise) and answer.support >= max(
        _TABLE_SUPPORT, otherwise + _TABLE_MARGIN
    )


def with_hop(answer: FigureAnswer) -> tuple[ComposedAnswer, FirstHop]:
    """The answer as an answerer returns it."""
    return replace(answer.composed, probability=min(1.0, answer.support)), answer.hop
