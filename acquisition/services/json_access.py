"""Reading what strangers send: any field may be null, missing or of another type."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Any

from ...papers.parsing.references.ids import find_ids
from ..identifiers import Identifier, acl_id, arxiv_id, doi_target, is_acl_id

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,100}>")


def at(value: Any, *path: str | int) -> Any:
    """What lies at `path` in nested objects and lists, None where there is nothing."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def items(value: Any) -> list[Any]:
    """`value` if it is a list, else none."""
    return value if isinstance(value, list) else []


def text(value: Any) -> str:
    """A string in one line without markup; "" for anything else. Of a list, its first."""
    if isinstance(value, list):
        value = value[0] if value else ""
    if not isinstance(value, str):
        return ""
    return " ".join(html.unescape(_TAG.sub("", value)).split())


def texts(values: Any) -> tuple[str, ...]:
    """The strings of a list, empty ones left out."""
    return tuple(found for value in items(values) if (found := text(value)))


def year(value: Any) -> int | None:
    """A year of papers from a number or the first four digits of a text, None for anything else."""
    match = re.match(r"\d{4}", str(value)) if isinstance(value, str | int) else None
    return int(match[0]) if match and 1500 <= int(match[0]) <= 2200 else None


def ids(pairs: Iterable[tuple[str, Any]]) -> tuple[tuple[str, str], ...]:
    """Identifiers in their usual spelling, one of each kind, in the order given; what is malformed is left out."""
    found: dict[str, str] = {}
    for kind, value in pairs:
        name = str(value).strip() if isinstance(value, str | int) else ""
        for own, spelled in _spelled(kind, name):
            found.setdefault(own, spelled)
    return tuple(found.items())


def _spelled(kind: str, name: str) -> tuple[tuple[str, str], ...]:
    target: Identifier | None = None
    if not name:
        return ()
    if kind == "arxiv":
        target = arxiv_id(re.sub(r"(?i)^arxiv:", "", name))
    elif kind == "doi":
        target = doi_target(re.sub(r"(?i)^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", name))
    elif kind == "acl":
        return (("acl", acl_id(name)),) if is_acl_id(name) else ()
    elif kind in ("openalex", "corpus"):
        return ((kind, name.rpartition("/")[2]),)
    else:
        return ((kind, name),)
    return target.ids if target else ()


def ids_in(raw: str) -> tuple[tuple[str, str], ...]:
    """The identifiers that a text of a bibliography spells."""
    return ids(find_ids(raw))
