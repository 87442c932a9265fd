"""Answer without a language model: from the record, a figure, a table or sentences, as they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ...figures.question.back_references import asks_for_cited_work, in_first_person, without_reference
from ...figures.question.parser import Question, parse_question
from ...indexes.text.analysis import analyse
from ...papers.types import Figure, Paper
from ...retrieval.types import RankedPaper
from ..figures.paper_figures import printed_words
from ..first_hop import FirstHop
from ..first_hop_context import entity_of, find_first_hop, needs_cited_papers
from ..relevance.asked_for import lacks_attribute
from ..relevance.names import table_lacks_subject
from ..relevance.question_terms import question_terms
from ..relevance.refusal import is_about_nothing_here, is_off_subject, least_probability
from ..relevance.subject import find_subjects
from ..request_context import Focus, RequestContext
from .cited_paper import (
    answer_from_cited_tables,
    describe_absent_work,
    figure_has_second_part,
    own_paper,
    paper_called,
    with_citing_sentences,
)
from .facts.cluster_record import answer_from_cluster
from .facts.figure_captions import answer_by_caption
from .facts.record import answer_from_record
from .facts.requested_facts import requested_facts
from .figures.answer import FigureAnswer, outweighs_sentences, with_hop
from .figures.answerer import answer_from_figure, answer_from_tables
from .figures.choice import named_figure_of
from .quotes import ANSWERS_IN_SCOPE, answer_by_parts, answer_by_quotes
from .sentence_order import mentions_first
from .several.answer import answer_several
from .several.paper_question import PaperQuestion
from .several.relations import MEASURES
from .several.values import fits_asked, has_number_of
from .tables.question_words import without_paper
from .types import ComposedAnswer

# The least probability of a quote of one of several papers that has a number right beside the words for what is asked for.
_ANSWERS_EXACTLY = 0.04
_LEADS = 1.25  # factor by which the first paper's score exceeds the second's from which its tables are asked
_MOST_NUMBERS = 2  # quotes with a number of one of several papers
_OF_PART = (
    0.5  # share of the terms asked of one of several papers that the names and caption of a table must have
)
# What a drawing shows is seldom in the text: of 35 questions for one that was not read, 8 of the 9 answers below this were wrong
# (and 10 of the 26 above right).
_ANSWERS_FIGURE = 0.23
_SURE_HOP = 0.6  # share of the best papers' score from which the first is searched by itself


def answer_by_extraction(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """Answer in the words of the papers, in one hop or through a cited paper."""
    if context.focus.known is not None:
        return _answer_second_hop(context, context.focus.known)
    whole = answer_from_cluster(context)
    if whole is not None:
        return whole, FirstHop()
    if needs_cited_papers(context) and not _asks_for_record_first(context.question):
        hop = find_first_hop(context)
        if not figure_has_second_part(context, hop):
            return _answer_second_hop(context, with_citing_sentences(context, hop))
        context = replace(context, focus=replace(context.focus, anchor=hop.anchor))
    if (compared := answer_several(context, extract_from_paper)) is not None:
        return compared
    whole = answer_from_record(context)
    return (whole, FirstHop()) if whole is not None else _answer_directly(context)


def _asks_for_record_first(question: Question) -> bool:
    """True if the first part asks for facts of a paper's record, other than for the one work that it cites for something."""
    first = question.hops.visual
    return bool(requested_facts(first)) and not asks_for_cited_work(first)


