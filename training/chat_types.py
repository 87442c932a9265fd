"""Training data for models that see figures: conversations and articles, stored as JSON Lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ConversationKind = Literal["caption", "matching", "panels", "mentions"]


@dataclass(frozen=True, slots=True)
class ContentPart:
    """A part of a message or an article: a text, or the next image in its list of images."""

    type: Literal["text", "image"]
    text: str | None = None


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A message of a conversation."""

    role: Literal["user", "assistant"]
    content: tuple[ContentPart, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Questions about the figure `label` of `paper`, answered in the paper's own words.

    `images` are paths relative to the folder of the data.
    """

    id: str
    kind: ConversationKind
    paper: str
    label: str
    messages: tuple[ChatTurn, ...]
    images: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Article:
    """A paper as a sequence of text parts and image parts.

    `images` are the files of the image parts, in the same order, as paths relative to the folder of the data.
    """

    id: str
    title: str
    content: tuple[ContentPart, ...]
    images: tuple[str, ...]
