"""Answer a question end to end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ..errors import UsageError
from ..indexes.text.language import is_english
from .answerers.extractive import answer_by_extraction
from .answerers.reader_notes import find_notes
from .answerers.small_talk import reply_to_small_talk
from .answerers.types import Answerer, ComposedAnswer
from .first_hop import FirstHop
from .llm.roles import Models
from .plan import Plan
from .query.json_form import dump_query
from .query.types import Query
from .relevance.names import missing_names
from .request_context import Focus, OnFound, OnText, RequestContext, parse_request, parse_request_with_model
from .session import Session
from .trace import Trace
from .types import Answer

ENGLISH_ONLY = "without a language model, questions are understood in English only"

_LESSER_FAILURES = ("; read the figure without the model", "; understood without the model")


def ask(
    session: Session,
    question: str | Query,
    *,
    anchor: str | None = None,
    figure: str | None = None,
    image: Path | None = None,
    known: FirstHop | None = None,
    papers: Sequence[str] = (),
    models: Models | None = None,
    plan: Plan | None = None,
    on_text: OnText | None = None,
    on_step: Callable[[str], None] | None = None,
    on_found: OnFound | None = None,
) -> Answer:
    """Answer `question` over the session's cluster, in the words of `models` or, without models, of the papers
    themselves.

    `anchor` (default: the cluster's anchor) and `figure` name the figure of the first hop; `image` is an image file to
    read instead. The second hop is searched in the best cited papers, or in all papers if the question has one hop and
    no figure. With a `known` first hop, such as the first hop of an earlier question, all of `question` is the second
    hop. `papers` are the papers that may answer, in place of papers that the question names. The status of the answer
    is "abstained" if nothing answers.

    `on_text` gets a model's draft while it is written, before its quotes are checked. `on_step` gets the name of each
    step that begins. `on_found` gets the answer without a model before the model reads it.

    If `models` fail or their budget is used up, the answer is made without models, and a note says so. Raises
    UsageError for an empty question or an unknown anchor or figure, and ConfigurationError for a model that cannot be
    used.
    """
    trace = Trace(on_step)
    anchor = session.paper_id(anchor) if anchor else None
    text = question.text if isinstance(question, Query) else question
    if not text.strip():
        raise UsageError("the question is empty; write one")
    one_hop, fitted = known is not None, None
    if models is None or isinstance(question, Query):
        query, parsed = parse_request(session, question, one_hop=one_hop)
    else:
        query, parsed = parse_request_with_model(session, question, models, trace, one_hop=one_hop)
        fitted, _ = parse_request(session, parsed.text, one_hop=one_hop)
    if query.intent == "small_talk" and not (figure or image):
        return _answer_small_talk(text, query, models, trace)
    focus = Focus(anchor, figure, image, known, tuple(session.paper_id(paper) for paper in papers))
    other = None if fitted == query else fitted
    context = RequestContext(
        session, query, parsed, focus, plan or Plan(), trace, models, on_text, other, on_found
    )
    return _answer(context, *_answerer(context)(context))


def _answer_small_talk(text: str, query: Query, models: Models | None, trace: Trace) -> Answer:
    reply, model = reply_to_small_talk(text, models, trace)
    notes = (*trace.notes, *_note_language(text, models))
    return Answer(reply, usage=trace.total(), notes=notes, model=model, query_form=dump_query(query))


def _answerer(context: RequestContext) -> Answerer:
    if context.models is None:
        return answer_by_extraction
    # Slow imports, which an answer without a model does not need.
    from .answerers.tool_loop import answer_with_tools
    from .answerers.with_model import answer_with_model

    return answer_with_tools if context.plan.agent else answer_with_model


def _answer(context: RequestContext, composed: ComposedAnswer, hop: FirstHop) -> Answer:
    trace = context.trace
    quotes = composed.citations if composed.text else ()
    notes = (
        *trace.notes,
        *composed.notes,
        *_note_language(context.question.text, context.models),
        *_note_notices(context.session, [citation.paper_id for citation in composed.citations]),
    )
    return Answer(
        text=composed.text or _refusal(context, composed),
        citations=quotes,
        ranking=hop.ranking,
        reading=hop.reading,
        usage=trace.total(),
        status="answered" if composed.text else "abstained",
        notes=_without_lesser_failures(tuple(dict.fromkeys(notes))),
        model=composed.model,
        prompts=tuple(sorted(trace.prompts)),
        steps=tuple(trace.steps),
        figure=hop.figure.id if hop.figure else "",
        anchor=hop.anchor or "",
        closest=None if composed.text else composed.closest,
        probability=composed.probability,
        query_form=dump_query(context.query),
        reader_notes=find_notes(context.session, context.question.text, context.focus.papers, quotes),
    )


def _without_lesser_failures(notes: tuple[str, ...]) -> tuple[str, ...]:
    """Return `notes` without the failures of a model in earlier steps if it also failed at the answer; one note is
    enough."""
    if not any(note.endswith("; answered without the model") for note in notes):
        return notes
    return tuple(note for note in notes if not note.endswith(_LESSER_FAILURES))


def _note_language(question: str, models: Models | None) -> tuple[str, ...]:
    return () if models or is_english(question) else (ENGLISH_ONLY,)


def _note_notices(session: Session, paper_ids: Sequence[str]) -> tuple[str, ...]:
    """Return a note for each paper that is marked with a notice, such as "retracted"."""
    papers = map(session.cluster.paper, dict.fromkeys(paper_ids))
    return tuple(f'"{paper.title}" is marked as {paper.notice}' for paper in papers if paper.notice)


def _refusal(context: RequestContext, composed: ComposedAnswer) -> str:
    """Return the text of an answer that abstains.

    It is the answerer's own reason, if there is one. Otherwise it says that no sentence clearly answers. If the
    question clearly names a paper, it adds that the year of the paper is unknown or which names of the question the
    paper never mentions.
    """
    if composed.refusal:
        return composed.refusal
    where = composed.searched or f"cluster {context.session.cluster.name}"
    refusal = f"No sentence in {where} clearly answers this question."
    subject = composed.subject
    if subject is None or not subject.is_clear:
        return refusal
    statistics = context.session.subjects.statistics
    missing = missing_names(context.question.text, statistics, subject.paper_id, subject.terms)
    paper = context.session.cluster.paper(subject.paper_id)
    title = paper.title
    if paper.year is None and context.query.fields == ("year",):
        return f'{refusal} The year of "{title}" is not known.'
    return f'{refusal} "{title}" does not mention {", ".join(missing)}.' if missing else refusal
