"""Author lists at the start of bibliography entries: their extent, and the names in them.

Three forms of a name are supported, each in lists separated by commas, semicolons, "and" or "&":

inverted   "Kim, Y. and Le, Q. V.", "KIM, Yoon; LE, Quoc"; later names may be straight: "Chieu, Hai and Hwee Tou Ng"
compact    "Kim Y, Le QV", "Zhou G., Su J.", "Morris B M and Tollerud E"
straight   "Yoon Kim and Quoc V. Le", "Y. Kim, Q. V. Le"

A list ends before a year, a full stop, a colon, a quotation mark, "in", or a comma and the title. Every form is tried, and the
one that accounts for most of the text is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .names import GIVEN, INITIALS, PARTICLE, PARTICLES, SUFFIX, SURNAME, WORD, invert_name, is_title_word

_HEAD = 4000  # characters, enough for about two hundred authors
_DAMAGED = 1500  # characters in which a damaged list must end
_FEWEST_DAMAGED = 3  # names of a damaged list
_ODD_WORDS = 6  # words of a damaged name, whose letters may be separated
_TRIES = 4  # names at the end of a list that may belong to the title

_SEPARATOR = re.compile(
    r"\s*[,;]?\s+(?:and|AND|und|et|y|e|en)\s+|\s*[,;]?\s*&\s*|\s*[,;/]\s*|\s+[–-]\s+(?=[A-Z]\.)"
)
_AND = re.compile(r"\s(?:and|AND|und|et|y|e|en)\s|&")
_ET_AL = re.compile(
    r"\s*[,;]?\s*(?:\band\s+|&\s*)?(?:\[?\b(?:et\.?|and)\s*al(?:ii|ia)?\b\.?\]?|\b(?:[Oo]thers|OTHERS|[Cc]oauthors"
    r"|colleagues)\b|"
    r"\bu\.\s?a\.|\bet coll\.?|\bи др\.?|\.\.\.|…)[.,]?"
)
_ROLE = re.compile(
    r"\s*[,.]?\s*[(\[]?\s*\b(?:eds?|editors?|hrsg|hg|herausgeber|coords?|comps?|dir)\b\.?\s*[)\]]?\.?",
    re.IGNORECASE,
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
_INVERTED, _STRAIGHT = (
    tuple(_compile(form, given) for given in (INITIALS, *GIVEN)) for form in ("inverted", "straight")
)
_COMPACT = (_compile("compact", INITIALS),)
# An initial may be all of a given name ("Dean, J. Efficient methods") or its start ("Colbert, S. Chris"): both are tried.
_FORMS: tuple[tuple[str, _Patterns], ...] = (
    ("inverted", _INVERTED),
    ("inverted", (*_INVERTED[1:], _INVERTED[0])),
    ("compact", _COMPACT),
    ("straight", _STRAIGHT),
    ("straight", (*_STRAIGHT[1:], _STRAIGHT[0])),
)
_AFTER_NAME = re.compile(
    r"\s*(?:[,;:&/(\[{\"“”„«»‘]|\.(?=\s|$|[\"“A-Z\[])|``|''|$|(?:1[5-9]|20)\d\d|(?:and|AND|und|et|y|e|en|in|u\.)\s|[–-]\s)"
)
_TITLE_WORD = re.compile(r"\.\s+[^\W\d_]{2,}$")
_GROUP = re.compile(
    r"(?:[Tt]he\s+)?(?:[A-Z][\w-]*\s+){1,4}(?:Collaboration|COLLABORATION|Consortium|CONSORTIUM|Team|Working Group|Committee)\b"
)
_YEAR = re.compile(
    r"\s*[.,;:]*\s*[(\[]?\s*(?:1[5-9]|20)\d\d(?!\d)|\s*[,.]?\s*[(\[]\s*(?:n\.\s?d|in press|forthcoming|o\.\s?J)"
)
_QUOTE = re.compile(r"\s*[,.:;]?\s*(?:[\"“”„«»‚‘]|``|'')")
_DAMAGED_END = re.compile(r"[.,]?\s*\(?(?:19|20)\d\d[a-z]?\b|(?<=[^\W_]{3})(?P<stop>\.)\s")
_STOP = re.compile(r"\s*\.(?=\s|$|[\"“A-Z\[])")
_COLON = re.compile(r"\s*:(?=\s|$)")
_COMMA = re.compile(r"\s*,\s*(?=\S)")
_IN = re.compile(r"\s*[,.]?\s+(?=in:?\s+[^\W_a-z])")
_BODY = re.compile(
    r"([^\W\d_][^.,:()\[\]]{1,60}?)(?:\s*\([^()]{1,30}\))?[.,]?\s*[(\[]?(?:1[89]"
    r"|20)\d\d(?:\s?[–-]\s?\d{2,4})?[a-z]?[)\]]?[.,:)]"
)
_DASHES = re.compile(r"\s*(?:[—–―_]{2,}|-{3,}|———)\s*(?:,\s*and\s+|,\s*&\s*|\s+and\s+|[.,:]|(?=\())?\s*")


@dataclass(frozen=True, slots=True)
class AuthorList:
    """`names` in reading order, given names first; the rest of the entry begins at `end`.

    `repeated`: dashes repeat the authors of the preceding entry, to which `names` are added.
    """

    names: tuple[str, ...] = ()
    end: int = 0
    repeated: bool = False


@lru_cache(maxsize=256)  # the same lines are judged by several rules of the splitter
def parse_authors(text: str) -> AuthorList:
    """Parse the author list at the start of `text`; no names and end 0 if there is none."""
    head = text[:_HEAD]
    dashes = _DASHES.match(head)
    if dashes:
        others = _ET_AL.match(head, dashes.end()) or _ET_AL.match(head, dashes.end() - 1)
        if others:
            return AuthorList((), others.end(), True)
        more = (_parse_list(head[dashes.end() :]) if _AND.search(dashes[0]) else None) or AuthorList()
        return AuthorList(more.names, dashes.end() + more.end, True)
    if not head.lstrip("'’ ")[:1].isalpha():
        return AuthorList()
    return _parse_list(head) or AuthorList()


def starts_like_authors(text: str) -> bool:
    """True if `text`, which may be cut short, could begin an entry: it starts with an author list or three names."""
    listed = parse_authors(text)
    if listed.repeated or len(listed.names) > 1 or any(len(name.split()) > 1 for name in listed.names):
        return True
    return any(len(_match_names(text[:300], form, patterns)) >= 3 for form, patterns in _FORMS)


def _parse_list(head: str) -> AuthorList | None:
    """The best reading of the list: by how clearly it ends, its extent, and how usual its names are; then in the order of
    the forms.
    """
    best: tuple[tuple[int, int, int], AuthorList] | None = None
    for form, patterns in _FORMS:
        names = _match_names(head, form, patterns)
        for count in range(len(names), max(0, len(names) - _TRIES), -1):  # the last may be of the title
            listed = names[:count]
            found = _find_end(head, listed, form)
            if found is not None:
                rank = found[0], listed[-1].end, -sum(name.odd for name in listed)
                if best is None or rank > best[0]:
                    best = rank, AuthorList(tuple(name.text for name in listed), found[1])
                break
    return best[1] if best else _parse_damaged(head) or _parse_organisation(head)


@dataclass(frozen=True, slots=True)
class _ListedName:
    """A name and where it ends. `joined`: "and" precedes it. `initials`: the given names are abbreviated.

    `odd`: a surname of two words before full given names; "Ada Byron, Karl Meier" are rather two people.
    """

    text: str
    end: int
    joined: bool = False
    initials: bool = True
    odd: bool = False


def _match_names(head: str, form: str, patterns: _Patterns) -> list[_ListedName]:
    """Names of one form at the start of `head`, groups such as collaborations among them."""
    names: list[_ListedName] = []
    place, joined = 0, False
    while True:
        group = _GROUP.match(head, place)
        name = (
            _ListedName(group[0], group.end(), joined)
            if group
            else _match_next(head, place, form, patterns, names, joined)
        )
        if name is None:
            return names
        names.append(name)
        separator = _SEPARATOR.match(head, name.end)
        if not separator:
            return names
        joined = bool(_AND.search(separator[0]))
        place = separator.end()


def _match_next(
    head: str, place: int, form: str, patterns: _Patterns, names: Sequence[_ListedName], joined: bool
) -> _ListedName | None:
    """The name at `place`. In a list of initials no name after a comma is written out: it is the title."""
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
            match = _match_name(head, place, _STRAIGHT) or match
    if match is None or (title_next and not _is_initials(match["given"])):
        return None
    initials = _is_initials(match["given"])
    odd = form == "inverted" and not initials and len(_main_words(match["last"])) > 1
    return _ListedName(invert_name(match["given"], match["last"]), match.end(), joined, initials, odd)


def _match_name(head: str, place: int, patterns: _Patterns) -> re.Match[str] | None:
    for pattern in patterns:
        match = pattern.match(head, place)
        if match and _is_plausible(match) and _can_end(head, match.end()) and not _takes_title(head, match):
            return match
    return None


def _is_plausible(match: re.Match[str]) -> bool:
    """False if a title or initials are taken for a surname."""
    last, given = match["last"].split(), match["given"]
    if is_title_word(last[0]) or (
        match.start("given") < match.start("last") and is_title_word(given.split()[0])
    ):
        return False
    short = len(last[-1]) <= 3 and last[-1].isupper()
    return not short or (len(last) == 1 and (match.start("last") < match.start("given") or given.isupper()))


def _takes_title(head: str, match: re.Match[str]) -> bool:
    """True for "Meier, Karl J. MOTOR: an engine", where the given names end before the word."""
    inverted = match.start("last") < match.start("given")
    return inverted and head[match.end() :][:1] == ":" and bool(_TITLE_WORD.search(match["given"]))


def _can_end(head: str, end: int) -> bool:
    """True if a name may end at `end`: before punctuation, a conjunction or a year, or with the stop of an initial."""
    return bool(_AFTER_NAME.match(head, end) or _ET_AL.match(head, end)) or (
        head[end - 1] == "." and bool(re.match(r"\s+[^\W_]", head[end : end + 4]))
    )


def _main_words(last: str) -> list[str]:
    return [word for word in last.split() if word.lower() not in PARTICLES]


def _is_initials(given: str) -> bool:
    return bool(re.fullmatch(INITIALS, re.sub(rf"{_PARTICLES}$", "", given.strip())))


def _find_end(head: str, names: Sequence[_ListedName], form: str) -> tuple[int, int] | None:
    """Clearness of the end of the list after `names` (0 to 2) and the start of the rest; None if it cannot end there."""
    end = names[-1].end
    others = _ET_AL.match(head, end)
    if others:
        end = others.end()
        if head[end - 1] in ".,":
            return 2, end
    role = _ROLE.match(head, end)
    if role:
        end = role.end()
    if _YEAR.match(head, end) or _QUOTE.match(head, end):
        return 2, end
    abbreviated = all(name.initials for name in names)
    if match := _STOP.match(head, end):
        return 2, match.end()
    if match := _COLON.match(head, end):
        written_out = len(names) == 1 and not abbreviated and form != "inverted"
        return None if written_out and not role else (2, match.end())
    if head[end - 1] == "." and re.match(r"\s+[^\W_]|\s*$", head[end:]):
        return 1, end  # the stop of the last initial is that of the list
    joined = any(name.joined for name in names)
    if (match := _IN.match(head, end)) and (abbreviated or joined):
        return 1, match.end()
    if others or role:
        return 1, end
    match = _COMMA.match(head, end)
    return (0, match.end()) if match and (abbreviated or joined) else None


def _parse_damaged(head: str) -> AuthorList | None:
    """A list before a year or a full stop in which text extraction damaged a quarter of the names or less."""
    for boundary in _DAMAGED_END.finditer(head[:_DAMAGED]):
        chunks = [chunk.strip() for chunk in _SEPARATOR.split(head[: boundary.start()]) if chunk.strip()]
        odd = [chunk for chunk in chunks if not any(p.fullmatch(chunk) for p in (*_STRAIGHT, *_COMPACT))]
        short = all(len(chunk.split()) <= _ODD_WORDS and chunk[0].isupper() for chunk in odd)
        if len(chunks) >= _FEWEST_DAMAGED and len(odd) <= (len(chunks) + 3) // 4 and short:
            return AuthorList(tuple(chunks), boundary.end("stop") if boundary["stop"] else boundary.start())
    return None


def _parse_organisation(head: str) -> AuthorList | None:
    """An organisation as the only author ("pdfplumber. 2023. ...", "Wikipedia contributors (2024)")."""
    match = _BODY.match(head)
    return AuthorList((match[1].strip(),), match.end(1)) if match else None
