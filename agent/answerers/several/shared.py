"""Facts of the record that several papers share: authors, cited papers and citing papers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ....indexes.subjects import fold_name
from ....papers.plural import count_noun, join_names
from ...request_context import RequestContext
from ...statements.as_cited import find_authors
from ...types import Citation
from ..facts.requested_facts import Fact, requested_facts
from ..types import ComposedAnswer, markers
from .mentions import PaperMention, find_mentions
from .paper_parts import NamedPaper
from .relations import asks_for_shared

_PEOPLE = r"(?:co-?)?(?:authors?|researchers?|persons?|people|scientists?|writers?)"
_WROTE = r"(?:co-?)?(?:wrote|authored|write|worked|work|contributed to)"
_ARE = r"(?:is|are|was|were)"
_ASKS_AUTHORS = re.compile(
    rf"^\W*(?:(?:please )?(?:which|what|name|list|give|find|who)(?: me)?|{_ARE} there)"
    rf"(?: (?:the|an?|any|all|{_ARE}|one|two|three|four|first|only|common|shared))* {_PEOPLE}(?: (?:that|who|which))?"
    rf"(?: (?:{_ARE}|appears?|{_WROTE}|have|do|did|of|on|in|from|common|shared|both|also)\b|\W*$)"
    rf"|^\W*(?:who|{_ARE} there (?:any|some)(?:one|body)(?: who)?)(?: both| also)?"
    rf" (?:{_WROTE}\b|(?:{_ARE}|appears?) (?:on|behind)\b)"
    rf"|^\W*(?:do|does|did)\b[^?]*\b(?:share|have) (?:an?|any|some|the) (?:(?:common|same) )?{_PEOPLE}\b",
    re.I,
)
# "who is on A": for names, what is behind "on" is data.
_ON = re.compile(rf"\b({_ARE}|appears?|both|and|also|not|wrote|work(?:ed)?) on\b", re.I)
_ALSO = re.compile(r"\b(?:also|too|as well)\b", re.I)
# Between the papers, of which the second is the one that those who are asked for did not write, or did too.
_NOT = re.compile(
    r"(?:\bbut )?\b(?:(?:is|are|was|were|did|does|do|has|have) )?not\b|\b(?:is|are|was|were|did)n['’]t\b",
    re.I,
)


def answer_shared_record(context: RequestContext, papers: Sequence[NamedPaper]) -> ComposedAnswer | None:
    """The authors, cited papers or citing papers that all of `papers` share; None if the question asks for something else."""
    question = context.question.text
    fact = next((fact for fact in requested_facts(question) if fact in _SHARED), None)
    if fact is None or not asks_for_shared(question):
        return None
    titles = join_names([_title(context, paper.paper_id) for paper in papers])
    return _SHARED[fact](context, [paper.paper_id for paper in papers], titles)


def answer_author_relation(context: RequestContext) -> ComposedAnswer | None:
    """The people who wrote all of the papers that the question names, or the one but "not" the other; None if it asks for
    something else."""
    question = _ON.sub(r"\1", " ".join(context.question.text.split()))
    negation, index = _NOT.search(question), context.session.subjects
    is_related = negation or _ALSO.search(question) or asks_for_shared(question)
    if not is_related or not _ASKS_AUTHORS.search(question):
        return None
    if negation is not None:
        other, *behind = find_mentions(question[negation.end() :], index) or (None,)
        (one, *more) = [*find_mentions(question[: negation.start()], index), *behind] or (None,)
        return None if one is None or other is None or more else _authors_of_one(context, one, other)
    ids = [mention.paper_id for mention in find_mentions(_ALSO.sub(" and ", question), index)]
    if len(ids) < 2:
        return None
    return _authors(context, ids, join_names([_title(context, paper_id) for paper_id in ids]))


def _authors_of_one(context: RequestContext, one: PaperMention, other: PaperMention) -> ComposedAnswer | None:
    """The authors of the paper `one` who did not write the `other`; None where those of either are not known."""
    lists, citations = _listed_authors(context, (one.paper_id, other.paper_id))
    if not all(lists):
        return None
    names = [name for key, name in lists[0].items() if key not in lists[1]]
    titles = f"{_title(context, one.paper_id)}, but not of {_title(context, other.paper_id)}"
    return _state_authors(names, titles, citations)


def _title(context: RequestContext, paper_id: str) -> str:
    return f'"{context.session.cluster.summary(paper_id).title}"'


def _listed_authors(
    context: RequestContext, paper_ids: Sequence[str]
) -> tuple[list[dict[str, str]], tuple[Citation, ...]]:
    """The authors of each paper by a key for the person, and the places that state them."""
    found = [find_authors(context.session, context.session.cluster.paper(paper_id)) for paper_id in paper_ids]
    lists = [{_person(name): name for name in names} for names, _ in found]
    return lists, tuple(citation for _, citation in found if citation)


def _authors(context: RequestContext, paper_ids: Sequence[str], titles: str) -> ComposedAnswer:
    lists, citations = _listed_authors(context, paper_ids)
    return _state_authors(_in_all(lists), titles, citations)


def _state_authors(names: Sequence[str], titles: str, citations: tuple[Citation, ...]) -> ComposedAnswer:
    verb = "is an author" if len(names) == 1 else "are authors"
    stated = f"{join_names(names)} {verb}" if names else "Nobody is an author"
    return ComposedAnswer(f"{stated} of {titles}. {markers(len(citations))}".rstrip(), citations)


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
