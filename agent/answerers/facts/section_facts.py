"""Questions for the section in which a paper describes something."""

from __future__ import annotations

import re

from ....indexes.text.analysis import analyse

_SECTION = r"(?:sub-?)?(?:sections?|chapters?|headings?)"
_TELLS = (
    r"(?:describ|explain|discuss|introduc|present|report|defin|detail|outlin|cover|treat|address|deal|talk|contain|give|find|found"
    r"|evaluat|motivat|analy[sz]|state|mention|propos|about|dedicated|devoted|located|appear)\w*"
)
_OF_PAPER = (
    r"(?: (?:of|in) (?:(?!(?:do|does|did|is|are)\b)[^\s?]+ ){0,8}?(?:paper|article|(?-i:[A-Z])[\w-]+))?"
)
_ASKS = re.compile(
    rf"\b(?:in|under) (?:which|what) (?:numbered )?(?:section )?{_SECTION}\b{_OF_PAPER}(?! of\b)[^?]*\b{_TELLS}"
    rf"|\b(?:which|what) {_SECTION}{_OF_PAPER} (?:{_TELLS}|is about)"
    rf"|\bwhere in (?:the|their|its) (?:[\w-]+ )?(?:paper|article|text)\b[^?]*\b{_TELLS}",
    re.I,
)
# "Which section of the Wall Street Journal is found in the test set?"
_OF_DATA = re.compile(
    r"\b(?:treebanks?|wsj|wall street journal|penn|brown|corpus|corpora|data(?:set)?s?|train(?:ed|ing)?"
    r"|test(?:ed|ing)? (?:on|set)|testing)\b",
    re.I,
)
_ASKING = frozenset(
    analyse(
        "section subsection chapter heading describe explain discuss introduce present report define detail outline cover "
        "treat address deal talk contain give find located appear authors paper article text state mention propose number"
    )
)


def asks_for_section(question: str) -> bool:
    """True if `question` asks in which section of a paper something is described, and not for sections of a corpus."""
    return bool(_ASKS.search(question)) and not _OF_DATA.search(question)


def without_asking(question: str) -> str:
    """The words of `question` that say what the section is about."""
    return " ".join(word for word in question.split() if not _ASKING.intersection(analyse(word)))
