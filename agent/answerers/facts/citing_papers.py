"""The papers of a cluster that cite a work: one of its own papers, or one that their bibliographies alone have."""

from __future__ import annotations

import re

from ....indexes.subjects import PaperFacts, SubjectIndex, fold_name
from ....indexes.text.analysis import STOP_WORDS, analyse
from ...relevance.cited_works import find_cited_names
from ...relevance.question_terms import GENERIC
from ...relevance.subject import Subject, find_subjects
from ...request_context import RequestContext
from ...statements.citations import find_citing, state_cited_by
from ...statements.record_request import quote_title
from ..types import ComposedAnswer
from .fact_parts import compose

_HERE = r"(?: (?:here|in (?:this|the|my|our|your) (?:cluster|collection|library|folder|set)))"
_BIBLIOGRAPHY = r"(?:bibliograph(?:y|ies)|references?|reference lists?|lists? of references)"
_OBJECT = re.compile(
    r"^\W*(?:is|are|was|has) (?P<passive>[^?]+?) (?:been )?cited (?:by|in) (?:any\w*|some\w*|which|what|how many)\b"
    rf"|\b(?:cites?|citing|cited|refers? to|references?)\s+(?P<work>[^?]+?)(?:,?{_HERE})?\W*$"
    rf"|\b(?:has|have|with|lists?|includes?) (?P<entry>[^?]+?) (?:in|among|on) (?:their|its|the) {_BIBLIOGRAPHY}(?:{_HERE})?\W*$",
    re.IGNORECASE,
)
# A further condition, which the list of citing papers does not answer: "... that cites X also uses Y".
_FURTHER = re.compile(
    r"\b(?:also|uses?|using|and (?:what|which|how|who|when|where|does|do|is|are|has|have))\b|[,;] (?:what|which|how)\b",
    re.IGNORECASE,
)
# All of the work is in quotation marks, of which the closing one may be cut off.
_QUOTED = re.compile(r"[\"“][^\"”]{8,}[\"”]?|[‘'](?:[^’']|[’'](?=\w)){8,}[’']?")
# A second question for nothing but the papers, or for who wrote them: "... cites X? Which one?", "... cites X, and who wrote it?"
_WHICH_ONE = re.compile(
    r"(?:[?.,;]| and)+ *(?:if so,? )?(?:which|what) (?:one|ones|papers?|is it|are they)\W*$", re.IGNORECASE
)
_WHO_WROTE = re.compile(
    r"[?.,;]*(?: and)? (?:who (?:wrote|authored|are|is|were) (?:it|them|they|(?:its|their|the) authors?)|by whom(?: is it)?)\W*$",
    re.IGNORECASE,
)
_TOPIC = re.compile(
    rf"\b(?:papers?|articles?|works?|studies|study)(?:{_HERE})? (?:on|about) (?P<topic>[^?]+?)"
    r"(?:,? (?:that|which))?\W*$",
    re.IGNORECASE,
)
# It names no paper, not even one called CiteSee.
_VERB = re.compile(r"\b(?:cites?|cited|citing)\b", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s?(?!\w)")
_NAMED = 0.3  # how clearly a question must name the paper that is cited
_NOT_NAMING = frozenset(
    analyse("paper papers article work works et al and the original first reference references list")
)
_LIKELY = 0.8  # probability of the paper that is called by its first author
# Degree above which a name is that of the one paper that is cited by it: at least three times, and hardly another.
_OWNED = 0.8


def answer_citing(context: RequestContext) -> ComposedAnswer | None:
    """The papers that cite a paper of the cluster, or a work that only bibliographies have; None where more is asked of them."""
    session, question = context.session, _WHICH_ONE.sub("?", context.question.text)
    topic, with_authors = topic_of(question), bool(_WHO_WROTE.search(question))
    question = _WHO_WROTE.sub("?", question)
    work = cited_work(question)
    if work is None:
        return None
    subject = next(iter(find_subjects(work or _VERB.sub(" ", question), session.subjects, 1)), None)
    is_named = subject is not None and subject.named >= _NAMED
    if subject is None or (work and not (is_named and is_called(work, subject, session.subjects))):
        listing, title = find_citing(session, _naming(work), work)
        if listing:
            return compose([state_cited_by(session, f"“{title}”", listing, topic, with_authors)])
        is_named = is_named and len(work.split()) == 1  # a system that nobody cites by its name
    if subject is None or not is_named:
        return None
    cited, citing = (
        quote_title(session.cluster.summary(subject.paper_id)),
        session.cluster.citing(subject.paper_id),
    )
    return compose([state_cited_by(session, cited, citing, topic, with_authors)])


def cited_work(question: str) -> str | None:
    """The words for the work of which `question` asks who cites it; "" where they are not behind "cite"; None where more is asked
    of the papers that do."""
    match = _OBJECT.search(question)
    work = (match["passive"] or match["work"] or match["entry"]) if match else ""
    if work.casefold().startswith(("by ", "in ")):
        return ""
    if _FURTHER.search(work) and not _QUOTED.fullmatch(work):
        return None
    return work.strip(" \"'“”")


def topic_of(question: str) -> str:
    """The topic of the citing papers that `question` asks for: "which paper on rain cites X"; "" where it gives none."""
    match = _OBJECT.search(question)
    topic = _TOPIC.search(question[: match.start()]) if match else None
    return topic["topic"] if topic else ""


def is_called(work: str, subject: Subject, index: SubjectIndex) -> bool:
    """True if at least half of the terms of `work` are in the title, the authors, the year or the file of the paper `subject`, or
    in a name that others cite it by."""
    facts = index.papers[index.places[subject.paper_id]]
    if subject.probability >= _LIKELY and _names_first_author(work, facts):
        return True
    own = set(analyse(f"{facts.title} {facts.file} {facts.year or ''}"))
    own |= {part for author in facts.authors for part in fold_name(author).split()}
    terms = _naming(work)
    degree, names = find_cited_names(work, index.name_counts).get(subject.paper_id, (0.0, frozenset()))
    own |= names if degree > _OWNED else set()
    known = [term for term in terms if term in own or fold_name(term).strip() in own]
    return bool(terms) and 2 * len(known) >= len(terms)


def _names_first_author(work: str, facts: PaperFacts) -> bool:
    """True if `work` is called by the first author: "Lai et al.'s classifier"."""
    match = re.search(r"([\w'’-]+) et al\b", work)
    return bool(
        match
        and facts.authors
        and fold_name(match[1]).split()[-1:] == fold_name(facts.authors[0]).split()[-1:]
    )


def _naming(work: str) -> list[str]:
    return [
        term
        for term in analyse(_POSSESSIVE.sub("", work))
        if term not in GENERIC and term not in _NOT_NAMING and term not in STOP_WORDS
    ]
