"""Recognize the words of a publisher's template for a venue, a number or a date that authors left unchanged."""

from __future__ import annotations

import re

_PLACEHOLDER = re.compile(
    r"(?<![A-Za-z])(?:X{3,}|x{4,}|n{5,})(?![A-Za-z])|['’]XX\b|-X{2,}|\bXX[-/.]X|\b1122445\.1122456\b|\bConference acronym\b"
    r"|\b(?:enter|insert|replace|type|add) (?:the |your |here )?(?:\w+ ){0,3}(?:conference|journal|title|name|venue|doi)\b"
    r"|\bConference['’]17\b|\bConference (?:Name|Title)\b|\bJournal (?:Name|Title)\b|\bWoodstock ['’]18\b"
    r"|\byour (?:conference|journal|rights confirmation)\b",
    re.IGNORECASE,
)


def is_placeholder(text: str) -> bool:
    """True if `text` is from a template, such as "Conference acronym 'XX" or "978-1-4503-XXXX-X"."""
    return _PLACEHOLDER.search(text) is not None
