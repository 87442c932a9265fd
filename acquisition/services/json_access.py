"""Read JSON from services tolerantly: any field may be null, missing or of another type."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Any

from ...papers.parsing.references.ids import find_ids
from ..identifiers import Identifier, is_acl_id, normalize_acl_id, parse_arxiv_id, parse_doi

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,100}>")


def get_path(value: Any, *path: str | int) -> Any:
    """Return the value at `path` in nested objects and lists, or None if there is no such value."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def as_list(value: Any) -> list[Any]:
    """Return `value` if it is a list, otherwise an empty list."""
    return value if isinstance(value, list) else []


def as_text(value: Any) -> str:
    """Return a string, or the first string of a list, as one line without markup; "" for anything else."""
    if isinstance(value, list):
        value = value[0] if value else ""
    if not isinstance(value, str):
        return ""
    return " ".join(html.unescape(_TAG.sub("", value)).split())


def as_texts(values: Any) -> tuple[str, ...]:
    """Return the non-empty strings of a list, each as `as_text` returns it."""
    return tuple(found for value in as_list(values) if (found := as_text(value)))


def parse_year(value: Any) -> int | None:
    """Parse a year (1500 to 2200) from a number or the first four digits of a string; None for anything else."""
    match = re.match(r"\d{4}", str(value)) if isinstance(value, str | int) else None
    return int(match[0]) if match and 1500 <= int(match[0]) <= 2200 else None


def normalize_ids(pairs: Iterable[tuple[str, Any]]) -> tuple[tuple[str, str], ...]:
    """Return identifiers in canonical form, at most one of each kind, in the given order; malformed identifiers are
    left out.
    """
    found: dict[str, str] = {}
    for kind, value in pairs:
        name = str(value).strip() if isinstance(value, str | int) else ""
        for own, identifier in _normalize_id(kind, name):
            found.setdefault(own, identifier)
    return tuple(found.items())


def _normalize_id(kind: str, name: str) -> tuple[tuple[str, str], ...]:
    identifier: Identifier | None = None
    if not name:
        return ()
    if kind == "arxiv":
        identifier = parse_arxiv_id(re.sub(r"(?i)^arxiv:", "", name))
    elif kind == "doi":
        identifier = parse_doi(re.sub(r"(?i)^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", name))
    elif kind == "acl":
        return (("acl", normalize_acl_id(name)),) if is_acl_id(name) else ()
    elif kind in ("openalex", "corpus"):
        return ((kind, name.rpartition("/")[2]),)
    else:
        return ((kind, name),)
    return identifier.ids if identifier else ()


def find_record_ids(raw: str) -> tuple[tuple[str, str], ...]:
    """Return the identifiers in the text of a reference."""
    return normalize_ids(find_ids(raw))
