"""Things that a sentence names and that its paper does not use: left out, replaced, or tried and found worse."""

from __future__ import annotations

import re
from collections.abc import Collection

from ....indexes.text.analysis import analyse

# What is named right behind these words.
_LEFT_OUT = re.compile(
    r"(?<!with and )(?<!with or )\b(?:"
    r"(?:instead of|rather than|in place of|unlike|without|no) (?:(?:the|an?|any|using|use of) ){0,2}"
    r"|(?:not|never|no longer|neither|nor) (?:(?:uses?|using|employ|apply|need|require|rely on|adopt|have|the|an?|any) ){1,3}"
    r")$",
    re.IGNORECASE,
)
_TRIED = re.compile(r"\b(?:tried|try|experimented with|tested|explored|considered|compared)\b", re.IGNORECASE)
_WORSE = re.compile(
    r"\b(?:but|however|although|though|and) [^.]*?"
    r"\b(?:better|worse|not|no|instead|fail\w*|outperform\w*|hurts?|degrad\w*|poor\w*)\b",
    re.IGNORECASE,
)


def is_rejected(text: str, keys: Collection[str]) -> bool:
    """True if `text` names what has one of the terms `keys` only as something that is not used: "without dropout", "we tried
    Adam, but SGD was better"."""
    places = [match for match in re.finditer(r"[\w-]+", text) if not set(analyse(match[0])).isdisjoint(keys)]
    return bool(places) and all(
        _LEFT_OUT.search(text[: place.start()])
        or (_TRIED.search(text[: place.start()]) and _WORSE.search(text[place.end() :]))
        for place in places
    )
