"""The paper whose record a question asks for: by its subject, then by its year and by the institution of its authors."""

from __future__ import annotations

import re

from ....indexes.text.analysis import analyse
from ...relevance.subject import Subject, find_subjects
from ...session import Session
from .people.affiliations import front_lines

_YEAR = re.compile(r"(?<![\w-])(?:19[5-9]\d|20\d\d)(?![\w-])")
_INSTITUTION = re.compile(r"(?<=\s)[A-Z][\w&-]+(?: [A-Z][\w&-]+)*")
_DATED = 3  # papers of which one is meant by its year
_LIKELY = 8  # papers of which one is meant by its institution
_SURE = 0.6  # probability from which no institution is needed to tell a paper from others


def find_asked_papers(question: str, session: Session) -> tuple[Subject, ...]:
    """All papers, likeliest first: one from a year or an institution in the question comes before a likelier one that is not."""
    subjects = find_subjects(question, session.subjects)
    if not subjects:
        return ()
    chosen = _from_year(question, subjects, session) or _from_institution(question, subjects, session)
    return (chosen, *(each for each in subjects if each is not chosen)) if chosen else subjects


def _from_year(question: str, subjects: tuple[Subject, ...], session: Session) -> Subject | None:
    """The paper of that year, if it is named as clearly as the first, which is of another."""
    years = set(map(int, _YEAR.findall(question)))
    if not years or session.cluster.summary(subjects[0].paper_id).year in (None, *years):
        return None
    named = (each for each in subjects[:_DATED] if each.named >= subjects[0].named)
    return next((each for each in named if session.cluster.summary(each.paper_id).year in years), None)


def _from_institution(question: str, subjects: tuple[Subject, ...], session: Session) -> Subject | None:
    """The likeliest paper of an institution in the question, if no paper is sure to be meant."""
    titled = frozenset().union(*(subject.terms for subject in subjects[:_LIKELY]))
    names = [name for name in _INSTITUTION.findall(question) if titled.isdisjoint(analyse(name))]
    if not names or subjects[0].probability >= _SURE:
        return None
    for subject in subjects[:_LIKELY]:
        front = " ".join(line.text for line in front_lines(session.cluster.paper(subject.paper_id)))
        if any(re.search(rf"\b{re.escape(name)}\b", front) for name in names):
            return Subject(subject.paper_id, subject.probability, 1.0, subject.terms)
    return None
