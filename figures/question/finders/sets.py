"""Sets of names that a question restricts itself to: "of A, B and C, which ...", "which is better, A or B?"."""

from __future__ import annotations

import re

from ..operations import Extreme, Operation, Want
from ..vocabulary import ABOVE, BELOW, BETTER, WORSE
from .masking import FILLER, mask
from .patterns import any_of, pattern
from .phrases import split_names

_VERB = (
    r"(?:has|have|had|is|are|was|were|gets?|got|performs?|achieves?|scores?|shows?|reaches|obtains?|uses?|does|did"
    r"|works?|yields?)"
)
_SETS = (
    pattern(
        r"^(?:of|among|amongst|out\sof|between(?=\s[^?]*\b(?:better|worse|higher|lower|more|less|larger|smaller|best|worst|highest|lowest)\b)|comparing|considering(?:\sonly)?)\s(?P<list>[^?]+?),?\s(?=(?:which|what|whose|who)\b)"
    ),
    pattern(
        rf"\b(?:which|what|who)\s(?:one\s)?of\s(?P<list>(?!the\b|these\b|those\b|all\b)[^?]*?\s(?:and|or)\s[^?]*?)(?=\s{_VERB}\b)"
    ),
    pattern(r"(?:,|:|\s-)\s(?P<list>[^?]{1,120}?\sor\s[^?,]{1,60})\?$"),
    pattern(r"\b(?:among|amongst|out\sof)\s(?P<list>[^?]*?\sand\s[^?,]*)(?=\?|$)"),
)
_LEAD = pattern(
    r"^(?:only\s)?(?:the\s)?(?:(?:two|three|four|five|six)\s)?(?:(?:models|methods|systems|approaches|datasets|variants|names)\s)?"
)
_COMPARATIVE = pattern(rf"\b(?P<word>{any_of(ABOVE | BELOW | BETTER | WORSE)})\b(?!\sthan)")
LONGEST = 6  # words of a name in a list


def find_set(text: str) -> tuple[tuple[str, ...], str]:
    """The names that the answer is one of, () without a list of two or more, and the text with them masked."""
    for expression in _SETS:
        for match in expression.finditer(text):
            names = split_names(_LEAD.sub("", match["list"].strip()))
            if len(names) > 1 and all(_is_name(name) for name in names):
                return names, mask(text, match.span("list"))
    return (), text


def _is_name(phrase: str) -> bool:
    """True for a few words with a capital or a digit; "higher or lower" is no list of names."""
    return len(phrase.split()) <= LONGEST and re.search(r"[A-Z\d]", phrase) is not None


def rank_in_set(text: str) -> tuple[Operation, ...]:
    """The comparative by which one of a set is singled out: "which has the higher BLEU"; at most one."""
    for match in _COMPARATIVE.finditer(text):
        word = match["word"].lower()
        want: Want = (
            "max" if word in ABOVE else "min" if word in BELOW else "best" if word in BETTER else "worst"
        )
        about = " ".join((text[: match.start()] + text[match.end() :]).replace(FILLER, " ").split())
        return (Extreme(want, 1, match.span(), about=about),)
    return ()
