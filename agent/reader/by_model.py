"""A language model as reader: it gives the numbers of the statements that answer, and puts them into words.

The model never copies quotes: the program attaches the quotes of the statements that the model names. If anything goes
wrong, the statements that were chosen without the model stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ...errors import UnavailableError
from ..llm.errors import BrokenOffError, ContextWindowError
from ..llm.prompting import fence, request
from ..llm.structured import first_object
from ..llm.types import LLM, Reply, Request
from ..statements.types import Statement
from ..verification.checks.numbers import omitted_numbers
from ..verification.links import without_unquoted_links
from ..verification.support import SupportContext, support_faults
from .trust import Trust

Task = Trust | Literal["summarize"]
"""The task of a model: to do with statements as much as its trust allows, or to "summarize" them."""

REPLY_TOKENS = 300
_STATEMENT_CHARACTERS = 600
_ALL_CHARACTERS = (
    4000  # most characters of all statements; with question and instructions at most 1,500 tokens
)
_QUESTION_CHARACTERS = 600
_MOST_CHOSEN = 3
_LONGEST_PHRASING = 600
_SCHEMA = {
    "type": "object",
    "properties": {
        "reason": {"type": "string"},
        "statements": {"type": "array", "items": {"type": "integer"}},
        "phrasing": {"type": "string"},
    },
    "required": ["reason", "statements", "phrasing"],
    "additionalProperties": False,
}
_PROMPTS: Mapping[Task, str] = {
    "phrase": "phrase",
    "summarize": "summarize",
}  # the prompt of all other tasks is "choose"
_PHRASING = re.compile(r'"phrasing"\s*:\s*"((?:[^"\\]|\\.)*)')


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The choice of a model: `indices` of the statements that answer, best first, and a `phrasing` that they support.

    `indices` is () if no statement answers, and `phrasing` is "" if there is none. `note` says why the model's reply,
    or a part of it, was left out. `is_valid` is False if the reply could not be read at all.
    """

    indices: tuple[int, ...]
    phrasing: str = ""
    note: str = ""
    is_valid: bool = True


def choose_with_model(
    question: str,
    statements: Sequence[Statement],
    chosen: Sequence[int],
    llm: LLM,
    task: Task,
    on_text: Callable[[str], None] | None = None,
) -> ModelChoice:
    """Choose the statements that answer `question`, and phrase the answer, with one call of `llm`.

    If the call fails, the statements `chosen` without the model stand. A model that may only phrase or that summarizes
    is shown only `chosen`. `on_text` receives the phrasing while it is written, before any check. Raises
    ConfigurationError if the model cannot be used at all.
    """
    shown = list(chosen) if task in _PROMPTS else _fit(statements, chosen)
    if not shown:
        return ModelChoice(tuple(chosen))
    listed = "\n".join(f"[{number}] {_cut(statements[index].text)}" for number, index in enumerate(shown, 1))
    values = {"statements": fence(listed), "question": question[:_QUESTION_CHARACTERS]}
    asked = request(_PROMPTS.get(task, "choose"), values, REPLY_TOKENS, schema=_SCHEMA)
    try:
        reply = _write(llm, asked, on_text)
    except (UnavailableError, ContextWindowError) as error:
        return ModelChoice(tuple(chosen), note=f"{error}; answered without the model", is_valid=False)
    return read_reply(reply.text, question, statements, shown, chosen, task)


def _fit(statements: Sequence[Statement], chosen: Sequence[int]) -> list[int]:
    """Return the indices of the statements that fit into the prompt, in order. Statements in `chosen` have priority."""
    left, kept = _ALL_CHARACTERS, set[int]()
    for index in dict.fromkeys([*chosen, *range(len(statements))]):
        left -= len(_cut(statements[index].text)) + 5
        if left < 0:
            break
        kept.add(index)
    return sorted(kept)


def _cut(text: str) -> str:
    flat = " ".join(text.split())
    return (
        flat
        if len(flat) <= _STATEMENT_CHARACTERS
        else flat[:_STATEMENT_CHARACTERS].rpartition(" ")[0] + " ..."
    )


