"""Find phrases by which a question names a paper: "the Illinois group", "researchers from Nijmegen", "the quick
thoughts paper"."""

from __future__ import annotations

import re

from ...indexes.subjects import fold_name

_AUTHORS = r"(?:groups?|people|teams?|authors?|researchers?|scientists?|folks|lab(?:oratory)?|crew|colleagues|paper|study|article)"
_NAME = re.compile(r"(?P<from>\b(?:from|at|by) (?:the )?)?\b(?P<name>[A-Z][\w&-]+)")
_BEHIND = re.compile(
    rf"['’]s\b|(?:[\s/-]{{1,3}}\w[\w-]{{0,30}}){{0,2}}?[\s/-]{{1,3}}{_AUTHORS}\b"
)  # up to two words between

# _ENDS: words that end the name in front of "paper". _NO_NAME: words in front of "paper" that do not name the paper.
_ENDS = (
    r"(?:in|of|by|from|to|for|on|with|at|as|per|than|and|or|but|the|an?|this|that|these|those|their|its|his|her|our|my|your|any|no|over|many|"
    r"some|each|every|which|what|whose|who|how|when|where|why|does|do|did|is|are|was|were|has|have|had|can|if|says?|said)"
)
_NO_NAME = frozenset(
    "original same other another present current previous earlier related cited whole new first second third research scientific "
    "one two three several many few different conference journal workshop own above whole older later main long short".split()
)
_WORK = r"(?:paper|article|authors|study|tutorial|preprint|group|team|people|folks)"
_WORD = rf"(?!{_ENDS}\b)[\w+&/.'’-]+"
_CALLED = re.compile(
    rf"(?<![\w-])(?P<words>(?:{_WORD} ){{1,4}}?)(?<!\w-){_WORK}\b(?: (?:on|about) (?P<topic>{_WORD}(?: {_WORD}){{0,3}}))?",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:according to|(?:reported|listed|quoted|described|stated|given|printed) (?:by|in)) (?P<words>[A-Z][\w'’-]+(?: (?:and|&) [A-Z][\w'’-]+)?)"
)


def find_paper_phrases(question: str) -> tuple[str, ...]:
    """Return the words by which `question` refers to a paper or its authors.

    "the quick thoughts paper" gives "quick thoughts", "the Google paper on word vectors" gives "Google word vectors",
    and "as listed by Falk" gives "Falk".
    """
    found = []
    for match in (*_CALLED.finditer(question), *_REPORTED.finditer(question)):
        words = f"{match['words']} {match.groupdict().get('topic') or ''}".split()
        found.append(" ".join(word for word in words if word.casefold() not in _NO_NAME))
    return tuple(dict.fromkeys(filter(None, found)))


def find_institutions(question: str) -> set[str]:
    """Return the capitalized words of `question` that may name the institution of the authors, as `fold_name` returns
    them.

    Such a word stands before a word for the authors or the paper ("the Illinois group"), has a possessive ending, or
    follows "from", "at" or "by".
    """
    return {
        word
        for match in _NAME.finditer(question)
        if match["from"] or _BEHIND.match(question, match.end())
        for word in fold_name(match["name"]).split()
    }
