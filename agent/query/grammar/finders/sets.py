"""Sets of names to which a question limits its answer: "of A, B and C, which ...", "is it higher for A or for B?"."""

from __future__ import annotations

import re

from citehop.figures.operations import Extreme, Operation, Want

from ..vocabulary import ABOVE, BELOW, BETTER, WORSE
from .masking import FILLER, mask
from .patterns import any_of, pattern
from .phrases import split_names

_VERB = (
    r"(?:has|have|had|is|are|was|were|gets?|got|performs?|achieves?|scores?|shows?|reach(?:es)?|obtains?|uses?|does|did"
    r"|works?|yields?|attains?|ends?|starts?|begins?|finish(?:es)?|accounts?|takes?|makes?|comes?|ranks?|lies?|records?|needs?"
    r"|contributes?|contains?|exhibits?|displays?)"
)
_LINK = r"(?:for|of|in|on|by|with|to|that\sof|those\sof)"
_MORE = any_of(ABOVE | BELOW | BETTER | WORSE)
# One name: up to five words, the first of which has a capital or a digit. No word may be a function word of the
# sentence.
_OTHER = rf"(?!(?:or|and|which|what|whose|who|between|at|when|{_LINK}|{_VERB}|{_MORE})\b)"
_NAME = rf"{_OTHER}(?-i:(?=[\w'\"(.+\#-]*[A-Z\d]))[^\s?,;:]+(?:\s{_OTHER}[^\s?,;:]+){{0,4}}?"
_SECOND = rf"or\s(?:{_LINK}\s)?(?:the\s)?{_NAME}"
_END = (
    rf"(?=\s(?:the|{_VERB}|{_MORE}|ahead|at|in|on|for|when|under|with|after|before|more|most)\b|\s?[?,:;)]|$)"
)
# "does A or B have", "A or B: which", "which is higher, A, B or C"
_LISTED = pattern(
    rf"""(?:^|[,:(]\s?|\b(?:does|do|did|is|are|was|were|than|has|have|it)\s)(?:the\s)?(?:either\s)?
         (?P<list>{_NAME}(?:,\s{_NAME})*,?\s{_SECOND}){_END}"""
)
# "higher for A or for B?", "that of A or that of B"
_PAIR = pattern(rf"\b{_LINK}\s(?:the\s)?(?:either\s)?(?P<list>{_NAME}\s{_SECOND}){_END}")
_SETS = (
    pattern(
        r"^(?:of|among|amongst|out\sof|between(?=\s[^?]*\b(?:better|worse|higher|lower|more|less|larger|smaller|best|worst|highest|lowest)\b)|comparing|considering)\s(?:(?:only|just|the\stwo)\s)?(?P<list>[^?]+?)(?:\s(?:alone|only))?,?\s(?=(?:which|what|whose|who)\b)"
    ),
    pattern(
        rf"\b(?:which|what|who)\s(?:one\s)?of\s(?P<list>(?!the\b|these\b|those\b|all\b)[^?]*?\s(?:and|or)\s[^?]*?)(?=\s{_VERB}\b)"
    ),
    _LISTED,
    _PAIR,
    pattern(r"(?:,|:|\s-)\s(?P<list>[^?]{1,120}?\sor\s[^?,]{1,60})\?$"),
    pattern(r"\b(?:among|amongst|out\sof)\s(?P<list>[^?]*?\sand\s[^?,]*)(?=\?|$)"),
)
_LEAD = pattern(
    r"^(?:only\s)?(?:the\s)?(?:(?:two|three|four|five|six)\s)?(?:(?:models|methods|systems|approaches|datasets|variants|names)\s)?"
)
_COMPARATIVE = pattern(rf"\b(?P<word>{_MORE}|ahead|behind)\b(?!\sthan)")
_RANKS: dict[str, Want] = {
    **dict.fromkeys(ABOVE, "max"),
    **dict.fromkeys(BELOW, "min"),
    **dict.fromkeys(BETTER | {"ahead"}, "best"),
    **dict.fromkeys(WORSE | {"behind"}, "worst"),
}
LONGEST = 6  # most words of a name in a list


def find_set(text: str) -> tuple[tuple[str, ...], str]:
    """Return the names among which the answer is, and `text` with these names masked.

    The names are () if `text` does not list two or more names.
    """
    for expression in _SETS:
        for match in expression.finditer(text):
            names = split_names(_LEAD.sub("", match["list"].strip()))
            names = tuple(re.sub(rf"^{_LINK}\s(?:the\s)?", "", name, flags=re.IGNORECASE) for name in names)
            if len(names) > 1 and all(map(_is_name, names)) and not all(map(_is_number, names)):
                return names, mask(text, match.span("list"))
    return (), text


def _is_name(phrase: str) -> bool:
    """True for a few words with a capital or a digit. "higher or lower" is not a list of names."""
    return len(phrase.split()) <= LONGEST and re.search(r"[A-Z\d]", phrase) is not None


def _is_number(phrase: str) -> bool:
    return re.fullmatch(r"[-\d.,]+\s?[%a-z]*", phrase) is not None


def rank_in_set(text: str) -> tuple[Operation, ...]:
    """Return the comparative that singles out one name of a set: "which has the higher BLEU". At most one operation."""
    for match in _COMPARATIVE.finditer(text):
        about = " ".join((text[: match.start()] + text[match.end() :]).replace(FILLER, " ").split())
        return (Extreme(_RANKS[match["word"].lower()], 1, match.span(), about=about),)
    return ()
