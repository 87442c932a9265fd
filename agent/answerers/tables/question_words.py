"""The words of a question about a table that name neither its rows nor its columns."""

from __future__ import annotations

import re

_DOCUMENT = r"(?:papers?|articles?|reports?|thesis|publication)"
_BEFORE = r"(?:in|of|by|from|according to)\s+(?:the\s+|this\s+|(?=[^\s,?.;:]+['’]s\s))"
# "in the At-Least-N voting paper", "according to Table 5 of the Foo paper": the paper's name may be a row's as well. The name
# begins at the last "in the" or the like before "paper".
_PAPER = re.compile(
    rf"(?:^|\s){_BEFORE}(?:(?!{_BEFORE})[^\s,?.;:]+\s+){{1,7}}?(?:journal\s+)?"
    rf"{_DOCUMENT}\b(?:\s*\([^)]*\))?",
    re.IGNORECASE,
)
_FEWEST = 3  # words that must remain


def without_paper(question: str) -> str:
    """`question` without phrases that name the paper; all of it where little else would remain."""
    rest = " ".join(_PAPER.sub(" ", question).split())
    return rest if len(rest.split()) >= _FEWEST else question
