"""Find and compare names in sentences: proper names, acronyms and their expansions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .words import ClaimToken, SentenceTokens

_LONGEST_ACRONYM = 6
_MARKED = 4  # a name with more letters than this may end in the number of a footnote: "JUMAN5"
_REACH = 5  # number of words on either side that are searched for the other words of an acronym


def find_names(sentence: SentenceTokens) -> Iterator[ClaimToken]:
    """Yield the names of a sentence: proper names, acronyms, and words with capitals or digits inside.

    The first word is yielded only if it has a capital or a digit inside.
    """
    words = [token for token in sentence.tokens if token.text[0].isalnum()]
    for place, token in enumerate(words):
        if not token.text[0].isalpha():
            continue
        mixed = any(c.isupper() for c in token.text[1:]) or any(c.isdigit() for c in token.text)
        if mixed or (token.capital and token.content and place > 0):
            yield token


def is_named(token: ClaimToken, sentence: SentenceTokens, other: SentenceTokens) -> bool:
    """True if the name `token` of `sentence` occurs in `other` as written, joined to one word, as an acronym or
    expanded."""
    lower = (
        token.lower.removesuffix("s") if token.text[-1:] == "s" and token.text[:-1].isupper() else token.lower
    )
    words = {*other.lowers, *(word.rstrip("0123456789") for word in other.lowers if len(word) > _MARKED)}
    if lower in words or token.stem in {t.stem for t in other.tokens} or lower + "s" in words:
        return True
    if lower in _joined_words(other):
        return True
    capitals = "".join(c for c in token.text if c.isupper()).lower()
    if 3 <= len(capitals) < len(lower) and _is_acronym(
        capitals, other
    ):  # BiDAF: Bi-Directional Attention Flow
        return True
    return _is_acronym(lower, other) or _is_expanded(token, sentence, other)


def _joined_words(sentence: SentenceTokens) -> frozenset[str]:
    """Return every two or three consecutive words joined to one word, because "Sent 2 Vec" and "Sent2Vec" are the same
    name."""
    lowers = sentence.lowers
    return frozenset("".join(lowers[at : at + n]) for n in (2, 3) for at in range(len(lowers) - n + 1))


def _is_acronym(lower: str, other: SentenceTokens) -> bool:
    """True if the first letters of consecutive words of `other` spell `lower`; words of grammar may be skipped."""
    if not 2 <= len(lower) <= _LONGEST_ACRONYM:
        return False
    letters = [token for token in other.tokens if token.text[0].isalpha()]
    content = "".join(
        token.lower[0] for token in letters if token.lower not in {"of", "and", "the", "for", "in"}
    )
    if len(lower) == 2:  # two letters meet by chance: both words must carry content
        return any(a.content and b.content and a.lower[0] + b.lower[0] == lower for a, b in pairwise(letters))
    return lower in "".join(token.lower[0] for token in letters) or lower in content


def _is_expanded(token: ClaimToken, sentence: SentenceTokens, other: SentenceTokens) -> bool:
    """True if `other` has an acronym that `token` and its neighbors in `sentence` spell out."""
    at = next((i for i, t in enumerate(sentence.tokens) if t is token), None)
    if at is None:
        return False
    letters = [t for t in sentence.tokens[max(0, at - _REACH) : at + _REACH + 1] if t.text[0].isalpha()]
    place = next(i for i, t in enumerate(letters) if t is token)
    initials = "".join(t.lower[0] for t in letters)
    for acronym in {
        t.lower.removesuffix("s") for t in other.tokens if len(t.text) >= 2 and t.text[:2].isupper()
    }:
        start = initials.find(acronym)
        if len(acronym) >= 2 and 0 <= start <= place < start + len(acronym) and not token.text[1:].isupper():
            return True
    return False
