"""Answers about the works in the bibliography of a paper, each with its place there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .....papers.plural import count_noun
from .....papers.types import Paper, Reference
from ....relevance.paper_citation import cite_authors
from ....relevance.subject import Subject, find_subjects
from ....request_context import RequestContext
from ....statements.as_cited import find_in_bibliography
from ....statements.record_request import quote_title
from ....types import Citation
from ....verification.sentences import Prover
from ...types import ComposedAnswer
from ..count_questions import asks_how_many
from ..fact_parts import CLEARLY_NAMED
from .selection import ALONE, Sought, choose_works
from .wordings import find_sought

_MANY = 12
_YES_OR_NO = re.compile(r"^\W*(?:does|do|did|is|are)\b", re.I)


def answer_cited_works(context: RequestContext, subjects: tuple[Subject, ...] = ()) -> ComposedAnswer | None:
    """The works of the author, the years or the place of publication that the question names in the bibliography of a paper; None
    if it asks for no such works, or the bibliography has none. `subjects` are the papers that are surely meant, if any."""
    session = context.session
    for sought in find_sought(context.question.text):
        subject = next(iter(subjects or find_subjects(sought.paper, session.subjects, 1)), None)
        if subject is None or subject.named < CLEARLY_NAMED:
            continue
        paper = session.cluster.paper(subject.paper_id)
        works = choose_works(sought, paper)
        if works or (paper.references and _is_counted(context.question.text, sought)):
            with context.trace.step("record") as detail:
                detail.append(paper.id)
                return _composed(context, paper, sought, works)
    return None


def _is_counted(question: str, sought: Sought) -> bool:
    """True if "none" answers the question: how many works, or whether any; of an author, only of one who is surely meant."""
    if sought.name and not sought.is_sure:
        return False
    return asks_how_many(question) or bool(_YES_OR_NO.search(question))


def _composed(
    context: RequestContext, paper: Paper, sought: Sought, works: Sequence[Reference]
) -> ComposedAnswer:
    verdict = ""
    if _YES_OR_NO.search(context.question.text):
        verdict = "Yes: " if works else "No: "
    prover = Prover(context.session.cluster, context.session.settings)
    citations: list[Citation] = []
    lines = []
    for work in works[:_MANY]:
        citation = find_in_bibliography(prover, paper, work.title or work.raw)
        if citation:
            citations.append(citation)
        by = f" by {cite_authors(work.authors)}" if work.authors and not (sought.name or sought.own) else ""
        year = f" ({work.year})" if work.year else ""
        lines.append(f"“{work.title or work.raw}”{by}{year}{f' [{len(citations)}]' if citation else ''}")
    more = f"; and {len(works) - _MANY} more" if len(works) > _MANY else ""
    number = count_noun(len(works), "work") if works else "no work"
    listed = f": {'; '.join(lines)}{more}" if works else ""
    return ComposedAnswer(
        f"{verdict}{quote_title(paper)} cites {number}{_describe(sought, works)}{listed}.", tuple(citations)
    )


def _describe(sought: Sought, works: Sequence[Reference]) -> str:
    """The words for what the works share: " by Falk", " from 2013", ", the oldest"."""
    parts = []
    if sought.own or sought.name:
        parts.append(f" {_describe_author(sought)}")
    if sought.venue:
        parts.append(f" ({sought.venue})")
    if sought.years and sought.years.is_extreme:
        parts.append(f" from {works[0].year}, the {sought.years.wording} year" if works else "")
    elif sought.years:
        parts.append(f" {'from ' * sought.years.wording[0].isdigit()}{sought.years.wording}")
    return "".join(parts)


def _describe_author(sought: Sought) -> str:
    if sought.own:
        return "of its own authors"
    name = re.sub(r"['’]s?$", "", sought.name)
    name = name if any(letter.isupper() for letter in name) else name.title()
    if sought.role in ALONE:
        return f"by {name} alone"
    return f"with {name} as {sought.role} author" if sought.role else f"by {name}"
