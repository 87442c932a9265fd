"""What composing takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...indexes.types import Chunk
from ..types import Citation


@dataclass(frozen=True, slots=True)
class Material:
    """`question` as the user asked it, `found` what its first part asks for ("" if nothing), `passages` by their numbers."""

    question: str
    found: str
    passages: tuple[Chunk, ...]
    titles: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Composed:
    """`text` cites `citations` as [1], [2], ...; empty text: the passages do not answer. `notes`, `model` as in Answer."""

    text: str = ""
    citations: tuple[Citation, ...] = ()
    notes: tuple[str, ...] = ()
    model: str = ""
