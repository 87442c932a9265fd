"""The papers of a cluster that cite a work: one of its own papers, or one that their bibliographies alone have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ....indexes.subjects import SubjectIndex, fold_name
from ....indexes.text.analysis import STOP_WORDS, analyse
from ....papers.clusters.cluster import Cluster
from ....papers.plural import count_noun
from ....papers.types import Reference
from ...relevance.cited_works import find_cited_names
from ...relevance.question_terms import GENERIC
from ...relevance.subject import Subject, find_subjects
from ...request_context import RequestContext
from ..types import ComposedAnswer

_MANY = 12
_OBJECT = re.compile(
    r"\b(?:cites?|citing|cited|refers? to|references?)\s+(?P<work>[^?]+?)"
    r"(?:,? (?:here|in (?:this|the|my) (?:cluster|collection|library|folder|set)))?\W*$",
    re.IGNORECASE,
)
# A further condition, which the list of citing papers does not answer: "... that cites X also uses Y".
_FURTHER = re.compile(
    r"\b(?:also|uses?|using|and (?:what|which|how|who|when|where|does|do|is|are|has|have))\b|[,;] (?:what|which|how)\b",
    re.IGNORECASE,
)
# It names no paper, not even one called CiteSee.
_VERB = re.compile(r"\b(?:cites?|cited|citing)\b", re.IGNORECASE)
_NAMED = 0.3  # how clearly a question must name the paper that is cited
_NOT_NAMING = frozenset(
    analyse("paper papers article work works et al and the original first reference references list")
)
# Degree above which a name is that of the one paper that is cited by it: at least three times, and hardly another.
_OWNED = 0.8


def answer_citing(context: RequestContext) -> ComposedAnswer | None:
    """The papers that cite a paper of the cluster, or a work that only bibliographies have; None where more is asked of them."""
    question, index = context.question.text, context.session.subjects
    cluster = context.session.cluster
    work = cited_work(question)
    if work is None:
        return None
    subject = next(iter(find_subjects(_VERB.sub(" ", question), index, 1)), None)
    is_named = subject is not None and subject.named >= _NAMED
    if subject is None or (work and not (is_named and is_called(work, subject, index))):
        if text := describe_citing(work, cluster):
            return ComposedAnswer(text)
        is_named = is_named and len(work.split()) == 1  # a system that nobody cites by its name
    if subject is None or not is_named:
        return None
    cited = f'"{cluster.summary(subject.paper_id).title}"'
    citing = [cluster.summary(paper_id).title for paper_id in cluster.citing(subject.paper_id)]
    return ComposedAnswer(
        f"{describe_list(citing, cited)}." if citing else f"No paper of this cluster cites {cited}."
    )


def cited_work(question: str) -> str | None:
    """The words for the work of which `question` asks who cites it; "" where they are not behind "cite"; None where more is asked
    of the papers that do."""
    match = _OBJECT.search(question)
    if match is None or match["work"].casefold().startswith(("by ", "in ")):
        return ""
    return None if _FURTHER.search(match["work"]) else match["work"].strip(" \"'“”")


def is_called(work: str, subject: Subject, index: SubjectIndex) -> bool:
    """True if at least half of the terms of `work` are in the title, the authors, the year or the file of the paper `subject`, or
    in a name that others cite it by."""
    facts = index.papers[index.places[subject.paper_id]]
    own = set(analyse(f"{facts.title} {facts.file} {facts.year or ''}"))
    own |= {part for author in facts.authors for part in fold_name(author).split()}
    terms = _naming(work)
    degree, names = find_cited_names(work, index.name_counts).get(subject.paper_id, (0.0, frozenset()))
    own |= names if degree > _OWNED else set()
    known = [term for term in terms if term in own or fold_name(term).strip() in own]
    return bool(terms) and 2 * len(known) >= len(terms)


def describe_citing(work: str, cluster: Cluster) -> str | None:
    """The papers whose bibliographies have `work`, by all of its terms, in the order of their ids; None where none has it."""
    terms = set(_naming(work))
    if not terms:
        return None
    cited: dict[str, Reference] = {}
    for paper_id in cluster.paper_ids:
        found = [each for each in cluster.paper(paper_id).references if terms <= _reference_terms(each)]
        if found:
            cited[paper_id] = min(found, key=lambda each: (not _leads(work, each), len(each.title)))
    leading = {paper_id: each for paper_id, each in cited.items() if _leads(work, each)} or cited
    if not leading:
        return None
    title = _commonest([each.title or each.raw for each in leading.values()])
    return f"{describe_list([cluster.summary(paper_id).title for paper_id in leading], f'“{title}”')}."


def describe_list(titles: Sequence[str], cited: str) -> str:
    """The titles of the papers that cite the work `cited`, of many the first."""
    more = f"; and {len(titles) - _MANY} more" if len(titles) > _MANY else ""
    verb = "cites" if len(titles) == 1 else "cite"
    return f"{count_noun(len(titles), 'paper')} of this cluster {verb} {cited}: {'; '.join(titles[:_MANY])}{more}"


def _naming(work: str) -> list[str]:
    return [
        term
        for term in analyse(work)
        if term not in GENERIC and term not in _NOT_NAMING and term not in STOP_WORDS
    ]


def _reference_terms(reference: Reference) -> set[str]:
    text = reference.title or reference.raw
    return {*analyse(text), *analyse(" ".join(reference.authors)), str(reference.year or "")}


def _leads(work: str, reference: Reference) -> bool:
    """True if the title begins with the words of `work`, as that of a work known by a name: "GloVe: ..."."""
    return fold_name(reference.title).strip().startswith(fold_name(work).strip())


def _commonest(titles: Sequence[str]) -> str:
    return min(Counter(titles).items(), key=lambda item: (-item[1], item[0]))[0]
