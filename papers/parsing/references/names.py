"""Define patterns of personal names in bibliographies, and split names into their parts."""

from __future__ import annotations

import re

PARTICLES = frozenset(
    "van von vom der den de del della dello dei di da do dos das du la le les el al bin "
    "ibn ben ter ten te zu zur zum im af".split()
)
_UPPER = r"[^\W\d_a-zß-öø-ÿ]"
_END = r"(?![^\W\d_])"
PARTICLE = rf"(?:{'|'.join(f'[{name[0].upper()}{name[0]}]{name[1:]}' for name in sorted(PARTICLES))}){_END}"
SUFFIX = r"[Jj]r\.?|[Ss]r\.?|II|III|IV"
# A capitalized word of two letters or more: "Kim", "O'Neil", "Warren-Smith", "vandenBerg".
WORD = (
    rf"(?:[dDlLO]['’]|[a-z]{{2,6}}(?={_UPPER}[a-z]))?{_UPPER}[^\W\d_.]{{0,40}}"
    rf"(?:['’‘·-][^\W\d_]{{1,30}}){{0,3}}(?<=[^\W\d_]{{2}}){_END}"
)
SURNAME = rf"(?:{PARTICLE}\s+){{0,3}}{WORD}(?:\s+(?:{PARTICLE}\s+){{0,2}}{WORD}){{0,2}}"
_DOTTED = rf"{_UPPER}[a-z]?\.(?:[ -]?{_UPPER}[a-z]?\.|-[a-z]\.){{0,4}}"
# "Q. V.", "K.-A.", "Th.", "QV", "Q V", "Y-W"
INITIALS = rf"(?:{_DOTTED}|{_UPPER}(?:[ -]{_UPPER}){{1,3}}{_END}(?!['’.])|{_UPPER}{{1,4}}(?:-{_UPPER})?{_END}(?!['’]))"
_GIVEN_PART = rf"(?:{WORD}|{_UPPER}\.|{_UPPER}{_END})"
# Given names of one to four parts: "Yoon", "Quoc V.", "S. Chris"
GIVEN = tuple(
    rf"(?!(?:{_UPPER}\.\s?){{2}}{WORD}){_GIVEN_PART}(?:(?:[ -]+|(?<=\.)){_GIVEN_PART}){{{more}}}"
    for more in (3, 2, 1, 0)
)
_SUFFIX = re.compile(SUFFIX)
_NO_NAME = frozenset(
    "A An In The On For With From To Towards Toward How Why What When Is Are Proceedings Proc Journal International".split()
)


def is_title_word(word: str) -> bool:
    """True for a word with which a title may begin, but no name."""
    return word in _NO_NAME


def invert_name(given: str, last: str) -> str:
    """Join the parts of a name, with the given names first."""
    return " ".join(f"{given} {last}".split())


def extract_surname(name: str) -> str:
    """Return the last word of a name in given-name-first order, without "Jr.".

    Author-year markers are matched by this word. Return "" for an empty name.
    """
    words = [word for word in name.split() if not _SUFFIX.fullmatch(word)]
    return words[-1].strip(".,") if words else ""


def extract_full_surname(name: str) -> str:
    """Return the surname with its preceding particles: "Tim Van de Cruys" gives "Van de Cruys"."""
    words = [word for word in name.split() if not _SUFFIX.fullmatch(word)]
    start = len(words) - 1
    while start > 1 and words[start - 1].lower() in PARTICLES:
        start -= 1
    return " ".join(words[max(start, 0) :]).strip(".,")
