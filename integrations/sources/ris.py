"""RIS records made from CSL-JSON items."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .csl_types import Item

_TYPES = {"article-journal": "JOUR", "paper-conference": "CPAPER"}


def write_ris(items: Iterable[Item]) -> str:
    """Return one record per item."""
    return "".join(f"{tag}  - {value}\n" for item in items for tag, value in (*_list_tags(item), ("ER", "")))


def _list_tags(item: Item) -> Iterator[tuple[str, str]]:
    yield "TY", _TYPES.get(item["type"], "GEN")
    yield "ID", item["id"]
    yield "TI", item.get("title", "")
    for name in item.get("author", []):
        yield "AU", f"{name['family']}, {name['given']}" if "family" in name else name["literal"]
    if issued := item.get("issued"):
        yield "PY", str(issued["date-parts"][0][0])
    first, *last = re.split(r"\s?[-–—]+\s?", item.get("page", ""), maxsplit=1)
    fields = (
        ("T2", item.get("container-title", "")),
        ("VL", item.get("volume", "")),
        ("IS", item.get("issue", "")),
        ("SP", first),
        ("EP", "".join(last)),
        ("PB", item.get("publisher", "")),
        ("DO", item.get("DOI", "")),
        ("UR", item.get("URL", "")),
        ("N1", item.get("annote", "")),
    )
    yield from ((tag, value) for tag, value in fields if value)
