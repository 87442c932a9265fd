"""Words of a question that tell what it asks about in a figure: an axis, a style, a place or an order."""

from __future__ import annotations

import re

from citehop.figures.request import Cue

_PLACE = r"(?:about |roughly |around |approximately |which |what |how (?:many|much|large|long|big|small|deep|wide) ?)"

# In the order in which statements rank the cues. A question has a cue if the pattern of the cue matches.
_CUES: dict[Cue, str] = {
    "course": r"\bwhat happens\b|\bhow (?:do|does|did)\b[^?]*\b(?:change|vary|evolve|develop|behave|react|respond|trend)\b"
    r"|\bwhat(?: is|'s) the (?:\w+ )?trend\b"
    r"|\b(?:ris\w+|rose|increas\w+|improv\w+|grow\w*|go(?:es)? up|up)\s+or\s+(?:(?:does|do|is|are) (?:it|they) )?"
    r"(?:fall\w*|decreas\w+|drop\w*|declin\w+|degrad\w+|worsen\w*|shrink\w*|go(?:es)? down|down)\b"
    r"|\b(?:fall\w*|decreas\w+|drop\w*|declin\w+|go(?:es)? down|down)\s+or\s+(?:(?:does|do|is|are) (?:it|they) )?"
    r"(?:ris\w+|increas\w+|improv\w+|grow\w*|go(?:es)? up|up)\b",
    "effect": r"\bwhat (?:is|are) the (?:\w+ )?(?:effect|impact|influence)s? of\b"
    r"|^(?:[^?]*[,:;] )?(?:is|are|does|do|did|has|have)\b[^?]*\b(?:benefits?|helps?|hurts?|plateaus?|saturates?|levels? off"
    r"|monoton\w+|trends?|upwards?|downwards?|(?:continue|keep)s? \w+ing|stay|remain)\b",
    "throughout": r"\b(?:monoton\w+|always|steadily|consistently|continu\w+|keeps?|throughout|strictly)\b",
    "crossing": r"\b(?:cross(?:es|ed|ing|ings)?|cross-?over|intersect\w*|meet|break[- ]?even)\b",
    "same value": r"\b(?:coincide|catch(?:es)? up|meet|tied?|(?:reach|have|has|get|obtain|achieve|give|is|are|perform\w*)"
    r"\s(?:\w+\s){0,2}?"
    r"(?:the same|equal\w*|identical\w*))\b"
    r"|\b(?:is|are)\b[^?,]*\b(?:the same|equal|identical)\b",
    "rises above": r"\b(?:overtak\w+|surpass\w*|exceeds?|outperform\w*|beats?|(?:rises?|goes|climbs?|gets?|moves?) above"
    r"|pulls? ahead"
    r"|(?:becomes?|gets?|is|be) (?:better|higher|larger|stronger|more accurate) than)\b"
    r"|\bfrom (?:which|what)\b[^?]*\bon\b[^?]*\b(?:above|better|higher)\b",
    "falls below": r"\b(?:(?:drops?|falls?|goes|dips?|sinks?|gets?) (?:below|under|behind)"
    r"|(?:becomes?|gets?) (?:worse|lower|smaller|weaker) than)\b",
    "where": rf"\b(?:where|when|(?:at|from|for|after|around|beyond|past|before|until|by|with|in)\s{_PLACE}{{1,3}})",
    "total": r"\b(?:in total|total|sum of|overall|combined|altogether|stacked bar|whole bar|stack|(?:taken|added|all) together"
    r"|add(?:ing)?(?: up)? all|summ(?:ed|ing)|all \w+ combined)\b",
    "size": r"\b(?:bubble|circle|dot|disc|disk)s?\b|\bsize of the\b",
    "everywhere": r"\b(?:consistently|always|(?:across|in|on|for|over|under) (?:all|each|every|both|any)|each of|all of|both"
    r"|throughout)\b",
    "negated": r"\b(?:does not|doesn't|do not|don't|did not|is not|isn't|are not|cannot|can't|lacks?|lacking|without any)\b",
    "without": r"\b(?:without|miss(?:es|ing)?)\b",
    "legend": r"\b(?:legend|list\w*|key|entry|entries)\b",
    "spread": r"\b(?:(?:standard|std\.?)\s(?:deviation|error)|spread|variance|deviation|error (?:bar|margin)|margin of error"
    r"|confidence interval|uncertainty|vary|varies)\b",
    "correct": r"\b(?:correct\w*|right|diagonal|accura\w+|recall)\b",
    "leaves": r"\bhow many (?:\w+ )?(?:leaf|leaves)\b",
    "inputs": r"\b(?:(?:lead|feed|go|flow|point)s? (?:in)?to|inputs?|incoming|receives?|enter\w*)\b",
    "outputs": r"\b(?:from|leaves?|outputs?|outgoing|out of|after)\b",
    "on the way": r"\b(?:between|from\b.*\bto|on the way|separate)\b",
    "contains": r"\b(?:contain|include|comprise|cover|have|has|hold|list|encompass|parent)\b",
    "arrows": r"\b(?:arrows?|feeds?|fed|connect\w*|leads?|flows?|passe[sd]?|outputs?"
    r"|inputs?|before|after|follows?|precedes?|link\w*|directly)\b",
    "level": r"\b(?:on (?:which|what)|how many) (?:\w+ )?levels?\b|\bhow deep\b",
    "below the root": r"\b(?:below|under|beneath|from) the root\b",
    "receives": r"\b(?:after|follows?|fed by|from (?:the )?output|receives?)\b",
    "top level": r"\b(?:top|highest|first)[\s-]level\b|\b(?:main|primary|overarching|broad(?:er|est)?)\b",
    "in order": r"\b(?:before|after|preced\w+|follow\w*|succeed\w*)\b",
    "several": r"\b(?:both|all|each|(?:box|block|node|layer|unit|cell|module|state|encoder)e?s)\b",
}  # fmt: skip
_PATTERNS = {cue: re.compile(pattern, re.IGNORECASE) for cue, pattern in _CUES.items()}


def find_cues(wording: str) -> frozenset[Cue]:
    """Return the cues in the words of a question about a figure."""
    return frozenset(cue for cue, pattern in _PATTERNS.items() if pattern.search(wording))
