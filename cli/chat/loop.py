"""The chat loop: questions and commands from a person at a terminal, or lines from a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from rich.text import Text

from ...agent.conversation.types import Turn
from ...errors import CitehopError, UsageError
from ...integrations.evidence.path import trace_path
from ...integrations.json_output import answer_fields
from ...papers.plural import count_noun
from ..output.console import print_error, print_json, warn
from ..output.draft import show_step
from ..output.terminal.values import format_usage
from ..questions import check_question
from .chat import Chat
from .commands import describe_selection, run_command
from .turn_text import describe_turn, print_turn

ABSTAINED = 4


def run_interactive(chat: Chat, read: Callable[[], str]) -> int:
    """Read lines and answer them until Ctrl-D, and return the exit code 0.

    `read` returns a line. It raises EOFError at the end and KeyboardInterrupt at Ctrl-C.
    """
    _greet(chat)
    while True:
        try:
            text = read().strip()
        except KeyboardInterrupt:  # Ctrl-C discards the line
            continue
        except EOFError:
            break
        if text:
            handle_and_print(chat, text)
    turns, usage = chat.conversation.turns, chat.conversation.usage
    if turns:
        cost = f" ({format_usage(usage)})" if usage.calls else ""
        chat.note(
            f"{count_noun(len(turns), 'question')} saved{cost}; continue with citehop chat {chat.cluster.name} --resume"
        )
    return 0


def answer_lines(chat: Chat, lines: Iterable[str], *, json: bool) -> int:
    """Answer each line, as text below its question or as one JSON object per line, and return the exit code.

    An error of a command or a question that cannot be asked is printed, and the next lines are handled. The exit code
    is that of the first such error; without an error it is 4 if the last question found no answer, else 0. Raises
    CitehopError if answering fails for another reason, such as a server that cannot be reached.
    """
    code = failed = handled = 0
    for text in filter(None, (line.strip() for line in lines)):
        handled += 1
        try:
            if is_command(text) and not json:
                _echo(chat, text)
            turn = handle_line(chat, text)
        except CitehopError as error:
            if not (is_command(text) or isinstance(error, UsageError)):
                raise
            if not (is_command(text) or json):
                _echo(chat, text)
            print_error(f"citehop: {error}")
            failed = failed or error.exit_code
            continue
        if turn is None:
            continue
        code = ABSTAINED if turn.answer.status == "abstained" else 0
        if json:
            print_json(_turn_fields(turn, chat))
        else:
            _echo(chat, turn.question)
            print_turn(chat.console, turn, chat.conversation.session)
            chat.console.print()
    if not handled:
        warn("no question came through the pipe")
    return failed or code


def _turn_fields(turn: Turn, chat: Chat) -> dict[str, Any]:
    """Return the fields of a turn for JSON.

    A follow-up leaves out the figure that an earlier turn read, unless a name in that figure led to the paper that
    answers.
    """
    fields = answer_fields(turn.answer, chat.cluster)
    earlier = ((each.answer.reading, each.answer.figure) for each in chat.conversation.turns[:-1])
    is_earlier = turn.follows and (turn.answer.reading, turn.answer.figure) in earlier
    if is_earlier and trace_path(turn.answer, chat.cluster) is None:
        fields |= {"figure": None, "anchor": None, "reading": None}
    return {"question": turn.question, "follows": turn.follows, **fields}


def _echo(chat: Chat, line: str) -> None:
    """Print a line from a pipe above its result."""
    chat.console.print(Text(f"> {line}", style="bold"), soft_wrap=True)


def is_command(text: str) -> bool:
    """True if the line `text` is a slash command."""
    return text.startswith("/")


def handle_line(chat: Chat, text: str) -> Turn | None:
    """Run a command and return None, or answer a question and return the turn.

    Raises UsageError for a question of a single word, and CitehopError for other errors.
    """
    if is_command(text):
        run_command(chat, text)
        return None
    check_question(text)
    turn = _ask(chat, text) if chat.interactive else chat.conversation.ask(text)
    chat.save()
    return turn


def handle_and_print(chat: Chat, text: str) -> None:
    """Handle a line and print the result. An error becomes one line, and Ctrl-C stops only the answer."""
    try:
        turn = handle_line(chat, text)
    except CitehopError as error:
        chat.console.print(Text(str(error), style="red"), soft_wrap=not chat.interactive)
    except KeyboardInterrupt:
        chat.note("stopped; ask again or Ctrl-D to end")
    else:
        if turn is not None:
            if turn.answer.model and chat.interactive:
                chat.console.print()
            print_turn(chat.console, turn, chat.conversation.session)


def _ask(chat: Chat, text: str) -> Turn:
    """Ask a question under a status line. The model's draft replaces the status line when it arrives."""
    with chat.console.status("reading", spinner_style="dim") as status:

        def on_text(part: str) -> None:
            status.stop()
            chat.console.print(Text(part, style="dim"), end="", soft_wrap=True)
            chat.console.file.flush()

        return chat.conversation.ask(text, on_text, partial(show_step, status))


def _greet(chat: Chat) -> None:
    cluster, conversation = chat.cluster, chat.conversation
    chat.console.print(Text(f"{cluster.name}: {count_noun(len(cluster.paper_ids), 'paper')}"), soft_wrap=True)
    chat.note(describe_selection(conversation))
    models = conversation.models
    chat.note(
        f"model {models.text.model}"
        if models
        else "no model: answers are quotes, word for word; /model NAME selects one"
    )
    if conversation.turns:
        last = conversation.turns[-1].question
        chat.note(f"resumed after {count_noun(len(conversation.turns), 'question')}; the last: {last}")
        if reading := describe_turn(conversation.turns[-1], conversation.session):
            chat.note(reading)
    chat.note("/help lists the commands; Ctrl-C stops an answer, Ctrl-D ends")
