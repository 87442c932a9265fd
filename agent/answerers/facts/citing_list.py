"""The papers that cite a work, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....indexes.text.analysis import STOP_WORDS, analyse
from ....papers.plural import count_noun, join_names
from ...session import Session

_MANY = 12
_OF_TOPIC = 0.5  # share of the words of a topic that the title of a paper on it has


@dataclass(frozen=True, slots=True)
class CitingList:
    """The list of papers that cite a work: those on `topic`, if some are, with their authors or without."""

    session: Session
    topic: str = ""
    with_authors: bool = False

    def describe(self, paper_ids: Sequence[str], cited: str) -> str:
        """The titles of those of the papers that cite the work `cited`, of many the first."""
        titles = [self._name(paper_id) for paper_id in self._on_topic(paper_ids)]
        return describe_list(titles, cited)

    def _on_topic(self, paper_ids: Sequence[str]) -> Sequence[str]:
        terms = {term for term in analyse(self.topic) if term not in STOP_WORDS}
        title_terms = self.session.subjects.title_terms
        shares = {each: len(terms.intersection(title_terms[each])) / max(len(terms), 1) for each in paper_ids}
        best = max(shares.values(), default=0.0)
        return [each for each in paper_ids if shares[each] == best] if best >= _OF_TOPIC else paper_ids

    def _name(self, paper_id: str) -> str:
        paper = self.session.cluster.summary(paper_id)
        by = f" by {join_names(paper.authors)}" if self.with_authors and paper.authors else ""
        return f"{paper.title}{by}"


def describe_list(titles: Sequence[str], cited: str) -> str:
    """The titles of the papers that cite the work `cited`, of many the first."""
    more = f"; and {len(titles) - _MANY} more" if len(titles) > _MANY else ""
    verb = "cites" if len(titles) == 1 else "cite"
    return f"{count_noun(len(titles), 'paper')} of this cluster {verb} {cited}: {'; '.join(titles[:_MANY])}{more}"
