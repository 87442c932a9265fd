"""The facts of a paper's record, each as a sentence with the place on the page that states it, if there is one."""

from __future__ import annotations

from ....papers.plural import count_noun
from ....papers.sentences import split_sentences
from ...relevance.subject import Subject
from ...request_context import RequestContext
from .count_questions import COUNTED, Counted
from .fact_parts import Maker, Part, asked_paper, locate, quote_title
from .people.author_facts import describe_affiliation, describe_authors, describe_emails
from .printed.acknowledgements import describe_thanks
from .printed.front_matter import describe_keywords, describe_rights
from .printed.identifiers import describe_arxiv, describe_doi, describe_numbers
from .printed.links import describe_link
from .publication_facts import describe_dates, describe_funding
from .record_extremes import count_parts, has_none, numbered_sections
from .requested_facts import Fact
from .section_facts import describe_section
from .venue import find_venue, find_year


def _year(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = asked_paper(context, subjects)
    found = find_venue(context.session, paper)
    year = paper.year or (found.year if found else None) or find_year(context.session, paper)
    if year is None:
        return None
    citation = found.citation if found and found.year == year else locate(context, paper, 1, str(year))
    return f"{quote_title(paper)} is from {year}.", citation


def _called(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = asked_paper(context, subjects)
    return (
        (f"The title is {quote_title(paper)}.", locate(context, paper, 1, paper.title))
        if paper.title
        else None
    )


def _abstract(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = asked_paper(context, subjects)
    if not paper.abstract:
        return None
    return paper.abstract, locate(context, paper, min(paper.pages, 1), split_sentences(paper.abstract)[0])


def _venue(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = asked_paper(context, subjects)
    found = find_venue(context.session, paper)
    if found is None:
        if number := dict(paper.ids).get("arxiv"):
            year = f" ({paper.year})" if paper.year else ""
            return f"{quote_title(paper)} is arXiv:{number}{year}; no other venue is known.", None
        dated = _year(context, subjects)
        return (
            (f"{dated[0].removesuffix('.')}; where it was published is not known.", dated[1])
            if dated
            else None
        )
    year = f" ({paper.year})" if paper.year and found.year is None else ""
    return f"{quote_title(paper)} appeared in: {found.text.rstrip('.')}{year}.", found.citation


def _counter(name: Counted) -> Maker:
    def count(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
        paper = asked_paper(context, subjects)
        if name == "pages":
            return (
                (f"{quote_title(paper)} has {count_noun(paper.pages, 'page')}.", None)
                if paper.pages
                else None
            )
        total = count_parts(paper, name)
        if not total:
            return (f"{quote_title(paper)} has no {name}.", None) if has_none(paper, name) else None
        if name == "references":
            return f"{quote_title(paper)} lists {count_noun(total, 'reference')}.", None
        if name == "sections":
            titles = "; ".join(numbered_sections(paper))
            return f"{quote_title(paper)} has {count_noun(total, 'numbered section')}: {titles}.", None
        kind = name.removesuffix("s")
        last = [figure for figure in paper.figures if figure.kind == kind][-1]
        citation = locate(context, paper, last.page, last.caption[:80].rpartition(" ")[0])
        return f"{quote_title(paper)} has {count_noun(total, kind)}.", citation

    return count


# Functions that state each fact; they return None where it is not known.
RECORD_FACTS: dict[Fact, Maker] = {
    "affiliation": describe_affiliation,
    "emails": describe_emails,
    "authors": describe_authors,
    "venue": _venue,
    "year": _year,
    "title": _called,
    "doi": describe_doi,
    "arxiv": describe_arxiv,
    "numbers": describe_numbers,
    "keywords": describe_keywords,
    "rights": describe_rights,
    "link": describe_link,
    "thanks": describe_thanks,
    "abstract": _abstract,
    "dates": describe_dates,
    "funding": describe_funding,
    "section": describe_section,
    **{name: _counter(name) for name in COUNTED},
}