def _write(llm: LLM, asked: Request, on_text: Callable[[str], None] | None) -> Reply:
    """Return the reply of `llm`. If its stream breaks off, the whole reply is requested again without a stream."""
    if on_text is None:
        return llm.complete(asked)
    text, shown, reply = "", 0, Reply()
    try:
        for piece in llm.stream(asked):
            text += piece.text
            reply = piece.reply or reply
            visible = without_unquoted_links(_written_phrasing(text, is_whole=bool(piece.reply)), ())
            if len(visible) > shown:
                on_text(visible[shown:])
                shown = len(visible)
    except BrokenOffError:
        if shown:
            on_text("...\n")
        return llm.complete(asked)
    return reply


def _written_phrasing(text: str, *, is_whole: bool) -> str:
    """Return the phrasing in a partial reply, up to its last whole word."""
    match = _PHRASING.search(text)
    if match is None:
        return ""
    written = first_object('{"phrasing": "' + match[1].removesuffix("\\") + '"}').get("phrasing", "")
    return str(written) if is_whole else str(written).rpartition(" ")[0]


def read_reply(
    text: str,
    question: str,
    statements: Sequence[Statement],
    shown: Sequence[int],
    chosen: Sequence[int],
    task: Task,
) -> ModelChoice:
    """Return the choice in the reply `text`; the statements `chosen` if the reply cannot be read.

    `shown` are the indices of the statements that the model saw; the reply numbers them from 1.
    """
    fields = first_object(text)
    numbers, phrasing = fields.get("statements"), fields.get("phrasing")
    if not isinstance(numbers, list) or not isinstance(phrasing, str):
        note = "the model's reply was not of the form that it was asked for; answered without the model"
        return ModelChoice(tuple(chosen), note=note, is_valid=False)
    named = [number for number in numbers if isinstance(number, int) and not isinstance(number, bool)]
    valid = [shown[number - 1] for number in dict.fromkeys(named) if 1 <= number <= len(shown)]
    if numbers and not valid:
        note = "the model named statements that do not exist; answered without the model"
        return ModelChoice(tuple(chosen), note=note, is_valid=False)
    if task == "choose" and not valid:  # it may choose another statement, not none
        return ModelChoice(tuple(chosen))
    indices = tuple(chosen) if task in _PROMPTS else tuple(valid[:_MOST_CHOSEN])
    return _check_phrasing(ModelChoice(indices, " ".join(phrasing.split())), question, statements, task)


def _check_phrasing(
    choice: ModelChoice, question: str, statements: Sequence[Statement], task: Task
) -> ModelChoice:
    """Return `choice` without its phrasing if the chosen statements do not support it.

    A model that may not lead must keep all numbers of the statements, because it may not decide which number answers.
    """
    if not choice.indices or not choice.phrasing:
        return replace(choice, phrasing="")
    texts = [statements[index].text for index in choice.indices]
    texts += [citation.quote for index in choice.indices for citation in statements[index].citations]
    plain = without_unquoted_links(choice.phrasing, texts)
    if len(plain) > _LONGEST_PHRASING:
        return replace(choice, phrasing="", note="the model's wording was left out: it is too long")
    faults = support_faults(plain, texts, SupportContext((), (question,)))
    if faults:
        note = f"the model's wording was left out, since the quotes do not support it: {faults[0]}"
        return replace(choice, phrasing="", note=note)
    lines = [_without_evidence(statements[index]) for index in choice.indices]
    omitted = omitted_numbers(plain, lines, [question]) if task in ("phrase", "choose") else []
    if omitted:
        note = f"the model's wording was left out: it leaves out {omitted[0]}"
        return replace(choice, phrasing="", note=note)
    return replace(choice, phrasing=plain)


def _without_evidence(statement: Statement) -> str:
    """Return the text of a statement without the table rows that it quotes after the cell that answers."""
    text = statement.answer or statement.text
    for citation in statement.citations:
        text = text.replace(f"“{citation.quote}”", "")
    return text
