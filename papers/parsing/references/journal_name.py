"""Find where the name of a journal before a volume number begins."""

from __future__ import annotations

import re

from ...journals.table import find_journal

_WORD_START = re.compile(r"(?<![^\s(\[,.;:?!”\"’'»])(?=[^\W_])")
_LONGEST = 18  # most words of a name
_SHORTEST = 2  # fewest letters of a name
_LITTLE = (
    r"(?:of|the|on|in|for|and|und|der|des|für|de|la|le|les|du|et|e|y|del|della|di|da|to|a|&|an|zur|zum|van|voor|i"
    r"|по|и|в)"
)
_CAPITAL = r"[^\W\d_a-zß-öø-ÿа-я]"
_NAME = re.compile(
    rf"(?:{_CAPITAL}[\w.'’&/-]*+|\d+(?:st|nd|rd|th))"
    rf"(?:(?:\s|\s?[-–:]\s?)(?:{_CAPITAL}[\w.'’&/-]*+|{_LITTLE}(?=\s)|&|\((?:[^()]{{2,30}})\)))*+"
)
_BOUNDARY = re.compile(r"(?:^|[?!;:,”\"’'»)\]]|\d\.|\bin|\b(?P<word>[^\W\d_]+)\.)\s*$")
_DOTTED = re.compile(r"[^\W\d_][^\s.]*\.")
_DOTTED_BEFORE = re.compile(r"\b[A-Z][^\W\d_]*\.\s$")
_WORDS_BEHIND_STOP = re.compile(r"[^\W\d_]{4}\.\s[^\s.]+(?:\s[^\s.]+)+")
_SPELLED_OUT = 2  # fewest blanks in a name that is spelled out
_FULL_WORD, _LONG_WORD = (
    6,
    9,
)  # fewest letters of a word that may be whole; the same for a word that is certainly no abbreviation
_NO_JOURNAL = re.compile(
    r"(?:.*\b)?(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?|Accessed|Part|Vol|No|Chapter|Section)\.?"
)


def find_journal_start(text: str) -> tuple[int, bool] | None:
    """Find where the name of a journal at the end of `text` begins; None if no name is found.

    Return the offset, and whether the table of journals has the name. The longest name of the table after punctuation
    comes first, then words with capitals after the last full stop or comma, then any name of the table.
    """
    abbreviated = text.rstrip(" ,;:([-–").endswith(".")
    text = text.rstrip(" ,.;:([-–")
    starts = [match.start() for match in _WORD_START.finditer(text, max(0, len(text) - 240))][-_LONGEST:]
    known = [start for start in starts if len(text) - start >= _SHORTEST and find_journal(text[start:])]
    apart = [
        start
        for start in known
        if _is_boundary(text, start, abbreviated)
        or _WORDS_BEHIND_STOP.fullmatch(text, max(0, start - 6))
        or _is_spelled_out(text, start)
    ]
    if apart:
        return apart[0], True
    named = [
        start
        for start in starts
        if _is_boundary(text, start, abbreviated)
        and _NAME.fullmatch(text, start)
        and not _NO_JOURNAL.fullmatch(text, start)
    ]
    capital = [start for start in known if text[start].isupper()]
    if capital and not (named and named[-1] < capital[0]):
        return capital[0], True
    return (named[-1], False) if named else None


def _is_spelled_out(text: str, start: int) -> bool:
    """True for several words without full stops after a full stop.

    An abbreviation does not continue like that.
    """
    name = text[start:]
    return "." not in name and name.count(" ") >= _SPELLED_OUT and text[:start].endswith(". ")


def _is_boundary(text: str, start: int, abbreviated: bool) -> bool:
    """True if punctuation before `start` ends the title.

    A full stop may also belong to an abbreviation. This is assumed after a short word with a capital, and after a
    longer word if another abbreviation is next to it. `abbreviated` says that the text ended with a full stop.
    """
    match = _BOUNDARY.search(text[:start])
    if match is None:
        return False
    word = match["word"]
    if word is None or word.islower() or len(word) >= _LONG_WORD or (word.isupper() and len(word) > 2):
        return True
    last = abbreviated and " " not in text[start:]
    near = last or _DOTTED.match(text, start) or _DOTTED_BEFORE.search(text[: match.start()])
    return len(word) >= _FULL_WORD and not near
