"""Facts of the record: authors, affiliations, year, venue, how many references, pages, figures, tables, and who cites whom.

They are answered from the parsed paper, with the place on the page that states it, if there is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ...indexes.text.analysis import analyse
from ...papers.types import Paper
from ..relevance.subject import Subject, find_subjects
from ..request_context import RequestContext
from ..types import Citation
from ..verification.sentences import Prover
from .title_page import find_byline, find_emails
from .types import ComposedAnswer
from .venue import find_venue

_PAPER = r"(?:papers?|articles?|work|works|stud(?:y|ies)|publications?|pdf|document|it|entries|one)"
_AUTHORS = re.compile(
    r"\bwho (?:wrote|authored|are the (?:authors|people behind)|is the (?:first |last |lead )?author|were the authors)\b|(?<!did the )\bauthors? (?:of|list|names)\b"
    r"|\b(?:list|name|give)(?: me)?(?: all)?(?: the)?(?: names? of(?: all)?(?: the)?)? authors\b|\bwho(?: is|'s| was) behind\b|"
    r"\b(?:how many|number of) (?:authors|people (?:wrote|authored))\b|\b(?:first|last|lead|senior|co-?) ?authors?\b|\bby whom\b|\bwritten by (?:whom|who)\b|^\W*authors?\b|\bwho published\b",
    re.I,
)
_YEAR = re.compile(
    r"\b(?:what|which|the) year\b|\bwhen (?:was|were|did) [^?]*\b(?:publish\w*|written|released|presented|appear\w*|come out|came out)\b"
    r"|\byear of publication\b|\bpublication (?:year|date)\b|\bhow old is\b",
    re.I,
)
_VENUE = re.compile(
    r"\b(?:which|what|at which|in which) (?:\w+ )?(?:conference|journal|venue|workshop|proceedings|magazine)\b"
    r"|\b(?:give|name|state|tell|list|what)\b[^?]*\b(?:the|its) (?:journal|conference|venue|proceedings|volume|page (?:range|numbers?))\b"
    r"|\bin what (?:volume|issue)\b|\bwhere (?:was|were|did|has|is) [^?]*\b(?:publish\w*|presented|appear\w*|come out|came out)\b|\bvenue\b|^\W*where and\b[^?]*\b(?:presented|published)\b",
    re.I,
)
_AFFILIATION = re.compile(
    r"\baffiliat\w+|\b(?:which|what) (?:universit\w+|institut\w+|compan\w+|labs?|organi[sz]ations?|affiliations?)\b[^?]*\b(?:authors?|from|wrote|behind|belong)\b"
    r"|\bwhere (?:do|did|does|are|were|was|is) the (?:first |last )?authors?\b[^?]*\b(?:work|from|based|employed|located)\w*",
    re.I,
)
_EMAIL = re.compile(
    r"\be-?mails?\b[^?]*\b(?:address\w*|authors?|contact)\b|\bcontact (?:address|the authors?)\b|\b(?:authors?|corresponding)\b[^?]*\be-?mails?\b",
    re.I,
)
_ORDER = re.compile(r"\b(first|lead|last|senior|final)[ -]author\b", re.I)
_HOW_MANY = re.compile(r"\bhow (?:many|long)\b|\bnumber of\b|\bcount\b|\bhow big\b", re.I)
_COUNTED: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("references", re.compile(r"\b(?:references|bibliograph\w+|works? (?:are )?cited|reference list|entries in (?:the|its) (?:references|bibliography))\b", re.I)),
    ("tables", re.compile(r"\btables\b", re.I)),
    ("figures", re.compile(r"\bfigures\b", re.I)),
    ("pages", re.compile(r"\bpages\b", re.I)),
)  # fmt: skip
_COUNT_OF_PAPER = re.compile(
    r"\b(?:in|of|does|has|have|contain\w*|there|paper|article|pdf|list|long|run)\b", re.I
)
_CITED_BY = re.compile(
    rf"\b(?:which|what|who|how many)\b[^?]*(?:\b(?:cites?|citing|refers? to)\b|\b(?:papers?|works?|articles?|who|they) references?\b)|\bcited by (?:which|what|whom|how many)\b|\b{_PAPER} (?:that|which) cite\b",
    re.I,
)
_CITES_WHAT = re.compile(
    r"\b(?:which|what|how many)\b[^?]*\b(?:cited by|in the (?:reference list|bibliography|references) of|does [^?]* cite|do [^?]* cite)\b",
    re.I,
)
_DOES_CITE = re.compile(r"^\W*(?:does|do|did|is|are)\b[^?]*\b(?:cites?|cited by|refers? to)\b", re.I)
_PASSIVE = re.compile(r"\bcited (?:by|in)\b", re.I)
_NAMED = 0.3  # how clearly a question must name the paper whose record it asks for
_MANY = 12


def answer_from_record(context: RequestContext) -> ComposedAnswer | None:
    """Answer a question about a paper's record; None if it asks for something else or names no paper."""
    question = context.question.text
    makers = _makers(question)
    if not makers:
        return None
    subjects = find_subjects(question, context.session.subjects)
    if not subjects or subjects[0].named < _NAMED:
        return None
    with context.trace.step("record") as detail:
        parts = [maker(context, subjects) for maker in makers]
        detail.append(subjects[0].paper_id)
    known = [part for part in parts if part is not None]
    if not known:
        return None
    citations = tuple(dict.fromkeys(citation for _, citation in known if citation))
    lines = [_with_marker(text, citation, citations) for text, citation in known]
    return ComposedAnswer(" ".join(lines), citations)


