"""Find notes that say where the work of a paper was done, and the signature at the end of a letter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...record import Affiliation, Printed
from .printed_page import PrintedPage, ReadPage

# The sentence of a note, which may contain the mark of another note: "This ∗ work was done during ...".
_NOTE = r"(?:(?=[A-Z])|(?<=[∗*†‡] ))[^.∗*†‡]*?{}[^.∗*†‡]*?(?=[.∗*†‡]|$| [¹²³⁴⁵])"
_NOTES = (
    re.compile(_NOTE.format(r"\bintern(?:s|ed|ing|ship)?\b")),
    re.compile(
        _NOTE.format(
            r"\b(?:[Ww]ork|[Rr]esearch|[Pp]roject)s?\b,? (?:(?:was|were|is|has been|partially|partly|mainly) )*"
            r"(?:done|conducted|performed|carried out|undertaken|completed|started) (?:while|during|when|as|at|in|with)\b"
        )
    ),
)
_FIELD = re.compile(
    r"\b(?:Department|School|Institute|Division|Faculty|University|Centre|Center|Laboratory)\b"
)
# The signature of an editorial or a letter: "Ada Falk, Department of Hydrology, ..." at the end of its text.
_SIGNATURE = re.compile(
    rf"(?<=[.!?] )(?P<name>(?:[A-Z][\w'’-]+\.? |[A-Z]\. ?){{1,3}}[A-Z][\w'’-]+)(?:,| \d)? (?={_FIELD.pattern})"
)
# The address of the person who signs a letter, up to any text that may follow it.
_ADDRESS = re.compile(
    r"[\s,\d]*(?P<place>[A-Z].{10,300}?)(?= (?:ORCID|Correspondence|References|REFERENCES|E-?mail|https?:|\S+@)|\.\s|$)"
)


def read_whereabouts(page: PrintedPage) -> Iterator[Printed]:
    """Yield the sentence of the first page that says where an author was an intern, then where the work was done."""
    found = (match for pattern in _NOTES if (match := pattern.search(page.text)))
    yield from {match[0]: page.locate(*match.span()) for match in found}.values()


def find_signature(last_page: int, read_page: ReadPage) -> Affiliation | None:
    """Find the name and address that sign a letter, on the first or the last page; None without a signature."""
    for page in map(read_page, dict.fromkeys((1, last_page))):
        matches = [
            match for match in _SIGNATURE.finditer(page.before_references) if not _FIELD.search(match["name"])
        ]
        if matches:
            address = _ADDRESS.match(page.text, matches[-1].end("name"))
            place = page.locate(*address.span("place")) if address else Printed("")
            return Affiliation(matches[-1]["name"], place)
    return None
