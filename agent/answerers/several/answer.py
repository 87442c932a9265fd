"""Answers to a question about several papers: each paper is asked separately, and one sentence joins the answers."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace

from ....papers.plural import count_noun
from ...query.named_papers import find_named_papers, split_names, without_names
from ...relevance.paper_citation import cite_authors, short_citation
from ...relevance.text_features import word_terms
from ...request_context import RequestContext
from ...types import Citation, Comparison, ComparisonRow
from ..types import ComposedAnswer
from .join import describe_join, with_values
from .selection import select_papers

# Asks one paper a question: maps the context, the id of the paper and the question without names of other papers to an
# answer.
AskPaper = Callable[[RequestContext, str, str], ComposedAnswer]
_MARKERS = re.compile(
    r"\s*(?:\[\d+\])+\s*$", re.MULTILINE
)  # only at the end of a line: inside a line, a quote may have the paper's own markers
_BULLETS = "•·◦‣∙▪●○–— *-"
_AROUND = " ,;:?.()'’\""
_TITLE_LENGTH = 140  # characters of a title in a list


def compare_papers(context: RequestContext, paper_ids: Sequence[str], ask_paper: AskPaper) -> Comparison:
    """Ask each paper of `paper_ids` the question without the names of the other papers, and join the answers."""
    query = context.query
    if tuple(paper_ids) == query.papers:
        paper_ids = _without_common(context, paper_ids)
    subjects = find_named_papers(query.text, context.session.subjects)
    named = {subject.paper_id: subject.terms for subject in subjects if subject.paper_id in paper_ids}
    terms = frozenset[str]().union(*named.values())
    rows = []
    for paper_id in paper_ids:
        own = named.get(paper_id, frozenset())
        part = without_names(query.text, terms - own)
        rows.append(_ask(context, part, paper_id, _name_of(context, paper_id, frozenset(own)), ask_paper))
    part = without_names(query.text, terms)
    is_number = query.answer_type in ("number", "year") or query.compare in ("most", "least")
    rows = with_values(rows, word_terms(part), is_number)
    return _joined(query.text, part, rows, describe_join(query.compare, rows, terms | word_terms(part)))


def _without_common(context: RequestContext, paper_ids: Sequence[str]) -> Sequence[str]:
    """Return the papers without those that all others cite, such as the paper of a data set on which the others are
    compared.

    Return all papers if fewer than two would be left.
    """
    citing = context.session.cluster.citing
    kept = [each for each in paper_ids if not set(paper_ids) - {each} <= set(citing(each))]
    return kept if len(kept) > 1 else paper_ids


def list_papers(context: RequestContext) -> Comparison:
    """List the papers for which the question holds, each with its evidence."""
    rows = select_papers(context)
    comparison = Comparison(context.query.text, context.query.text, tuple(rows), "")
    if not rows:
        return comparison
    lines = [f"- {_describe_paper(context, row)}: {_describe_row(row, comparison.citations)}" for row in rows]
    return replace(comparison, text="\n".join([f"{count_noun(len(rows), 'paper')}:", *lines]))


def compose_comparison(comparison: Comparison) -> ComposedAnswer:
    """Return the comparison as an answer; an empty answer if no paper answers."""
    probability = max((row.probability for row in comparison.rows), default=0.0)
    if not any(row.answer for row in comparison.rows):
        return ComposedAnswer(probability=probability)
    return ComposedAnswer(comparison.text, comparison.citations, probability=probability)


def _ask(context: RequestContext, part: str, paper_id: str, name: str, ask_paper: AskPaper) -> ComparisonRow:
    """Return the row of one paper with its answer to `part`, on one line and without markers; without an answer, the
    reason."""
    answer = ask_paper(context, paper_id, part)
    if not answer.text:
        return ComparisonRow(
            paper_id, name, probability=answer.probability, reason=answer.refusal, closest=answer.closest
        )
    text = " ".join(_MARKERS.sub("", answer.text).split())
    return ComparisonRow(paper_id, name, text, answer.citations, answer.probability)


def _name_of(context: RequestContext, paper_id: str, terms: frozenset[str]) -> str:
    """Return the name of a paper for an answer: its authors and year if the question names it by these.

    Otherwise return the longest phrase of the question that names the paper, or else its title.
    """
    index = context.session.subjects
    paper = index.papers[index.places[paper_id]]
    if terms & word_terms(f"{cite_authors(paper.authors)} {paper.year}"):
        return short_citation(paper) or paper.title
    runs = [run for is_name, run in split_names(context.query.text, terms) if is_name]
    longest = max(map(len, runs), default=0)
    phrase = next((" ".join(run) for run in runs if len(run) == longest), "")
    return phrase.strip(_AROUND) or paper.title


def _joined(question: str, part: str, rows: Sequence[ComparisonRow], first: str) -> Comparison:
    """Return the comparison with its text: the sentence `first`, then a line for each row. A row without an answer says
    so."""
    comparison = Comparison(question, part, tuple(rows), "", first)
    lines = [f"- {row.name}: {_describe_row(row, comparison.citations)}" for row in rows]
    return replace(comparison, text="\n".join([first, *lines] if first else lines))


def _describe_paper(context: RequestContext, row: ComparisonRow) -> str:
    """Return the title of a paper, shortened, with its authors and year in brackets."""
    paper = context.session.cluster.summary(row.paper_id)
    written = ", ".join(part for part in (cite_authors(paper.authors), str(paper.year or "")) if part)
    title = textwrap.shorten(paper.title, _TITLE_LENGTH, placeholder=" …")
    return f"{title} ({written})" if written else title


def _describe_row(row: ComparisonRow, citations: Sequence[Citation]) -> str:
    """Return the answer of a row with its citation markers, or "no answer found"."""
    if not row.answer:
        return "no answer found"
    markers = "".join(f"[{citations.index(citation) + 1}]" for citation in row.citations)
    return f"{row.answer.lstrip(_BULLETS)} {markers}".rstrip()
