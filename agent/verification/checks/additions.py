"""Additions: a claim says nothing besides what its quotes say.

Most words of a claim may be those of its quote and one clause more may still be invented ("..., so the paper was retracted").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from .comparison import shares_dimension
from .grammar import VERB_STEMS, is_verb
from .subject import ClaimSources, is_related
from .words import GENERIC_STEMS, ClaimToken, SentenceTokens

_JOINTS = frozenset("and or so which who that as".split())
_FEWEST = (
    2  # telling words of a part without a verb; one alone is often another word for something in the quote
)
_COPIED = 3  # words in a row that the claim has from its quote


def addition_faults(claim: SentenceTokens, sources: ClaimSources) -> list[str]:
    """One line for each part of `claim` whose content words no source has, in these or in related words.

    A part is a clause, or what stands between words that are copied from the quote.
    """
    clauses = [part for part in _clauses(claim) if _is_new(part, sources, 1) and _has_verb(part)]
    parts = [*_clauses(claim), *_between_copies(claim, sources.quote)]
    new = clauses or [part for part in parts if _is_new(part, sources, _FEWEST)]
    return [f'the quote says nothing of "{" ".join(token.text for token in part)}"' for part in new]


def _is_new(part: Sequence[ClaimToken], sources: ClaimSources, fewest: int) -> bool:
    """True if no content word of `part` is in the sources, nor its opposite in the quote, whose polarity other checks compare;
    and if at least `fewest` say more than verbs of general use do.
    """
    content = [token for token in part if token.content and token.stem not in GENERIC_STEMS]
    telling = [token for token in content if token.stem not in VERB_STEMS and not token.text[0].isdigit()]
    return len(telling) >= fewest and not any(
        is_related(token, sources) or shares_dimension(token, sources.quote) for token in content
    )


def _has_verb(part: Sequence[ClaimToken]) -> bool:
    return any(is_verb(part, at) for at in range(1, len(part)))


def _clauses(claim: SentenceTokens) -> Iterator[Sequence[ClaimToken]]:
    """The claim cut at the marks and words that join clauses."""
    part: list[ClaimToken] = []
    for token in claim.tokens:
        if part and (token.clause != part[-1].clause or token.lower in _JOINTS):
            yield part
            part = []
        part.append(token)
    yield part


def _between_copies(claim: SentenceTokens, quote: SentenceTokens) -> Iterator[Sequence[ClaimToken]]:
    """The words of `claim` before, between and after the runs that it has from `quote`; none without such a run."""
    matcher = SequenceMatcher(None, claim.lowers, quote.lowers, autojunk=False)
    copied = [block for block in matcher.get_matching_blocks() if block.size >= _COPIED]
    end = 0
    for block in copied:
        yield claim.tokens[end : block.a]
        end = block.a + block.size
    if copied:
        yield claim.tokens[end:]
