"""Verification of claims: their quotes are located on the pages and must support the claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...indexes.text.analysis import analyse
from ...indexes.types import Chunk
from ..answerers.draft import Claim
from ..types import Citation
from .sentences import Prover, Sentence, preceding_sentence
from .support import SupportContext, support_faults

SHORTEST_QUOTE = 4  # words on the page: fewer occur on almost any page and prove nothing


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim with the citations of its quotes that were located, and one line for each reason why it does not hold."""

    claim: Claim
    citations: tuple[Citation, ...]
    faults: tuple[str, ...]
    supported: bool = True

    @property
    def holds(self) -> bool:
        """True if at least one quote was located and the located quotes support the claim."""
        return bool(self.citations) and self.supported


def prove(
    claim: Claim,
    passages: Sequence[Chunk],
    prover: Prover,
    titles: Mapping[str, str] | None = None,
    known: Sequence[str] = (),
) -> Proof:
    """Locate the quotes of `claim`, whose passage numbers count from 1 in `passages`, and check that they support it.

    A quote found in another passage than the one named is cited from there. `titles` of the papers by id and `known` (the
    question, the reading of the figure) may name what the quotes only call "it" or "our model".
    """
    citations: list[Citation] = []
    surroundings: list[str] = []
    faults: list[str] = []
    for number, quote in claim.quotes:
        located = _locate(number, quote, passages, prover)
        if located is None:
            faults.append(f'"{quote}" is not in the passages word for word')
            continue
        citation, passage = located
        if not set(analyse(claim.text)) & set(analyse(citation.quote)):
            faults.append(f'"{quote}" has nothing in common with the line')
        elif citation not in citations:
            citations.append(citation)
            surroundings += [(titles or {}).get(passage.paper_id, ""), passage.section]
            surroundings.append(preceding_sentence(passage.text, citation.quote))
    if not claim.quotes:
        faults.append("it has no quote")
    unsupported: tuple[str, ...] = ()
    if citations:
        context = SupportContext(tuple(surroundings), tuple(known))
        unsupported = support_faults(claim.text, [citation.quote for citation in citations], context)
    return Proof(claim, tuple(citations), (*faults, *unsupported), not unsupported)


def _locate(
    number: int, quote: str, passages: Sequence[Chunk], prover: Prover
) -> tuple[Citation, Chunk] | None:
    named = passages[number - 1 : number] if number >= 1 else ()
    others = (passage for passage in passages if passage not in named)
    for passage in (*named, *others):
        citation = prover.cite(Sentence(quote, passage, 0))
        if citation is not None and len(citation.quote.split()) >= SHORTEST_QUOTE:
            return citation, passage
    return None
