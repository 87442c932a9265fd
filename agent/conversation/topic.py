"""The papers that a question names, as the topic that a follow-up takes over, and noun phrases for papers."""

from __future__ import annotations

import re

from ...indexes.subjects import SubjectIndex, fold_name
from ...indexes.text.analysis import analyse
from ..relevance.paper_citation import short_citation
from .followup import is_complete
from .named_papers import find_named_papers
from .question_form import parse_form

_DATA = re.compile(r" (?:on|in|for|with) ")
_NO_NAME = frozenset(("et", "al", "and", "the", "paper", "of"))


def find_topic(question: str, index: SubjectIndex) -> tuple[int, int] | None:
    """From the first to the last paper that the last clause of `question` names, without data or a verb behind the last, and
    without what is asked for; None if it names none."""
    mentions = find_named_papers(question, index)
    if not mentions:
        return None
    last = mentions[-1]
    mentions = [each for each in mentions if not is_complete(f"x {question[each.end : last.start]}")]
    words = _DATA.split(question[last.start : last.end])[0].split()
    while len(words) > 1 and words[-1].islower() and not last.terms.intersection(analyse(words[-1])):
        words.pop()
    start, end = mentions[0].start, last.start + len(" ".join(words))
    asked = parse_form(question).start
    return max(start, asked) if asked < end else start, end


def name_paper(topic: str, index: SubjectIndex, *, of_paper: bool) -> str:
    """A noun phrase for the paper that `topic` names by its authors, along with other words if `of_paper`; else `topic`."""
    mentions = find_named_papers(topic, index)
    if len(mentions) != 1:
        return topic
    paper = index.papers[index.places[mentions[0].paper_id]]
    surnames = {word for author in paper.authors for word in fold_name(author).split()[-1:]}
    words = [word for word in fold_name(topic).split() if word not in _NO_NAME and not word.isdigit()]
    by_authors = [word in surnames for word in words]
    if any(by_authors) and (of_paper or all(by_authors)):
        return describe_paper(paper.id, index)
    return topic


def describe_paper(paper_id: str, index: SubjectIndex) -> str:
    """A noun phrase that names one paper: "the paper of Falk et al. 2021", else its title in quotation marks."""
    paper = index.papers[index.places[paper_id]]
    cited = [short_citation(each) for each in index.papers]
    own = short_citation(paper)
    return f"the paper of {own}" if own and cited.count(own) == 1 else f'"{paper.title}"'
