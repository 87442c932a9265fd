"""Check additions: a claim must not say anything that its quotes do not say.

Even if most words of a claim come from its quote, one clause may be invented ("..., so the paper was retracted").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from .comparison import shares_dimension
from .grammar import VERB_STEMS, is_verb
from .subject import ClaimSources, is_related
from .words import GENERIC_STEMS, ClaimToken, SentenceTokens

_JOINTS = frozenset("and or so which who that as".split())
# Fewest words of a new part without a verb. A single word is often a synonym of a word in the quote.
_FEWEST = 2
_COPIED = 3  # fewest consecutive words that count as copied from the quote


def addition_faults(claim: SentenceTokens, sources: ClaimSources) -> list[str]:
    """Return one line for each part of `claim` that no source supports by a content word or a related word.

    A part is a clause, or the words between two runs of words that are copied from the quote.
    """
    clauses = [part for part in _clauses(claim) if _is_new(part, sources, 1) and _has_verb(part)]
    parts = [*_clauses(claim), *_between_copies(claim, sources.quote)]
    new = clauses or [part for part in parts if _is_new(part, sources, _FEWEST)]
    return [f'the quote says nothing of "{" ".join(token.text for token in part)}"' for part in new]


def _is_new(part: Sequence[ClaimToken], sources: ClaimSources, fewest: int) -> bool:
    """True if the sources contain no content word of `part`, and `part` has at least `fewest` specific words.

    An opposite of a word counts as contained in the quote, because other checks compare polarity. Common verbs, generic
    words and numbers are not specific.
    """
    content = [token for token in part if token.content and token.stem not in GENERIC_STEMS]
    telling = [token for token in content if token.stem not in VERB_STEMS and not token.text[0].isdigit()]
    return len(telling) >= fewest and not any(
        is_related(token, sources) or shares_dimension(token, sources.quote) for token in content
    )


def _has_verb(part: Sequence[ClaimToken]) -> bool:
    return any(is_verb(part, at) for at in range(1, len(part)))


def _clauses(claim: SentenceTokens) -> Iterator[Sequence[ClaimToken]]:
    """Yield the clauses of the claim, which is cut at the punctuation and the words that join clauses."""
    part: list[ClaimToken] = []
    for token in claim.tokens:
        if part and (token.clause != part[-1].clause or token.lower in _JOINTS):
            yield part
            part = []
        part.append(token)
    yield part


def _between_copies(claim: SentenceTokens, quote: SentenceTokens) -> Iterator[Sequence[ClaimToken]]:
    """Yield the words of `claim` before, between and after the runs of words that it copies from `quote`.

    Nothing is yielded if no run is copied.
    """
    matcher = SequenceMatcher(None, claim.lowers, quote.lowers, autojunk=False)
    copied = [block for block in matcher.get_matching_blocks() if block.size >= _COPIED]
    end = 0
    for block in copied:
        yield claim.tokens[end : block.a]
        end = block.a + block.size
    if copied:
        yield claim.tokens[end:]
