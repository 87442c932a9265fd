"""Answers to a question of one hop: from the figure that it names, from a table, or from sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ...errors import UsageError
from ...papers.types import Figure, Paper
from ..figures.first_hop_context import entity_of, find_first_hop
from ..figures.panel_region import find_asked_panel
from ..figures.paper_figures import printed_words
from ..first_hop import FirstHop
from ..query.fitted.slots import find_fields, score_field, score_intents, score_intents_of_one
from ..reader.sources import Choice, prefers_cells
from ..relevance.likely_papers import weigh_by_passages
from ..relevance.names import missing_names, table_lacks_subject
from ..relevance.refusal import is_about_nothing_here, is_off_subject, least_probability
from ..relevance.subject import Subject, find_subjects, terms_of
from ..request_context import RequestContext, narrow
from ..types import Citation
from ..verification.sentences import Prover
from .figures.answer import LEAST_ALONE, FigureAnswer, add_cells, outweighs_sentences, with_hop
from .figures.answerer import answer_from_figure, answer_from_tables, fits_asked_kind
from .figures.choice import presents, question_shares, rank_figures, refers_to
from .figures.named_figure import named_figure_of
from .quotes import ANSWERS_IN_SCOPE, answer_by_parts, answer_by_quotes
from .record import answer_record
from .sentence_order import mentions_first
from .types import ComposedAnswer

# Least probabilities of the intent "record" and of a field for a part asked of one paper to be looked up in its record.
_OF_RECORD, _OF_FIELD = 0.4, 0.4
_OF_FIGURE = (
    0.5  # least probability of the intent "figure" for a figure without a named label to be looked for
)
_READ_CELLS = 3  # cells that the cross-encoder reads
_FIGURES = 2  # figures that are tried
_LEAST_OF_FIGURE = 0.5  # least probability for sentences to answer a question that is asked of a figure


def answer_of_paper(context: RequestContext, paper_id: str) -> tuple[ComposedAnswer, FirstHop]:
    """Answer the question from this paper alone, even if its words do not name the paper.

    The answer is a refusal if the paper never mentions a name that the question uses.
    """
    title = context.session.cluster.summary(paper_id).title
    composed, hop = answer_one_hop(context, paper_id)
    missing = missing_names(context.query.text, context.session.subjects.statistics, paper_id)
    if not missing:
        return replace(composed, searched=f'"{title}"'), hop
    closest = next(iter(composed.citations), composed.closest)
    refusal = f'"{title}" does not mention {", ".join(missing)}.'
    return ComposedAnswer(closest=closest, probability=0.0, refusal=refusal), hop


def extract_from_paper(context: RequestContext, paper_id: str, part: str) -> ComposedAnswer:
    """Answer `part`, a question that need not name the paper, from this paper alone."""
    alone = narrow(context, part)
    asked = context.query.wording
    if score_intents_of_one(asked)["record"] >= _OF_RECORD and score_field(asked) >= _OF_FIELD:
        recorded = answer_record(alone, find_fields(asked), (Subject(paper_id, 1.0, 1.0),))
        if recorded is not None and recorded.text:
            return recorded
    return answer_one_hop(alone, paper_id)[0]


def answer_one_hop(context: RequestContext, paper_id: str = "") -> tuple[ComposedAnswer, FirstHop]:
    """Answer a question of one hop: from the figure that it names, from a table, or from sentences.

    If `paper_id` is given, only this paper is asked.
    """
    if context.focus.image is not None:
        return _answer_from_image(context)
    index, question = context.session.subjects, context.query.text
    by_name = (Subject(paper_id, 1.0, 1.0),) if paper_id else find_subjects(question, index)
    subjects = by_name if paper_id else weigh_by_passages(question, context.session.index, by_name)
    context = replace(context, focus=replace(context.focus, anchor=paper_id)) if paper_id else context
    try:
        named = named_figure_of(context, subjects)
    except UsageError as missing:
        if context.focus.figure:
            raise
        found = answer_by_parts(context, question, {}, subjects)
        if not found.text:
            raise
        context.trace.notes.append(f"{missing}; answered from the text")
        return found, FirstHop()
    if named is not None:
        return _answer_from_named_figure(context, *named, terms_of(subjects, named[0].id))
    if not paper_id and is_about_nothing_here(question, index.statistics, by_name):
        found = answer_by_parts(context, question, {}, subjects)
        nearest = found.closest or next(iter(found.citations), None)
        subject = next(iter(subjects), None)
        return ComposedAnswer(closest=nearest, probability=found.probability, subject=subject), FirstHop()
    shown = _answer_from_likely_figure(context, subjects)
    least = _LEAST_OF_FIGURE if score_intents(context.query.wording)["figure"] >= _OF_FIGURE else 0.0
    return shown or _answer_from_text_or_table(context, subjects, by_name, paper_id, least)


def _answer_from_likely_figure(
    context: RequestContext, subjects: Sequence[Subject]
) -> tuple[ComposedAnswer, FirstHop] | None:
    """Answer from one of the figures whose captions fit best, if the question may ask for a figure; None without an
    answer."""
    if score_intents(context.query.wording)["figure"] < _OF_FIGURE:
        return None
    for _, paper, figure, _ in rank_figures(context, subjects, "figure", question_shares(context), _FIGURES):
        named = replace(context, focus=replace(context.focus, anchor=paper.id, figure=figure.id))
        shown = answer_from_figure(named, paper, figure, terms_of(subjects, paper.id))
        if shown is not None and shown.composed.text:
            return with_hop(shown)
    return None


def _answer_from_named_figure(
    context: RequestContext, paper: Paper, figure: Figure, terms: frozenset[str]
) -> tuple[ComposedAnswer, FirstHop]:
    """Answer from `figure`, or else from the text of its `paper`. `terms` are the terms by which the question names the
    paper."""
    question = context.query.text
    shown = _answer_from_panel(context, paper, figure, terms) or answer_from_figure(
        context, paper, figure, terms
    )
    lacking = _table_lacks_subject(question, paper, figure, terms)
    if shown and shown.composed.text and not lacking:
        return with_hop(shown)
    hop = shown.hop if shown else FirstHop(figure, anchor=paper.id)
    order = partial(mentions_first, figure)
    least = _LEAST_OF_FIGURE if figure.kind == "figure" else None
    text = answer_by_quotes(context, question, {paper.id: 1.0}, threshold=least, order=order)
    unread = shown.composed.refusal if shown else ""
    if unread and not any(refers_to(quote.quote, figure.label) for quote in text.citations):
        prover = Prover(context.session.cluster, context.session.settings)
        caption = prover.find(paper.id, figure.page, figure.caption)
        return ComposedAnswer(closest=caption, probability=0.0, refusal=unread), hop
    presented = figure.kind == "figure" and any(
        presents(quote.quote, figure.label) for quote in text.citations[:1]
    )
    if presented or (lacking and text.citations and table_lacks_subject(question, text.text)):
        text = ComposedAnswer(closest=text.citations[0])
    text = replace(text, closest=_closest_to(context, paper, figure, text))
    return replace(text, searched=f"{figure.label} on page {figure.page} and the text of its paper"), hop


def _answer_from_panel(
    context: RequestContext, paper: Paper, figure: Figure, terms: frozenset[str]
) -> FigureAnswer | None:
    """Answer from the panel of `figure` that the question is about, read alone; None if there is no panel or no
    answer."""
    panel = find_asked_panel(context, paper.id, figure)
    if panel is None:
        return None
    alone = replace(context, question=replace(context.question, panel=""))
    shown = answer_from_figure(alone, paper, panel, terms)
    return shown if shown and shown.composed.text else None


def _closest_to(
    context: RequestContext, paper: Paper, figure: Figure, text: ComposedAnswer
) -> Citation | None:
    """Return the passage closest to an answer: the closest one of `text`, or the caption of the drawing `figure`.

    The caption is returned if `text` has no answer and its closest passage is not about the drawing.
    """
    closest = text.closest
    if figure.kind != "figure" or text.text or (closest and refers_to(closest.quote, figure.label)):
        return closest
    prover = Prover(context.session.cluster, context.session.settings)
    return prover.find(paper.id, figure.page, figure.caption) or closest


def _answer_from_text_or_table(
    context: RequestContext,
    subjects: Sequence[Subject],
    by_name: Sequence[Subject],
    paper_id: str,
    least: float,
) -> tuple[ComposedAnswer, FirstHop]:
    """Return the likelier of the answers from sentences and from tables.

    If the sentences win but the cells are also likely, the cells follow the sentences. A question whose names
    (`by_name`) point to no paper needs a surer answer. A paper that is surely not meant gives no answer. `least` is the
    least probability of an answer.
    """
    question, statistics = context.query.text, context.session.subjects.statistics
    scope = {paper_id: 1.0} if paper_id else {}
    needed = ANSWERS_IN_SCOPE if paper_id else least_probability(question, statistics, by_name)
    least = max(needed or 0.0, least)

    def is_off(*paper_ids: str) -> bool:
        return not paper_id and is_off_subject(question, statistics, by_name, paper_ids)

    text = answer_by_parts(context, question, scope, subjects, least or None)
    if text.citations and is_off(*(citation.paper_id for citation in text.citations)):
        text = ComposedAnswer(closest=text.citations[0], subject=text.subject)
    closest = (text.closest,) if text.closest else ()
    shown = answer_from_tables(context, subjects, (*text.citations, *closest))
    if shown is None or (shown.hop.anchor and is_off(shown.hop.anchor)):
        return text, FirstHop()
    if not text.citations:
        return with_hop(shown) if outweighs_sentences(shown, least, LEAST_ALONE) else (text, FirstHop())
    # "1.70" of a column in millions answers "how many" only where no sentence does.
    is_of_kind = bool(shown.composed.text) and fits_asked_kind(shown, context.question)
    if is_of_kind and prefers_cells(context.query.wording, _weigh(context, text, shown)):
        return with_hop(shown)
    return add_cells(text, shown), FirstHop()


def _weigh(context: RequestContext, text: ComposedAnswer, shown: FigureAnswer) -> Choice:
    """Collect the evidence on the sentences of `text` and the cells of `shown` for the choice between them."""
    caption = shown.hop.figure.caption if shown.hop.figure else ""
    cells = "; ".join(f"{row}, {column}: {fact.text}" for row, column, fact in shown.cells[:_READ_CELLS])
    texts = [text.citations[0].quote, f"{cells or shown.composed.text}. {caption}"]
    read = context.session.index.score_answers(context.query.text, texts)
    sentence, cell = (0.0, 0.0) if read is None else read.tolist()
    return Choice(text.probability, shown.probability, sentence, cell)


def _table_lacks_subject(question: str, paper: Paper, figure: Figure, known: frozenset[str]) -> bool:
    """True if the question asks about a name, and neither the table nor its caption has any part of that name.

    `known` are the terms by which the question names the paper: a paper need not name its own system in its tables.
    """
    text = printed_words(paper, figure)
    if figure.kind != "table" or not text:
        return False
    return table_lacks_subject(question, f"{figure.caption} {text}", known)


def _answer_from_image(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """Answer with the value or name read from a picture that the user gave."""
    hop = find_first_hop(context)
    reading = hop.reading
    if reading is None or (reading.abstained and not reading.value):
        return ComposedAnswer(searched="the picture"), hop
    text = f"{reading.value} {reading.unit}".strip() or entity_of(hop)
    return ComposedAnswer(text, searched="the picture"), hop
