"""Parse the author list at the start of a bibliography entry, and find where it ends.

A list ends before a year, a full stop, a colon, a quotation mark, "in", or a comma and the title. Every form of list is
tried, and the form that accounts for most of the text is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .listed_names import AND, COMPACT, ET_AL, FORMS, SEPARATOR, STRAIGHT, ListedName, match_names

_HEAD = 4000  # characters, enough for about two hundred authors
_DAMAGED = 1500  # characters within which a damaged list must end
_FEWEST_DAMAGED = 3  # fewest names of a damaged list
_ODD_WORDS = 6  # most words of a damaged name, because its letters may be separated
_TRIES = 4  # most names at the end of a list that are tried as a part of the title

_ROLE = re.compile(
    r"\s*[,.]?\s*[(\[]?\s*\b(?:eds?|editors?|hrsg|hg|herausgeber|coords?|comps?|dir)\b\.?\s*[)\]]?\.?",
    re.IGNORECASE,
)


_YEAR = re.compile(
    r"\s*[.,;:]*\s*[(\[]?\s*(?:1[5-9]|20)\d\d(?!\d)|\s*[,.]?\s*[(\[]\s*(?:n\.\s?d|in press|forthcoming|o\.\s?J)"
)
_QUOTE = re.compile(r"\s*[,.:;]?\s*(?:[\"“”„«»‚‘]|``|'')")
_DAMAGED_END = re.compile(r"[.,]?\s*\(?(?:19|20)\d\d[a-z]?\b|(?<=[^\W_]{3})(?P<stop>\.)\s")
_STOP = re.compile(r"\s*\.(?=\s|$|[\"“A-Z\[])")
_COLON = re.compile(r"\s*:(?=\s|$)")
_COMMA = re.compile(r"\s*,\s*(?=\S)")
_SENTENCE = re.compile(r"[A-Z][\w’-]*(?:\s[^\W_]\S*){0,6}?\s[a-z]{2,}\s")  # the title after a single name
_IN = re.compile(r"\s*[,.]?\s+(?=in:?\s+[^\W_a-z])")
_BODY = re.compile(
    r"([^\W\d_][^.,:()\[\]]{1,120}?)(?:\s*\([^()]{1,30}\))?[.,]?\s*[(\[]?(?:1[89]"
    r"|20)\d\d(?:\s?[–-]\s?\d{2,4})?[a-z]?[)\]]?[.,:)]"
)
_GROUP_BEHIND = re.compile(r"\s*[\[(][A-Z][^\[\]()]{1,60}\b[Cc]ollaborations?[\])][.,]?")
_OFFICE = re.compile(
    r"((?:[A-Z][\w&'’-]*|of|for|the|and|on|de|la|du|des|\(US\))(?:\s(?:[A-Z][\w&'’-]*|of|for|the|and|on|a|de|la|du|des|\(US\)))*?"
    r"\s?\b(?:Cent(?:er|re)s?|Council|Organi[sz]ation|Agency|Institutes?|Department|Ministry|Association|Society|Services?"
    r"|Commission|Bank|Bureau|Office|Foundation|Administration|Nations|Statistics|Prevention)\b(?:[^.,:()]{0,60})?)(?=\.\s)"
)
_IN_BRACKETS = re.compile(r"\s*\.?\s*\(((?:[A-Z]\.\s?)+[^()]{2,600})\)[.,]?")
_DASHES = re.compile(r"\s*(?:[—–―_]{2,}|-{3,}|———)\s*(?:,\s*and\s+|,\s*&\s*|\s+and\s+|[.,:]|(?=\())?\s*")


@dataclass(frozen=True, slots=True)
class AuthorList:
    """The author list of an entry.

    `names` are in reading order, given names first; the rest of the entry begins at the index `end`. `repeated` says
    that dashes repeat the authors of the preceding entry, to which `names` are added.
    """

    names: tuple[str, ...] = ()
    end: int = 0
    repeated: bool = False


@lru_cache(maxsize=256)  # several rules of the splitter parse the same lines
def parse_authors(text: str) -> AuthorList:
    """Parse the author list at the start of `text`; if there is none, the result has no names and `end` is 0."""
    head = text[:_HEAD]
    dashes = _DASHES.match(head)
    if dashes:
        others = ET_AL.match(head, dashes.end()) or ET_AL.match(head, dashes.end() - 1)
        if others:
            return AuthorList((), others.end(), True)
        more = (_parse_list(head[dashes.end() :]) if AND.search(dashes[0]) else None) or AuthorList()
        return AuthorList(more.names, dashes.end() + more.end, True)
    if not head.lstrip("'’ ")[:1].isalpha():
        return AuthorList()
    listed = _parse_list(head) or AuthorList()
    return _read_brackets(head, listed) or listed


def _read_brackets(head: str, listed: AuthorList) -> AuthorList | None:
    """Return the list in Latin letters that follows a list in another script in parentheses; None without such a list.

    Example: "Харрисон и др. (F. A. Harrison et al.)".
    """
    match = _IN_BRACKETS.match(head, listed.end) if listed.names and not listed.names[0].isascii() else None
    inner = _parse_list(match[1] + ".") if match else None
    return AuthorList(inner.names, match.end()) if match and inner else None


@lru_cache(maxsize=1024)  # several rules of the splitter test the same lines
def starts_like_authors(text: str) -> bool:
    """True if `text` could begin an entry: it starts with an author list or three names. `text` may be cut short."""
    listed = parse_authors(text)
    if listed.repeated or len(listed.names) > 1 or any(len(name.split()) > 1 for name in listed.names):
        return True
    return any(len(match_names(text[:300], form, patterns)) >= 3 for form, patterns in FORMS)


def _parse_list(head: str) -> AuthorList | None:
    """Return the best reading of the list; None if `head` has no list.

    Readings are ranked by how clearly the list ends, by its extent, and by how usual its names are. In a tie, the
    earlier form in FORMS wins.
    """
    best: tuple[tuple[int, int, int], AuthorList] | None = None
    for form, patterns in FORMS:
        names = match_names(head, form, patterns)
        for count in range(
            len(names), max(0, len(names) - _TRIES), -1
        ):  # the last names may belong to the title
            listed = names[:count]
            found = _find_end(head, listed, form)
            if found is not None:
                rank = found[0], listed[-1].end, -sum(name.odd for name in listed)
                if best is None or rank > best[0]:
                    best = rank, AuthorList(tuple(name.text for name in listed), found[1])
                break
    return best[1] if best else _parse_damaged(head) or _parse_organization(head)


def _find_end(head: str, names: Sequence[ListedName], form: str) -> tuple[int, int] | None:
    """Return how clearly the list ends after `names` (0 to 2) and where the rest starts.

    Return None if the list cannot end there.
    """
    end = names[-1].end
    others = ET_AL.match(head, end)
    if others:
        end = others.end()
        group = _GROUP_BEHIND.match(head, end)
        end = group.end() if group else end
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
        return 1, end  # the stop of the last initial also ends the list
    joined = any(name.joined for name in names)
    if (match := _IN.match(head, end)) and (abbreviated or joined):
        return 1, match.end()
    if others or role:
        return 1, end
    match = _COMMA.match(head, end)
    alone = form == "straight" and len(names) == 1 and _SENTENCE.match(head, match.end() if match else end)
    return (0, match.end()) if match and (abbreviated or joined or alone) else None


def _parse_damaged(head: str) -> AuthorList | None:
    """Parse a list before a year or a full stop in which text extraction damaged some names.

    At most about a quarter of the names may be damaged; None for any other text.
    """
    for boundary in _DAMAGED_END.finditer(head[:_DAMAGED]):
        chunks = [chunk.strip() for chunk in SEPARATOR.split(head[: boundary.start()]) if chunk.strip()]
        odd = [chunk for chunk in chunks if not any(p.fullmatch(chunk) for p in (*STRAIGHT, *COMPACT))]
        short = all(len(chunk.split()) <= _ODD_WORDS and chunk[0].isupper() for chunk in odd)
        if len(chunks) >= _FEWEST_DAMAGED and len(odd) <= (len(chunks) + 3) // 4 and short:
            return AuthorList(tuple(chunks), boundary.end("stop") if boundary["stop"] else boundary.start())
    return None


def _parse_organization(head: str) -> AuthorList | None:
    """Parse an organization as the only author ("pdfplumber. 2023. ...", "Wikipedia contributors (2024)")."""
    match = _BODY.match(head) or _OFFICE.match(head)
    return AuthorList((match[1].strip(),), match.end(1)) if match else None
