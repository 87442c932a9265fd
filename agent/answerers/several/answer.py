"""Questions that join facts of several papers: each paper is asked by itself, and its answers are put side by side."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ....indexes.subjects import SubjectIndex
from ....papers.captions import figure_label
from ....papers.plural import count_noun
from ...first_hop import FirstHop
from ...relevance.paper_citation import cite_authors
from ...relevance.question_type import answer_type
from ...request_context import Focus, RequestContext
from ...types import Citation, Comparison, ComparisonRow
from ..figures.answer import FigureAnswer, with_hop
from ..figures.described_figure import describes_drawing
from ..types import ComposedAnswer
from .both_cite import answer_both_cite
from .common_names import find_common_names
from .further_part import split_part, with_further
from .join import describe_join, with_values
from .one_table import divide_by_paper, find_shared_table
from .paper_lists import find_paper_list
from .paper_parts import NamedPaper, PaperList
from .paper_question import PaperQuestion
from .paper_selection import select_papers, split_second_part
from .relations import find_relation
from .selection_forms import Selection, find_selection
from .shared import answer_author_relation, answer_shared_record

# Asks one paper one question.
AskPaper = Callable[[RequestContext, PaperQuestion], ComposedAnswer]
_MARKERS = re.compile(
    r"\s*(?:\[\d+\])+\s*$", re.MULTILINE
)  # at the end of a line; within, the paper's own may be quoted
_MODEL_MARKERS = re.compile(r"\s*\[\d+\]")
_BULLETS = "•·◦‣∙▪●○–— *-"
_TITLE_LENGTH = 140  # characters of a title in a list
_FEW = 3  # papers of which each is asked the second part of a question


@dataclass(frozen=True, slots=True)
class _Compared:
    """A comparison, and the one table that its values are in; None where they are of several tables or of sentences."""

    comparison: Comparison
    table: FigureAnswer | None = None


def answer_several(context: RequestContext, ask_paper: AskPaper) -> tuple[ComposedAnswer, FirstHop] | None:
    """Answer a question about several papers; None if it is about one, or about a figure that it names or describes."""
    question = context.question.text
    if context.focus != Focus(context.focus.anchor) or figure_label(question) or describes_drawing(question):
        return None
    if (recorded := answer_author_relation(context) or answer_both_cite(context)) is not None:
        return recorded, FirstHop()
    papers = find_papers(question, context.session.subjects)
    if isinstance(papers, PaperList):
        shared = answer_shared_record(context, papers.papers)
        if shared is not None:
            return shared, FirstHop()
        if papers.cites:
            return None
    if papers is None:
        return None
    return _composed(_compare(context, papers, ask_paper))


def answer_given(
    context: RequestContext, paper_ids: Sequence[str], ask_paper: AskPaper
) -> tuple[ComposedAnswer, FirstHop]:
    """Answer a question about the given papers, each asked by itself."""
    return _composed(_compare(context, _given_papers(context, paper_ids), ask_paper))


def _composed(compared: _Compared) -> tuple[ComposedAnswer, FirstHop]:
    comparison, table = compared.comparison, compared.table
    if table is not None and not comparison.verdict:
        return with_hop(table)
    probability = max((row.probability for row in comparison.rows), default=0.0)
    answered = any(row.answer for row in comparison.rows)
    composed = ComposedAnswer(
        comparison.text if answered else "", comparison.citations if answered else (), probability=probability
    )
    return composed, table.hop if table else FirstHop()


def compare_papers(
    context: RequestContext, paper_ids: Sequence[str], ask_paper: AskPaper
) -> Comparison | None:
    """Ask each of `paper_ids`, or of the papers that the question lists or selects, and join the answers; None if no papers are
    given and the question neither lists nor selects any."""
    question, index = context.question.text, context.session.subjects
    papers = _given_papers(context, paper_ids) if paper_ids else find_papers(question, index)
    if papers is None or (isinstance(papers, PaperList) and papers.cites):
        return None
    return _compare(context, papers, ask_paper).comparison


def find_papers(question: str, index: SubjectIndex) -> PaperList | Selection | None:
    """The papers that `question` asks for by what holds for them, or those that it lists."""
    return find_selection(question) or find_paper_list(question, index)


def _given_papers(context: RequestContext, paper_ids: Sequence[str]) -> PaperList:
    """The papers that the caller gives, by their titles or as the question names them, which is asked of each."""
    question = context.question.text
    listed = find_paper_list(question, context.session.subjects, cued=False)
    named = {paper.paper_id: paper for paper in listed.papers} if listed else {}
    papers = tuple(named.get(paper_id) or _by_title(context, paper_id) for paper_id in paper_ids)
    if listed is not None:
        return replace(listed, papers=papers, is_complete=False)
    relation = find_relation(question)
    return PaperList(relation.part, papers, relation.kind, is_complete=False)


def _compare(context: RequestContext, papers: PaperList | Selection, ask_paper: AskPaper) -> _Compared:
    """The answers of each of `papers`, joined. Without a model, one table that has all papers of a list answers in place of each
    by itself."""
    question = context.question.text
    if isinstance(papers, Selection):
        with context.trace.step("select papers") as detail:
            rows = select_papers(context.session, papers)
            detail.append(f"{len(rows)} papers")
        rows = _with_second_part(context, papers, rows, ask_paper)
        return _Compared(_listed(context, _joined(question, papers.predicate, rows), papers.is_one))
    first, further = ("", "") if context.models else split_part(papers.part)
    if not further or any(paper.part for paper in papers.papers):
        return _compare_listed(context, papers, ask_paper)
    alike = tuple(replace(paper, question="") for paper in papers.papers)
    one = _compare_listed(context, replace(papers, part=first, papers=alike), ask_paper).comparison
    kind = "list" if papers.relation == "common" else papers.relation
    other = _compare_listed(
        context, replace(papers, part=further, papers=alike, relation=kind), ask_paper
    ).comparison
    rows = with_further(one.rows, other.rows)
    return _Compared(_joined(question, papers.part, rows, f"{one.verdict} {other.verdict}".strip()))


def _compare_listed(context: RequestContext, papers: PaperList, ask_paper: AskPaper) -> _Compared:
    """The answers of each of `papers` to its part, joined, or of one table that has all of them."""
    question = context.question.text
    rows = [
        _ask(context, PaperQuestion(paper.part or papers.part, paper), ask_paper) for paper in papers.papers
    ]
    asks_alike = not any(paper.part for paper in papers.papers)
    hidden = {paper.paper_id: paper.terms for paper in papers.papers}
    if (
        papers.relation == "common"
        and context.models is None
        and not describe_join("common", papers.part, rows, hidden)
    ):
        common = find_common_names(context.session, papers.part, papers.papers)
        if common is not None:
            return _Compared(_joined(question, papers.part, common[1], common[0]))
    table = None
    in_number = papers.relation != "common" or answer_type(papers.part) == "number"
    if asks_alike and in_number and papers.is_complete and context.models is None:
        quotes = tuple(citation for row in rows for citation in row.citations)
        table = find_shared_table(context, papers.part, papers.papers, quotes)
        rows = (divide_by_paper(question, table, papers.papers) if table else []) or rows
    if asks_alike:
        rows = with_values(papers.relation, papers.part, rows)
    first = describe_join(papers.relation, papers.part, rows, hidden) if asks_alike else ""
    return _Compared(_joined(question, papers.part, rows, first), table)


def _ask(context: RequestContext, asked: PaperQuestion, ask_paper: AskPaper) -> ComparisonRow:
    answer = ask_paper(context, asked)
    paper = asked.paper
    if not answer.text:
        return ComparisonRow(paper.paper_id, paper.phrase, probability=answer.probability)
    text = " ".join((_MODEL_MARKERS if answer.model else _MARKERS).sub("", answer.text).split())
    return ComparisonRow(paper.paper_id, paper.phrase, text, answer.citations, answer.probability)


def _by_title(context: RequestContext, paper_id: str) -> NamedPaper:
    return NamedPaper(paper_id, context.session.cluster.summary(paper_id).title)


def _joined(question: str, part: str, rows: Sequence[ComparisonRow], first: str = "") -> Comparison:
    """The sentence `first`, then a line for each row; a paper that has no answer is named as such."""
    comparison = Comparison(question, part, tuple(rows), "", first)
    lines = [f"- {row.name}: {_describe_row(row, comparison.citations)}" for row in rows]
    return replace(comparison, text="\n".join([first, *lines] if first else lines))


def _with_second_part(
    context: RequestContext, selection: Selection, rows: list[ComparisonRow], ask_paper: AskPaper
) -> list[ComparisonRow]:
    """`rows`, if they are few, with the answer of each paper to the second question behind what selects them."""
    first, second = split_second_part(selection.predicate)
    if not second or len(rows) > _FEW:
        return rows
    about = first.partition(" ")[2]  # what "it" or "they" may stand for
    asked = (
        PaperQuestion(second, NamedPaper(row.paper_id, row.name, question=f"{second.capitalize()}, {about}?"))
        for row in rows
    )
    answers = [_ask(context, each, ask_paper) for each in asked]
    return [
        replace(row, answer=f"{row.answer} {more.answer}", citations=(*row.citations, *more.citations))
        if more.answer and not set(more.citations) & set(row.citations)
        else row
        for row, more in zip(rows, answers, strict=True)
    ]


def _listed(context: RequestContext, comparison: Comparison, is_one: bool) -> Comparison:
    """The number of papers of `comparison`, then each with its year and its evidence in a line; a single paper that is asked for
    by itself, with its authors."""
    if is_one and len(comparison.rows) == 1:
        (row,) = comparison.rows
        paper = context.session.cluster.summary(row.paper_id)
        written = ", ".join(part for part in (cite_authors(paper.authors), str(paper.year or "")) if part)
        source = f" ({written})" if written else ""
        return replace(
            comparison, text=f'"{paper.title}"{source}: {_describe_row(row, comparison.citations)}'
        )
    lines = []
    for row in comparison.rows:
        paper = context.session.cluster.summary(row.paper_id)
        year = f" ({paper.year})" if paper.year else ""
        title = textwrap.shorten(paper.title, _TITLE_LENGTH, placeholder=" …")
        lines.append(f"- {title}{year}: {_describe_row(row, comparison.citations)}")
    count = "Most likely the first of these:" if is_one else f"{count_noun(len(lines), 'paper')}:"
    return replace(comparison, text="\n".join([count, *lines])) if lines else comparison


def _describe_row(row: ComparisonRow, citations: Sequence[Citation]) -> str:
    if not row.answer:
        return "no answer found"
    markers = "".join(f"[{citations.index(citation) + 1}]" for citation in row.citations)
    return f"{row.answer.lstrip(_BULLETS)} {markers}".rstrip()
