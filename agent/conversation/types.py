"""Turns of a conversation, and the record that is kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..query.types import UNDERSTOOD_AS
from ..types import Answer


def part_notes(notes: Sequence[str]) -> tuple[list[str], list[str]]:
    """Notes to show above an answer, which tell what was asked in place of a follow-up, and notes below it."""
    above = [note for note in notes if note.startswith(UNDERSTOOD_AS)]
    return above, [note for note in notes if note not in above]


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer; `follows` is True if it kept the figure or the paper of the question before.

    `complete` tells what was asked in place of a question that leaves something out ("and for BiDAF?"), else "". `papers` are
    the only ones that were asked, () for all; `note` is the user's own.
    """

    question: str
    answer: Answer
    follows: bool = False
    complete: str = ""
    papers: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class ConversationRecord:
    """A conversation as it is kept. `anchor` (a paper id), `figure` and `image` are the user's selection, "" if none; `name` is
    given by the user."""

    cluster: str
    turns: tuple[Turn, ...] = ()
    figure: str = ""
    image: str = ""
    anchor: str = ""
    schema: int = 2
    name: str = ""
