"""Matches of a question with a table of a paper, by the names in the table and by what the paper says about it."""

from __future__ import annotations

from itertools import chain

from ....figures.operations import Extreme
from ....figures.types import Reading
from ...relevance.names import missing_names
from ...request_context import RequestContext
from ..figures.choice import refers_to
from ..figures.reading import ShownFigure
from .aliases import find_aliases
from .cells import find_cells, find_cells_of_value, given_value
from .gate import TableFeatures, describe_match
from .matched_table import AskedTable, CellMatch, MatchedTable, TableText
from .name_match import name_similarity
from .question_words import without_paper

# Least fit of a cell for a word such as "least" in the question to be part of its names.
_WHOLE_NAMES = 0.85


def find_match(
    context: RequestContext, shown: ShownFigure, excluded: frozenset[str]
) -> tuple[CellMatch | None, bool]:
    """Return the cells that the question names, and True if it singles out one of them by its value or by its whole
    name.

    None instead of cells if the table does not have what the question names.
    """
    table, question = asked_table(context, shown, excluded), context.question.as_one_hop()
    of_value = find_cells_of_value(table, question)
    given = given_value(question)
    if of_value is not None or (given is not None and given.value.decimals):
        return of_value, of_value is not None  # cells with other values do not answer
    similarity = name_similarity(context.session.index.encoder([shown.paper.id]))
    cells = find_cells(table, without_paper(context.question.text), similarity)
    ranked = any(isinstance(operation, Extreme) for operation in context.question.operations)
    return cells, bool(ranked and cells and len(cells.cells) == 1 and cells.fit >= _WHOLE_NAMES)


def match_reading(
    context: RequestContext, shown: ShownFigure, reading: Reading, excluded: frozenset[str]
) -> CellMatch | None:
    """Return the table cells that `reading` used; None if it used no cells. The question need not name these cells."""
    boxes = {*reading.evidence, reading.value_box}
    facts = [fact for fact in shown.data.facts if fact.box is not None and fact.box in boxes]
    if shown.data.kind != "table" or not facts:
        return None
    table = MatchedTable(asked_table(context, shown, excluded), without_paper(context.question.text))
    return table.match_named(facts)


def describe(context: RequestContext, shown: ShownFigure, match: CellMatch, computed: bool) -> TableFeatures:
    """Return the features of the cells of `match`; `computed` is True if the value is computed from them."""
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


def asked_table(context: RequestContext, shown: ShownFigure, excluded: frozenset[str]) -> AskedTable:
    """Return the table with its words and the weights of terms in the cluster.

    `excluded` are the terms that name the paper.
    """
    return AskedTable(shown.data, _table_text(shown), excluded, context.session.subjects.statistics.idf)


def _table_text(shown: ShownFigure) -> TableText:
    """Return the caption of a figure, the longer forms of its names, the text about it and the title of its paper."""
    paper, figure = shown.paper, shown.figure
    about = " ".join(b.text for b in paper.blocks if b.kind != "caption" and refers_to(b.text, figure.label))
    tables = (" ".join(word.text for word in table.words) for table in paper.figures if table.kind == "table")
    aliases = find_aliases(figure.caption, chain((block.text for block in paper.blocks), tables))
    return TableText(figure.caption, aliases, about, paper.title)