Part = tuple[str, Citation | None]
Maker = Callable[[RequestContext, tuple[Subject, ...]], Part | None]


def opens_with_record(question: str) -> bool:
    """True if the first part of `question` asks for a fact of the record, regardless of the rest."""
    return bool(_makers(question))


def _makers(question: str) -> list[Maker]:
    """Facts of the record that the question asks for, in a fixed order."""
    makers: list[Maker] = []
    if _AFFILIATION.search(question):
        makers.append(_affiliation)
    if _EMAIL.search(question):
        makers.append(_emails)
    if not makers and _AUTHORS.search(question):
        makers.append(_authors)
    year, venue = _YEAR.search(question), _VENUE.search(question)
    if venue:
        makers.append(_venue)
    elif year:
        makers.append(_year)
    if _HOW_MANY.search(question) and _COUNT_OF_PAPER.search(question):
        for name, pattern in _COUNTED:
            if pattern.search(question) and _about_whole_paper(question, name):
                makers.append(_counter(name))
    if _DOES_CITE.search(question):
        return [_does_cite, *makers]
    if not makers and _CITES_WHAT.search(question):
        return [_cites_what]
    if not makers and _CITED_BY.search(question):
        return [_cited_by]
    return makers


def _about_whole_paper(question: str, name: str) -> bool:
    """True if the count is of the paper's own parts: "how many references does it list", not "how many figures of speech"."""
    return bool(
        re.search(
            rf"\b(?:how many|number of|count of|total)\s+(?:\w+\s+)?(?:{name}|entries)\b", question, re.I
        )
        or re.search(
            r"\bhow long is (?:the|its) (?:bibliography|reference list|paper|pdf|article)\b", question, re.I
        )
    )


