"""The entry for one work in the bibliography of a paper: when and where it appeared, and by whom, as that paper cites it."""

from __future__ import annotations

import re
from collections.abc import Collection

from .....indexes.text.analysis import STOP_WORDS, analyse
from .....papers.types import Paper
from ....relevance.question_terms import GENERIC
from ....relevance.subject import Subject, find_subjects
from ....request_context import RequestContext
from ....statements.citations import entry_terms, find_entry, state_cited_entry
from ....statements.record_request import quote_title
from ...types import ComposedAnswer
from ..fact_parts import CLEARLY_NAMED, compose

_LIST = r"(?:bibliograph(?:y|ies)|references?|reference list|list of references)"
# Where the citing paper is named: "according to X's references", "in the bibliography of X", "that X cites".
_BY = (
    re.compile(rf",? ?(?:according to|in|by|from) (?:the )?{_LIST} of (?P<by>[^?,]+)", re.I),
    re.compile(
        rf",? ?(?:according to|in|by|from) (?:the )?(?P<by>[^?,]+?)(?:['’]s?|(?<=s)['’])? (?:own )?{_LIST}\b",
        re.I,
    ),
    re.compile(r"\b(?:does|do|did) (?P<by>[^?,]+?) (?:give|list|state|print|name) for\b", re.I),
    re.compile(
        r",? ?\b(?:that is |which is |as |is )?cited (?:by|in) (?P<by>(?:(?! (?:for|to|as|when)\b)[^?,])+?)"
        r"(?= (?:from|published|appear\w*|come|written)\W*$|\W*$)",
        re.I,
    ),
    re.compile(r"\b(?:that|which) (?P<by>[^?,]+?) cites\b", re.I),
    re.compile(
        rf"\b{_LIST} of (?P<by>[^?,]+?) (?:lists?|gives?|ha[sv]e?|states?|prints?|names?|dates?)\b", re.I
    ),
)
# "... Which year is printed in the reference list?": of the paper that the whole question is about.
_OWN_LIST = re.compile(
    rf"\b(?:in|by|of|from|under|according to|do|does|did) (?:the|its|their|his|her) (?:own )?{_LIST}\b(?! of\b)"
    rf"|['’]s? (?:own )?{_LIST}\b",
    re.I,
)
_FACT = re.compile(
    r"(?:^\W*|[.!,;:–—-] |\b(?:with|under) )"
    r"(?:who (?:wrote|authored|published|is|are|was|were)\b|when (?:was|were|did)\b|where (?:was|were|did|has)\b"
    r"|(?:(?:in|at|on|from) )?(?:which|what) (?:is the |was the )?(?:full )?(?:year|journal|venue|conference|workshop|proceedings"
    r"|volume|pages|title|authors?|date)\b)",
    re.I,
)
_SECOND = re.compile(r"\band (?:what|which|who|how|when|where|why)\b", re.I)
_CITES = re.compile(r"^\W*(?:does|do|did) (?P<by>[^?,]+?) cite (?P<work>[^?,]+?)\W*$", re.I)
_ASKING = frozenset(
    analyse(
        "who wrote authored author authors published publication appear appeared appears year journal venue conference workshop "
        "proceedings volume pages title date work works paper papers article reference references cited cite cites give given "
        "list listed entry original first second third last et al its their according bibliography come from presented printed "
        "full"
    )
)
_MOST_TERMS = 0.65  # share of the terms for a work that its entry has: it may not call it by its short name
_LEAST_OF_WHOLE = 0.5  # that share, where the question may say more of the paper and the entry
_MOST_WORDS = 12  # of the name of a work


def answer_cited_entry(context: RequestContext, subjects: tuple[Subject, ...] = ()) -> ComposedAnswer | None:
    """The entry of the one work that the question asks about, or whether a paper cites it; None where it asks for something else,
    or several entries may be meant. `subjects` are the papers that are surely meant, if any."""
    question, session = context.question.text, context.session
    cites = _CITES.search(question)
    for by, work in [(cites["by"], cites["work"])] if cites else _divide(question):
        plain = re.sub(r"['’]s\b", "", work)
        subject = next(iter(subjects or find_subjects(by, session.subjects, 1)), None)
        whole = subject.terms if subject and by == work else frozenset()
        terms = [term for term in dict.fromkeys(analyse(plain)) if term not in STOP_WORDS | _ASKING | whole]
        if (
            GENERIC.issuperset(terms)
            or len(terms) > _MOST_WORDS
            or subject is None
            or subject.named < CLEARLY_NAMED
        ):
            continue
        paper = session.cluster.paper(subject.paper_id)
        least = 1.0 if cites else _LEAST_OF_WHOLE if by == work else _MOST_TERMS
        entry = find_entry(paper, terms, least)
        if cites and entry is not None and entry.paper_id and _is_of_cluster(context, work):
            return None  # a fact between two papers of the cluster
        if entry is not None:
            with context.trace.step("record") as detail:
                detail.append(paper.id)
            return compose([state_cited_entry(session, paper.id, entry)], "Yes. " * bool(cites))
        is_name = re.search(r"[A-Z\d]", work) is not None  # not "Does X cite the rain?"
        if cites and is_name and _is_unknown(paper, terms) and not _is_of_cluster(context, work):
            return ComposedAnswer(
                f"No: the bibliography of {quote_title(paper)} has no work called “{work}”."
            )
    return None


def _divide(question: str) -> list[tuple[str, str]]:
    """The words for the paper that cites, with those for the work, in each reading; both may be all words."""
    if not _FACT.search(question) or _SECOND.search(question):
        return []
    found = (pattern.search(question) for pattern in _BY)
    divided = [(m["by"], f"{question[: m.start()]} {question[m.end() :]}") for m in found if m]
    return divided + [(question, question)] * bool(_OWN_LIST.search(question))


def _is_unknown(paper: Paper, terms: Collection[str]) -> bool:
    """True if no entry of the bibliography has any of `terms`."""
    return bool(paper.references) and not any(set(terms) & entry_terms(each) for each in paper.references)


def _is_of_cluster(context: RequestContext, work: str) -> bool:
    subject = next(iter(find_subjects(work, context.session.subjects, 1)), None)
    return subject is not None and subject.named >= CLEARLY_NAMED
