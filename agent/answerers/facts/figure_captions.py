"""The figure or table that shows what is asked about: the one whose caption has most of the question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....indexes.text.analysis import analyse
from ....papers.captions import FIGURE_LABEL
from ....papers.types import Figure, FigureKind, Paper
from ...first_hop import FirstHop
from ...relevance.question_terms import GENERIC
from ...relevance.subject import Subject
from ...relevance.text_features import share_of, word_terms
from ...request_context import RequestContext
from ...verification.sentences import Prover
from ..figures.choice import rank_figures
from ..types import ComposedAnswer

_NOUNS = r"(?:figures?|plots?|charts?|diagrams?|graphs?|pictures?|images?|tables?)"
_SHOWS = (
    r"(?:shows?|has|have|gives?|lists?|reports?|presents?|compares?|plots?|illustrates?|depicts?|displays?|contains?|visuali[sz]es?|"
    r"summari[sz]es?|describes?)"
)
_ASKS_WHICH = re.compile(
    rf"\b(?:which|what) (?P<noun>{_NOUNS})(?: (?:of|in|from)(?: [^\s?]+){{1,6}})? {_SHOWS}\b"
    rf"|\bin (?:which|what) (?P<place>{_NOUNS}) (?:is|are|was|were|does|do|can)\b",
    re.IGNORECASE,
)
_TABLE = re.compile(r"tables?", re.IGNORECASE)
_ASKING = frozenset(
    analyse(
        "figure plot chart diagram graph picture image table show list compare illustrate depict display present contain "
        "visualize summarize describe"
    )
)
_LEAST_SHARE = 0.5  # of the weight of the question's terms, in a caption


def answer_by_caption(
    context: RequestContext, subjects: Sequence[Subject]
) -> tuple[ComposedAnswer, FirstHop] | None:
    """The caption, as printed, of the figure or table that shows what the question is about; None for another question, and
    where no caption has half of its terms, weighted by rarity. Ties by page and id."""
    question = context.question.text
    match = _ASKS_WHICH.search(question)
    if match is None or FIGURE_LABEL.search(question):
        return None
    kind: FigureKind = "table" if _TABLE.fullmatch(match["noun"] or match["place"]) else "figure"
    named = frozenset(term for subject in subjects[:1] if subject.is_clear for term in subject.terms)
    statistics = context.session.subjects.statistics
    terms = dict.fromkeys(term for term in analyse(question) if term not in GENERIC | named | _ASKING)
    weights = {term: statistics.idf(term) for term in terms}
    about = _papers_asked(context, subjects)
    best = next(
        iter(rank_figures(context, about, kind, lambda _, f: share_of(weights, word_terms(f.caption)), 1)),
        None,
    )
    if best is None or share_of(weights, word_terms(best[2].caption)) < _LEAST_SHARE:
        return None
    return _show(context, best[1], best[2])


def _papers_asked(context: RequestContext, subjects: Sequence[Subject]) -> Sequence[Subject]:
    """The anchor that the caller gives, else all papers that may be meant."""
    return [Subject(context.focus.anchor, 1.0, 1.0)] if context.focus.anchor else subjects


def _show(context: RequestContext, paper: Paper, figure: Figure) -> tuple[ComposedAnswer, FirstHop] | None:
    prover = Prover(context.session.cluster, context.session.settings)
    citation = prover.find(paper.id, figure.page, figure.caption)
    if citation is None:
        return None
    label = "" if figure.caption.casefold().startswith(figure.label.casefold()) else f"{figure.label}: "
    return ComposedAnswer(f"{label}{citation.quote} [1]", (citation,)), FirstHop(figure, anchor=paper.id)
