"""Answers without a language model: from the record, a figure, a table or sentences, in the words that the papers
print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...retrieval.types import RankedPaper
from ..figures.first_hop_context import find_first_hop, needs_cited_papers
from ..first_hop import FirstHop
from ..query.fitted.slots import score_field, score_intents
from ..query.named_papers import find_named_papers
from ..query.types import Query, RecordField
from ..relevance.subject import Subject, find_subjects
from ..request_context import RequestContext, narrow
from .cited_paper import (
    answer_from_cited_tables,
    describe_absent_work,
    figure_has_second_part,
    own_paper,
    paper_called,
    with_citing_sentences,
)
from .equation import answer_equation
from .first_hop_statement import describe_lack, has_lead, is_about_figure, state_first_hop
from .one_hop import answer_of_paper, answer_one_hop, extract_from_paper
from .page import answer_page
from .quotes import ANSWERS_IN_SCOPE, answer_by_parts
from .record import OF_CITATIONS, answer_record
from .several.answer import compare_papers, compose_comparison, list_papers
from .types import SUMMARY_NOTE, ComposedAnswer, markers, name_missing

_SURE_HOP = 0.6  # least share of the best papers' total score for the first paper to be searched alone
# Probability that the question asks for a fact of the record. From the first value on, the record answers whatever the
# text says; from the second on, it may answer.
_SURE_RECORD, _LEAST_RECORD = 0.6, 0.2
# The intents that the record answers, each with its fields; () means the fields that the question asks for.
_RECORDED: Mapping[str, tuple[RecordField, ...]] = {
    "record": (),
    "summary": ("abstract",),
    "cited_work": ("cited_works",),
}


def answer_by_extraction(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """Answer in the words of the papers, in one hop or through a cited paper."""
    if context.focus.known is not None:
        return _answer_second_hop(context, context.focus.known)
    if len(context.focus.papers) > 1:
        return compose_comparison(
            compare_papers(context, context.focus.papers, extract_from_paper)
        ), FirstHop()
    if needs_cited_papers(context):
        hop = find_first_hop(context)
        if not figure_has_second_part(context, hop):
            return _answer_second_hop_or_one(context, with_citing_sentences(context, hop))
    if context.query.follows == "same" and context.query.then is not None:
        return _answer_both_parts(context, context.query, context.query.then)
    return _answer_part(narrow(context, context.question.text) if context.query.then else context)


def _answer_part(
    context: RequestContext, subjects: tuple[Subject, ...] = ()
) -> tuple[ComposedAnswer, FirstHop]:
    """Answer a question of one part. `subjects` are the papers of the previous part, used if this part names no
    paper."""
    query, session = context.query, context.session
    given = context.focus.papers[0] if context.focus.papers else ""
    if query.intent == "select" and not (query.figure or given):
        return compose_comparison(list_papers(context)), FirstHop()
    asks_each = query.intent == "compare" or (
        query.intent == "record" and OF_CITATIONS.isdisjoint(query.fields)
    )
    if asks_each and len(query.papers) > 1 and not (query.figure or given):
        return compose_comparison(compare_papers(context, query.papers, extract_from_paper)), FirstHop()
    about = _find_paper(context, subjects)
    paper_id = about[0].paper_id if about else next(iter(query.papers), "")
    placed = answer_page(context, paper_id) or answer_equation(
        context, paper_id or session.cluster.anchor or ""
    )
    if placed is not None:
        return placed, FirstHop()
    recorded = None
    if query.intent in _RECORDED and context.focus.image is None:
        fields = _RECORDED[query.intent] or query.fields
        recorded = answer_record(context, fields, about or find_subjects(query.text, session.subjects))
    if recorded is not None and query.intent == "summary":
        recorded = replace(recorded, notes=(SUMMARY_NOTE,))
    sure = score_intents(query.wording)[query.intent] if recorded else 0.0
    sure *= score_field(query.wording) if query.intent == "record" else 1.0
    if recorded is not None and recorded.text and sure >= _SURE_RECORD:
        return replace(recorded, probability=sure), FirstHop()
    composed, hop = answer_of_paper(context, about[0].paper_id) if about else answer_one_hop(context)
    if (
        recorded is not None
        and recorded.text
        and sure >= max(composed.probability if composed.text else 0.0, _LEAST_RECORD)
    ):
        return replace(recorded, probability=sure), FirstHop()
    is_unknown = recorded is not None and sure >= _SURE_RECORD and not composed.text
    return (replace(composed, refusal=recorded.refusal), hop) if recorded and is_unknown else (composed, hop)


def _find_paper(context: RequestContext, subjects: tuple[Subject, ...]) -> tuple[Subject, ...]:
    """Return the one paper that the question is asked of; () if it is to be asked of all papers.

    It is the paper that the caller gives. For a question that names no paper, it is the paper of the previous part,
    else the caller's anchor, else the only paper of the cluster.
    """
    session, focus = context.session, context.focus
    if focus.papers:
        return (Subject(focus.papers[0], 1.0, 1.0),)
    if context.query.papers or context.query.figure or focus.figure or focus.image:
        return ()
    if subjects:
        return subjects[:1]
    anchor = focus.anchor if focus.anchor else None
    alone = session.cluster.paper_ids[0] if len(session.cluster.paper_ids) == 1 else None
    paper_id = anchor or alone
    return (Subject(paper_id, 1.0, 1.0),) if paper_id and not _names_any(context) else ()


def _names_any(context: RequestContext) -> bool:
    """True if the question clearly names a paper."""
    return bool(find_named_papers(context.query.text, context.session.subjects))


def _answer_both_parts(context: RequestContext, query: Query, then: Query) -> tuple[ComposedAnswer, FirstHop]:
    """Answer both parts of a question about one paper. The text says which part has no answer.

    If neither part has an answer, the question is asked as a whole.
    """
    first, hop = _answer_part(replace(context, query=replace(query, then=None, follows="")))
    cited = {citation.paper_id for citation in first.citations}
    named = find_named_papers(query.text, context.session.subjects)
    about = (Subject(cited.pop(), 1.0, 1.0),) if len(cited) == 1 else named
    second, second_hop = _answer_part(narrow(context, then.text), about)
    if not first.text or not second.text:
        whole, of_whole = _answer_part(narrow(context, context.question.text))
        if whole.text and not (first.text or second.text):
            return whole, of_whole
    quotes, others = ({(c.paper_id, c.quote) for c in part.citations} for part in (first, second))
    if not (first.text or second.text) or (others and others <= quotes):
        return first, hop  # nothing was found, or the quotes of the first part answer the second as well
    count = len(first.citations)
    text = first.text or name_missing(query.text)
    other = _renumber(second, count) if second.text else name_missing(then.text)
    probability = max(part.probability for part in (first, second) if part.text)
    citations = (*first.citations, *second.citations)
    return ComposedAnswer(
        f"{text} {other}", citations, probability=probability
    ), hop if hop.figure else second_hop


def _renumber(answer: ComposedAnswer, after: int) -> str:
    """Return the text of `answer` with its citation markers raised by `after`: "[1]" becomes "[3]" if `after` is 2."""
    text = answer.text
    for number in range(len(answer.citations), 0, -1):
        text = text.replace(f"[{number}]", markers(1, after + number - 1))
    return text


def _answer_second_hop_or_one(context: RequestContext, hop: FirstHop) -> tuple[ComposedAnswer, FirstHop]:
    """Answer the second hop; if it has no answer and the first part is not about a figure, answer the whole question in
    one hop."""
    composed, led = _answer_second_hop(context, hop)
    if composed.text or composed.refusal or is_about_figure(context) or context.query.intent == "cited_work":
        return composed, led
    whole, of_whole = answer_one_hop(narrow(context, context.question.text))
    return (whole, of_whole) if whole.text else (composed, led)


def _answer_second_hop(context: RequestContext, hop: FirstHop) -> tuple[ComposedAnswer, FirstHop]:
    """Answer from the papers that the first hop leads to.

    If the first paper clearly leads, it is searched alone; the others are searched only if it has no answer and was not
    found by a citation. Otherwise the best papers are searched together. A name of the anchor's own system leads to the
    anchor. A name of a work that the cluster lacks leads to a refusal.
    """
    called = paper_called(context, hop)
    by_citation = context.query.intent == "cited_work" and not is_about_figure(context)
    if not by_citation and (absent := describe_absent_work(context, hop, called)):
        return ComposedAnswer(refusal=f"{absent}."), hop
    question = context.question.hops.textual
    own = () if by_citation else own_paper(hop, called)
    best = own or hop.ranking[: context.plan.papers]
    if not best:
        return answer_by_parts(context, question, {}), hop
    sure = best[0].score >= _SURE_HOP * sum(ranked.score for ranked in best)
    if by_citation and sure:
        best = best[:1]  # a number from another cited paper would be wrong here
    composed = ComposedAnswer()
    for scope in (best[:1], best) if sure and len(best) > 1 else (best,):
        composed = answer_by_parts(context, question, scope_weights(scope), threshold=ANSWERS_IN_SCOPE)
        if composed.text:
            break
    in_table = (
        answer_from_cited_tables(context, best[0].paper_id, composed.probability) if has_lead(best) else None
    )
    cited = f"the {len(best)} best cited papers" if len(best) > 1 else "the best cited paper"
    searched = "the paper itself" if own else cited
    return _with_first_hop(context, hop, best, replace(in_table or composed, searched=searched)), hop


def _with_first_hop(
    context: RequestContext, hop: FirstHop, best: Sequence[RankedPaper], composed: ComposedAnswer
) -> ComposedAnswer:
    """Put the answer to the first part before `composed` if the question asks for both parts.

    A refusal gets a note on the work that the first hop led to. `composed` is unchanged if the first part only
    describes the work.
    """
    asks_both = context.query.follows == "cited"
    if composed.text and not asks_both:
        return composed
    quoted = {citation.paper_id for citation in composed.citations}
    if composed.text and not quoted:
        quoted = {best[0].paper_id}  # the paper of the table that answers
    statement = state_first_hop(context, hop, best, quoted)
    if not statement:
        return composed
    if not asks_both:
        return replace(composed, refusal=describe_lack(statement, best))
    second = composed.text or name_missing(context.question.hops.textual)
    return replace(composed, text=f"{statement} {second}", refusal="")


def scope_weights(scope: Sequence[RankedPaper]) -> dict[str, float]:
    """Map the id of each paper to its score as a share of the first paper's score, 0..1."""
    best = (scope[0].score if scope else 0.0) or 1.0
    return {ranked.paper_id: max(ranked.score, 0.0) / best for ranked in scope}
