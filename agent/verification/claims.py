"""Proving claims: their quotes are looked up on the pages, and what is not there does not count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...indexes.text.analysis import analyse
from ...indexes.types import Chunk
from ..answerers.draft import Claim
from ..types import Citation
from .sentences import Prover, Sentence

SHORTEST_QUOTE = 4  # words on the page: fewer stand on any page and prove nothing


@dataclass(frozen=True, slots=True)
class Proof:
    """What is left of a claim: the citations of its quotes that were found, and why the others were not."""

    claim: Claim
    citations: tuple[Citation, ...]
    faults: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """A claim holds with one quote that was found and that is about the same thing."""
        return bool(self.citations)


def prove(claim: Claim, passages: Sequence[Chunk], prover: Prover) -> Proof:
    """Look up the quotes of `claim`, whose passage numbers count from 1 in `passages`.

    A quote that stands in another of the passages than the one named is cited where it stands.
    """
    citations: list[Citation] = []
    faults: list[str] = []
    for number, quote in claim.quotes:
        citation = _locate(number, quote, passages, prover)
        if citation is None:
            faults.append(f'"{quote}" does not stand in the passages word for word')
        elif not _related(claim.text, citation.quote):
            faults.append(f'"{quote}" has nothing in common with the line')
        elif citation not in citations:
            citations.append(citation)
    if not claim.quotes:
        faults.append("it has no quote")
    return Proof(claim, tuple(citations), tuple(faults))


def _locate(number: int, quote: str, passages: Sequence[Chunk], prover: Prover) -> Citation | None:
    named = passages[number - 1 : number] if number >= 1 else ()
    others = (passage for passage in passages if passage not in named)
    for passage in (*named, *others):
        citation = prover.cite(Sentence(quote, passage, 0))
        if citation is not None and len(citation.quote.split()) >= SHORTEST_QUOTE:
            return citation
    return None


def _related(claim: str, quote: str) -> bool:
    """Whether the two share at least one word that carries a topic, or a number."""
    return bool(set(analyse(claim)) & set(analyse(quote)))
