"""Numbered passages for prompts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...indexes.types import Chunk
from ..llm.prompting import fence


def numbered(passages: Iterable[tuple[int, Chunk]], titles: Mapping[str, str]) -> str:
    """Passages with their numbers, each fenced together with its paper's title and its section."""
    return "\n\n".join(f"[{number}]\n{fence(_described(chunk, titles))}" for number, chunk in passages)


def _described(chunk: Chunk, titles: Mapping[str, str]) -> str:
    head = f"Paper: {titles[chunk.paper_id]}"
    if chunk.section:
        head += f"\nSection: {chunk.section}"
    return f"{head}\n\n{chunk.text}"
