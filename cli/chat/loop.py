"""The two ways to talk: a person at a terminal, lines from a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.text import Text

from ...integrations import json_output as fields
from ..output.console import print_json
from ..output.terminal.values import usage
from . import turn_text as show
from .chat import Chat
from .turns import carry_out, carry_out_and_show

ABSTAINED = 4


def at_terminal(chat: Chat, read: Callable[[], str]) -> int:
    """Read and answer until Ctrl-D; `read` returns a line and raises EOFError at the end, KeyboardInterrupt at Ctrl-C."""
    _greet(chat)
    while True:
        try:
            text = read().strip()
        except KeyboardInterrupt:  # what was typed is thrown away
            continue
        except EOFError:
            break
        if text:
            carry_out_and_show(chat, text)
    if chat.talk.turns:
        cost = f" ({usage(chat.talk.usage)})" if chat.talk.usage.calls else ""
        chat.say(
            f"{len(chat.talk.turns)} questions kept{cost}; citehop chat {chat.cluster.name} --resume goes on"
        )
    return 0


def through_pipe(chat: Chat, lines: Iterable[str], *, json: bool) -> int:
    """Answer each line: as text, or as one JSON object a line. The exit code is 4 when the last question found no answer.

    Raises CitehopError at the first line that cannot be carried out.
    """
    code = 0
    for text in filter(None, (line.strip() for line in lines)):
        turn = carry_out(chat, text)
        if turn is None:
            continue
        code = ABSTAINED if turn.answer.status == "abstained" else 0
        if json:
            answer = fields.answer_fields(turn.answer, chat.cluster)
            print_json({"question": turn.question, "follows": turn.follows, **answer})
        else:
            show.turn(chat.console, turn, chat.talk.session)
    return code


def _greet(chat: Chat) -> None:
    cluster, record = chat.cluster, chat.talk.record
    anchor = f"; figures of {cluster.paper(cluster.anchor).title}" if cluster.anchor else ""
    chat.console.print(Text(f"{cluster.name}: {len(cluster.paper_ids)} papers{anchor}"), soft_wrap=True)
    models = chat.talk.models
    chat.say(
        f"model {models.text.model}"
        if models
        else "no model: answers are quotes, word for word; /model NAME sets one"
    )
    if record.turns:
        chat.say(f"resumed after {len(record.turns)} questions; the last: {record.turns[-1].question}")
    chat.say("/help lists the commands; Ctrl-C stops an answer, Ctrl-D ends")
