"""One table that has the values of all papers that a question compares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....figures.types import Fact
from ....indexes.text.analysis import analyse
from ....indexes.text.term_statistics import TermStatistics
from ...relevance.asked_for import lacks_attribute
from ...relevance.likely_papers import find_likely_papers
from ...request_context import RequestContext
from ...types import Citation, ComparisonRow
from ..figures.answer import LEAST_ALONE, FigureAnswer, outweighs_sentences
from ..figures.answerer import answer_from_read, read_tables
from ..tables.gate import asks_for_reason
from .paper_parts import NamedPaper
from .relations import ASKS_TIME

_TIME = re.compile(r"\b(?:times?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?)\b", re.I)
_COMMON = 0.5  # share of the papers from which a term tells none of them
_ENSEMBLE = re.compile(r"\bensembles?\b", re.I)

Cell = tuple[str, str, Fact]  # with the names of its row and its column


def find_shared_table(
    context: RequestContext, part: str, papers: Sequence[NamedPaper], quotes: Sequence[Citation]
) -> FigureAnswer | None:
    """The answer of one table whose names have those of all `papers` and what `part` asks for; None where none is likely.

    The likeliest answer comes first, then what the rules read from each table. `quotes` are the sentences found for the
    question, which may refer to a table.
    """
    if asks_for_reason(context.question.text):
        return None
    session = context.session
    subjects = find_likely_papers(context.question.text, session.index, session.subjects)
    read = read_tables(context, subjects, quotes)
    answers = (answer_from_read(context, read), *sorted(read.answers, key=lambda each: -each.probability))
    named = [replace(paper, terms=_telling(paper.terms, session.subjects.statistics)) for paper in papers]
    return next((each for each in answers if each and _is_shared(each, part, named)), None)


def _telling(terms: frozenset[str], statistics: TermStatistics) -> frozenset[str]:
    """Those of `terms` that not most papers have, all if there are none: a "sentence" in a table is no name."""
    most = _COMMON * len(statistics.paper_ids)
    return frozenset(term for term in terms if statistics.document_frequency(term) <= most) or terms


def _is_shared(answer: FigureAnswer, part: str, papers: Sequence[NamedPaper]) -> bool:
    """True if `answer` is likely, fits `part`, and its names have those of all `papers`, but for that of the table itself."""
    named = (
        paper.paper_id == answer.hop.anchor or not paper.terms.isdisjoint(answer.terms) for paper in papers
    )
    return outweighs_sentences(answer, 0.0, LEAST_ALONE) and _fits_part(part, answer) and all(named)


def _fits_part(part: str, shown: FigureAnswer) -> bool:
    """True if the table has the quantity that `part` asks for in its names or caption: a time for "how long"."""
    if ASKS_TIME.search(part):
        return bool(_TIME.search(shown.composed.text))
    return not lacks_attribute(part, shown.terms)


def divide_by_paper(question: str, shown: FigureAnswer, papers: Sequence[NamedPaper]) -> list[ComparisonRow]:
    """The cells of a table, one for each of `papers`; empty where a paper has none of its own.

    Of several cells of a paper that of no ensemble counts, unless `question` asks for one, with the shortest name.
    """
    rows = []
    for paper in papers:
        others = frozenset[str]().union(*(other.terms for other in papers if other is not paper))
        cells = [cell for cell in shown.cells if _is_of(cell, paper.terms - others)]
        if not cells and paper.paper_id == shown.hop.anchor:
            cells = [cell for cell in shown.cells if not _is_of(cell, others)]
        if not cells:
            return []
        row, column, fact = min(cells, key=lambda cell: _preference(question, cell))
        quote = next((quote for quote in shown.composed.citations if fact.text.strip() in quote.quote), None)
        if quote is None:
            return []
        label = shown.hop.figure.label if shown.hop.figure else ""
        name = ", ".join(part for part in (row, column) if part)
        answer = f"{name}: {fact.text.strip()} ({label}: “{quote.quote}”)"
        rows.append(
            ComparisonRow(
                paper.paper_id, paper.phrase, answer, (quote,), shown.probability, fact.text.strip()
            )
        )
    return rows


def _is_of(cell: Cell, terms: frozenset[str]) -> bool:
    return not terms.isdisjoint(analyse(f"{cell[0]} {cell[1]}"))


def _preference(question: str, cell: Cell) -> tuple[bool, int]:
    name = f"{cell[0]} {cell[1]}"
    is_ensemble = bool(_ENSEMBLE.search(name))
    return is_ensemble != bool(_ENSEMBLE.search(question)), len(name)
