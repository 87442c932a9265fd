"""Find notices of retraction and similar notices on a paper's first page.

A notice is a stamp, the title, or a sentence above the abstract.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_KINDS = (
    ("retracted", r"retracted|retraction"),
    ("withdrawn", r"withdrawn"),
    ("under an expression of concern", r"expression of concern"),
    ("corrected", r"corrected(?! proof)|correction|erratum|corrigendum"),
)
_STAMP = {kind: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for kind, words in _KINDS}
_TITLE = {
    kind: re.compile(rf"\W*(?:{words})(?:\s+(?:article|notice|note|to|of))?\s*[:.–—-]", re.IGNORECASE)
    for kind, words in _KINDS
}
_SENTENCE = {
    kind: re.compile(
        rf"\bthis\s+(?:article|paper|publication|work)\s+(?:has\s+been|was|is)\s+(?:{words})\b", re.IGNORECASE
    )
    for kind, words in _KINDS
}
_LONGEST_STAMP = 60  # most characters of rotated text that may be a stamp


def find_notice(title: str, stamp: str, printed: Iterable[str]) -> str:
    """Return the state of a paper ("retracted", "corrected", ...); "" without a notice.

    `stamp` is the rotated text of the first page, `printed` are the texts around the title.
    """
    texts = list(printed)
    for kind, _ in _KINDS:
        stamped = len(stamp) <= _LONGEST_STAMP and _STAMP[kind].search(stamp)
        if stamped or _TITLE[kind].match(title) or any(_SENTENCE[kind].search(text) for text in texts):
            return kind
    return ""
