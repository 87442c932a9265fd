"""Find the e-mail addresses on the first page of a paper, and match them to authors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ...record import EmailAddress
from ..paper_ids import split_words
from .printed_page import PrintedPage

_ADDRESS = re.compile(
    r"(?:[{(\[](?P<group>[^{}()\[\]@]{2,200})[})\]]|(?<![\w.+-])(?P<local>[\w.+-]{1,64}(?:, ?[\w.+-]{1,64}){0,20}))"
    r" ?@ ?(?P<domain>[\w-]+(?:\.[\w-]+)+)"
)
_SEPARATOR = re.compile(r"[,;|\s]+(?:and )?")
_MOST = 100  # most addresses that are returned
_SHORTEST = 4  # fewest letters that an address shares with a name, unless it shares the whole name


@dataclass(frozen=True, slots=True)
class ListedEmail:
    """A full address, and the words that print it.

    A group such as "{a,b}@x.org" prints several addresses.
    """

    address: str
    printed: str


def read_emails(authors: Sequence[str], byline: str, page: PrintedPage) -> tuple[EmailAddress, ...]:
    """Read the addresses in the lines around the authors, then the other addresses of the first page.

    Each address comes with its owner, "" if unknown.
    """
    near = find_addresses(byline)
    found = tuple(dict.fromkeys((*near, *find_addresses(page.before_references))))
    owners: dict[str, str] = {}
    for author in authors:
        own = emails_of(author, authors, near) or emails_of(author, authors, found)
        owners |= {email.address: author for email in own if email.address not in owners}
    return tuple(
        EmailAddress(page.find_any(email.address, (email.printed,)), owners.get(email.address, ""))
        for email in found[:_MOST]
    )


def find_addresses(text: str) -> tuple[ListedEmail, ...]:
    """Find the addresses in `text`, in order; a group is split into its addresses."""
    found: list[ListedEmail] = []
    for match in _ADDRESS.finditer(text):
        names = [name for name in _SEPARATOR.split(match["group"] or match["local"]) if name]
        found += [
            ListedEmail(f"{name.strip('.')}@{match['domain'].rstrip('.-')}", match[0].rstrip(".-"))
            for name in names
        ]
    return tuple(dict.fromkeys(found))


def emails_of(author: str, authors: Sequence[str], emails: Sequence[ListedEmail]) -> tuple[ListedEmail, ...]:
    """Return the addresses in `emails` that resemble the name of `author` more than the name of any other author.

    If no address resembles it and there are as many addresses as authors, the author gets the only address left over,
    or the address at the author's position. A single author gets all addresses.
    """
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


def _likeness(author: str, email: ListedEmail) -> int:
    """Score how many letters of the author's name the address contains; 0 if that may be by chance."""
    local = "".join(re.findall(r"[a-z]", " ".join(split_words(email.address.partition("@")[0]))))
    parts = split_words(author)
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
    # The surname counts double. An address that also begins with the first initial scores one more.
    surname = 2 * counts[-1] + (local[0] == initials[0]) if counts[-1] else 0
    return surname + sum(counts[:-1])


def _longest_shared(one: str, other: str) -> int:
    """Return the length of the longest run of letters in both texts; 0 if the run is too short to count."""
    size = min(_SHORTEST, len(one))
    if not any(one[start : start + size] in other for start in range(len(one) - size + 1)):
        return 0
    return (
        SequenceMatcher(None, one, other, autojunk=False).find_longest_match(0, len(one), 0, len(other)).size
    )
