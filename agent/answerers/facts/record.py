"""Facts of the record: authors, affiliations, year, venue, how many references, pages, figures, tables, and who cites whom.

They are looked up in the parsed paper, with the place on the page that states them, if there is one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....indexes.subjects import fold_name
from ....indexes.text.analysis import STOP_WORDS, analyse
from ....papers.types import Paper
from ...query.types import RecordField
from ...relevance.question_terms import GENERIC
from ...relevance.question_type import answer_type
from ...relevance.subject import Subject
from ...request_context import RequestContext
from ...statements.record import describe_unknown, state_record, state_thanks
from ...statements.record_people import find_named_authors, state_author_at
from ...statements.record_request import build_request
from ...statements.types import Statement
from ..types import ComposedAnswer
from .asked_papers import find_asked_papers
from .citation_facts import are_two_named, order_by_citing, state_cited, state_citing
from .cited_works.answer import answer_cited_works
from .cited_works.entry import answer_cited_entry
from .citing_papers import answer_citing
from .count_questions import asks_how_many
from .fact_parts import CLEARLY_NAMED, compose
from .people.person_questions import (
    asked_person,
    asked_position,
    asked_system,
    asks_for_correspondent,
    asks_where_done,
)
from .requested_facts import (
    LONGEST_QUESTION,
    Fact,
    asked_author,
    asks_for_summary,
    names_a_paper,
    requested_facts,
)
from .section_facts import without_asking

_PUBLICATION = re.compile(r"\bpubli(?:sh\w*|cation)\b|\bappear\w*\b|\b(?:come|came) out\b", re.I)
_CITES = re.compile(r"\b(?:cites?|cited|citing)\b", re.I)
_OF_PEOPLE: frozenset[Fact] = frozenset({"authors", "affiliation"})
_OF_WRITING = frozenset(analyse("who wrote written write published author authors people work affiliated"))
_CITING: frozenset[Fact] = frozenset({"does cite", "cites what", "cited by"})
_SUMMARY_TERMS = frozenset(
    analyse("summarize summary overview gist main idea point short brief please tldr tl dr show")
)
_FIELDS: dict[Fact, RecordField] = {
    "affiliation": "affiliations", "emails": "emails", "venue": "venue", "year": "year", "references": "reference_count",
    "tables": "table_count", "figures": "figure_count", "pages": "page_count", "sections": "sections", "title": "title",
    "doi": "doi", "abstract": "abstract", "dates": "dates", "funding": "funding", "thanks": "acknowledgments",
    "arxiv": "arxiv", "link": "links", "keywords": "keywords", "rights": "license", "numbers": "identifiers",
    "section": "section",
}  # fmt: skip
_AUTHOR = re.compile(r"\bauthors?\b|\b(?:he|she|they)\b", re.I)
# A paper calls what it makes by the name: "dubbed the Dynamic CNN (DCNN)", "we present RillNet".
_OWN = re.compile(
    r"\b(?:we|our|dubbed|called|named|termed|present\w*|introduc\w+|propos\w+|describ\w+)\b", re.I
)
_RANKS = {1: "second", 2: "third"}
_SUMMARY_NOTE = "a summary needs a model: this is the paper's own abstract"


def answer_from_record(context: RequestContext, subjects: tuple[Subject, ...] = ()) -> ComposedAnswer | None:
    """Answer a question about a paper's record, by its beginning; None if it asks for something else or names no paper.

    `subjects` are the papers that the question is about, where they are known from more than the question."""
    question = context.question.text[:LONGEST_QUESTION]
    context = replace(context, question=replace(context.question, text=question))
    if works := answer_cited_works(context, subjects) or answer_cited_entry(context, subjects):
        return works
    facts = requested_facts(question)
    thanks = () if set(facts) - _OF_PEOPLE else _find_thanks(context, subjects)
    if thanks and not facts:
        return compose(thanks)
    # "Email of who wrote the explanation of X" asks for no explanation.
    if not facts or (answer_type(question) == "reason" and facts != ("emails",)):
        return None
    if facts == ("cited by",):
        return answer_citing(context)
    # The verb of "Does A cite B?" names no paper, not even one called CiteSee.
    about = _CITES.sub(" ", question) if _CITING.intersection(facts) else question
    subjects = subjects or find_asked_papers(about, context.session)
    if not subjects or subjects[0].named < CLEARLY_NAMED:
        return None
    if "does cite" in facts and are_two_named(subjects):
        subjects = order_by_citing(question, subjects)
    summary = asks_for_summary(question)
    if summary and not _is_about_whole_paper(question, subjects[0]):
        return None
    with context.trace.step("record") as detail:
        detail.append(subjects[0].paper_id)
        if "does cite" in facts or "cites what" in facts:
            named = (
                state_citing(context, subjects) if "does cite" in facts else state_cited(context, subjects[0])
            )
            return compose(named) if named else None
        answered = {fact: _state(context, fact, subjects[0].paper_id) for fact in facts}
    if not any(answered.values()) and not thanks:
        # Sentences of the text hardly name the authors; but "What year did the model appear?" may be about another thing.
        if facts == ("authors",) or (facts in (("year",), ("venue",)) and _PUBLICATION.search(question)):
            return ComposedAnswer(refusal=_describe_unknown(context, subjects, facts[0]))
        return None
    unknown = [
        _describe_unknown(context, subjects, fact)
        for fact, statements in answered.items()
        if not statements and fact in ("authors", "year")
    ]
    statements = dict.fromkeys((*(statement for each in answered.values() for statement in each), *thanks))
    composed = compose(list(statements))
    return replace(
        composed, text=" ".join([composed.text, *unknown]), notes=(_SUMMARY_NOTE,) if summary else ()
    )


def _find_thanks(context: RequestContext, subjects: tuple[Subject, ...]) -> tuple[Statement, ...]:
    """The sentence that gives thanks for what somebody did for the authors, where a question asks for a person or a name."""
    question, session = context.question.text, context.session
    subjects = subjects or find_asked_papers(question, session)
    if answer_type(question) not in ("person", "name") or not subjects or subjects[0].named < CLEARLY_NAMED:
        return ()
    paper = session.cluster.paper(subjects[0].paper_id)
    known = subjects[0].terms.union(analyse(f"{paper.title} {' '.join(paper.authors)}"))
    return state_thanks(session, paper.id, set(analyse(question)) - STOP_WORDS - _OF_WRITING - known)


def _state(context: RequestContext, fact: Fact, paper_id: str) -> tuple[Statement, ...]:
    session, question = context.session, context.question.text
    paper = session.cluster.paper(paper_id)
    if not _is_of_paper(paper, fact, question):
        return ()
    place = asked_position(question) or 0
    if fact == "authors" and place in _RANKS and place < len(paper.authors):
        return tuple(state_author_at(build_request(session, paper_id, (), ""), place, _RANKS[place]))
    about = without_asking(question) if fact == "section" else question
    stated = state_record(session, paper_id, _list_fields(question, fact, paper), about)
    asked = asked_author(question) if fact == "authors" else None
    return tuple(_confirm(statement, paper.authors, asked) for statement in stated) if asked else stated


def _list_fields(question: str, fact: Fact, paper: Paper) -> tuple[RecordField, ...]:
    """The fields of the record for a fact: for people, the author who is meant comes first."""
    if fact not in ("authors", "affiliation", "emails"):
        return (_FIELDS[fact],)
    ranks: dict[int | None, RecordField] = {0: "first_author", -1: "last_author"}
    person = ranks.get(asked_position(question))
    if asks_for_correspondent(question) and paper.record.corresponding:
        person = "corresponding_author"
    if fact == "authors":
        return (person or ("author_count" if asks_how_many(question) else "authors"),)
    return (person, _FIELDS[fact]) if person else (_FIELDS[fact],)


def _is_of_paper(paper: Paper, fact: Fact, question: str) -> bool:
    """False for who made a system that the paper only uses, and for where something works that is no person."""
    if fact == "authors" and (system := asked_system(question)):
        return _is_origin(paper, system)
    if fact != "affiliation" or _AUTHOR.search(question) or find_named_authors(paper.authors, question):
        return True
    return not (asked_person(question) or asks_where_done(question))


def _is_origin(paper: Paper, system: str) -> bool:
    """True if `paper` is where `system` comes from: its title has the name, or its abstract gives it."""
    word = re.compile(rf"\b{re.escape(system)}\b", re.I)
    sentences = re.split(r"(?<=[.!?]) ", paper.abstract)
    return bool(word.search(paper.title)) or any(word.search(s) and _OWN.search(s) for s in sentences)


def _confirm(statement: Statement, names: Sequence[str], asked: str) -> Statement:
    """The statement of the authors with whether the words `asked` are a part of one of their names."""
    words = {fold_name(word).strip() for word in asked.split() if word[:1].isupper()}
    if not words:
        return statement
    verdict = "Yes" if any(words <= set(fold_name(name).split()) for name in names) else "No"
    return replace(statement, text=f"{verdict}: {statement.text}")


def _describe_unknown(context: RequestContext, subjects: tuple[Subject, ...], fact: Fact) -> str:
    field: RecordField = "authors" if fact == "authors" else _FIELDS[fact]
    return describe_unknown(context.session, subjects[0].paper_id, field)


def _is_about_whole_paper(question: str, subject: Subject) -> bool:
    """True if a summary is asked for of the paper, not of its results or the like."""
    return names_a_paper(question) or set(analyse(question)) <= GENERIC | _SUMMARY_TERMS | subject.terms
