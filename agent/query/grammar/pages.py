"""Questions that ask for a page as a whole: "What is on page 220?"."""

from __future__ import annotations

import re
from itertools import takewhile

_PAGE = re.compile(r"\b(?:page|p\.)\s?(\d{1,5})\b", re.IGNORECASE)
_LEADS_TO_PAPER = ("of", "in", "from")
# Words that name nothing other than the page itself.
_EMPTY = frozenset(
    "a about and are at be can contains content contents describe described discussed do does find found give happens here i in "
    "is it its me of on paper passage please printed quote read reads said say says show shows stand stands stated summarize "
    "summary tell text that the there this to topic topics what which write written you".split()
)


def find_page_number(text: str) -> int:
    """Return the number of the page that a question asks for; 0 if it asks for anything else, or for something on a
    page.

    The name of a paper may follow after "of", "in" or "from".
    """
    match = _PAGE.search(text)
    if match is None:
        return 0
    before, behind = _words_of(text[: match.start()]), _words_of(text[match.end() :])
    own = takewhile(lambda word: word not in _LEADS_TO_PAPER, behind)
    return int(match[1]) if _EMPTY.issuperset([*before, *own]) else 0


def _words_of(text: str) -> list[str]:
    words = (word.strip(".,;:?!\"'()") for word in text.casefold().split())
    return [word for word in words if word]
