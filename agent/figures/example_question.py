"""Make example questions from the tables of a paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from ...errors import CitehopError
from ...figures.answer.execute import answer_question
from ...figures.read import read_data
from ...figures.types import Fact, FigureData
from ...papers.clusters.cluster import Cluster
from ...papers.types import Figure, Paper
from ..query.grammar.parser import parse_question
from .paper_figures import open_paper_figure

_MOST_TABLES = 3  # most tables that are read, because the question at the end of a build must not take long
_MOST_NAMES = 12  # most row names that are tried per table
_SURE = 0.5  # least probability of the reading that answers the question
_WORD = re.compile(r"[^\W\d_][\w.@-]{2,}")
_UNIT = re.compile(r"\s*[(\[][^)\]]*[)\]]$")  # behind a heading: "Accuracy (%)"


def build_example_question(cluster: Cluster) -> str:
    """Return a question about a table of the anchor that the reading of the table surely answers; "" if there is no
    question."""
    return next(build_table_questions(cluster, cluster.anchor), "") if cluster.anchor else ""


def build_table_questions(cluster: Cluster, paper_id: str) -> Iterator[str]:
    """Yield at most one question for each table of a paper; the reading of the table must surely answer it.

    Questions for names with which the paper cites another paper come first. Only tables with words from the PDF are
    tried, so that no OCR is needed.
    """
    paper = cluster.paper(paper_id)
    tables = [figure for figure in paper.figures if figure.kind == "table" and figure.words][:_MOST_TABLES]
    read = [(table, data) for table in tables if (data := _read(cluster, table))]
    cited, asked = _cited_names(paper), set[str]()
    for is_cited in (True, False):
        for table, data in read:
            names = {row: name for row, name in _row_names(data).items() if (name in cited) is is_cited}
            if table.id not in asked and (question := next(_questions(table, data, names), "")):
                asked.add(table.id)
                yield question


def _read(cluster: Cluster, table: Figure) -> FigureData | None:
    try:
        image = open_paper_figure(cluster, None, table)
        data = read_data(image) if image else None
    except CitehopError:
        return None
    return data if data and data.kind == "table" else None


def _questions(table: Figure, data: FigureData, names: dict[int, str]) -> Iterator[str]:
    """Yield questions that ask for a row of `names` by one of its values, if the reading of the table answers them
    rightly."""
    headings = _column_names(data)
    # Columns of several groups share headings.
    shared = Counter(_UNIT.sub("", heading) for heading in headings.values())
    noun = _row_noun(data)
    for row in [row for row in names if _WORD.search(names[row])][:_MOST_NAMES]:
        for fact in (fact for fact in data.facts if fact.row == row and _is_unique(fact, data.facts)):
            heading = _UNIT.sub("", headings.get(fact.column, ""))
            if not _WORD.fullmatch(heading.replace(" ", "")) or shared[heading] > 1:
                continue
            question = f"Which {noun} has the value {fact.text} for {heading} in {table.label}?"
            reading = answer_question(data, parse_question(question))
            first = reading.entities[0] if reading.entities and not reading.abstained else None
            if first and first.text == names[row] and first.probability >= _SURE:
                yield question


def _row_names(data: FigureData) -> dict[int, str]:
    inner = next((a for a in data.rows.attributes if a.depth == 0 and not a.heading), None)
    return {row: name.text for row, name in enumerate(inner.names) if name.text} if inner else {}


def _column_names(data: FigureData) -> dict[int, str]:
    inner = next((a for a in data.columns.attributes if a.depth == 0), None)
    return {column: name.text for column, name in enumerate(inner.names) if name.text} if inner else {}


def _is_unique(fact: Fact, facts: Iterable[Fact]) -> bool:
    """True if the value of `fact` is a printed number that occurs only once in its column."""
    column = [other.text for other in facts if other.column == fact.column]
    return bool(fact.numbers) and fact.printed and len(fact.text) <= 8 and column.count(fact.text) == 1


def _row_noun(data: FigureData) -> str:
    """Return the title of the column with the row names in the singular, if it is one word ("dataset"); else "row"."""
    inner = next((a for a in data.rows.attributes if a.depth == 0 and not a.heading), None)
    title = inner.title.lower().strip().removesuffix("s") if inner else ""
    return title if title.isalpha() and len(title) > 2 else "row"


def _cited_names(anchor: Paper) -> set[str]:
    """Return the names in sentences of `anchor` that cite a paper of the cluster."""
    resolved = {reference.key for reference in anchor.references if reference.paper_id}
    return {name for mention in anchor.mentions if resolved & set(mention.keys) for name in mention.names}
