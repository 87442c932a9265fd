"""Papers that a conversation is about: the one that "it" stands for, and those put side by side that "them" stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...indexes.subjects import SubjectIndex
from ...papers.captions import figure_label
from ..answerers.several.selection_forms import find_selection
from .followup import lacks_antecedent
from .named_papers import find_named_papers
from .topic import describe_paper, find_topic, name_paper
from .types import Turn

_MOST = 12  # papers of a group: more are no list to choose from


@dataclass(frozen=True, slots=True)
class Referents:
    """Ids of papers: `paper` is the one last spoken of, "" if none; `group` those last listed or asked the same one after the
    other, in the order in which they were named, empty if there are fewer than two; `names` of papers as the user calls them."""

    paper: str = ""
    group: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def name(self, paper_id: str) -> str:
        """A noun phrase for a paper that is spoken of."""
        return self.names[paper_id]


def find_referents(turns: Sequence[Turn], index: SubjectIndex) -> Referents:
    """The papers that a question after `turns` may refer to."""
    spoken = [papers_of(turn, index) for turn in turns]
    single = next((papers[0] for papers in reversed(spoken) if len(papers) == 1), "")
    listed = next((place for place in reversed(range(len(spoken))) if len(spoken[place]) > 1), -1)
    series = tuple(dict.fromkeys(papers[0] for papers in spoken[listed + 1 :] if papers))
    # After a list, another paper is what the list is compared with; after a comparison it is one of those.
    is_added = listed >= 0 and len(series) < 2
    group = tuple(dict.fromkeys((*spoken[listed], *series))) if is_added else series
    paper = single
    if spoken and listed == len(spoken) - 1 and not find_selection(_text(turns[-1])):
        paper = spoken[listed][-1]  # of those that a question compares, the last is the latest
    group = group[-_MOST:] if len(group) > 1 else ()
    names = {paper_id: _name(paper_id, turns, index) for paper_id in {*group, paper} - {""}}
    return Referents(paper, group, names)


def papers_of(turn: Turn, index: SubjectIndex) -> tuple[str, ...]:
    """The papers that a turn is about: those that its question names, if the answer is from them or there is none; else those
    that its answer lists or first quotes."""
    text, answer = _text(turn), turn.answer
    cited = tuple(dict.fromkeys(c.paper_id for c in answer.citations if c.paper_id in index.places))
    if not cited and answer.status == "answered":  # a fact of the record, which no page states
        return tuple(paper.id for paper in index.papers if f'"{paper.title}"' in answer.text)
    if cited and find_selection(text):
        return cited
    named = tuple(dict.fromkeys(mention.paper_id for mention in find_named_papers(text, index)))
    if answer.status == "abstained":
        return named[:1] if len(named) == 1 else ()
    if answer.figure and (figure_label(text) or not cited):
        return cited[:1] or ((answer.anchor,) if answer.anchor in index.places else ())
    shared = tuple(paper_id for paper_id in named if paper_id in cited)
    return shared or cited[:1] or named[:1]


def _name(paper_id: str, turns: Sequence[Turn], index: SubjectIndex) -> str:
    """The name that the user last gave a paper, if it has more than its authors; else its authors and year, or its title."""
    for turn in reversed(turns):
        named = find_named_papers(turn.question, index)
        if len(named) == 1 and named[0].paper_id == paper_id and (span := find_topic(turn.question, index)):
            topic = turn.question[slice(*span)].removesuffix("'s")
            is_name = any(not word.islower() for word in topic.split()) and not lacks_antecedent(topic)
            if is_name and name_paper(topic, index, of_paper=True) == topic:
                return topic
    return describe_paper(paper_id, index)


def _text(turn: Turn) -> str:
    return turn.complete or turn.question
