"""The record of a paper (what it prints about itself) as JSON fields, each value with its place."""

from __future__ import annotations

from typing import Any

from ..papers.record import Printed, Record


def record_fields(record: Record) -> dict[str, Any]:
    """Return everything that a paper prints about itself. Missing lists are empty and missing values None."""
    return {
        "affiliations": [{"author": each.author, **_printed(each.place)} for each in record.affiliations],
        "emails": [{"author": each.author or None, **_printed(each.address)} for each in record.emails],
        "corresponding_author": record.corresponding or None,
        "whereabouts": [_printed(note) for note in record.whereabouts],
        "venue": _printed(record.venue) if record.venue else None,
        "volume": record.volume or None,
        "issue": record.issue or None,
        "pages": record.pages or None,
        "publisher": record.publisher or None,
        "dates": [
            {"event": each.event, "date": each.date, **_printed(each.printed)} for each in record.dates
        ],
        "identifiers": [{"kind": each.kind, **_printed(each.value)} for each in record.identifiers],
        "keywords": _printed(record.keywords) if record.keywords else None,
        "license": _printed(record.license) if record.license else None,
        "links": [
            {"kind": link.kind, "sentence": link.sentence, **_printed(link.url)} for link in record.links
        ],
        "funding": [_printed(sentence) for sentence in record.funding],
        "acknowledgments": [_printed(sentence) for sentence in record.acknowledgments],
    }


def _printed(value: Printed) -> dict[str, Any]:
    box = value.bbox
    place = {"page": value.page, "bbox": [round(v, 1) for v in (box.x0, box.y0, box.x1, box.y1)]}
    return {"text": value.text, **(place if value.quote and value.page else {"page": None, "bbox": None})}
