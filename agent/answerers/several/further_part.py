"""Questions to several papers that ask two things of each: "which corpus do A and B use, and how large is it in each?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....indexes.text.analysis import analyse
from ...relevance.function_words import AUXILIARIES, PREPOSITIONS
from ...relevance.named_attributes import find_named_attribute
from ...relevance.question_terms import GENERIC
from ...types import ComparisonRow
from .relations import MEASURES

_FURTHER = re.compile(
    rf"\s*[,;?]\s*(?:and\s+)?(?=(?:(?:{PREPOSITIONS}) )?(?:what|which|how)\b)"
    rf"|\s+and\s+(?=(?:(?:{PREPOSITIONS}) )?(?:what|which|how)\b)",
    re.I,
)
_AUXILIARY = re.compile(rf"\b(?:{AUXILIARIES})\b", re.I)
_ELLIPTIC = re.compile(rf"^(?:(?:{PREPOSITIONS}) )?(?:what|which) (?P<noun>[^,;:?]+)$", re.I)
_IN_EACH = re.compile(r"\W*\b(?:in|for|of|by) (?:one|(?:that|those) of)\W*$", re.I)  # "in each one"
_TWO_NOUNS = re.compile(
    r"^What is the (?P<one>(?:[\w-]+ ){0,3}[\w-]+) (?:and|&|\+) (?:the )?(?P<other>(?:[\w-]+ ){0,3}[\w-]+)$"
)


def split_part(part: str) -> tuple[str, str]:
    """The first question that `part`, asked of each paper, consists of, and the further one or ""; a second that has no verb has
    that of the first: "which optimizer do they use, and with what learning rate"."""
    nouns = _TWO_NOUNS.match(part)
    if nouns and all(_is_attribute(noun) for noun in nouns.groups()):
        return f"What is the {nouns['one']}", f"What is the {nouns['other']}"
    pieces = [piece for piece in _FURTHER.split(part) if set(analyse(piece)) - GENERIC]
    if len(pieces) != 2 or not _AUXILIARY.search(pieces[0]):
        return part, ""
    further = _IN_EACH.sub("", pieces[1])
    elliptic = _ELLIPTIC.match(further)
    if elliptic and not _AUXILIARY.search(further):
        further = f"What is the {elliptic['noun'].strip()}"
    return pieces[0], further


def _is_attribute(noun: str) -> bool:
    return bool(find_named_attribute(f"What is the {noun}") or MEASURES.search(noun))


def with_further(rows: Sequence[ComparisonRow], further: Sequence[ComparisonRow]) -> list[ComparisonRow]:
    """`rows` with the answers of the same papers to the further question, without the quotes that a row has already."""
    return [_joined(row, more) for row, more in zip(rows, further, strict=True)]


def _joined(row: ComparisonRow, more: ComparisonRow) -> ComparisonRow:
    answer = more.answer
    for citation in row.citations:
        answer = answer.replace(citation.quote, "")
    new = tuple(citation for citation in more.citations if citation not in row.citations)
    return replace(
        row,
        answer=" ".join(f"{row.answer} {answer}".split()),
        citations=(*row.citations, *new),
        probability=max(row.probability, more.probability),
    )
