"""Match names in the author lists of bibliography entries, in three forms.

- inverted: "Kim, Y. and Le, Q. V.", "KIM, Yoon; LE, Quoc". Later names may be straight: "Chieu, Hai and Hwee Tou Ng".
- compact: "Kim Y, Le QV", "Zhou G., Su J.", "Morris B M and Tollerud E".
- straight: "Yoon Kim and Quoc V. Le", "Y. Kim, Q. V. Le".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...journals.table import find_journal
from .names import GIVEN, INITIALS, PARTICLE, PARTICLES, SUFFIX, SURNAME, WORD, invert_name, is_title_word

SEPARATOR = re.compile(
    r"\s*[,;]?\s+(?:and|AND|und|et|y|e|en)\s+|\s*[,;]?\s*&\s*|\s*[,;/]\s*|\s+[–-]\s+(?=[A-Z]\.)"
)
AND = re.compile(r"\s(?:and|AND|und|et|y|e|en)\s|&")
ET_AL = re.compile(
    r"\s*[,;]?\s*(?:\band\s+|&\s*)?(?:\[?\b(?:et\.?|and)\s*al(?:ii|ia)?\b\.?\]?|\b(?:[Oo]thers|OTHERS|[Cc]oauthors"
    r"|colleagues)\b|"
    r"\bu\.\s?a\.|\bet coll\.?|\bи др\.?|\.\.\.|…)[.,]?"
)
_PARTICLES = rf"(?:\s+{PARTICLE}){{0,3}}"
_SUFFIX = rf"(?:\s*,?\s*(?:{SUFFIX})(?=[\s,.;:]|$))?"
_STRAIGHT_LAST = rf"(?P<last>(?:{PARTICLE}\s+){{0,3}}{WORD}(?:\s+(?:{PARTICLE}\s+){{0,2}}{WORD})?){_SUFFIX}"


def _compile(form: str, given: str) -> re.Pattern[str]:
    match form:
        case "inverted":
            return re.compile(rf"(?P<last>{SURNAME}){_SUFFIX}\s*,\s*(?P<given>{given}{_PARTICLES}){_SUFFIX}")
        case "compact":
            return re.compile(rf"(?P<last>{SURNAME})\s+(?P<given>{given}{_PARTICLES}){_SUFFIX}")
        case _:
            return re.compile(rf"(?P<given>{given})(?:\s+|(?<=\.)){_STRAIGHT_LAST}")


_Patterns = tuple[re.Pattern[str], ...]
_INVERTED, STRAIGHT = (
    tuple(_compile(form, given) for given in (INITIALS, *GIVEN)) for form in ("inverted", "straight")
)
COMPACT = (_compile("compact", INITIALS),)
# An initial may be all of a given name ("Dean, J. Efficient methods") or its start ("Colbert, S. Chris"): both are tried.
FORMS: tuple[tuple[str, _Patterns], ...] = (
    ("inverted", _INVERTED),
    ("inverted", (*_INVERTED[1:], _INVERTED[0])),
    ("compact", COMPACT),
    ("straight", STRAIGHT),
    ("straight", (*STRAIGHT[1:], STRAIGHT[0])),
)
_AFTER_NAME = re.compile(
    r"\s*(?:[,;:&/(\[{\"“”„«»‘]|\.(?=\s|$|[\"“A-Z\[])|``|''|$|(?:1[5-9]|20)\d\d|(?:and|AND|und|et|y|e|en|in|u\.)\s|[–-]\s)"
)
_TITLE_WORD = re.compile(r"\.\s+[^\W\d_]{2,}$")
_GROUP = re.compile(
    r"(?:[Tt]he\s+)?(?:[A-Z][\w-]*\s+){1,4}"
    r"(?:[Cc]ollaborations?|COLLABORATION|Consortium|CONSORTIUM|Team|Working Group|Committee)\b"
)


@dataclass(frozen=True, slots=True)
class ListedName:
    """A name and the index of its end.

    `joined` says that "and" precedes it. `initials` says that its given names are abbreviated. `odd` marks a surname of
    two words before full given names, because "Ada Byron, Karl Meier" are probably two people.
    """

    text: str
    end: int
    joined: bool = False
    initials: bool = True
    odd: bool = False


def match_names(head: str, form: str, patterns: _Patterns) -> list[ListedName]:
    """Match names of one form at the start of `head`, including groups such as collaborations."""
    names: list[ListedName] = []
    place, joined = 0, False
    while True:
        group = _GROUP.match(head, place)
        name = (
            ListedName(group[0], group.end(), joined)
            if group
            else _match_next(head, place, form, patterns, names, joined)
        )
        if name is None:
            return names
        names.append(name)
        separator = SEPARATOR.match(head, name.end)
        if not separator:
            return names
        joined = bool(AND.search(separator[0]))
        place = separator.end()


def _match_next(
    head: str, place: int, form: str, patterns: _Patterns, names: Sequence[ListedName], joined: bool
) -> ListedName | None:
    """Match the name at `place`; None if no name is there.

    In a list of abbreviated names, a full name after a comma is not a name but the title.
    """
    match = _match_name(head, place, patterns)
    by_comma = bool(names) and "," in head[names[-1].end : place] and not joined
    abbreviated = bool(names) and all(name.initials for name in names)
    title_next = by_comma and abbreviated and len(names) > 1
    if form == "inverted" and names:
        if match and abbreviated and not joined and not _is_initials(match["given"]):
            match = _match_name(head, place, _INVERTED[:1])
        if match and by_comma and _is_initials(match["given"]) != abbreviated:
            match = None
        if match is None or len(_main_words(match["last"])) > 1:
            match = _match_name(head, place, STRAIGHT) or match
    if match is None or (title_next and not _is_initials(match["given"])):
        return None
    initials = _is_initials(match["given"])
    odd = form == "inverted" and not initials and len(_main_words(match["last"])) > 1
    return ListedName(invert_name(match["given"], match["last"]), match.end(), joined, initials, odd)


def _match_name(head: str, place: int, patterns: _Patterns) -> re.Match[str] | None:
    for pattern in patterns:
        match = pattern.match(head, place)
        if match and _is_plausible(match) and _can_end(head, match.end()) and not _takes_title(head, match):
            return None if _begins_journal(head, match) else match
    return None


def _begins_journal(head: str, match: re.Match[str]) -> bool:
    """True if the match is the beginning of a journal's name after the authors.

    Example: "J. Geophys" in "J. Geophys. Res. 118".
    """
    if match["given"].rstrip(".") not in ("J", "A"):
        return False
    words = head[match.start() : match.start() + 80].split()
    return any(
        find_journal(" ".join(words[:count])) and words[count][0].isdigit()
        for count in range(2, min(8, len(words)))
    )


def _is_plausible(match: re.Match[str]) -> bool:
    """False if the match mistakes a title or initials for a surname."""
    last, given = match["last"].split(), match["given"]
    if is_title_word(last[0]) or (
        match.start("given") < match.start("last") and is_title_word(given.split()[0])
    ):
        return False
    short = len(last[-1]) <= 3 and last[-1].isupper()
    return not short or (len(last) == 1 and (match.start("last") < match.start("given") or given.isupper()))


def _takes_title(head: str, match: re.Match[str]) -> bool:
    """True if the given names include the first word of the title, as in "Meier, Karl J. MOTOR: an engine"."""
    inverted = match.start("last") < match.start("given")
    return inverted and head[match.end() :][:1] == ":" and bool(_TITLE_WORD.search(match["given"]))


def _can_end(head: str, end: int) -> bool:
    """True if a name may end at `end`: before punctuation, a conjunction or a year, or with the stop of an initial."""
    return bool(_AFTER_NAME.match(head, end) or ET_AL.match(head, end)) or (
        head[end - 1] == "." and bool(re.match(r"\s+[^\W_]", head[end : end + 4]))
    )


def _main_words(last: str) -> list[str]:
    return [word for word in last.split() if word.lower() not in PARTICLES]


def _is_initials(given: str) -> bool:
    return bool(re.fullmatch(INITIALS, re.sub(rf"{_PARTICLES}$", "", given.strip())))