def _authors(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = _paper(context, subjects)
    names, question = paper.authors, context.question.text
    if not names:
        return _affiliation(context, subjects)
    citation = _locate(context, paper, 1, names[0])
    if order := _ORDER.search(question):
        which = order[1].casefold()
        name = names[0] if which in ("first", "lead") else names[-1]
        return f"The {which} author of {_title(paper)} is {name}.", _locate(context, paper, 1, name)
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    counted = f" ({_count(len(names), 'author')})" if _HOW_MANY.search(question) else ""
    return f"{listed} wrote {_title(paper)}{counted}.", citation


def _affiliation(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = _paper(context, subjects)
    byline = find_byline(context.session, paper)
    return (f"Below the title of {_title(paper)}: {byline.quote}", byline) if byline else None


def _emails(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = _paper(context, subjects)
    found = find_emails(context.session, paper)
    if not found:
        return _affiliation(context, subjects)
    return f"E-mail in {_title(paper)}: {', '.join(email.quote for email in found)}", found[0]


def _year(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = _paper(context, subjects)
    found = find_venue(context.session, paper)
    year = paper.year or (found.year if found else None)
    if year is None:
        return None
    citation = found.citation if found and found.year == year else _locate(context, paper, 1, str(year))
    return f"{_title(paper)} is from {year}.", citation


def _venue(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = _paper(context, subjects)
    found = find_venue(context.session, paper)
    if found is None:
        return None
    year = f" ({paper.year})" if paper.year and str(paper.year) not in found.text else ""
    return f"{_title(paper)} appeared in: {found.text.rstrip('.')}{year}.", found.citation


def _counter(name: str) -> Maker:
    def count(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
        paper = _paper(context, subjects)
        if name == "pages":
            return (f"{_title(paper)} has {_count(paper.pages, 'page')}.", None) if paper.pages else None
        if name == "references":
            last = paper.references[-1] if paper.references else None
            return (
                (f"{_title(paper)} lists {_count(len(paper.references), 'reference')}.", None)
                if last
                else None
            )
        kind = name.removesuffix("s")
        labels = [figure.label for figure in paper.figures if figure.kind == kind and figure.label]
        figures = [figure for figure in paper.figures if figure.kind == kind]
        if not figures:
            return None
        numbers = [int(match[0]) for label in labels if (match := re.search(r"\d+", label))]
        total = max(len(set(labels)), max(numbers, default=0))
        citation = _locate(context, paper, figures[-1].page, figures[-1].caption[:80].rpartition(" ")[0])
        return f"{_title(paper)} has {_count(total, kind)}.", citation

    return count


def _cited_by(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    target = subjects[0].paper_id
    cluster = context.session.cluster
    citing = [cluster.summary(paper_id) for paper_id in cluster.citing(target)]
    if not citing:
        return f"No paper of this cluster cites {_title(_paper(context, subjects))}.", None
    titles = "; ".join(paper.title for paper in citing[:_MANY])
    more = f"; and {len(citing) - _MANY} more" if len(citing) > _MANY else ""
    verb = "cites" if len(citing) == 1 else "cite"
    return (
        f"{_count(len(citing), 'paper')} of this cluster {verb} {_title(_paper(context, subjects))}: {titles}{more}.",
        None,
    )


def _cites_what(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = _paper(context, subjects)
    cited = sorted({reference.paper_id for reference in paper.references if reference.paper_id})
    if not cited:
        return f"{_title(paper)} cites no other paper of this cluster.", None
    titles = "; ".join(context.session.cluster.summary(paper_id).title for paper_id in cited[:_MANY])
    more = f"; and {len(cited) - _MANY} more" if len(cited) > _MANY else ""
    return f"{_title(paper)} cites {_count(len(cited), 'paper')} of this cluster: {titles}{more}.", None


def _does_cite(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    named = [subject for subject in subjects[:2] if subject.named >= _NAMED]
    if len(named) < 2:
        return None
    question, cluster = context.question.text, context.session.cluster
    first, second = sorted(named, key=lambda subject: _position(question, subject))
    citing, cited = (second, first) if _PASSIVE.search(question) else (first, second)
    verb = "cites" if citing.paper_id in cluster.citing(cited.paper_id) else "does not cite"
    one, other = (cluster.paper(subject.paper_id) for subject in (citing, cited))
    return f"{_title(one)} {verb} {_title(other)}.", None


def _position(question: str, subject: Subject) -> int:
    """Index of the first word of `question` that names the subject; the number of words where none does."""
    words = question.split()
    return next((i for i, word in enumerate(words) if subject.terms.intersection(analyse(word))), len(words))


def _paper(context: RequestContext, subjects: tuple[Subject, ...]) -> Paper:
    return context.session.cluster.paper(subjects[0].paper_id)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _title(paper: Paper) -> str:
    return f'"{paper.title}"'


def _locate(context: RequestContext, paper: Paper, page: int, text: str) -> Citation | None:
    return (
        Prover(context.session.cluster, context.session.settings).find(paper.id, page, text) if text else None
    )


def _with_marker(text: str, citation: Citation | None, citations: tuple[Citation, ...]) -> str:
    return f"{text} [{citations.index(citation) + 1}]" if citation else text
