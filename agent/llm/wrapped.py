"""Base of models that wrap another model."""

from __future__ import annotations

from .types import LLM


class Wrapped:
    """A base class that passes on the properties of an LLM: its name, context window and ability to see images."""

    def __init__(self, llm: LLM) -> None:
        self._llm = llm

    @property
    def model(self) -> str:
        return self._llm.model

    @property
    def context(self) -> int | None:
        return self._llm.context

    @property
    def sees(self) -> bool:
        return self._llm.sees
