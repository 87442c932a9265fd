"""Removal of words in a question that name the paper, because they name neither rows nor columns of its tables."""

from __future__ import annotations

import re

_DOCUMENT = r"(?:papers?|articles?|reports?|thesis|publication)"
_BEFORE = r"(?:in|of|by|from|according to)\s+(?:the\s+|this\s+|(?=[^\s,?.;:]+['’]s\s))"
# "in the At-Least-N voting paper", "according to Table 5 of the Foo paper". They are removed because a row may have the
# same name as the paper. The name begins at the last "in the" or the like before "paper".
_PAPER = re.compile(
    rf"(?:^|\s){_BEFORE}(?:(?!{_BEFORE})[^\s,?.;:]+\s+){{1,7}}?(?:journal\s+)?"
    rf"{_DOCUMENT}\b(?:\s*\([^)]*\))?",
    re.IGNORECASE,
)
_FEWEST = 3  # words that must remain


def without_paper(question: str) -> str:
    """Return `question` without phrases that name the paper; all of `question` if fewer than _FEWEST words would
    remain."""
    rest = " ".join(_PAPER.sub(" ", question).split())
    return rest if len(rest.split()) >= _FEWEST else question
