"""The agent loop: the model calls tools until it knows enough or its rounds are used up.

The model then reads what the tools found together with the answer that was found without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...errors import UnavailableError
from ...indexes.text.analysis import analyze
from ..figures.first_hop_context import entity_of
from ..first_hop import FirstHop
from ..llm.errors import ContextWindowError
from ..llm.prompting import fence, request
from ..llm.types import LLM, Message, Reply, ToolCall
from ..request_context import RequestContext
from ..session import Session
from ..statements.types import Statement
from ..tools.functions import READING_TOOLS
from ..tools.text_output import ToolState, call_tool
from ..tools.types import ToolContext
from ..verification.sentences import sentences_of
from .types import ComposedAnswer
from .with_model import answer_with_model, cite_sentences, extract, find_sentences_beside, read_with_model

_STEP_TOKENS = 600
_CAPTION = 120  # characters of each figure's caption in the list that the agent starts from
_PAPERS = 60  # papers in that list
_ARGUMENTS = 4096  # characters of one call
_ROUND = 12_000  # characters that the tools return in one round
_STATEMENTS = 8  # statements and sentences from the tools that the model reads
_AGAIN = "error: this was asked before; its result stands above"
_TOO_LONG = f"error: the arguments are too long; at most {_ARGUMENTS} characters"
_FULL = "error: the results of this round are as long as they may be; ask again in the next one"
_NO_TOOLS = "this model calls no tools: it may not lead (`citehop model probe` measures what it may do)"


def answer_with_tools(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """Let the model find evidence with tools, then let it read this evidence together with the answer found without a
    model.

    A model that may not lead calls no tools and only reads.
    """
    assert context.models is not None
    if context.models.trust != "lead":
        context.trace.notes.append(_NO_TOOLS)
        return answer_with_model(context)
    composed, hop = extract(context)
    others = find_sentences_beside(context, composed, hop)
    state = ToolState(ToolContext(context.session, context.session.anchor_id(context.focus.anchor)))
    try:
        _explore(context, context.trace.watch(context.models.text), state)
    except (UnavailableError, ContextWindowError) as error:
        context.trace.notes.append(f"{error}; answered without the model")
        return composed, hop
    done = read_with_model(context, composed, [*_best_statements(context, state), *others])
    is_led = state.ranking and set(done.citations) - set(composed.citations)
    return done, replace(hop, ranking=state.ranking) if is_led else hop


def _best_statements(context: RequestContext, state: ToolState) -> list[Statement]:
    """Return the best statements and sentences that the tools returned, each located on its page."""
    sentences = sentences_of(state.passages)
    stated = list(dict.fromkeys(state.statements))
    texts = [*(statement.text for statement in stated), *(sentence.text for sentence in sentences)]
    scores = _score(context.session, context.question.text, texts)
    best = sorted(range(len(texts)), key=lambda place: (-scores[place], place))[:_STATEMENTS]
    read = [sentences[place - len(stated)] for place in best if place >= len(stated)]
    return [*(stated[place] for place in best if place < len(stated)), *cite_sentences(context, read)]


def _score(session: Session, question: str, texts: Sequence[str]) -> list[float]:
    """Score `texts` by the cross-encoder; without a cross-encoder, by the number of the question's words that each text
    has."""
    scores = session.index.score_answers(question, texts)
    if scores is not None:
        return [float(score) for score in scores]
    terms = set(analyze(question))
    return [float(len(terms & set(analyze(text)))) for text in texts]


def _explore(job: RequestContext, llm: LLM, state: ToolState) -> None:
    """Let the model call tools until it stops or its rounds are used up; `state` keeps what they return."""
    focus = job.focus
    about = focus.figure or (entity_of(focus.known) if focus.known else "")
    question = f"{job.question.text} (This is about {about}.)" if about else job.question.text
    values = {"question": question, "steps": str(job.plan.max_steps), "papers": fence(_papers(state))}
    asked = replace(
        request("agent", values, _STEP_TOKENS), tools=tuple(tool.declaration for tool in READING_TOOLS)
    )
    seen: set[ToolCall] = set()
    for number in range(1, job.plan.max_steps + 1):
        with job.trace.step(f"round {number}") as detail:
            reply = llm.complete(asked)
            detail.append(", ".join(call.name for call in reply.tool_calls) or "knows enough")
        if not reply.tool_calls:
            return
        asked = replace(asked, messages=(*asked.messages, *_results(job, state, reply, seen)))


def _results(job: RequestContext, state: ToolState, reply: Reply, seen: set[ToolCall]) -> list[Message]:
    """Return the model's turn, one turn for each of its calls, and one more turn with the pictures that the calls
    returned."""
    calls = [
        call if len(call.arguments) <= _ARGUMENTS else replace(call, arguments="{}")
        for call in reply.tool_calls
    ]
    turns = [Message("assistant", reply.text, tool_calls=tuple(calls))]
    left = _ROUND
    for call, written in zip(calls, reply.tool_calls, strict=True):
        with job.trace.step(call.name) as detail:
            told = _TOO_LONG if call is not written else _call(state, call, seen, left)
            left -= len(told)
            detail.append(f"{call.arguments} -> {len(told)} characters")
        turns.append(Message("tool", told, tool_call_id=call.id))
    if state.pictures:
        turns.append(
            Message("user", "The pictures that were asked for, in order:", images=tuple(state.pictures))
        )
        state.pictures.clear()
    return turns


def _call(state: ToolState, call: ToolCall, seen: set[ToolCall], left: int) -> str:
    known = replace(call, id="")
    if known in seen:
        return _AGAIN
    if left <= 0:
        return _FULL
    seen.add(known)
    return call_tool(state, call)


def _papers(state: ToolState) -> str:
    """List the ids and titles of papers, then the figures of the main paper."""
    lines = [f"{paper_id}: {title}" for paper_id, title in sorted(state.titles.items())[:_PAPERS]]
    anchor = state.context.anchor
    if anchor:
        lines.append(f"\nfigures of {anchor}:")
        figures = state.context.session.cluster.paper(anchor).figures
        lines += [f"{figure.label}: {figure.caption[:_CAPTION]}" for figure in figures]
    return "\n".join(lines)
