"""Personal names in bibliographies: recognition, and reordering to given name before surname."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

PARTICLES = frozenset(
    "van von vom der den de del della dello dei di da do dos das du la le les el al bin "
    "ibn ben ter ten te zu zur zum im af".split()
)
ChunkKind = Literal["name", "initials", "suffix", "other"]

_INITIALS = re.compile(r"(?:[^\W\d_]\.\s?-?\s?){1,4}(?:[^\W\d_]\.?)?|[^\W\d_](?:[ -]?[^\W\d_]){0,2}")
_WORD = re.compile(r"[^\W\d_][^\W\d_'’‘.·-]*(?:['’‘·-][^\W\d_.]+)*\.?")
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.IGNORECASE)
_LOWER_PART = re.compile(r"-[a-z]\b")
_NO_NAME = frozenset({"In", "The", "On", "For", "With", "From", "Towards", "Toward"})
_LONGEST_NAME = 6  # words: "Maria del Carmen van der Berg"


@lru_cache(maxsize=4096)  # a list is classified again at each of its possible ends
def classify_name_part(chunk: str) -> ChunkKind:
    """Classify the text between two separators of an author list: a name, initials, a suffix such as "Jr.", or other."""
    if _SUFFIX.fullmatch(chunk):
        return "suffix"
    if _is_initials(chunk):
        return "initials"
    words = chunk.split()
    if (
        not 1 <= len(words) <= _LONGEST_NAME
        or words[0] in _NO_NAME
        or (words[0] in ("A", "An") and len(words) > 2)
    ):
        return "other"
    full = 0
    for word in words:
        if word in PARTICLES or _is_initials(word):
            continue
        if not _WORD.fullmatch(word) or not any(c.isupper() for c in word):
            return "other"
        if word[0].islower() and not re.search(r"['’-][A-Z]", word):
            return "other"
        full += 1
    return "name" if full else "other"


def has_initial(name: str) -> bool:
    """True if a given name is abbreviated to its first letter: "Y. Kim", "Samuel R Bowman"."""
    return any(_is_initials(word) for word in name.split())


def starts_with_initial(name: str) -> bool:
    """True if the first given name is an initial: "Y. Kim", not "Samuel R Bowman"."""
    return _is_initials(name.split(maxsplit=1)[0])


def order_names(chunks: list[str], inverted_tail: bool) -> tuple[str, ...]:
    """Names, given names first, from the parts of an author list. `inverted_tail`: the last author is "Le, Quoc"."""
    kinds = [classify_name_part(chunk) for chunk in chunks]
    pairs = [c for c, kind in zip(chunks, kinds, strict=True) if kind != "suffix"]
    if "initials" in kinds:
        return _join_initials(pairs)
    if inverted_tail and len(pairs) % 2 == 0 and all(len(_drop_particles(c)) == 1 for c in pairs[::2]):
        return tuple(f"{given} {last}" for last, given in zip(pairs[::2], pairs[1::2], strict=True))
    if all(_is_surname_first(chunk) for chunk in pairs):
        return tuple(f"{c.split()[-1]} {' '.join(c.split()[:-1])}" for c in pairs)
    return tuple(pairs)


def extract_surname(name: str) -> str:
    """Last word of a name in given-name-first order, without "Jr."; author-year markers are matched by it."""
    words = [word for word in name.split() if not _SUFFIX.fullmatch(word)]
    return words[-1].strip(".,") if words else ""


def extract_full_surname(name: str) -> str:
    """The surname with its preceding particles: "Tim Van de Cruys" gives "Van de Cruys"."""
    words = [word for word in name.split() if not _SUFFIX.fullmatch(word)]
    start = len(words) - 1
    while start > 1 and words[start - 1].lower() in PARTICLES:
        start -= 1
    return " ".join(words[max(start, 0) :]).strip(".,")


def _is_initials(text: str) -> bool:
    if len(text) > 12:
        return False
    capitals = _LOWER_PART.sub(lambda m: m[0].upper(), text)  # "S.-w."
    return bool(_INITIALS.fullmatch(capitals)) and capitals.isupper()


def _join_initials(chunks: list[str]) -> tuple[str, ...]:
    names: list[str] = []
    open_surname = False
    for chunk in chunks:
        if classify_name_part(chunk) == "initials":
            if open_surname:
                given = chunk if chunk.endswith(".") or (len(chunk) > 1 and chunk.isalpha()) else f"{chunk}."
                names[-1] = f"{given} {names[-1]}"
            open_surname = False
        else:
            names.append(chunk)
            open_surname = True
    return tuple(names)


def _drop_particles(name: str) -> list[str]:
    return [word for word in name.split() if word.lower() not in PARTICLES] or [name]


def _is_surname_first(chunk: str) -> bool:
    """True for a whole word followed by bare capitals ("Le QV"), the style of medical journals."""
    words = chunk.split()
    return (
        len(words) >= 2
        and len(words[0]) > 1
        and words[-1].isupper()
        and len(words[-1]) <= 3
        and words[-1].isalpha()
    )
