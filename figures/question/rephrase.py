"""Other words for a rank or a comparison of two, in the wording that the finders of operations know."""

from __future__ import annotations

import re
from collections.abc import Callable

_MORE = r"(?P<more>higher|lower|larger|smaller|greater|bigger|longer|shorter|better|worse|faster|slower)"
_ORDINAL = r"(?P<rank>second|third|fourth|fifth|2nd|3rd|4th|5th)"
_NAME = r"[^,?;]+?"
# A condition after the names: "... or for Phi-3 at 400 tokens?"
_AFTER = r"(?P<after>(?:,? (?:at|on|when|under|with|in|along|after|for a) [^?]+)?)"

_Rule = tuple[re.Pattern[str], Callable[[re.Match[str]], str]]


def rephrase(wording: str) -> str:
    """`wording` with the first phrase that a rule knows replaced, such as "is X higher for A or for B" by "which of A and B has
    the higher X"; unchanged where none fits."""
    for pattern, replacement in _RULES:
        changed, count = pattern.subn(replacement, wording, count=1)
        if count:
            return changed
    return wording


def _which_of(match: re.Match[str]) -> str:
    condition = match["before"].strip(" ,") if "before" in match.re.groupindex else ""
    asked = f"which of {match['one'].strip()} and {match['two'].strip()} has the {match['more']} {match['what'].strip()}"
    after = match["after"] if "after" in match.re.groupindex else ""
    return f"{condition}, {asked}{after}" if condition else asked[0].upper() + asked[1:] + after


def _rule(pattern: str, replacement: Callable[[re.Match[str]], str]) -> _Rule:
    return re.compile(pattern, re.IGNORECASE), replacement


_RULES: tuple[_Rule, ...] = (
    # "On Gold, is CER higher for Canary or for Zipformer?"
    _rule(
        rf"^(?P<before>(?:(?:at|on|in|for|with|when|under)\b[^,?]+, )?)(?:is|are|was|were) (?:the )?(?P<what>{_NAME}) {_MORE} "
        rf"(?P<link>for|in|of|with|by|on) (?P<one>{_NAME}) or (?:(?P=link) )?(?P<two>{_NAME}){_AFTER}(?=\?|$)",
        _which_of,
    ),
    # "Between Combo A and Combo B, which has higher expression at day 12?"
    _rule(
        rf"^(?P<before>)(?:between|of|out of) (?P<one>{_NAME}) and (?P<two>{_NAME}), which (?:one )?has (?:the )?{_MORE} "
        rf"(?P<what>[^?]+)(?=\?|$)",
        _which_of,
    ),
    # "Which backbone has the lower mAP, LeViT or MobileViT?"
    _rule(
        rf"^(?P<before>)which(?: \w+){{1,3}} has (?:the )?{_MORE} (?P<what>[^,?]+), (?P<one>{_NAME}) or (?P<two>{_NAME})(?=\?|$)",
        _which_of,
    ),
    # "ranks second from the bottom for survival", "is next to last in mAP"
    _rule(
        rf"\b(?:ranks|is|comes|places|finishes) {_ORDINAL} from (?:the )?(?:bottom|last) (?:for|in|by|on)\b",
        lambda match: f"has the {match['rank']} lowest",
    ),
    _rule(
        r"\b(?:ranks|is|comes|places|finishes) (?:next to last|second to last|last but one) (?:for|in|by|on)\b",
        lambda _: "has the second lowest",
    ),
    # "is in third position for survival", "takes second place by viability"
    _rule(
        rf"\b(?:(?:is|ranks|comes) in|takes|has|holds) (?:the )?{_ORDINAL} (?:position|place|rank) (?:for|in|by)\b",
        lambda match: f"has the {match['rank']} highest",
    ),
)
