"""Training data for models that see figures: conversations and articles, as lines of JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ConversationKind = Literal["caption", "matching", "panels", "mentions"]


@dataclass(frozen=True, slots=True)
class ContentPart:
    """A part of a message or an article: a `text`, or the next image of its list."""

    type: Literal["text", "image"]
    text: str | None = None


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A message of a conversation."""

    role: Literal["user", "assistant"]
    content: tuple[ContentPart, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Questions about the figure `label` of `paper` and the answers of the paper itself; `images` are files below the folder."""

    id: str
    kind: ConversationKind
    paper: str
    label: str
    messages: tuple[ChatTurn, ...]
    images: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Article:
    """A paper as text and image parts in their order; `images` are the files of the image parts, below the folder."""

    id: str
    title: str
    content: tuple[ContentPart, ...]
    images: tuple[str, ...]
