"""Recognize supplements, which print the title and the authors of the paper to which they belong."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NAME = re.compile(
    r"(?:^|[^a-z])(?:e?si|supp(?:l\w*|orting\w*)?|moesm|mmc|sapp|sm(?=\d*$)|appendix)(?:[^a-z]|$)"
)
_PRINTED = re.compile(
    r"\W*(?:online |electronic )?(?:supporting|supplement(?:ary|al)?) (?:online )?"
    r"(?:information|materials?|appendi(?:x|ces)|data|text|methods|notes?|files?)\b(?! (?:is|are|can|for this)\b)"
    r"|\W*supplement to\b|\W*(?:supporting|supplementary) information\W*$|\W*SI appendix\b",
    re.IGNORECASE,
)
_BEFORE_TITLE = re.compile(
    rf"(?:{_PRINTED.pattern})(?: (?:for|of|to|accompanying))?(?: the (?:article|paper))?\W*", re.IGNORECASE
)


def strip_supplement(title: str) -> str:
    """Return TITLE for a title such as "Supporting Information for: TITLE"; other titles stay unchanged."""
    return _BEFORE_TITLE.sub("", title, count=1) or title


def is_supplement(stem: str, printed: Iterable[str]) -> bool:
    """True if the file name without its suffix is that of a supplement, or if a text around the title begins like one.

    `printed` are the texts above the title, in the running heads, and below the title down to the first heading.
    """
    return _NAME.search(stem.casefold()) is not None or any(_PRINTED.match(text) for text in printed)
