"""Numbers of a paper, as its first page, its file or the papers that cite it give them: DOI, arXiv number, ISBN and the like."""

from __future__ import annotations

import re

from .....papers.parsing.references.ids import Stamp, find_own_ids, find_stamp
from .....papers.types import Paper
from ....relevance.subject import Subject
from ....request_context import RequestContext
from ....session import Session
from ....verification.sentences import Prover
from ..as_cited import citing_entries, find_in_bibliography
from ..fact_parts import Part, asked_paper, locate, quote_title
from ..title_page import read_page
from .dates import MONTHS
from .wordings import NUMBERS, asked_numbers

_REFERENCES = re.compile(r"\b(?:References|REFERENCES|Bibliography|BIBLIOGRAPHY)\b")


def describe_doi(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The paper's DOI, else that it bears none."""
    paper = asked_paper(context, subjects)
    page = read_page(context.session, paper)
    # Of several on the page, those of its references are not the paper's own.
    if doi := dict((*find_own_ids("", _REFERENCES.split(page)[0]), *paper.ids)).get("doi"):
        # The page may print it in capitals, or behind "doi:" or an address in one word.
        printed = re.search(rf"\S*{re.escape(doi)}", page, re.I)
        citation = locate(context, paper, 1, printed[0]) if printed else None
        return f"The DOI of {quote_title(paper)} is {doi}.", citation
    return _as_cited(context, paper, "doi", "DOI") or (
        f"{quote_title(paper)} has no DOI of its own on its first page.",
        None,
    )


def describe_arxiv(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The paper's arXiv number, with the version and the date of its stamp, else that it bears none."""
    paper = asked_paper(context, subjects)
    if stamp := _read_stamp(context.session, paper):
        subject = f" [{stamp.subject}]" if stamp.subject else ""
        date = f" of {_spelt(stamp.date)}" if stamp.date else ""
        text = f"{quote_title(paper)} is arXiv:{stamp.id}v{stamp.version}{subject}, version {stamp.version}{date}."
        return text, locate(context, paper, 1, f"arXiv:{stamp.id}v{stamp.version}")
    if number := dict(paper.ids).get("arxiv"):
        return f"The arXiv number of {quote_title(paper)} is {number}.", None
    return _as_cited(context, paper, "arxiv", "arXiv number") or (
        f"{quote_title(paper)} has no arXiv number on its first page.",
        None,
    )


def describe_numbers(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The numbers by which a publisher calls the paper, such as that of the article, else that its first page has none."""
    paper = asked_paper(context, subjects)
    page = _REFERENCES.split(read_page(context.session, paper))[0]
    found = [(name, re.search(NUMBERS[name][1], page)) for name in asked_numbers(context.question.text)]
    said = [f"{name} {match['number']}" if match else f"no {name} on its first page" for name, match in found]
    printed = next((match[0] for _, match in found if match), "")
    return f"{quote_title(paper)} has {' and '.join(said)}.", locate(context, paper, 1, printed)


def _read_stamp(session: Session, paper: Paper) -> Stamp | None:
    source = session.cluster.source_path(paper.id)
    if source is None or not paper.pages:
        return None
    from .....papers.parsing.pdf.pages import raw_text

    return find_stamp(raw_text(source, 1))


def _as_cited(context: RequestContext, paper: Paper, kind: str, name: str) -> Part | None:
    """The identifier that a bibliography of the cluster gives, with its place there."""
    prover = Prover(context.session.cluster, context.session.settings)
    for reference, citing in citing_entries(context.session, paper):
        if number := dict(reference.ids).get(kind):
            text = f"The {name} of {quote_title(paper)} is {number}, as {quote_title(citing)} cites it."
            return text, find_in_bibliography(prover, citing, number)
    return None


def _spelt(date: str) -> str:
    """The date with the month in full: "24 Feb 2017" as "24 February 2017"."""
    day, month, year = date.split()
    return f"{day} {next((name for name in MONTHS if name.startswith(month)), month)} {year}"
