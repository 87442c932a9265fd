"""The turns of a conversation, and the record in which a conversation is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..query.types import UNDERSTOOD_AS
from ..types import Answer


def part_notes(notes: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split `notes` into notes above an answer, which say how a follow-up was understood, and notes below it."""
    above = [note for note in notes if note.startswith(UNDERSTOOD_AS)]
    return above, [note for note in notes if note not in above]


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer; `follows` is True if the question was a follow-up of the previous question.

    If the question leaves something out ("and for BiDAF?"), `complete` is the complete question that was asked; else
    "". `papers` are the ids of the papers that were asked; () means all papers. `note` is a note of the user.
    """

    question: str
    answer: Answer
    follows: bool = False
    complete: str = ""
    papers: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class ConversationRecord:
    """A conversation as it is stored.

    `anchor` (a paper id), `figure` (a label) and `image` (a path) are the user's selection, or "". The user gives the
    `name`.
    """

    cluster: str
    turns: tuple[Turn, ...] = ()
    figure: str = ""
    image: str = ""
    anchor: str = ""
    schema: int = 2
    name: str = ""
