"""The works of one author, or of the authors themselves, in the bibliography of a paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ....indexes.subjects import fold_name
from ....papers.plural import count_noun
from ....papers.types import Paper, Reference
from ...relevance.subject import find_subjects
from ...request_context import RequestContext
from ...types import Citation
from ...verification.sentences import Prover
from ..types import ComposedAnswer
from .as_cited import find_in_bibliography
from .fact_parts import CLEARLY_NAMED, quote_title

_MANY = 12
_WORK = r"(?:works?|papers?|articles?|publications?|stud(?:y|ies)|entries|references?|items|ones?|theses|thesis|books?|titles)"
_WORD = r"(?!(?:does|do|did|is|are|was|were|in|as|that|which|cited|listed|the|this|a|an)\b)[\w.'’-]+"
_PERSON = rf"(?P<name>{_WORD}(?: (?:and |& )?{_WORD}){{0,3}}?)"
_ROLE = r"(?P<role>first|lead|last|senior|sole|single|only)"
_BEFORE = r"(?:earlier|older|previous|prior)"
_WHEN = rf"(?P<when>(?:(?:{_BEFORE}|own|(?:19|20)\d\d) )*)"
_BY_AUTHOR = (
    # "works with Ada Falk as first author", "papers by Falk"
    re.compile(
        rf"\b{_WHEN}{_WORK} (?:(?:co-?)?(?:authored|written) )?(?:with|by|of|from|due to|where) "
        rf"(?:the (?:researcher|author) )?{_PERSON}"
        rf"(?: (?:as|is) (?:the |a |an )?{_ROLE}[ -]?author| (?P<alone>alone))?"
        r"(?= (?:does|do|did|are|is|appears?|can|has|have|which|that)\b|(?: in)?,? (?:in|on|among|cited|listed) |[,.;?]|\W*$)",
        re.I,
    ),
    # "single-author Falk papers", "Falk's earlier works", "which Falk papers does ... cite"
    re.compile(
        rf"\b(?:(?P<role>single|sole|first)-author(?:ed)? )?(?P<name>[A-Z][\w'’-]+?)(?:['’]s?)? "
        rf"{_WHEN}{_WORK}(?P<alone> alone)?"
        r"(?= (?:does|do|did|are|is|appears?|listed|cited|in)\b)"
    ),
)
_THEMSELVES = re.compile(
    rf"\b(?:himself|herself|themselves|self-cit\w+|(?:his|her|their) own\b|own (?:\w+ )?{_WORK})\b", re.I
)
_CITES = re.compile(
    r"\bcit(?:es?|ed|ing)\b|\bself-cit\w+|\b(?:bibliograph\w+|reference list|references|list of references)\b|\brefers? to\b",
    re.I,
)
_ASKS = re.compile(r"\b(?:which|what|list|name|how many|give|tell|show|looking for)\b", re.I)
_EARLIER = re.compile(rf"\b{_BEFORE}\b", re.I)
_FIRST = frozenset(("first", "lead"))
_ALONE = frozenset(("sole", "single", "only", "alone"))


@dataclass(frozen=True, slots=True)
class _Sought:
    """Works of the author `name`, "" for the citing paper's own authors, at the place `role` in their list, of the year or before
    that of the citing paper as `when` says; `paper` are the words of the question for the paper that cites them."""

    name: str
    role: str
    when: str
    paper: str


def answer_own_citations(context: RequestContext) -> ComposedAnswer | None:
    """The works of the author that the question names in the bibliography of a paper, with years; None if it asks for no such
    works, or the bibliography has none."""
    question, session = context.question.text, context.session
    for sought in _find_sought(question):
        subject = next(iter(find_subjects(sought.paper, session.subjects, 1)), None)
        if subject is None or subject.named < CLEARLY_NAMED:
            continue
        paper = session.cluster.paper(subject.paper_id)
        works = [reference for reference in paper.references if _is_sought(sought, paper, reference)]
        if works:
            with context.trace.step("record") as detail:
                detail.append(paper.id)
                return _composed(context, paper, sought, works)
    return None


def _find_sought(question: str) -> list[_Sought]:
    """The readings of `question`, likeliest first."""
    if not (_CITES.search(question) and _ASKS.search(question)):
        return []
    if _THEMSELVES.search(question):
        earlier = _EARLIER.search(question)
        return [_Sought("", "", earlier[0] if earlier else "", _THEMSELVES.sub(" ", question))]
    return [
        _Sought(
            match["name"],
            (match["role"] or match["alone"] or "").strip().casefold(),
            match["when"],
            f"{question[: match.start()]} {question[match.end() :]}",
        )
        for pattern in _BY_AUTHOR
        for match in pattern.finditer(question)
    ]


def _is_sought(sought: _Sought, paper: Paper, reference: Reference) -> bool:
    names = (sought.name,) if sought.name else paper.authors
    authors: Sequence[str] = reference.authors
    if sought.role in _FIRST:
        authors = authors[:1]
    elif sought.role in ("last", "senior"):
        authors = authors[-1:]
    elif sought.role in _ALONE and len(authors) != 1:
        return False
    if not _is_of_time(sought.when, paper, reference):
        return False
    return any(_is_same(name, author) for name in names for author in authors)


def _is_of_time(when: str, paper: Paper, reference: Reference) -> bool:
    """True if the work is of the year in `when`, and older than `paper` if it says so; works of unknown year are neither."""
    years = re.findall(r"\d{4}", when)
    if years and str(reference.year) not in years:
        return False
    return not _EARLIER.search(when) or (reference.year or paper.year or 0) < (paper.year or 0)


def _is_same(name: str, author: str) -> bool:
    """True if `name`, of which given names may be missing, is that of `author`, of which they may be initials."""
    one, other = fold_name(re.sub(r"['’]s?$", "", name)).split(), fold_name(author).split()
    if not one or not other or one[-1] != other[-1]:
        return False
    return len(one) == 1 or len(other) == 1 or one[0][0] == other[0][0]


def _composed(
    context: RequestContext, paper: Paper, sought: _Sought, works: Sequence[Reference]
) -> ComposedAnswer:
    prover = Prover(context.session.cluster, context.session.settings)
    citations: list[Citation] = []
    lines = []
    for work in works[:_MANY]:
        citation = find_in_bibliography(prover, paper, work.title or work.raw)
        if citation:
            citations.append(citation)
        year = f" ({work.year})" if work.year else ""
        lines.append(f"“{work.title or work.raw}”{year}{f' [{len(citations)}]' if citation else ''}")
    more = f"; and {len(works) - _MANY} more" if len(works) > _MANY else ""
    whose = _describe_author(sought) if sought.name else "of its own authors"
    return ComposedAnswer(
        f"{quote_title(paper)} cites {count_noun(len(works), 'work')} {whose}: {'; '.join(lines)}{more}.",
        tuple(citations),
    )


def _describe_author(sought: _Sought) -> str:
    name = re.sub(r"['’]s?$", "", sought.name)
    name = name if any(letter.isupper() for letter in name) else name.title()
    if sought.role in _ALONE:
        return f"by {name} alone"
    return f"with {name} as {sought.role} author" if sought.role else f"by {name}"
