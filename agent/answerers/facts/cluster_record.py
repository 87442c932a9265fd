"""Facts of the whole cluster: how many papers it has, and which are of some years, by an author or extreme in a count."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ....papers.plural import count_noun
from ....papers.types import Paper
from ....retrieval.linking.names import fold
from ...request_context import RequestContext
from ..types import ComposedAnswer
from .record_extremes import describe_extreme, find_extreme
from .years import YearCondition, find_year_condition

_HERE = (
    r"(?:here|there|indexed|loaded|of mine|of ours|(?:you|i|we) (?:have|know|hold)|"
    r"(?:in|of) (?:this|the|my|our|your) (?:cluster|collection|library|folder))"
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
_BY_AUTHOR = (
    re.compile(rf"{_PAPERS}(?: (?:co-?)?(?:written|authored))? by (?P<name>[^?]+?)\W*$", re.I),
    re.compile(
        rf"{_PAPERS} (?:did|has|have) (?P<name>[^?]+?) (?:co-?)?(?:write|written|author|authored|publish|published)\W*$",
        re.I,
    ),
    re.compile(
        rf"{_PAPERS} (?:has|have|with|lists?|names?|includes?) (?P<name>[^?]+?) (?:among|as|in|on) (?:an? |the |its |their )?"
        r"(?:list of )?(?:co-?)?author(?:s| list)?\W*$",
        re.I,
    ),
)
# All papers: "List my papers", "Which papers do I have?"
_LIST = re.compile(
    r"^\W*(?:(?:please|can you|could you) )*(?:list|show|name|(?:which|what) (?:papers|articles|publications|works)\b)",
    re.I,
)
_BETWEEN_NAMES = re.compile(r",? (?:and|&|or) |, |^(?:both|either) ", re.I)
_OR = re.compile(r" or ", re.I)
# The words of a question for papers of some years that asks for nothing else of them.
_PAPER_NOUN = re.compile(r"\b(?:papers?|articles?|publications?|works?|studies|ones?)\b", re.I)
_FRAME = frozenset(
    "my mine our ours your "
    "which what what's list show name find give tell me us all any of the these those this that is are was were be been do does "
    "did have has we you i there here how many number count in from by and or it its a an please papers paper articles article "
    "publications publication works work studies study ones one came come comes out appeared appear published publish released "
    "written printed dated year years date cluster collection library folder set indexed loaded year's".split()
)


def answer_from_cluster(
    context: RequestContext, paper_ids: Collection[str] | None = None
) -> ComposedAnswer | None:
    """Answer a question about the cluster's own list of papers, or those of them that are given; None if it asks for something
    else.

    No page states these facts, so the answer has no quotes. "Papers by the same group" names no author and is left to the
    text.
    """
    question = context.question.text
    cluster = context.session.cluster
    papers = [paper for paper in cluster.summaries if paper_ids is None or paper.id in paper_ids]
    if _SIZE.search(question):
        return ComposedAnswer(f"This cluster has {count_noun(len(papers), 'paper')}.")
    if _LIST.search(question) and _asks_only_for(question, (0, 0)):
        titles = "\n".join(_title_line(paper, dated=True) for paper in papers)
        return ComposedAnswer(f"This cluster has {count_noun(len(papers), 'paper')}:\n{titles}")
    condition = find_year_condition(question)
    if condition is not None and _asks_only_for(question, condition.span):
        return ComposedAnswer(_describe_years(papers, condition))
    extreme = find_extreme(question)
    if extreme is not None and _asks_only_for(question, extreme.span):
        text = describe_extreme(cluster, extreme, [paper.id for paper in papers])
        return ComposedAnswer(text) if text else None
    for pattern in _BY_AUTHOR:
        if match := pattern.search(question):
            names = [" ".join(fold(name).casefold().split()) for name in _BETWEEN_NAMES.split(match["name"])]
            needed = any if _OR.search(match["name"]) else all
            found = [paper for paper in papers if needed(_is_by(paper, name) for name in names if name)]
            return ComposedAnswer(_list_papers(found, f"by {match['name']}")) if found else None
    return None


def _asks_only_for(question: str, span: tuple[int, int]) -> bool:
    """True if `question` asks for papers by what it has at `span`, and for nothing else of them."""
    start, end = span
    rest = f"{question[:start]} {question[end:]}"
    words = re.findall(r"[\w'’-]+", rest.casefold().replace("’", "'"))
    return bool(_PAPER_NOUN.search(rest)) and _FRAME.issuperset(words)


def _describe_years(papers: Sequence[Paper], condition: YearCondition) -> str:
    """The papers that meet `condition`, and how many have no known year, which matters where years are compared."""
    found = condition.choose(papers)
    unknown = sum(paper.year is None for paper in papers)
    note = f"\nThe year of {count_noun(unknown, 'paper')} is not known." if unknown else ""
    if condition.first is not None and condition.first == condition.last:
        return _list_papers(found, f"from {condition.first}")
    if condition.is_extreme and len(found) == 1:
        return f'The {condition.wording} paper of this cluster is "{found[0].title}" ({found[0].year}).{note}'
    if condition.is_extreme and found:
        return f"{_list_papers(found, f'from {found[0].year}, the {condition.wording}')}{note}"
    which = condition.wording.removeprefix("from ")
    return f"{_list_papers(found, f'from {which}', dated=True)}{note}"


def _is_by(paper: Paper, name: str) -> bool:
    """True if `name`, folded, is an author's whole name or its last words."""
    return any(f" {fold(author).casefold()}".endswith(f" {name}") for author in paper.authors)


def _list_papers(papers: Sequence[Paper], which: str, dated: bool = False) -> str:
    if not papers:
        return f"No paper of this cluster is {which}."
    verb = "is" if len(papers) == 1 else "are"
    titles = "\n".join(_title_line(paper, dated) for paper in papers)
    return f"{count_noun(len(papers), 'paper')} of this cluster {verb} {which}:\n{titles}"


def _title_line(paper: Paper, dated: bool) -> str:
    year = f" ({paper.year})" if dated and paper.year else ""
    return f'- "{paper.title}"{year}'
