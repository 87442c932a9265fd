"""The e-mail addresses on the first page of a paper, and whose they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from .....indexes.subjects import fold_name

_ADDRESS = re.compile(
    r"(?:[{(\[](?P<group>[^{}()\[\]@]{2,200})[})\]]|(?<![\w.+-])(?P<local>[\w.+-]{1,64}(?:, ?[\w.+-]{1,64}){0,20}))"
    r" ?@ ?(?P<domain>[\w-]+(?:\.[\w-]+)+)"
)
_SEPARATOR = re.compile(r"[,;|\s]+(?:and )?")
_SHORTEST = 4  # letters that an address shares with a name, if not all of it


@dataclass(frozen=True, slots=True)
class Email:
    """An address in full, and the words that print it, of which a group such as "{a,b}@x.org" prints several."""

    address: str
    printed: str


def find_addresses(text: str) -> tuple[Email, ...]:
    """The addresses in `text`, those of groups one by one, in their order."""
    found: list[Email] = []
    for match in _ADDRESS.finditer(text):
        names = [name for name in _SEPARATOR.split(match["group"] or match["local"]) if name]
        found += [
            Email(f"{name.strip('.')}@{match['domain'].rstrip('.-')}", match[0].rstrip(".-"))
            for name in names
        ]
    return tuple(dict.fromkeys(found))


def emails_of(author: str, authors: Sequence[str], emails: Sequence[Email]) -> tuple[Email, ...]:
    """Those of `emails` that are made of the name of `author` rather than of another author's; the one that is left, or at the
    same place in a list of as many, where none is."""
    owners = [max(authors, key=lambda name: _likeness(name, email), default="") for email in emails]
    sure = [
        owner if owner and _likeness(owner, email) else ""
        for owner, email in zip(owners, emails, strict=True)
    ]
    own = tuple(email for email, owner in zip(emails, sure, strict=True) if owner == author)
    if own or author in sure:
        return own
    if len(emails) == len(authors):
        unowned = tuple(email for email, owner in zip(emails, sure, strict=True) if not owner)
        place = list(authors).index(author)
        return unowned if len(unowned) == 1 else (emails[place],) * (not sure[place])
    return tuple(emails) if len(authors) == 1 else ()


def _likeness(author: str, email: Email) -> int:
    """Number of letters of the name that the address is made of; 0 where that may be by chance."""
    local = "".join(re.findall(r"[a-z]", fold_name(email.address.partition("@")[0])))
    parts = fold_name(author).split()
    if not local or not parts:
        return 0
    initials = "".join(part[0] for part in parts)
    if local in (initials, initials[-1] + initials[:-1]):
        return 2 * len(initials)
    shared = [_longest_shared(part, local) for part in parts]
    counts = [
        size if size >= min(_SHORTEST, len(part)) and size > 1 else 0
        for size, part in zip(shared, parts, strict=True)
    ]
    # The surname tells more than a given name, and initials beside it more than nothing.
    surname = 2 * counts[-1] + (local[0] == initials[0]) if counts[-1] else 0
    return surname + sum(counts[:-1])


def _longest_shared(one: str, other: str) -> int:
    """Number of letters of the longest run that both have; 0 where it is too short to count."""
    size = min(_SHORTEST, len(one))
    if not any(one[start : start + size] in other for start in range(len(one) - size + 1)):
        return 0
    return (
        SequenceMatcher(None, one, other, autojunk=False).find_longest_match(0, len(one), 0, len(other)).size
    )
