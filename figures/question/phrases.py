"""Phrases of a question: what is asked for, its conditions, and what it excludes."""

from __future__ import annotations

import re

from .masking import FILLER, mask
from .vocabulary import AFTER_NOUN, GENERIC

_STOP = (
    r"(?=[,;?!]|\s+(?:that|which|has|have|had|is|are|was|were|does|do|but|while|achieves?|gets?|shows?|obtains?"
    r"|performs?|reaches|exhibits?|demonstrates?|attains?|ranks?|in the|on the|for the|in terms|at the|when|under"
    r"|across|and (?:has|have|is|the))\b|\s*\x00|\.?\s*$)"
)
_EXCLUDE = re.compile(
    r"\b(?:excluding|exclude|excluded|except(?:ing)?(?: for)?|other than|apart from|aside from|besides|not counting"
    r"|not including|without considering|without counting|ignoring|leaving (?:out|aside)"
    r"|setting aside|not considering|disregard|ignore|disregarding|if we exclude|with the exception of)\s+"
    r"(?P<what>.+?)" + _STOP,
    re.IGNORECASE,
)
_EXCLUDED = re.compile(
    r"\b(?:if|when|once|with)\s+(?P<what>[^,?]{1,60}?)\s+(?:is|are|was|were|being)\s+(?:not\s+(?:considered|counted|included)"
    r"|excluded|ignored|left\s+(?:out|aside)|disregarded|set\s+aside)\b"
    r"|\b(?:leaving|setting|putting|leave)\s+(?P<aside>[^,?]{1,60}?)\s+(?:aside|out)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:which|what|whose)\b(?:\s+(?:is|are|was|were)(?:\s+the\s+names?\s+of)?)?"
    r"|\b(?:name|identify|find|give|state|tell me)\b(?=\s+the\b)",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"\b(?:in|on|for|at|under|with|when|using|among|amongst|within|of|by|to|from|across|over"
    r"|where|through|via|during|(?:considering|restrict(?:ed|ing)(?:\s+\w+)?\s+to|limit(?:ed|ing)(?:\s+\w+)?\s+to|looking\s+at|focus\w*\s+on)(?:\s+only)?)\s+",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"""(?<!\w)['"]([^'"]{1,60})['"](?!\w)""")
_BREAK = re.compile(
    r"[,;?!]|\x00|\s(?:in|on|for|at|under|with|when|using|among|within|of|by|to|from|across|over|where|and|but|or|while|that|which|is|are|was|has|have|does|do|than|as)\s",
    re.IGNORECASE,
)


def split_names(phrase: str) -> tuple[str, ...]:
    """The names of a list ("A, B and C"), articles off."""
    parts = re.split(r",\s*|\s+(?:and|or)\s+", phrase)
    return tuple(
        name for part in parts if (name := re.sub(r"^(?:the|our)\s+(?=\S)", "", part.strip(" .?\"'")))
    )


def find_exclusions(text: str) -> tuple[tuple[str, ...], str]:
    """Names that must not be the answer, and the text with them masked."""
    found: list[str] = []
    for match in _EXCLUDED.finditer(text):
        found.extend(split_names(match["what"] or match["aside"]))
        text = mask(text, match.span())
    for match in _EXCLUDE.finditer(text):
        found.extend(split_names(match["what"]))
        text = mask(text, match.span())
    return tuple(found), text


def find_asked(text: str) -> str:
    """The noun phrase after the question word: at most six words, ended by a verb or preposition."""
    match = _ASKED.search(text)
    if match is None or match.group().lower().startswith("whose"):  # "whose F1" asks for no noun
        return ""
    words: list[str] = []
    for word in text[match.end() :].split():
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


def find_conditions(text: str) -> tuple[str, ...]:
    """Phrases after prepositions and in quotes, generic nouns stripped off their ends; no repeats."""
    phrases = [match[1] for match in _QUOTED.finditer(text)]
    for match in _PREPOSITION.finditer(text):
        tail = text[match.end() :]
        phrases.extend(_listed(tail))
    stripped = (strip_generic(phrase) for phrase in phrases)
    return tuple(dict.fromkeys(phrase for phrase in stripped if _says_something(phrase)))


def _listed(tail: str) -> list[str]:
    """The phrase at the start of `tail` and, after a comma or "and", the short ones that continue the list."""
    items: list[str] = []
    while True:
        end = _BREAK.search(f"{tail} ")
        items.append(tail[: end.start()] if end else tail)
        if end is None or not re.fullmatch(r",|\s(?:and|or)\s", end.group()):
            return items
        tail = re.sub(r"^\s*(?:and|or)\s", "", tail[end.end() :]).lstrip()
        following = _BREAK.search(f"{tail} ")
        if len((tail[: following.start()] if following else tail).split()) > 3:
            return items


def _says_something(phrase: str) -> bool:
    words = phrase.lower().split()
    return any(
        word not in AFTER_NOUN and not re.fullmatch(r"[-~]?[\d.,]+%?|each|all|both", word) for word in words
    )


def strip_generic(phrase: str) -> str:
    """`phrase` without articles and kind-nouns at its ends ("the FB15k dataset" -> "FB15k"); "" when nothing remains."""
    words = phrase.strip(" .?\"'").split()
    while words and words[0].strip("'\"").lower() in GENERIC:
        words.pop(0)
    while words and words[-1].strip("'\".").lower() in GENERIC:
        words.pop()
    return " ".join(words).strip(" '\"")
