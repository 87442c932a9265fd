"""Composing: draft, prove, mend once, and keep only what holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from ..llm.errors import BudgetError
from ..llm.prompting import fence, found_text, request
from ..llm.types import LLM
from ..verification.claims import Proof, prove
from ..verification.links import without_unquoted_links
from ..verification.sentences import Prover
from .draft import Claim, parse_draft, written
from .numbered_passages import numbered
from .page_images import describe_shown_pages
from .types import ComposedAnswer, Material

DRAFT_TOKENS = 700
_PLACE = re.compile(r"^\((\d{1,2})\)\s*(.+)$")


def compose(
    llm: LLM, material: Material, prover: Prover, on_text: Callable[[str], None] | None = None
) -> ComposedAnswer:
    """Answer from `material`, every claim proven. `on_text` gets the draft's claims while they are written, unproven."""
    return finish(llm, _drafted(llm, material, on_text), material, prover)


def finish(llm: LLM, draft: str, material: Material, prover: Prover) -> ComposedAnswer:
    """Return the claims of `draft` whose quotes are verified.

    A claim without a verified quote is rewritten once, then removed. If the first claim, the short answer, is removed,
    there is no answer: the others only explain it.
    """
    proofs = [_proven(claim, material, prover) for claim in parse_draft(draft)]
    failed = [proof for proof in proofs if not proof.holds]
    notes = []
    if failed:
        try:
            mended = _mended(llm, material, failed, prover)
            proofs = [mended.get(proof.claim, proof) for proof in proofs]
        except BudgetError as stop:
            notes.append(str(stop))
    removed = (without_unquoted_links(proof.claim.text, ()) for proof in proofs if not proof.holds)
    notes += [f"removed, since no quote supports it: {text}" for text in removed]
    if not proofs or not proofs[0].holds:
        return ComposedAnswer(notes=tuple(notes), model=llm.model)
    return replace(_assembled([proof for proof in proofs if proof.holds], notes), model=llm.model)


def _proven(claim: Claim, material: Material, prover: Prover) -> Proof:
    known = (material.question, material.found)
    return prove(claim, material.passages, prover, material.titles, known)


def _drafted(llm: LLM, material: Material, on_text: Callable[[str], None] | None) -> str:
    passages = numbered(enumerate(material.passages, 1), material.titles)
    passages += describe_shown_pages(material.pages)
    values = {
        "question": material.question,
        "found": found_text(material.found),
        "doubt": material.doubt,
        "passages": passages,
    }
    images = tuple(page.image for page in material.pages)
    return written(llm, request("compose", values, DRAFT_TOKENS, images=images), on_text).text


def _mended(llm: LLM, material: Material, failed: Sequence[Proof], prover: Prover) -> dict[Claim, Proof]:
    """Failed claim -> what it became, for those that hold now. The model sees only the passages that they named."""
    named = sorted({number for proof in failed for number, _ in proof.claim.quotes})
    shown = [
        (number, material.passages[number - 1]) for number in named if 1 <= number <= len(material.passages)
    ]
    if not shown:
        return {}
    failures = "\n\n".join(_as_failure(place, proof) for place, proof in enumerate(failed, 1))
    passages = numbered(shown, material.titles)
    values = {"question": material.question, "failures": fence(failures), "passages": passages}
    reply = llm.complete(request("repair", values, DRAFT_TOKENS))
    mended = {}
    for claim in parse_draft(reply.text):
        place, claim = _place(claim)
        proof = _proven(claim, material, prover)
        if proof.holds and 1 <= place <= len(failed):
            mended[failed[place - 1].claim] = proof
    return mended


def _as_failure(place: int, proof: Proof) -> str:
    quotes = "\n".join(f"> [{number}] {quote}" for number, quote in proof.claim.quotes)
    return f"({place}) {proof.claim.text}\n{quotes}\nfault: {'; '.join(proof.faults)}"


def _place(claim: Claim) -> tuple[int, Claim]:
    """The number that a rewritten claim carries, and the claim without it; the first one's if it forgot to."""
    match = _PLACE.match(claim.text)
    return (int(match[1]), replace(claim, text=match[2])) if match else (1, claim)


def _assembled(proofs: Sequence[Proof], notes: Sequence[str]) -> ComposedAnswer:
    citations = tuple(dict.fromkeys(citation for proof in proofs for citation in proof.citations))
    lines = []
    for proof in proofs:
        marks = "".join(f"[{citations.index(citation) + 1}]" for citation in proof.citations)
        own = [citation.quote for citation in proof.citations]
        lines.append(f"{without_unquoted_links(proof.claim.text, own)} {marks}")
    text = lines[0] if len(lines) == 1 else f"{lines[0]}\n\n{' '.join(lines[1:])}"
    return ComposedAnswer(text, citations, tuple(notes))
