"""A chat: the conversation, where it is kept, and where it is shown."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from ...agent.conversation.conversation import Conversation
from ...agent.conversation.store import save
from ...papers.clusters.cluster import Cluster
from ..output.terminal.values import clean


class Chat:
    """`interactive`: a person sits before `console`, so drafts are shown as they come."""

    def __init__(self, talk: Conversation, file: Path, console: Console, *, interactive: bool) -> None:
        self.talk, self.file, self.console, self.interactive = talk, file, console, interactive

    @property
    def cluster(self) -> Cluster:
        return self.talk.session.cluster

    def say(self, line: str) -> None:
        """One line that is no answer."""
        self.console.print(Text(clean(line), style="dim"), soft_wrap=True)

    def keep(self) -> None:
        """Write the conversation to its file."""
        save(self.talk.record, self.file)