def _answer_second_hop(context: RequestContext, hop: FirstHop) -> tuple[ComposedAnswer, FirstHop]:
    """Search the paper that the first hop leads to, and the next best where it has nothing.

    A name of the anchor's own leads to the anchor. One of a work that the cluster lacks leads nowhere.
    """
    called = paper_called(context, hop)
    if absent := describe_absent_work(context, hop, called):
        return ComposedAnswer(refusal=f"{absent}."), hop
    question = in_first_person(without_reference(context.question.hops.textual))
    own = own_paper(hop, called)
    best = own or hop.ranking[: context.plan.papers]
    if not best:
        return answer_by_parts(context, question, {}), hop
    sure = best[0].score >= _SURE_HOP * sum(ranked.score for ranked in best)
    composed = ComposedAnswer()
    for scope in (best[:1], best) if sure and len(best) > 1 else (best,):
        composed = answer_by_parts(context, question, scope_weights(scope), threshold=ANSWERS_IN_SCOPE)
        if composed.text:
            break
    leads = len(best) < 2 or best[0].score >= _LEADS * best[1].score
    in_table = answer_from_cited_tables(context, best[0].paper_id, composed.probability) if leads else None
    searched = "the paper itself" if own else f"the {len(best)} best cited papers"
    composed = replace(in_table or composed, searched=searched)
    if asks_for_cited_work(context.question.hops.visual) and (sure or (leads and composed.text)):
        composed = _with_cited_work(context, best[0].paper_id, composed)
    return composed, hop


def _with_cited_work(context: RequestContext, paper_id: str, composed: ComposedAnswer) -> ComposedAnswer:
    """`composed` behind the title of the work that the first part asks for; without one, what is not answered."""
    title = context.session.cluster.summary(paper_id).title
    second = context.question.hops.textual.rstrip(" ?.")
    return replace(
        composed, text=f'It is "{title}". {composed.text or f"(Nothing answers: {second}.)"}', refusal=""
    )


def _table_lacks_subject(
    context: RequestContext, paper: Paper, figure: Figure, known: frozenset[str]
) -> bool:
    """True if the question asks something of a name of which neither this table nor its caption has a part.

    `known` are the terms by which the question names the paper: its own system need not be named in its tables.
    """
    text = printed_words(paper, figure)
    if figure.kind != "table" or not text:
        return False
    return table_lacks_subject(without_paper(context.question.text), f"{figure.caption} {text}", known)


def extract_from_paper(context: RequestContext, asked: PaperQuestion) -> ComposedAnswer:
    """The answer of one paper to a question about it alone, from its record or as any question of one hop is answered."""
    part = replace(context, question=parse_question(asked.part, one_hop=True))
    if (recorded := answer_from_record(part, (asked.subject,))) is not None:
        return recorded
    focus = Focus(asked.paper.paper_id)
    alone = replace(context, question=parse_question(asked.text, one_hop=True), focus=focus)
    return _answer_directly(alone, asked)[0]


def _quote_paper(context: RequestContext, asked: PaperQuestion) -> ComposedAnswer:
    """The quotes of one paper, asked with its name or without: those that have what is asked for, else the likelier ones; ties go
    to the first. Of a number, all that have it: a paper may print two."""
    scope, subjects = {asked.paper.paper_id: 1.0}, (asked.subject,)
    texts = dict.fromkeys((asked.text, asked.text_without_name))
    answers = [answer_by_parts(context, text, scope, subjects, _ANSWERS_EXACTLY) for text in texts]
    best = max(answers, key=lambda answer: (fits_asked(asked.part, answer.text), answer.probability))
    quotes = dict.fromkeys(citation for answer in (best, *answers) for citation in answer.citations)
    exact = tuple(citation for citation in quotes if has_number_of(asked.part, citation.quote))
    if best.probability < ANSWERS_IN_SCOPE and not exact:
        return ComposedAnswer(closest=next(iter(best.citations), best.closest), probability=best.probability)
    citations = exact[:_MOST_NUMBERS] or best.citations
    return replace(best, text=" ".join(citation.quote for citation in citations), citations=citations)


