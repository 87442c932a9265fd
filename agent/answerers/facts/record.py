"""Facts of the record: authors, affiliations, year, venue, how many references, pages, figures, tables, and who cites whom.

They are answered from the parsed paper, with the place on the page that states it, if there is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ....indexes.subjects import fold_name
from ....indexes.text.analysis import analyse
from ....papers.plural import count_noun, join_names
from ....papers.sentences import split_sentences
from ....papers.types import Paper
from ...relevance.question_terms import GENERIC
from ...relevance.question_type import answer_type
from ...relevance.subject import Subject, find_subjects
from ...request_context import RequestContext
from ...types import Citation
from ...verification.sentences import Prover
from ..types import ComposedAnswer
from .authors import find_authors
from .citing_papers import answer_citing
from .record_extremes import count_parts
from .requested_facts import (
    Counted,
    Fact,
    asked_author,
    asks_for_summary,
    asks_how_many,
    names_a_paper,
    requested_facts,
)
from .title_page import find_byline, find_emails
from .venue import find_venue, find_year

_ORDER = re.compile(r"\b(first|lead|last|senior|final)[ -]author\b", re.I)
_PUBLICATION = re.compile(r"\bpubli(?:sh\w*|cation)\b|\bappear\w*\b|\b(?:come|came) out\b", re.I)
_PASSIVE = re.compile(r"\bcited (?:by|in)\b", re.I)
_CITES = re.compile(r"\b(?:cites?|cited|citing)\b", re.I)
_CITING: frozenset[Fact] = frozenset({"does cite", "cites what", "cited by"})
_SUMMARY_TERMS = frozenset(
    analyse("summarize summary overview gist main idea point short brief please tldr tl dr show")
)
_SUMMARY_NOTE = "a summary needs a model: this is the paper's own abstract"
_NAMED = 0.3  # how clearly a question must name the paper whose record it asks for
_MANY = 12


def answer_from_record(context: RequestContext, subjects: tuple[Subject, ...] = ()) -> ComposedAnswer | None:
    """Answer a question about a paper's record; None if it asks for something else or names no paper.

    `subjects` are the papers that the question is about, where they are known from more than the question."""
    question = context.question.text
    facts = requested_facts(question)
    if not facts or answer_type(question) == "reason":
        return None
    if facts == ("cited by",):
        return answer_citing(context)
    # The verb of "Does A cite B?" names no paper, not even one called CiteSee.
    about = _CITES.sub(" ", question) if _CITING.intersection(facts) else question
    subjects = subjects or find_subjects(about, context.session.subjects)
    if not subjects or subjects[0].named < _NAMED:
        return None
    if "does cite" in facts and _are_two_named(subjects):
        subjects = _citing_first(question, subjects)
    summary = asks_for_summary(question)
    if summary and not _is_about_whole_paper(question, subjects[0]):
        return None
    with context.trace.step("record") as detail:
        parts = [_MAKERS[fact](context, subjects) for fact in facts]
        detail.append(subjects[0].paper_id)
    known = [part for part in parts if part is not None]
    if not known:
        # Sentences of the text hardly name the authors; but "What year did the model appear?" may be about another thing.
        if facts == ("authors",) or (facts in (("year",), ("venue",)) and _PUBLICATION.search(question)):
            verb = "are" if facts == ("authors",) else "is"
            return ComposedAnswer(
                refusal=f"The {facts[0]} of {_title(_paper(context, subjects))} {verb} not known."
            )
        return None
    citations = tuple(dict.fromkeys(citation for _, citation in known if citation))
    lines = [_with_marker(text, citation, citations) for text, citation in known]
    return ComposedAnswer(" ".join(lines), citations, (_SUMMARY_NOTE,) if summary else ())


def _is_about_whole_paper(question: str, subject: Subject) -> bool:
    """True if a summary is asked for of the paper, not of its results or the like."""
    return names_a_paper(question) or set(analyse(question)) <= GENERIC | _SUMMARY_TERMS | subject.terms


Part = tuple[str, Citation | None]
Maker = Callable[[RequestContext, tuple[Subject, ...]], Part | None]


def _authors(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper, question = _paper(context, subjects), context.question.text
    found = find_authors(context.session, paper)
    if found is None:
        return _affiliation(context, subjects)
    names = found.names
    if order := _ORDER.search(question):
        which = order[1].casefold()
        name = names[0] if which in ("first", "lead") else names[-1]
        return f"The {which} author of {_title(paper)} is {name}.", _locate(context, paper, 1, name)
    if (asked := asked_author(question)) and (verdict := _has_author(names, asked)) is not None:
        return f"{'Yes' if verdict else 'No'}: {join_names(names)} wrote {_title(paper)}.", found.citation
    counted = f" ({count_noun(len(names), 'author')})" if asks_how_many(question) else ""
    return f"{join_names(names)} wrote {_title(paper)}{counted}.", found.citation


def _has_author(names: Sequence[str], asked: str) -> bool | None:
    """True if the words `asked` are a part of one of `names`; None if they have no name."""
    words = [fold_name(word).strip() for word in asked.split() if word[:1].isupper()]
    return any(set(words) <= set(fold_name(name).split()) for name in names) if words else None


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
    year = paper.year or (found.year if found else None) or find_year(context.session, paper)
    if year is None:
        return None
    citation = found.citation if found and found.year == year else _locate(context, paper, 1, str(year))
    return f"{_title(paper)} is from {year}.", citation


def _called(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = _paper(context, subjects)
    return (
        (f"The title is {_title(paper)}.", _locate(context, paper, 1, paper.title)) if paper.title else None
    )


def _doi(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = _paper(context, subjects)
    if "doi" not in (known := dict(paper.ids)):
        return f"{_title(paper)} has no DOI of its own on its first page.", None
    return f"The DOI of {_title(paper)} is {known['doi']}.", _locate(context, paper, 1, known["doi"])


def _abstract(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = _paper(context, subjects)
    if not paper.abstract:
        return None
    return paper.abstract, _locate(context, paper, min(paper.pages, 1), split_sentences(paper.abstract)[0])


def _venue(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = _paper(context, subjects)
    found = find_venue(context.session, paper)
    if found is None:
        dated = _year(context, subjects)
        return (
            (f"{dated[0].removesuffix('.')}; where it was published is not known.", dated[1])
            if dated
            else None
        )
    year = f" ({paper.year})" if paper.year and found.year is None else ""
    return f"{_title(paper)} appeared in: {found.text.rstrip('.')}{year}.", found.citation


def _counter(name: Counted) -> Maker:
    def count(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
        paper = _paper(context, subjects)
        if name == "pages":
            return (f"{_title(paper)} has {count_noun(paper.pages, 'page')}.", None) if paper.pages else None
        total = count_parts(paper, name)
        if not total:
            return None
        if name == "references":
            return f"{_title(paper)} lists {count_noun(total, 'reference')}.", None
        kind = name.removesuffix("s")
        last = [figure for figure in paper.figures if figure.kind == kind][-1]
        citation = _locate(context, paper, last.page, last.caption[:80].rpartition(" ")[0])
        return f"{_title(paper)} has {count_noun(total, kind)}.", citation

    return count


def _cites_what(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    paper = _paper(context, subjects)
    cited = sorted({reference.paper_id for reference in paper.references if reference.paper_id})
    if not cited:
        return f"{_title(paper)} cites no other paper of this cluster.", None
    titles = "; ".join(context.session.cluster.summary(paper_id).title for paper_id in cited[:_MANY])
    more = f"; and {len(cited) - _MANY} more" if len(cited) > _MANY else ""
    if asks_how_many(context.question.text):
        total = count_noun(len(paper.references), "reference")
        return (
            f"{_title(paper)} lists {total}, {len(cited)} of them to papers of this cluster: {titles}{more}.",
            None,
        )
    return f"{_title(paper)} cites {count_noun(len(cited), 'paper')} of this cluster: {titles}{more}.", None


def _does_cite(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    if not _are_two_named(subjects):
        return None
    cluster = context.session.cluster
    verb = "cites" if subjects[0].paper_id in cluster.citing(subjects[1].paper_id) else "does not cite"
    one, other = (cluster.paper(subject.paper_id) for subject in subjects[:2])
    return f"{_title(one)} {verb} {_title(other)}.", None


def _are_two_named(subjects: Sequence[Subject]) -> bool:
    """True if the second of `subjects`, and so the first, is named clearly enough to be one of two papers."""
    return len(subjects) > 1 and subjects[1].named >= _NAMED


def _citing_first(question: str, subjects: tuple[Subject, ...]) -> tuple[Subject, ...]:
    """`subjects` with the first two so that the one whose citing `question` asks for is the first: "Does A cite B?"."""
    named = subjects[:2]
    shared = named[0].terms & named[1].terms
    first, second = sorted(named, key=lambda subject: _position(question, subject.terms - shared))
    return (*((second, first) if _PASSIVE.search(question) else (first, second)), *subjects[2:])


def _position(question: str, terms: frozenset[str]) -> int:
    """Index of the first word of `question` with one of `terms`; the number of words where none has."""
    words = question.split()
    return next((i for i, word in enumerate(words) if not terms.isdisjoint(analyse(word))), len(words))


_MAKERS: dict[Fact, Maker] = {
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
    "does cite": _does_cite,
    "cites what": _cites_what,
}


def _paper(context: RequestContext, subjects: tuple[Subject, ...]) -> Paper:
    return context.session.cluster.paper(subjects[0].paper_id)


def _title(paper: Paper) -> str:
    return f'"{paper.title}"'


def _locate(context: RequestContext, paper: Paper, page: int, text: str) -> Citation | None:
    return (
        Prover(context.session.cluster, context.session.settings).find(paper.id, page, text) if text else None
    )


def _with_marker(text: str, citation: Citation | None, citations: tuple[Citation, ...]) -> str:
    return f"{text} [{citations.index(citation) + 1}]" if citation else text
