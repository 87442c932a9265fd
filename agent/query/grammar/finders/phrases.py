"""Phrases of a question: the noun asked for and the names that it excludes."""

from __future__ import annotations

import re

from citehop.figures.entity_kinds import kind_of

from ..vocabulary import AFTER_NOUN
from .masking import FILLER, mask

_STOP = (
    r"(?=[,;?!]|\s+(?:that|which|has|have|had|is|are|was|were|does|do|but|while|achieves?|gets?|shows?|obtains?"
    r"|performs?|reaches|exhibits?|demonstrates?|attains?|ranks?|belongs?|comes?|in the|on the|for the|in terms|at the|when|under"
    r"|across|and (?:has|have|is|the))\b|\s*\x00|\.?\s*$)"
)
_EXCLUDE = re.compile(
    r"\b(?:excluding|exclude|excluded|except(?:ing)?(?: for)?|other than|apart from|aside from|outside(?: of)?|besides"
    r"|not counting|not including|without considering|without counting|ignoring|leaving (?:out|aside)"
    r"|setting aside|not considering|disregard|ignore|disregarding|if we exclude|with the exception of)\s+"
    r"(?P<what>.+?)" + _STOP,
    re.IGNORECASE,
)
_EXCLUDED = re.compile(
    r"\b(?:if|when|once|with)\s+(?P<what>(?:(?!\b(?:if|when|once|is|are)\b)[^,?]){1,60}?)\s+(?:is|are|was|were|being)\s+(?:not\s+(?:considered|counted|included)"
    r"|excluded|ignored|left\s+(?:out|aside)|disregarded|set\s+aside)\b"
    r"|\b(?:leaving|setting|putting|leave)\s+(?P<aside>[^,?]{1,60}?)\s+(?:aside|out)\b",
    re.IGNORECASE,
)
# "After A, which has the highest ..." asks for the highest of the others.
_AFTER = re.compile(
    r"^(?:after|behind|following|next to)\s+(?P<what>(?:(?!\b(?:which|what|who)\b)[^?]){1,60}?),\s*"
    r"(?=(?:which|what|who|whose)\b)",
    re.IGNORECASE,
)
_NOT = re.compile(r"(?:\(|,\s)\s*not\s+(?P<what>[^(),;?]{1,40}?)\s*[),]")
_ASKED = re.compile(
    r"\b(?:which|what|whose)\b(?:\s+(?:is|are|was|were)(?:\s+the\s+names?\s+of)?)?"
    r"|\b(?:name|identify|find|give|state|tell me)\b(?=\s+the\b)",
    re.IGNORECASE,
)

_WITH_CLAUSE = re.compile(
    r"\b(?:the|one)\s+(?=(?:[\w/-]+\s+){1,4}?(?:that|which|whose|with|in|from|shown)\b)", re.IGNORECASE
)


def split_names(phrase: str) -> tuple[str, ...]:
    """Return the names of a list ("A, B and C") without articles."""
    parts = re.split(r",\s*|\s+(?:and|or)\s+", phrase)
    return tuple(
        name for part in parts if (name := re.sub(r"^(?:the|our)\s+(?=\S)", "", part.strip(" .?\"'")))
    )


def find_exclusions(text: str) -> tuple[tuple[str, ...], str]:
    """Return the names that must not be the answer, and `text` with them masked."""
    found: list[str] = []
    for match in _EXCLUDED.finditer(text):
        found.extend(split_names(match["what"] or match["aside"]))
        text = mask(text, match.span())
    for match in (*_AFTER.finditer(text), *_NOT.finditer(text)):
        found.extend(split_names(match["what"]))
        text = mask(text, match.span())
    for match in _EXCLUDE.finditer(text):
        found.extend(split_names(match["what"]))
        text = mask(text, match.span())
    return tuple(found), text


def find_asked(text: str) -> str:
    """Return the noun phrase after the question word: at most six words, ended by a verb or preposition; "" without a
    noun.

    For a statement ("Consider the paper that introduces the method that ..."), return the first noun with a clause that
    names a kind of entry in figures.
    """
    match = _ASKED.search(text)
    if match is not None:  # "whose F1" asks for no noun
        return "" if match.group().lower().startswith("whose") else _phrase_after(text, match.end())
    if text.rstrip().endswith("?"):
        return ""
    nouns = (_phrase_after(text, start.end()) for start in _WITH_CLAUSE.finditer(text))
    return next((noun for noun in nouns if kind_of(noun) not in {"", "paper"}), "")


def _phrase_after(text: str, start: int) -> str:
    words: list[str] = []
    for word in text[start:].split():
        bare = word.strip("?,;.'\"").lower()
        if FILLER in word or (words and bare in AFTER_NOUN) or len(words) == 6:
            break
        if bare in {"the", "a", "an", "of", "is", "are", "following", "among", "other"} and not words:
            continue
        if bare in AFTER_NOUN:
            break
        words.append(word.strip("?,;.\"'"))
        if word[-1] in "?,;":
            break
    return " ".join(words)
