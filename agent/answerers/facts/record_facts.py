"""The facts of a paper's record, each as a sentence with the place on the page that states it, if there is one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ....indexes.subjects import fold_name
from ....papers.plural import count_noun, join_names
from ....papers.sentences import split_sentences
from ....papers.types import Paper
from ...relevance.subject import Subject
from ...request_context import RequestContext
from ...types import Citation
from ...verification.sentences import Prover
from .authors import find_authors
from .record_extremes import count_parts
from .requested_facts import Counted, Fact, asked_author, asks_how_many
from .title_page import find_byline, find_emails
from .venue import find_venue, find_year

_ORDER = re.compile(r"\b(first|lead|last|senior|final)[ -]author\b", re.I)
CLEARLY_NAMED = 0.3  # how clearly a question must name the paper whose record it asks for
# A sentence, and the place on the page that states it.
Part = tuple[str, Citation | None]
Maker = Callable[[RequestContext, tuple[Subject, ...]], Part | None]


def _authors(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper, question = asked_paper(context, subjects), context.question.text
    found = find_authors(context.session, paper)
    if found is None:
        return _affiliation(context, subjects)
    names = found.names
    if order := _ORDER.search(question):
        which = order[1].casefold()
        name = names[0] if which in ("first", "lead") else names[-1]
        citation = _locate(context, paper, 1, name) or found.citation
        return f"The {which} author of {quote_title(paper)} is {name}.", citation
    if (asked := asked_author(question)) and (verdict := _has_author(names, asked)) is not None:
        return (
            f"{'Yes' if verdict else 'No'}: {join_names(names)} wrote {quote_title(paper)}.",
            found.citation,
        )
    counted = f" ({count_noun(len(names), 'author')})" if asks_how_many(question) else ""
    return f"{join_names(names)} wrote {quote_title(paper)}{counted}.", found.citation


def _has_author(names: Sequence[str], asked: str) -> bool | None:
    """True if the words `asked` are a part of one of `names`; None if they have no name."""
    words = [fold_name(word).strip() for word in asked.split() if word[:1].isupper()]
    return any(set(words) <= set(fold_name(name).split()) for name in names) if words else None


def _affiliation(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = asked_paper(context, subjects)
    byline = find_byline(context.session, paper)
    return (f"Below the title of {quote_title(paper)}: {byline.quote}", byline) if byline else None


def _emails(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = asked_paper(context, subjects)
    found = find_emails(context.session, paper)
    if not found:
        return _affiliation(context, subjects)
    return f"E-mail in {quote_title(paper)}: {', '.join(email.quote for email in found)}", found[0]


def _year(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = asked_paper(context, subjects)
    found = find_venue(context.session, paper)
    year = paper.year or (found.year if found else None) or find_year(context.session, paper)
    if year is None:
        return None
    citation = found.citation if found and found.year == year else _locate(context, paper, 1, str(year))
    return f"{quote_title(paper)} is from {year}.", citation


def _called(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = asked_paper(context, subjects)
    return (
        (f"The title is {quote_title(paper)}.", _locate(context, paper, 1, paper.title))
        if paper.title
        else None
    )


def _doi(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = asked_paper(context, subjects)
    if "doi" not in (known := dict(paper.ids)):
        return f"{quote_title(paper)} has no DOI of its own on its first page.", None
    return f"The DOI of {quote_title(paper)} is {known['doi']}.", _locate(context, paper, 1, known["doi"])


def _abstract(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = asked_paper(context, subjects)
    if not paper.abstract:
        return None
    return paper.abstract, _locate(context, paper, min(paper.pages, 1), split_sentences(paper.abstract)[0])


def _venue(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = asked_paper(context, subjects)
    found = find_venue(context.session, paper)
    if found is None:
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
            return None
        if name == "references":
            return f"{quote_title(paper)} lists {count_noun(total, 'reference')}.", None
        kind = name.removesuffix("s")
        last = [figure for figure in paper.figures if figure.kind == kind][-1]
        citation = _locate(context, paper, last.page, last.caption[:80].rpartition(" ")[0])
        return f"{quote_title(paper)} has {count_noun(total, kind)}.", citation

    return count


# Functions that state each fact; they return None where it is not known.
RECORD_FACTS: dict[Fact, Maker] = {
    "affiliation": _affiliation,
    "emails": _emails,
    "authors": _authors,
    "venue": _venue,
    "year": _year,
    "title": _called,
    "doi": _doi,
    "abstract": _abstract,
    "references": _counter("references"),
    "tables": _counter("tables"),
    "figures": _counter("figures"),
    "pages": _counter("pages"),
}


def asked_paper(context: RequestContext, subjects: tuple[Subject, ...]) -> Paper:
    """The paper that the question is about."""
    return context.session.cluster.paper(subjects[0].paper_id)


def quote_title(paper: Paper) -> str:
    """The title in quotation marks."""
    return f'"{paper.title}"'


def _locate(context: RequestContext, paper: Paper, page: int, text: str) -> Citation | None:
    return (
        Prover(context.session.cluster, context.session.settings).find(paper.id, page, text) if text else None
    )
