"""A chat: the conversation, where it is kept, and where it is shown."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from ...agent.talk.saved import save
from ...agent.talk.talk import Talk
from ...agent.talk.types import Turn
from ...errors import CitehopError
from ...papers.cluster import Cluster
from ..render import clean
from . import show
from .commands import obey


class Chat:
    """`interactive`: a person sits before `console`, so drafts are shown as they come."""

    def __init__(self, talk: Talk, file: Path, console: Console, *, interactive: bool) -> None:
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

    def line(self, text: str) -> Turn | None:
        """Carry out a command or answer a question; the turn, if there is one. Raises CitehopError."""
        if text.startswith("/"):
            obey(self, text)
            return None
        turn = self._asked(text) if self.interactive else self.talk.ask(text)
        self.keep()
        return turn

    def converse(self, text: str) -> None:
        """`line`, shown; a mistake is told in one line, and Ctrl-C stops the answer and nothing else."""
        try:
            turn = self.line(text)
        except CitehopError as error:
            self.console.print(Text(clean(str(error)), style="red"), soft_wrap=True)
        except KeyboardInterrupt:
            self.say("stopped; ask again or Ctrl-D to end")
        else:
            if turn is not None:
                if turn.answer.model and self.interactive:
                    self.console.print()
                show.turn(self.console, turn, self.talk.session)

    def _asked(self, text: str) -> Turn:
        """Ask with a line that says what is being done, until the model's draft takes its place."""
        with self.console.status("looking", spinner_style="dim") as status:

            def on_text(piece: str) -> None:
                status.stop()
                self.console.print(Text(clean(piece), style="dim"), end="", soft_wrap=True)
                self.console.file.flush()

            return self.talk.ask(text, on_text, status.update)
