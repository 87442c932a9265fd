"""Facts of the whole cluster: how many papers it has, and which are of a year or by an author."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....papers.plural import count_noun
from ....papers.types import Paper
from ....retrieval.linking.names import fold
from ...request_context import RequestContext
from ..types import ComposedAnswer

_HERE = (
    r"(?:here|there|indexed|loaded|you (?:have|know|hold)|"
    r"(?:in|of) (?:this|the|my|your) (?:cluster|collection|library|folder))"
)
_SIZE = re.compile(
    r"\bhow many (?:papers|articles|documents|pdfs|publications) (?:are|do|does|is|have)\b[^?]*?"
    rf"\b(?:{_HERE}|(?:this|the) (?:cluster|collection|library) (?:have|contain|hold))\W*$",
    re.I,
)
_PAPERS = (
    r"\b(?:which|what|list|show|name|how many)\b[^?]*?\b(?:papers?|articles?|publications?|works?)"
    rf"(?: (?:{_HERE}|that|are|is|was|were))*"
)
_OF_YEAR = re.compile(
    rf"{_PAPERS}(?: published| appeared| written| released)? (?:in|from|of)(?: the year)? (?P<year>(?:19|20)\d\d)\W*$",
    re.I,
)
_BY_AUTHOR = (
    re.compile(rf"{_PAPERS}(?: (?:co-?)?(?:written|authored))? by (?P<name>[^?]+?)\W*$", re.I),
    re.compile(
        rf"{_PAPERS} (?:did|has|have) (?P<name>[^?]+?) (?:co-?)?(?:write|written|author|authored|publish|published)\W*$",
        re.I,
    ),
)


def answer_from_cluster(context: RequestContext) -> ComposedAnswer | None:
    """Answer a question about the cluster's own list of papers; None if it asks for something else.

    No page states these facts, so the answer has no quotes. "Papers by the same group" names no author and is left to the
    text.
    """
    question = context.question.text
    papers = context.session.cluster.summaries
    if _SIZE.search(question):
        return ComposedAnswer(f"This cluster has {count_noun(len(papers), 'paper')}.")
    if match := _OF_YEAR.search(question):
        found = [paper for paper in papers if paper.year == int(match["year"])]
        return ComposedAnswer(_list_papers(found, f"from {match['year']}"))
    for pattern in _BY_AUTHOR:
        if match := pattern.search(question):
            name = " ".join(fold(match["name"]).casefold().split())
            found = [paper for paper in papers if any(_is_called(author, name) for author in paper.authors)]
            return ComposedAnswer(_list_papers(found, f"by {match['name']}")) if found else None
    return None


def _is_called(author: str, name: str) -> bool:
    """True if `name`, folded, is the author's whole name or its last words."""
    return f" {fold(author).casefold()}".endswith(f" {name}")


def _list_papers(papers: Sequence[Paper], which: str) -> str:
    if not papers:
        return f"No paper of this cluster is {which}."
    verb = "is" if len(papers) == 1 else "are"
    titles = "\n".join(f'- "{paper.title}"' for paper in papers)
    return f"{count_noun(len(papers), 'paper')} of this cluster {verb} {which}:\n{titles}"
