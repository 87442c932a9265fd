"""The agent loop: the model calls tools until it answers or its rounds are used up; its quotes are verified as for any answer."""

from __future__ import annotations

from dataclasses import replace

from ..figures.first_hop_context import entity_of
from ..first_hop import FirstHop
from ..llm.prompting import fence, load_prompt, request
from ..llm.types import LLM, Message, Reply, Request, ToolCall
from ..request_context import RequestContext
from ..tools.functions import READING_TOOLS
from ..tools.text_output import ToolState, call_tool
from ..tools.types import ToolContext
from ..verification.sentences import Prover
from .draft import written
from .gate_opinion import consult_gate
from .types import ComposedAnswer, Material
from .write import finish

_STEP_TOKENS = 900
_CAPTION = 120  # characters of each figure's caption in the list that the agent starts from
_AGAIN = "error: this was asked before; its result stands above"


def answer_with_tools(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """Answer by a model that calls tools until it can answer. Raises BudgetError before a call that would exceed the budget."""
    assert context.models is not None
    focus = context.focus
    about = focus.figure or (entity_of(focus.known) if focus.known else "")
    question = f"{context.question.text} (This is about {about}.)" if about else context.question.text
    anchor = context.session.anchor_id(focus.anchor)
    state = ToolState(ToolContext(context.session, anchor))
    llm = context.trace.watch(context.models.text)
    opinion = consult_gate(context.session, context.question.hops.textual, {})
    draft = _explored(context, question, llm, state, opinion.prompt)
    with context.trace.step("prove") as detail:
        material = Material(question, "", tuple(state.passages), state.titles)
        done = finish(llm, draft, material, Prover(context.session.cluster, context.session.settings))
        detail.append(f"{len(done.citations)} quotes proven" if done.text else "no answer")
    searched = f"what the agent found in cluster {context.session.cluster.name}"
    notes = (*done.notes, opinion.note) if done.text and opinion.refuses else done.notes
    return replace(done, searched=searched, notes=notes), state.hop


def _explored(job: RequestContext, question: str, llm: LLM, state: ToolState, doubt: str) -> str:
    """The draft that the model writes when it stops calling tools."""
    rounds = job.plan.max_steps
    values = {"question": question, "steps": str(rounds), "papers": fence(_papers(state)), "doubt": doubt}
    asked = replace(
        request("agent", values, _STEP_TOKENS), tools=tuple(tool.declaration for tool in READING_TOOLS)
    )
    seen: set[ToolCall] = set()
    for number in range(1, rounds + 2):
        if number > rounds:
            last = load_prompt("agent_last")
            asked = _continued(asked, Message("user", last.fill()), label=f"{asked.label} {last.version}")
        with job.trace.step(f"round {number}") as detail:
            reply = written(llm, asked, job.on_text)
            detail.append(", ".join(call.name for call in reply.tool_calls) or "answers")
        if not reply.tool_calls or number > rounds:
            break
        if reply.text and job.on_text:
            job.on_text("\n")  # text before a tool call is not the beginning of the next text
        asked = _continued(asked, *_results(job, state, reply, seen))
    return reply.text


def _results(job: RequestContext, state: ToolState, reply: Reply, seen: set[ToolCall]) -> list[Message]:
    """The model's turn, a turn for each of its calls, and one more with the pictures that they returned."""
    turns = [Message("assistant", reply.text, tool_calls=reply.tool_calls)]
    for call in reply.tool_calls:
        with job.trace.step(call.name) as detail:
            known = replace(call, id="")
            told = _AGAIN if known in seen else call_tool(state, call)
            seen.add(known)
            detail.append(f"{call.arguments} -> {len(told)} characters")
        turns.append(Message("tool", told, tool_call_id=call.id))
    if state.pictures:
        turns.append(
            Message("user", "The pictures that were asked for, in order:", images=tuple(state.pictures))
        )
        state.pictures.clear()
    return turns


def _continued(asked: Request, *turns: Message, label: str = "") -> Request:
    return replace(asked, messages=(*asked.messages, *turns), label=label or asked.label)


def _papers(state: ToolState) -> str:
    """Ids and titles, then the main paper's figures."""
    lines = [f"{paper_id}: {title}" for paper_id, title in sorted(state.titles.items())]
    anchor = state.context.anchor
    if anchor:
        lines.append(f"\nfigures of {anchor}:")
        figures = state.context.session.cluster.paper(anchor).figures
        lines += [f"{figure.label}: {figure.caption[:_CAPTION]}" for figure in figures]
    return "\n".join(lines)
