"""Check near copies: a claim that copies its quote with a few words changed must not change a number, a negation or the
subject.

The other checks compare claims that are paraphrases, in which a word more or less may not change the meaning. In a
copy, a changed word is an alteration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from .grammar import PRONOUNS, subject_tokens
from .subject import ClaimSources, is_related
from .words import ClaimToken, SentenceTokens

_COPIED = 0.75  # a claim is a copy if the quote has at least this share of its words in the same order
_FEWEST = 6  # fewest words of a claim that is checked
_DENYING = frozenset("not no never neither none without fail fails failed".split())

_Edit = tuple[Sequence[ClaimToken], Sequence[ClaimToken]]


def near_copy_faults(claim: SentenceTokens, sources: ClaimSources) -> list[str]:
    """Return one line for each alteration in a claim that is a near copy of its quote; [] if it is no copy."""
    edits = _edits(claim, sources.quote)
    subject = {id(token) for token in subject_tokens(claim)}
    return [fault for ours, theirs in edits for fault in _faults(ours, theirs, subject, sources)]


def _edits(claim: SentenceTokens, quote: SentenceTokens) -> list[_Edit]:
    """Return the pairs (words of the claim, words of the quote) in which a near copy and its quote differ, in order.

    Words of the quote before and after the copied part are left out. The result is [] if the claim is no near copy.
    """
    matcher = SequenceMatcher(None, claim.lowers, quote.lowers, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if len(claim.tokens) < _FEWEST or sum(block.size for block in blocks) < _COPIED * len(claim.tokens):
        return []
    edits: list[_Edit] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            theirs = () if b == len(claim.tokens) else quote.tokens[c:d]
            edits.append((claim.tokens[a:b], theirs if a or b > a else ()))
    return edits


def _faults(
    ours: Sequence[ClaimToken], theirs: Sequence[ClaimToken], subject: set[int], sources: ClaimSources
) -> Iterator[str]:
    numbers, other_numbers = _numbers(ours), _numbers(theirs)
    if numbers and other_numbers and not set(numbers) & set(other_numbers):
        yield f"the quote has {other_numbers[0]}, not {numbers[0]}, there"
    denying, other_denying = _denying(ours), _denying(theirs)
    if bool(denying) != bool(other_denying):
        word = (denying or other_denying)[0]
        owner = "line" if denying else "quote"
        yield f'only the {owner} has the negation "{word}" there'
    named = [token for token in theirs if token.content or token.lower in PRONOUNS]
    for token in ours if named else ():
        if id(token) in subject and token.content and not is_related(token, sources):
            yield f'the quote is not about "{token.text}"'


def _numbers(tokens: Sequence[ClaimToken]) -> list[str]:
    return [token.text for token in tokens if token.text[0].isdigit()]


def _denying(tokens: Sequence[ClaimToken]) -> list[str]:
    return [token.lower for token in tokens if token.lower in _DENYING]
