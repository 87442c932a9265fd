"""What a conversation is made of."""

from __future__ import annotations

from dataclasses import dataclass

from ..types import Answer


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer. `follows`: the figure and the paper in hand were kept for it."""

    question: str
    answer: Answer
    follows: bool = False


@dataclass(frozen=True, slots=True)
class ConversationRecord:
    """A conversation as it is kept. `figure` and `image` are what the user set to ask about, "" if nothing."""

    cluster: str
    turns: tuple[Turn, ...] = ()
    figure: str = ""
    image: str = ""
    schema: int = 1
