"""Parse bibliography entries into references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...types import Reference
from .fields import parse_fields
from .keys import build_reference_key
from .shape import REPEATED_NOTE


def parse_reference(text: str, label: str = "") -> Reference:
    """Parse the entry `text`, without its label, into an unresolved Reference; `raw` is `text` unchanged."""
    return parse_references([(text, label)])[0]


def parse_references(entries: Sequence[tuple[str, str]]) -> tuple[Reference, ...]:
    """Parse the entries of one bibliography, given as pairs of text and label, in their order.

    A dash in place of the authors repeats the authors of the previous entry.
    """
    references: list[Reference] = []
    for text, label in entries:
        earlier = _find_earlier(text, references)
        if earlier is not None:
            references.append(replace(earlier, key=label or earlier.key, raw=text))
            continue
        fields = parse_fields(text)
        authors = fields.authors
        if fields.repeated and references:
            authors = (*references[-1].authors, *authors)
        key = build_reference_key(label, authors, fields.year, fields.suffix, fields.title)
        place = (fields.venue, fields.ids)
        references.append(
            Reference(
                key,
                text,
                fields.title,
                authors,
                fields.year,
                *place,
                volume=fields.volume,
                pages=fields.pages,
            )
        )
    return tuple(references)


def _find_earlier(text: str, references: Sequence[Reference]) -> Reference | None:
    """Find the work of an earlier note that a short note repeats: "Byron, above n 1, at 175", "Ibid., 310".

    Return None if `text` repeats no earlier note.
    """
    match = REPEATED_NOTE.match(text)
    if match is None or not references:
        return None
    if match["number"] is None:
        return references[-1]
    return next((each for each in references if each.key == match["number"]), None)
