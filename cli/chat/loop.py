"""The chat loop: questions and commands from a person at a terminal, or lines from a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.text import Text

from ...agent.conversation.types import Turn
from ...errors import CitehopError
from ...integrations.json_output import answer_fields
from ..output.console import print_json
from ..output.terminal.values import format_usage
from .chat import Chat
from .commands import describe_selection, run_command
from .turn_text import describe_turn, print_turn

ABSTAINED = 4


def run_interactive(chat: Chat, read: Callable[[], str]) -> int:
    """Read and answer until Ctrl-D; `read` returns a line and raises EOFError at the end, KeyboardInterrupt at Ctrl-C."""
    _greet(chat)
    while True:
        try:
            text = read().strip()
        except KeyboardInterrupt:  # discards the line
            continue
        except EOFError:
            break
        if text:
            handle_and_print(chat, text)
    turns, usage = chat.conversation.turns, chat.conversation.usage
    if turns:
        cost = f" ({format_usage(usage)})" if usage.calls else ""
        chat.note(
            f"{len(turns)} questions saved{cost}; continue with citehop chat {chat.cluster.name} --resume"
        )
    return 0


def answer_lines(chat: Chat, lines: Iterable[str], *, json: bool) -> int:
    """Answer each line, as text or as one JSON object per line; return 4 if the last question found no answer, else 0.

    Raises CitehopError at the first line that fails.
    """
    code = 0
    for text in filter(None, (line.strip() for line in lines)):
        turn = handle_line(chat, text)
        if turn is None:
            continue
        code = ABSTAINED if turn.answer.status == "abstained" else 0
        if json:
            answer = answer_fields(turn.answer, chat.cluster)
            print_json({"question": turn.question, "follows": turn.follows, **answer})
        else:
            print_turn(chat.console, turn, chat.conversation.session)
    return code


def handle_line(chat: Chat, text: str) -> Turn | None:
    """Run a command, or answer a question and return the turn. Raises CitehopError."""
    if text.startswith("/"):
        run_command(chat, text)
        return None
    turn = _ask(chat, text) if chat.interactive else chat.conversation.ask(text)
    chat.save()
    return turn


def handle_and_print(chat: Chat, text: str) -> None:
    """`handle_line` with its result printed; an error is one line, and Ctrl-C stops only the answer."""
    try:
        turn = handle_line(chat, text)
    except CitehopError as error:
        chat.console.print(Text(str(error), style="red"), soft_wrap=True)
    except KeyboardInterrupt:
        chat.note("stopped; ask again or Ctrl-D to end")
    else:
        if turn is not None:
            if turn.answer.model and chat.interactive:
                chat.console.print()
            print_turn(chat.console, turn, chat.conversation.session)


def _ask(chat: Chat, text: str) -> Turn:
    """Ask under a status line, which the model's draft replaces as it arrives."""
    with chat.console.status("reading", spinner_style="dim") as status:

        def on_text(part: str) -> None:
            status.stop()
            chat.console.print(Text(part, style="dim"), end="", soft_wrap=True)
            chat.console.file.flush()

        return chat.conversation.ask(text, on_text, status.update)


def _greet(chat: Chat) -> None:
    cluster, conversation = chat.cluster, chat.conversation
    chat.console.print(Text(f"{cluster.name}: {len(cluster.paper_ids)} papers"), soft_wrap=True)
    chat.note(describe_selection(conversation))
    models = conversation.models
    chat.note(
        f"model {models.text.model}"
        if models
        else "no model: answers are quotes, word for word; /model NAME selects one"
    )
    if conversation.turns:
        last = conversation.turns[-1].question
        chat.note(f"resumed after {len(conversation.turns)} questions; the last: {last}")
        if reading := describe_turn(conversation.turns[-1], conversation.session):
            chat.note(reading)
    chat.note("/help lists the commands; Ctrl-C stops an answer, Ctrl-D ends")
