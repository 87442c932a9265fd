"""An answer made of statements of the record."""

from __future__ import annotations

from collections.abc import Sequence

from ...statements.types import Statement
from ..types import ComposedAnswer

CLEARLY_NAMED = 0.3  # how clearly a question must name the paper whose record it asks for


def compose(statements: Sequence[Statement], beginning: str = "") -> ComposedAnswer:
    """The statements one after the other, each with its citations, behind `beginning`."""
    citations = tuple(dict.fromkeys(citation for each in statements for citation in each.citations))
    texts = []
    for statement in statements:
        markers = "".join(f"[{citations.index(citation) + 1}]" for citation in statement.citations)
        texts.append(f"{statement.text} {markers}".rstrip())
    return ComposedAnswer(beginning + " ".join(texts), citations)
