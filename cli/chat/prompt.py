"""The prompt of a chat: history, completion and pasted text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, InMemoryHistory

from ...agent.conversation.conversation import Conversation
from .commands import COMMANDS

_META_COLUMNS = 60


class CommandCompleter(Completer):
    """Completes commands and their arguments. A question is not completed."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation, self._paths = conversation, PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        text = document.text_before_cursor
        if not text.startswith("/") or "\n" in text:
            return
        name, space, argument = text[1:].partition(" ")
        if not space:
            for command in COMMANDS:
                if command.name.startswith(name):
                    yield Completion(command.name, -len(name), display_meta=command.help)
        elif name in ("image", "save"):
            yield from self._paths.get_completions(Document(argument), complete_event)
        else:
            yield from self._arguments(name, argument)

    def _arguments(self, name: str, argument: str) -> Iterator[Completion]:
        for command in COMMANDS:
            if command.name == name and command.complete:
                for value, explanation in command.complete(self._conversation):
                    if value.lower().startswith(argument.lower()):
                        yield Completion(value, -len(argument), display_meta=_shorten(explanation))


def _shorten(text: str) -> str:
    """Return `text` cut between words to the width of a menu."""
    return textwrap.shorten(text, _META_COLUMNS, placeholder=" ...")


def open_prompt(conversation: Conversation, history: Path, **terminal: Any) -> PromptSession[str]:
    """Return a prompt with its history in the file `history`, or in memory if the file cannot be written.

    Pasted lines stay one question, which is sent only by Enter. `terminal` holds prompt_toolkit's input and output
    for tests.
    """
    try:
        history.parent.mkdir(parents=True, exist_ok=True)
        history.touch()
        remembered: FileHistory | InMemoryHistory = FileHistory(str(history))
    except OSError:
        remembered = InMemoryHistory()
    return PromptSession(
        f"{conversation.session.cluster.name}> ",
        history=remembered,
        completer=CommandCompleter(conversation),
        complete_while_typing=False,
        auto_suggest=AutoSuggestFromHistory(),
        **terminal,
    )
