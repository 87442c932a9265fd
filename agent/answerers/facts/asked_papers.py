"""The paper whose record a question asks for: by its subject, then by its year and by the institution of its authors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....indexes.text.analysis import analyse
from ....papers.types import Paper
from ...relevance.subject import Subject, find_subjects
from ...session import Session
from .fact_parts import CLEARLY_NAMED

_YEAR = re.compile(r"(?<![\w-])(?:19[5-9]\d|20\d\d)(?![\w-])")
_INSTITUTION = re.compile(r"(?<=\s)[A-Z][\w&-]+(?:(?: (?:of|for|the))* [A-Z][\w&-]+)*")
# Words that do not tell one institution from another.
_COMMON = frozenset(
    analyse(
        "university universities institute institution department research lab labs laboratory school college academy centre "
        "center faculty company group national technology science sciences engineering computer"
    )
)
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
    """The likeliest paper of the institutions in the question, if no paper is sure to be meant; one that alone has most of them
    is clearly named by them."""
    titled = frozenset().union(*(subject.terms for subject in subjects[:_LIKELY])) - _COMMON
    found = {name: set(analyse(name)) for name in _INSTITUTION.findall(question)}
    names = [name for name, terms in found.items() if terms - _COMMON and titled.isdisjoint(terms)]
    if not names or subjects[0].probability >= _SURE:
        return None
    counts = [
        _count_printed(names, session.cluster.paper(subject.paper_id)) for subject in subjects[:_LIKELY]
    ]
    most = max(counts)
    if not most:
        return None
    chosen = subjects[counts.index(most)]
    return replace(chosen, named=max(chosen.named, CLEARLY_NAMED)) if counts.count(most) == 1 else chosen


def _count_printed(names: Sequence[str], paper: Paper) -> int:
    """Number of `names` that the lines below the title of `paper` have."""
    front = " ".join(line.text for line in paper.record.byline)
    return sum(bool(re.search(rf"\b{re.escape(name)}\b", front)) for name in names)
