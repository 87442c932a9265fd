"""Statements about the authors of a paper, such as who did what and who is paid by whom: they answer only who did a thing."""

from __future__ import annotations

from collections.abc import Sequence

from ...indexes.text.analysis import STOP_WORDS, analyze

_FIRST = 8  # words of a sentence among which its subject stands
_TITLE = 4  # letters of "Prof"
_SIGNS = ".,;:()&*"


def is_about_authors(text: str, authors: Sequence[str]) -> bool:
    """True if the sentence begins with initials ("DA and GMW"), with the full name of one of `authors`, or with the family name
    behind a title ("Dr Weber")."""
    words = _split_words(" ".join(text.split()[:_FIRST]))
    initials = {signs for author in authors for signs in _list_initials(author)}
    families = {parts[-1] for author in authors if (parts := _split_words(author))}
    titled = len(words) > 1 and words[1] in families and _is_title(words[0])
    if titled or any(word in initials for word in words):
        return True
    pairs = {(parts[0], parts[-1]) for author in authors if len(parts := _split_words(author)) > 1}
    return any(first in words and last in words for first, last in pairs)


def covers_question(text: str, focus: Sequence[str]) -> bool:
    """True if the sentence has all terms of `focus`, two or more: the question may ask for what such a sentence says."""
    return len(set(focus)) > 1 and set(focus) <= set(analyze(text))


def _split_words(text: str) -> list[str]:
    return [word.strip(_SIGNS) for word in text.split() if word.strip(_SIGNS)]


def _is_title(word: str) -> bool:
    """True for a short capitalized word with content, such as "Dr" or "Prof" before a name."""
    return word[0].isupper() and len(word) <= _TITLE and word.lower() not in STOP_WORDS


def _list_initials(author: str) -> tuple[str, ...]:
    """The initials of a name, with and without middle names; none of fewer than two letters."""
    signs = "".join(part[0] for part in _split_words(author) if part[0].isupper())
    return tuple(dict.fromkeys(each for each in (signs, signs[:1] + signs[-1:]) if len(each) > 1))
