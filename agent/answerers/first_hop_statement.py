"""Sentences that state the result of a first hop: the name that was read, and the work that it stands for."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...figures.types import Entity
from ...indexes.text.analysis import analyze
from ...retrieval.types import RankedPaper
from ..first_hop import FirstHop
from ..query.grammar.figure_kind import wanted_kind
from ..query.named_papers import find_named_papers
from ..relevance.paper_citation import cite_paper
from ..relevance.question_terms import GENERIC
from ..request_context import RequestContext

_CLEAR = 0.5  # least total probability of the names that answer together
_TIED = 0.9  # least ratio to the best name's probability for another name to answer as well
_LEADS = 1.25  # factor by which the score of the first paper must exceed the next for it alone to be meant
_MEANT = 0.2  # least score of a paper for it to be meant
_LEAST_SHARE = 0.25  # least share of the first part's words that the sentence citing the paper must have
# Words of the question that a citing sentence need not have.
_SAYS_CITED = frozenset(analyze("cite cites cited citing mention refer reference credit"))
_CITED_IN = "cited in: "  # before the sentence in a reason of a ranked paper


def is_about_figure(context: RequestContext) -> bool:
    """True if the first part of the question is about a figure or table."""
    focus, question = context.focus, context.question
    return bool(question.figure or wanted_kind(question.hops.visual) or focus.figure or focus.image)


def state_first_hop(
    context: RequestContext, hop: FirstHop, best: Sequence[RankedPaper], quoted: Collection[str]
) -> str:
    """State the name read from the figure and the paper that is meant; "" if neither is known.

    The name must be clear, and the paper must be among `best`. If two names or two papers fit equally well, the
    sentence gives both. A paper is meant if it is among the papers `quoted` in the answer or, if nothing is quoted, if
    it is cited in the words of the question. If there are quotes, the name alone is enough because the quotes name
    their paper.
    """
    names = _clear_names(hop) if is_about_figure(context) else ()
    meant = _meant(best)
    if quoted:
        known = any(ranked.paper_id in quoted for ranked in meant)
    else:
        known = bool(names) or all(_shares_words(context, ranked) for ranked in meant)
    works = [cite_paper(ranked.paper_id, context.session.subjects) for ranked in meant] if known else []
    if len(names) > 1:
        return f"{' and '.join(names)} fit alike."
    if names:
        return f"It is {names[0]}." if quoted or len(works) != 1 else f"It is {names[0]}, of {works[0]}."
    if len(works) > 1:
        return f"Two papers fit: {' and '.join(works)}."
    return f"It is {works[0]}." if works else ""


def describe_lack(statement: str, best: Sequence[RankedPaper]) -> str:
    """Return the refusal of a question whose first hop `statement` gives, with the sentence that cites the first of
    `best`."""
    sentence = _citing_sentence(best[0]) if best else ""
    evidence = f"{statement.removesuffix('.')} ({_CITED_IN}{sentence})." if sentence else statement
    return f"{evidence} No sentence there clearly answers the rest of the question."


def has_lead(best: Sequence[RankedPaper]) -> bool:
    """True if the first paper of `best`, which are in the order of their scores, is clearly better than the second."""
    return len(best) < 2 or best[0].score >= _LEADS * best[1].score


def _clear_names(hop: FirstHop) -> tuple[str, ...]:
    """Return the names that answer the first hop: one clear name, or two or three that are about as likely; () if none
    is clear."""
    reading = hop.reading
    if reading is None or reading.abstained or not reading.entities:
        return ()
    top = reading.entities[0].probability
    tied: list[Entity] = [entity for entity in reading.entities if entity.probability >= _TIED * top]
    return (
        tuple(e.text for e in tied) if len(tied) <= 3 and sum(e.probability for e in tied) >= _CLEAR else ()
    )


def _meant(best: Sequence[RankedPaper]) -> Sequence[RankedPaper]:
    """Return the papers that are meant; () if no paper is likely enough.

    It is the first paper if it leads. If the first two have similar scores and lead the others, it is both of them.
    """
    if not best or best[0].score < _MEANT:
        return ()
    if has_lead(best):
        return best[:1]
    return best[:2] if has_lead(best[1:]) else ()


def _citing_sentence(ranked: RankedPaper) -> str:
    reasons = (reason for reason in ranked.reasons if reason.startswith(_CITED_IN))
    return next(reasons, "").removeprefix(_CITED_IN)


def _shares_words(context: RequestContext, ranked: RankedPaper) -> bool:
    """True if the sentence that cites the paper has enough words of the first part.

    Words that name the citing paper and words about citing do not count.
    """
    text = context.query.text
    named = {term for each in find_named_papers(text, context.session.subjects) for term in each.terms}
    terms = set(analyze(text)) - GENERIC - _SAYS_CITED - named
    shared = terms.intersection(analyze(_citing_sentence(ranked)))
    return bool(shared) and len(shared) >= _LEAST_SHARE * len(terms)
