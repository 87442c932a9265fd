"""Facts of the record that several papers share: authors, cited papers and citing papers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ....indexes.subjects import fold_name
from ....papers.plural import count_noun, join_names
from ...request_context import RequestContext
from ..facts.people.authors import find_authors
from ..facts.requested_facts import Fact, requested_facts
from ..types import ComposedAnswer
from .paper_parts import NamedPaper
from .relations import asks_for_shared


def answer_shared_record(context: RequestContext, papers: Sequence[NamedPaper]) -> ComposedAnswer | None:
    """The authors, cited papers or citing papers that all of `papers` share; None if the question asks for something else."""
    question = context.question.text
    fact = next((fact for fact in requested_facts(question) if fact in _SHARED), None)
    if fact is None or not asks_for_shared(question):
        return None
    cluster = context.session.cluster
    titles = join_names([f'"{cluster.summary(paper.paper_id).title}"' for paper in papers])
    return _SHARED[fact](context, [paper.paper_id for paper in papers], titles)


def _authors(context: RequestContext, paper_ids: Sequence[str], titles: str) -> ComposedAnswer:
    found = [find_authors(context.session, context.session.cluster.paper(paper_id)) for paper_id in paper_ids]
    lists = [{_person(name): name for name in authors.names} if authors else {} for authors in found]
    names = _in_all(lists)
    citations = tuple(authors.citation for authors in found if authors and authors.citation)
    marks = "".join(f"[{number}]" for number in range(1, len(citations) + 1))
    verb = "is an author" if len(names) == 1 else "are authors"
    shared = f"{join_names(names)} {verb}" if names else "Nobody is an author"
    return ComposedAnswer(f"{shared} of {titles}. {marks}".rstrip(), citations)


def _cited(context: RequestContext, paper_ids: Sequence[str], titles: str) -> ComposedAnswer:
    cluster = context.session.cluster
    lists = [
        {r.paper_id: cluster.summary(r.paper_id).title for r in cluster.paper(each).references if r.paper_id}
        for each in paper_ids
    ]
    return _listed(_in_all(lists), f"cited by each of {titles}")


def _citing(context: RequestContext, paper_ids: Sequence[str], titles: str) -> ComposedAnswer:
    cluster = context.session.cluster
    lists = [{citing: cluster.summary(citing).title for citing in cluster.citing(each)} for each in paper_ids]
    return _listed(_in_all(lists), f"citing each of {titles}")


def _listed(titles: Sequence[str], relation: str) -> ComposedAnswer:
    listed = f": {'; '.join(titles)}" if titles else ""
    return ComposedAnswer(f"{count_noun(len(titles), 'paper')} of this cluster {relation}{listed}.")


_SHARED: dict[Fact, Callable[[RequestContext, Sequence[str], str], ComposedAnswer]] = {
    "authors": _authors,
    "cites what": _cited,
    "cited by": _citing,
}


def _in_all(lists: Sequence[Mapping[str, str]]) -> list[str]:
    """The values of the first mapping whose keys all have."""
    return [value for key, value in lists[0].items() if all(key in other for other in lists[1:])]


def _person(name: str) -> str:
    """A key for a person: the first letter of the given name, and the surname."""
    words = fold_name(name).split()
    return f"{words[0][0]} {words[-1]}" if words else ""
