"""Links of an answer: a link that no quote contains may be injected by a paper and is replaced."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LINK = re.compile(r"!?\[[^\]]*\]\([^)]*\)|(?:\w+://|www\.)\S+", re.IGNORECASE)
_LINK_REMOVED = "(link removed)"


def without_unquoted_links(text: str, quotes: Iterable[str]) -> str:
    """`text` with every link replaced that is not in one of `quotes`."""
    quoted = " ".join(quotes)
    return _LINK.sub(lambda match: match.group() if match.group() in quoted else _LINK_REMOVED, text)
