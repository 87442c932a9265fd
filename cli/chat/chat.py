"""The state of a chat: the conversation, its file and the console."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from ...agent.conversation.conversation import Conversation
from ...agent.conversation.store import save
from ...papers.clusters.cluster import Cluster


class Chat:
    """A conversation on `console` that is saved to `file`.

    `interactive` means that a person reads along; drafts are then shown as they arrive.
    """

    def __init__(
        self, conversation: Conversation, file: Path, console: Console, *, interactive: bool
    ) -> None:
        self.conversation, self.file, self.console = conversation, file, console
        self.interactive = interactive

    @property
    def cluster(self) -> Cluster:
        return self.conversation.session.cluster

    def note(self, line: str) -> None:
        """Print a line that is not part of an answer.

        For a person it is wrapped between words, unless it has a word wider than the console, such as a path.
        """
        has_path = any(len(word) > self.console.width for word in line.split())
        self.console.print(Text(line, style="dim"), soft_wrap=has_path or not self.interactive)

    def save(self) -> None:
        """Write the conversation to its file."""
        save(self.conversation.record, self.file)
