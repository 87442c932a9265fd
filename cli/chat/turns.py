"""A line of a chat carried out: a command obeyed or a question answered."""

from __future__ import annotations

from rich.text import Text

from ...agent.conversation.types import Turn
from ...errors import CitehopError
from ..output.terminal.values import clean
from . import turn_text as show
from .chat import Chat
from .commands import obey


def carry_out(chat: Chat, text: str) -> Turn | None:
    """Carry out a command or answer a question; the turn, if there is one. Raises CitehopError."""
    if text.startswith("/"):
        obey(chat, text)
        return None
    turn = _asked(chat, text) if chat.interactive else chat.talk.ask(text)
    chat.keep()
    return turn


def carry_out_and_show(chat: Chat, text: str) -> None:
    """`carry_out`, shown; a mistake is told in one line, and Ctrl-C stops the answer and nothing else."""
    try:
        turn = carry_out(chat, text)
    except CitehopError as error:
        chat.console.print(Text(clean(str(error)), style="red"), soft_wrap=True)
    except KeyboardInterrupt:
        chat.say("stopped; ask again or Ctrl-D to end")
    else:
        if turn is not None:
            if turn.answer.model and chat.interactive:
                chat.console.print()
            show.turn(chat.console, turn, chat.talk.session)


def _asked(chat: Chat, text: str) -> Turn:
    """Ask with a line that says what is being done, until the model's draft takes its place."""
    with chat.console.status("looking", spinner_style="dim") as status:

        def on_text(piece: str) -> None:
            status.stop()
            chat.console.print(Text(clean(piece), style="dim"), end="", soft_wrap=True)
            chat.console.file.flush()

        return chat.talk.ask(text, on_text, status.update)
