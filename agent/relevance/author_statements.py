"""Recognize statements about the authors of a paper, such as who did what and who is paid by whom.

Such a statement answers only questions about who did something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from ...indexes.text.analysis import STOP_WORDS, analyze

_FIRST = 8  # number of first words of a sentence that are searched for its subject
_MOST_STATEMENTS = 6  # largest number of sentences about one author: contributions, interests, thanks
_TITLE = 4  # most letters of a title, as in "Prof"
_SIGNS = ".,;:()&*"


def find_initials(authors: Sequence[str], texts: Iterable[str]) -> frozenset[str]:
    """Return the initials of `authors`, except those that many of a paper's `texts` have: "AI" is then an acronym."""
    initials = frozenset(signs for author in authors for signs in _list_initials(author))
    counts = Counter(word for text in texts for word in initials.intersection(_split_words(text)))
    return frozenset(signs for signs in initials if counts[signs] <= _MOST_STATEMENTS)


def is_about_authors(text: str, authors: Sequence[str], initials: Collection[str]) -> bool:
    """True if the sentence names an author near its beginning.

    The author may be named by `initials` ("DA and GMW"), by the full name of one of `authors`, or by a title and the
    family name ("Dr Weber").
    """
    words = _split_words(" ".join(text.split()[:_FIRST]))
    families = {parts[-1] for author in authors if (parts := _split_words(author))}
    titled = len(words) > 1 and words[1] in families and _is_title(words[0])
    if titled or any(word in initials for word in words):
        return True
    pairs = {(parts[0], parts[-1]) for author in authors if len(parts := _split_words(author)) > 1}
    return any(first in words and last in words for first, last in pairs)


def covers_question(text: str, focus: Sequence[str]) -> bool:
    """True if `focus` has at least two terms and the sentence has all of them.

    A question with this focus may ask for what a statement about the authors says.
    """
    return len(set(focus)) > 1 and set(focus) <= set(analyze(text))


def _split_words(text: str) -> list[str]:
    return [word.strip(_SIGNS) for word in text.split() if word.strip(_SIGNS)]


def _is_title(word: str) -> bool:
    """True if `word` is short, capitalized and no stop word, as are "Dr" and "Prof" before a name."""
    return word[0].isupper() and len(word) <= _TITLE and word.lower() not in STOP_WORDS


def _list_initials(author: str) -> tuple[str, ...]:
    """Return the initials of a name, with and without middle names; a single letter is left out."""
    signs = "".join(part[0] for part in _split_words(author) if part[0].isupper())
    return tuple(dict.fromkeys(each for each in (signs, signs[:1] + signs[-1:]) if len(each) > 1))