def _answer_directly(
    context: RequestContext, paper: PaperQuestion | None = None
) -> tuple[ComposedAnswer, FirstHop]:
    """Answer a question of one hop: from the figure that it names, from a table, or from sentences; of one `paper`, if given."""
    if context.focus.image is not None:
        return _answer_from_image(context)
    question = context.question.text
    subjects = (paper.subject,) if paper else find_subjects(question, context.session.subjects)
    terms = subjects[0].terms if subjects else frozenset[str]()
    named = named_figure_of(context, subjects)
    if named is None and (captioned := answer_by_caption(context, subjects)) is not None:
        return captioned
    statistics = context.session.subjects.statistics
    if named is None and paper is None and is_about_nothing_here(question, statistics, subjects):
        found = answer_by_parts(context, question, {}, subjects)
        nearest = found.closest or next(iter(found.citations), None)
        subject = next(iter(subjects), None)
        return ComposedAnswer(closest=nearest, probability=found.probability, subject=subject), FirstHop()
    if named is not None:
        shown = answer_from_figure(context, *named, terms)
        lacking = _table_lacks_subject(context, *named, terms)
        if shown and shown.composed.text and not lacking:
            return with_hop(shown)
        hop = shown.hop if shown else FirstHop(named[1], anchor=named[0].id)
        order = partial(mentions_first, named[1])
        least = _ANSWERS_FIGURE if named[1].kind == "figure" else None
        text = answer_by_quotes(context, question, {named[0].id: 1.0}, threshold=least, order=order)
        if lacking and text.citations and table_lacks_subject(question, text.text):
            text = ComposedAnswer(closest=text.citations[0])
        return replace(text, searched=f"{named[1].label} and the text of its paper"), hop
    least = ANSWERS_IN_SCOPE if paper else least_probability(question, statistics, subjects)
    asked = without_paper(question)

    def is_off(*paper_ids: str) -> bool:
        return paper is None and is_off_subject(asked, statistics, subjects, paper_ids)

    text = _quote_paper(context, paper) if paper else answer_by_parts(context, question, {}, subjects, least)
    if text.citations and is_off(*(citation.paper_id for citation in text.citations)):
        text = ComposedAnswer(closest=text.citations[0], subject=text.subject)
    closest = (text.closest,) if text.closest else ()
    shown = answer_from_tables(context, subjects, (*text.citations, *closest))
    if shown and shown.hop.anchor and is_off(shown.hop.anchor):
        shown = None
    if shown and paper and not _has_focus(paper, shown):
        shown = None
    if shown and not _names_asked(paper.part if paper else question, shown, text):
        shown = None
    if shown and outweighs_sentences(shown, max(text.probability, least or 0.0)):
        return with_hop(shown)
    return text, FirstHop()


def _has_focus(asked: PaperQuestion, shown: FigureAnswer) -> bool:
    """True if a table has enough of what is asked of one paper besides the paper's own name, which is in most of its tables."""
    focus = question_terms(asked.part, asked.subject.terms).focus
    return len(shown.terms.intersection(focus)) >= _OF_PART * len(focus)


def _names_asked(question: str, shown: FigureAnswer, text: ComposedAnswer) -> bool:
    """True unless a sentence has a number of what is asked for that is no result, such as a batch size, which the names of the
    cells do not have."""
    if MEASURES.search(question) or not any(has_number_of(question, c.quote) for c in text.citations):
        return True
    names = [term for row, column, _ in shown.cells for term in analyse(f"{row} {column}")]
    return not lacks_attribute(question, names)


def _answer_from_image(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """The value or name that a picture of the user's shows."""
    hop = find_first_hop(context)
    reading = hop.reading
    if reading is None or (reading.abstained and not reading.value):
        return ComposedAnswer(searched="the picture"), hop
    text = f"{reading.value} {reading.unit}".strip() or entity_of(hop)
    return ComposedAnswer(text, searched="the picture"), hop


def scope_weights(scope: Sequence[RankedPaper]) -> dict[str, float]:
    """By paper, its score as a share of the best one's."""
    best = (scope[0].score if scope else 0.0) or 1.0
    return {ranked.paper_id: max(ranked.score, 0.0) / best for ranked in scope}
