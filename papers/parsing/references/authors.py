"""Author lists at the start of bibliography entries: their extent, and the names in them.

Supported forms: "Yoon Kim and Quoc V. Le", "Y. Kim, Q. V. Le", "Kim, Y. and Le, Q. V.", "Kim, Yoon, Le, Quoc", "Kim
Y, Le QV", "Kim, Y., Le, Q., et al.", each followed by a year, a full stop, a colon, a quotation mark, or a comma and
the title.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .names import classify_name_part, has_initial, order_names, starts_with_initial

_HEAD = 4000  # characters, enough for about two hundred authors
_TRIES = 40  # boundaries examined closely, which keeps the work linear in the number of entries

_ET_AL = re.compile(r"[,;]?\s*(?:\band\s+|&\s*)?(?:\bet\.?\s+al\b\.?|\bothers\b\.?|\.\.\.|…)")
_ROLE = re.compile(r"[,\s]*[(\[]?\b(?:eds?|editors?|hrsg)\b\.?[)\]]?,?", re.IGNORECASE)
_SPLIT = re.compile(r"\s*[,;]?\s+(?:and|und)\s+|\s*[,;]?\s*&\s*|\s*[,;]\s*")
_AND = re.compile(r"\s(?:and|und)\s|&")
# Possible ends of an author list: a year, a quotation mark, or after a full stop or a colon.
_BOUNDARY = re.compile(
    r"(?P<year>[.,]?\s*[(\[]?\b(?:1[89]|20)\d\d[a-z]?\b)|(?P<quote>[,.:]?\s*(?:[\"“”]|``|''))|(?P<stop>[.:])(?=\s|$)"
)
_INITIAL_AT_END = re.compile(r"(?:^|[\s.,-])[^\W\d_]$")
_MORE_INITIALS = re.compile(r"\s*(?:[^\W\d_]\.|and\s|&|,|et\s+al)")
# Up to five words of a name and a separator: the surname after an initial.
_REST_OF_NAME = re.compile(
    r"\s*(?:[^\W\d_a-z][\w'’-]*\s+|[a-z]{2,3}\s+){0,4}[^\W\d_a-z][\w'’-]*\s*(?:[,.;:&(]|and\s|et\s+al)"
)

_BODY = re.compile(
    r"([^\W\d_][^.,:()\[\]]{1,50})[.,]?\s*[(\[]?(?:1[89]|20)\d\d(?:\s?[–-]\s?\d{4})?[a-z]?[)\]]?[.,:]"
)


@dataclass(frozen=True, slots=True)
class AuthorList:
    """`names` in reading order, given names first; the rest of the entry begins at `end`."""

    names: tuple[str, ...] = ()
    end: int = 0


def parse_authors(text: str) -> AuthorList:
    """Parse the author list at the start of `text`; no names and end 0 if there is none."""
    head = text[:_HEAD]
    if not head.lstrip()[:1].isalpha():
        return AuthorList()
    tries = 0
    for boundary in _BOUNDARY.finditer(head):
        prefix, rest = head[: boundary.start()], head[boundary.end() :]
        if (
            boundary["stop"] == "."
            and _INITIAL_AT_END.search(prefix[-3:])
            and not _list_is_over(prefix, rest)
        ):
            continue
        names = parse_author_names(prefix)
        if names and not (boundary["stop"] == ":" and len(names) == 1 and not has_initial(names[0])):
            return AuthorList(names, boundary.end() if boundary["stop"] else boundary.start())
        tries += 1
        if tries == _TRIES:
            break
    return _parse_comma_list(head) or _parse_organisation(head) or AuthorList()


def parse_author_names(text: str) -> tuple[str, ...]:
    """Names in `text`, given names first, if it is an author list and nothing else; otherwise ()."""
    text = _ROLE.sub("", _ET_AL.sub("", text)).strip(" .,;")
    chunks = [chunk for chunk in _SPLIT.split(text) if chunk]
    kinds = [classify_name_part(chunk) for chunk in chunks]
    if not chunks or kinds[0] in ("initials", "suffix"):
        return ()
    # Tolerate one damaged name in a list, such as one that lost a letter in text extraction.
    odd = [chunk for chunk, kind in zip(chunks, kinds, strict=True) if kind == "other"]
    if len(odd) > (len(chunks) + 1) // 4 or any(
        len(chunk.split()) > 4 or not chunk[0].isupper() for chunk in odd
    ):
        return ()
    if "initials" not in kinds and _includes_title(chunks):
        return ()
    return order_names(chunks, _has_inverted_tail(text))


def starts_like_authors(text: str) -> bool:
    """True if `text`, which may be cut short, could begin an entry: it starts with an author list or three parts of one."""
    names = parse_authors(text).names
    if len(names) > 1 or (names and len(names[0].split()) > 1):
        return True
    kinds = [classify_name_part(chunk) for chunk in _SPLIT.split(text[:200])[:-1]][:3]
    return len(kinds) == 3 and kinds[0] == "name" and "other" not in kinds


def _includes_title(chunks: list[str]) -> bool:
    """True for two names with leading initials, then a title and no third author: "J. Dean, A. Ng, Large Networks"."""
    initialled = [starts_with_initial(chunk) for chunk in chunks]
    return initialled[:2] == [True, True] and not all(initialled[:-1])


def _has_inverted_tail(text: str) -> bool:
    """True if the last author of a list is inverted ("Le, Quoc"): two parts follow the last "and"."""
    return len([chunk for chunk in _SPLIT.split(_AND.split(text)[-1]) if chunk.strip()]) == 2


def _list_is_over(prefix: str, rest: str) -> bool:
    """True if a full stop after an initial ends the list ("Dean, J. Efficient ..."), not the initial ("Greg S.
    Corrado").
    """
    if _MORE_INITIALS.match(rest):
        return False
    chunks = [chunk for chunk in _SPLIT.split(prefix) if chunk]
    kinds = [classify_name_part(chunk) for chunk in chunks]
    pairs = list(zip(kinds[::2], kinds[1::2], strict=False))
    inverted = (
        len(pairs) >= 2 and len(kinds) % 2 == 0 and not any(has_initial(chunk) for chunk in chunks[::2])
    )
    if inverted and (all(pair == ("name", "initials") for pair in pairs) or _has_inverted_tail(prefix)):
        return True
    return not _REST_OF_NAME.match(rest[:120])


def _parse_organisation(head: str) -> AuthorList | None:
    """An organisation as the only author ("pdfplumber. 2023. ...", "Wikipedia contributors (2024)")."""
    match = _BODY.match(head)
    return AuthorList((match[1].strip(),), match.end(1)) if match else None


def _parse_comma_list(head: str) -> AuthorList | None:
    """A list separated from the title by a comma only ("S. Lai, L. Xu, Recurrent networks for text, in: ...")."""
    names: list[str] = []
    end = start = 0
    for match in _SPLIT.finditer(head):
        chunk = head[start : match.start()].strip()
        start = match.end()
        if classify_name_part(chunk) != "name" or not has_initial(chunk):
            break
        names.append(chunk)
        end = match.end()
    return AuthorList(tuple(names), end) if names else None
