"""Answers with a language model as reader. They are never worse than without it: if it fails, the answer without it
stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...papers.sentences import split_sentences
from ..figures.first_hop_context import needs_cited_papers
from ..first_hop import FirstHop
from ..reader.by_model import ModelChoice, choose_with_model
from ..request_context import RequestContext, narrow, parse_request
from ..statements.types import Statement
from ..types import Citation
from ..verification.sentences import Prover, Sentence
from .extractive import answer_by_extraction, scope_weights
from .one_hop import extract_from_paper
from .quotes import judge_question, subjects_of
from .types import SUMMARY_NOTE, ComposedAnswer, markers

_SENTENCES = 10  # sentences that a model reads if it may choose among sentences
_MARKER = re.compile(r"\s*\[(\d{1,3})\]")
GATE_NOTE = (
    "no sentence surely answers this by the program's own measure: check the quotes of the model's answer"
)


def answer_with_model(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """Find the answer without the model, then let the model read and rephrase it as far as it is trusted to."""
    composed, hop = extract(context)
    if context.on_found and composed.text:
        context.on_found(composed.text, composed.citations)
    if SUMMARY_NOTE in composed.notes:
        return summarize(context, composed), hop
    return read_with_model(context, composed, find_sentences_beside(context, composed, hop)), hop


def extract(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """Return the answer without a model.

    The question is first taken as the model understood it. If that gives no answer, it is taken as it is understood
    without the model.
    """
    found = answer_by_extraction(context)
    if found[0].text or context.fitted is None:
        return found
    query, question = parse_request(context.session, context.fitted)
    return answer_by_extraction(replace(context, query=query, question=question, fitted=None))


def summarize(context: RequestContext, composed: ComposedAnswer) -> ComposedAnswer:
    """Return the abstract in `composed` in the words of the model; unchanged if the model fails."""
    assert context.models is not None
    paper_id = next((citation.paper_id for citation in composed.citations), "")
    abstract = split_sentences(_MARKER.sub("", composed.text))
    own = [Statement(sentence, "record", paper_id, composed.citations) for sentence in abstract]
    with context.trace.step("summarize with the model"):
        llm = context.trace.watch(context.models.text)
        choice = choose_with_model(
            context.question.text, own, range(len(own)), llm, "summarize", context.on_text
        )
    return _compose(composed, own, own, choice, llm.model)


def phrase_from_paper(context: RequestContext, paper_id: str, part: str) -> ComposedAnswer:
    """Answer `part` from one paper, in the model's words."""
    return read_with_model(narrow(context, part), extract_from_paper(context, paper_id, part), ())


def read_with_model(
    context: RequestContext, composed: ComposedAnswer, others: Sequence[Statement]
) -> ComposedAnswer:
    """Return the answer that the model chooses and phrases from the lines of `composed` and from `others`."""
    models = context.models
    assert models is not None
    own = _list_lines(composed)
    if not own and models.trust != "lead":
        return composed
    statements = [*own, *_without_repeats(others, own)]
    with context.trace.step("read with the model") as detail:
        llm = context.trace.watch(models.text)
        choice = choose_with_model(
            context.question.text, statements, range(len(own)), llm, models.trust, context.on_text
        )
        detail.append(f"{len(statements)} statements; chosen {[index + 1 for index in choice.indices]}")
    return _compose(composed, own, statements, choice, llm.model)


def find_sentences_beside(
    context: RequestContext, composed: ComposedAnswer, hop: FirstHop
) -> tuple[Statement, ...]:
    """Return further sentences for the model to choose from, if the answer consists of sentences or is empty.

    () for an answer from a figure or the record, and for a model that may only phrase.
    """
    assert context.models is not None
    if context.models.trust == "phrase" or not all(map(_is_quoted, _list_lines(composed))):
        return ()
    session, question = context.session, context.question.hops.textual
    scope = scope_weights(hop.ranking[: context.plan.papers]) if needs_cited_papers(context) else {}
    scope = scope or dict.fromkeys(context.focus.papers, 1.0)
    with context.trace.step("sentences for the model"):
        verdict = judge_question(session, question, scope, subjects_of(session, question, scope))
        return cite_sentences(context, [each.sentence for each in verdict.ranked[:_SENTENCES]])


def cite_sentences(context: RequestContext, sentences: Sequence[Sentence]) -> tuple[Statement, ...]:
    """Return the sentences that are found word for word on their pages, each with the title of its paper."""
    cluster = context.session.cluster
    prover = Prover(cluster, context.session.settings)
    cited = [(sentence.chunk.paper_id, prover.cite(sentence)) for sentence in sentences]
    return tuple(
        Statement(
            f"{cluster.summary(paper_id).title}: {citation.quote}",
            "sentence",
            paper_id,
            (citation,),
            citation.quote,
        )
        for paper_id, citation in cited
        if citation is not None
    )


def _list_lines(composed: ComposedAnswer) -> list[Statement]:
    """Return the lines of an answer as statements, each with the citations that it marks."""
    statements = []
    for line in filter(str.strip, composed.text.split("\n")):
        numbers = [int(number) for number in _MARKER.findall(line)]
        cited = tuple(composed.citations[n - 1] for n in numbers if 1 <= n <= len(composed.citations))
        paper_id = cited[0].paper_id if cited else ""
        statements.append(Statement(_MARKER.sub("", line).strip(), "sentence", paper_id, cited))
    return statements


def _without_repeats(others: Sequence[Statement], own: Sequence[Statement]) -> list[Statement]:
    quoted = {citation.quote for statement in own for citation in statement.citations}
    return [each for each in others if not any(citation.quote in quoted for citation in each.citations)]


def _compose(
    composed: ComposedAnswer,
    own: Sequence[Statement],
    statements: Sequence[Statement],
    choice: ModelChoice,
    model: str,
) -> ComposedAnswer:
    """Return the answer that the model's `choice` among `statements` makes of `composed`, whose lines are `own`."""
    notes = (*composed.notes, *filter(None, (choice.note,)))
    if not choice.indices:
        is_left = not composed.text
        return (
            replace(composed, notes=notes)
            if is_left
            else ComposedAnswer(notes=notes, closest=_first_citation(own))
        )
    if not composed.text:
        notes = (*notes, GATE_NOTE)
    is_same = set(choice.indices) == set(range(len(own)))
    if is_same and not choice.phrasing:
        return replace(composed, notes=notes)
    chosen = [statements[index] for index in choice.indices]
    citations = tuple(dict.fromkeys(citation for each in chosen for citation in each.citations))
    if choice.phrasing:
        notes = tuple(note for note in notes if note != SUMMARY_NOTE)
        text = f"{choice.phrasing} {markers(len(citations))}".strip()
    else:
        text = "\n".join(_print_statement(each, citations) for each in chosen)
    return replace(
        composed,
        text=text,
        citations=citations,
        notes=notes,
        model=model if choice.phrasing else composed.model,
        refusal="",
    )


def _print_statement(statement: Statement, citations: Sequence[Citation]) -> str:
    """Return a sentence as it is quoted, or a statement of another source in its own words, with its citation
    markers."""
    said = statement.answer if statement.source == "sentence" else ""
    marks = "".join(markers(1, citations.index(citation)) for citation in statement.citations)
    return f"{said or statement.text} {marks}".rstrip()


def _is_quoted(line: Statement) -> bool:
    """True if the line contains its quotes word for word."""
    return bool(line.citations) and all(citation.quote in line.text for citation in line.citations)


def _first_citation(statements: Sequence[Statement]) -> Citation | None:
    return next((citation for each in statements for citation in each.citations), None)
