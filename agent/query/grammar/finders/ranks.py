"""Ranks counted from a named entity: "the next highest after A", "second only to A", "beaten only by A"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from citehop.figures.operations import NextInRank, Operation, RankSide

from ..vocabulary import ABOVE, BELOW, LEAST, MOST
from .patterns import ENDS, any_of, pattern, target_of

_NAME = r"(?P<name>[^\s?,;][^?,;]*?)"
# Lookahead for the end of the name: a phrase about the measure or the place, or punctuation.
_END = (
    r"(?=\s?[?,;.:)]|$|\s(?:in|on|for|at|by|when|with|under|over|if|among|across|within|from|during|according|regarding|has|have|is"
    r"|was|and|but)\b)"
)
_MEASURE = r"(?:\s(?!after\b|behind\b|below\b|above\b)[^\s?,;]+){0,6}?"
# "the next highest Y after A" asks for the value next to that of A in the ranking, not for the highest of all.
_NEXT = pattern(
    rf"""\bnext[\s-](?:to[\s-])?(?P<end>{any_of(MOST | LEAST | ABOVE | BELOW)}){_MEASURE}
         \s(?:after|behind|below|above|to|following|than)\s{_NAME}{_END}"""
)
_ONLY = pattern(
    rf"""\b(?:(?:second|runner-?up)\s(?:only\s)?to|next\s(?:after|behind))\s(?!(?:last|none|the\sbottom|{ENDS})\b){_NAME}(?:,\s(?:which\sis\s)?the\s(?:{ENDS})(?:\sone)?,|{_END})"""
)
_BEHIND = pattern(
    rf"""\b(?:(?:the\s)?(?:closest|next|nearest)|(?:right|just|directly|immediately|closely|narrowly))\s(?P<side>behind|ahead\sof)\s{_NAME}{_END}"""
)
# "comes right after A in size". Without "in size", it is a place in the drawing.
_AFTER = pattern(
    r"""\b(?:comes?|ranks?|ranked|placed?|is|stands|follows|finishe[sd])\s(?:right\s|directly\s|immediately\s|just\s|next\s)?
         (?P<side>after|before|(?<=follows\s))\s?(?P<name>(?!the\b)[^\s?,;][^?,;]*?)
         (?=\s(?:in|by)\s(?!the\s(?:table|list|legend|figure|chart|plot|drawing|order\sof|row|column|x|axis)\b))"""
)
# "beaten only by A", "only A has a higher Y than which ..."
_BEATEN = pattern(
    rf"""\b(?:beaten|outperformed|surpassed|exceeded|topped|outscored|bettered|overtaken|outdone)\s(?:only|solely|just)\sby\s(?P<name>[^?,;]+?){_END}"""
)
_ONLY_BEYOND = pattern(
    rf"""\b(?:only|just|nobody\sbut|none\sbut|nothing\sbut)\s(?P<name>[^\s?,;][^?,;]*?)\s
         (?:(?:has|have|had|shows?|reaches|gets?|achieves?|is|scores?|records?|ranks?|lies)\s(?:an?\s)?
            (?P<word>{any_of(ABOVE | BELOW)}|above|below){_MEASURE}(?:\sthan)?
           |(?P<verb>beats|exceeds|surpasses|outperforms|tops|outscores))\s(?=(?:which|what|whose|who)\b)"""
)


def find_next_in_rank(text: str) -> Iterable[Operation]:
    """Find the entity that follows a named one in the order of values. Yields at most one operation."""
    for match, side in _matches(text):
        target = target_of(match["name"])
        if isinstance(target, str) and target:
            yield NextInRank(side, target, match.span())
            return


def _matches(text: str) -> Iterable[tuple[re.Match[str], RankSide]]:
    for match in _NEXT.finditer(text):
        yield match, "below" if match["end"].lower() in MOST | ABOVE else "above"
    for match in _ONLY.finditer(text):
        yield match, "behind"
    for match in _BEHIND.finditer(text):
        yield match, "below" if match["side"].lower() == "behind" else "above"
    for match in _AFTER.finditer(text):
        yield match, "above" if match["side"].lower() == "before" else "below"
    for match in _BEATEN.finditer(text):
        yield match, "behind"
    for match in _ONLY_BEYOND.finditer(text):
        lower = (match["word"] or "").lower() in BELOW | {"below"}
        yield match, "above" if lower else "below"
