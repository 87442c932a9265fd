"""Wordings of questions for how many references, tables, figures, pages or sections a paper has."""

from __future__ import annotations

import re
from typing import Literal, get_args

Counted = Literal["references", "tables", "figures", "pages", "sections"]
COUNTED: tuple[Counted, ...] = get_args(Counted)

_ENTRIES = "entries|items|works|papers|articles|publications|sources|titles"  # of a bibliography
_BIBLIOGRAPHY = r"(?:bibliography|reference list|list of references)"
_PAPER = r"(?:paper|article|pdf|document|work|study)"
_MANY = r"(?:how many|number of|numbers of|count of|total(?: number)?(?: of)?|num\.?(?: of)?|nr\.?(?: of)?|no\. of|# ?(?:of)?)"
# The length of a paper, not that of a part.
_HOW_LONG = r"^\W*how long is (?:the )?(?![^?]*\b(?:list|bibliography|abstract)\b)[^?]{1,80} (?:paper|pdf|article)\W*$"
_HOW_MANY = re.compile(
    rf"(?<!\w)(?:{_MANY}|how (?:long|big)|(?:page|table|figure|reference|ref)s? counts?|count(?: up)?(?: all)?(?: the)?)(?!\w)"
    rf"|\b(?:length|size) of (?:(?:the|its)|[^?]{{1,80}}['’]s?) {_BIBLIOGRAPHY}\b|\blength of [^?]{{1,80}} in pages\b",
    re.I,
)
_NOUNS: dict[Counted, str] = {
    "references": rf"(?:references|refs|citations|{_ENTRIES})",
    "tables": "tables",
    "figures": r"(?:figures|figs|illustrations)(?! of (?:speech|merit)\b)",
    "pages": "pages",
    "sections": rf"sections(?! (?:of|from) (?!(?:the|this|that|its) (?:[\w-]+ ){{0,3}}{_PAPER}\b))",
}
_NAMED: dict[Counted, str] = {
    "references": r"\b(?:references|refs?|bibliograph\w+|works? (?:are )?cited|reference list)\b"
    # "how many works does it cite", but not "... of these papers", nor "how many papers cite it"
    rf"|\bhow many (?:{_ENTRIES}) (?:does|do|did|has|have)\b[^?]*\b(?:cited?|reference[sd]?)\b"
    r"|\bhow many citations (?:does|do|did)\b[^?]*\b(?:include|contain|list|make)\b"
    rf"|\bhow many (?:other )?(?:{_ENTRIES}) (?:are|were) (?:cited|referenced) (?:by|in)\b",
    "tables": r"\btables?\b",
    "figures": r"\b(?:figures?|figs|illustrations)\b",
    "pages": rf"\bpages?\b|{_HOW_LONG}",
    "sections": r"\bsections?\b",
}
_OF_PAPER = re.compile(
    r"\b(?:in|is|of|does|has|have|contain\w*|there|paper|article|pdf|list|long|run|cited by)\b|[,:]"
    r"|\bhow many (?:references|refs|tables|figures|figs|pages|sections)\W*$",
    re.I,
)
# "tables and figures, how many of each?", or the length of one of them
_LENGTH = re.compile(
    rf"{_HOW_LONG}"
    rf"|\b(?:{'|'.join(COUNTED)})[,:]? how many(?: of (?:each|them|those))?(?: are there| does it have| has it)?\W*$"
    rf"|\b(?:how (?:long|big) is|(?:length|size) of) (?:the|its) (?:{_BIBLIOGRAPHY}|paper|pdf|article)\b"
    rf"|\b(?:length|size) of [^?]{{1,80}}['’]s? {_BIBLIOGRAPHY}\b|\blength of (?:the )?[^?]{{1,80}} in pages\b"
    r"|^\W*count (?:up )?(?:all )?(?:the )?(?:references|tables|figures|pages|sections)\b"
    rf"|\bhow long\b[^?]*\bin pages\b|\bhow long is [^?]*['’]s? {_BIBLIOGRAPHY}\b",
    re.I,
)
# "... does the paper have", "... are there in the paper": what else is done to them is not of the paper as a whole.
_HAS = re.compile(
    r"\b(?:have|has|had|list|cite|reference|contain|include|give|comprise|come with|refer to|feature|present|run)s?\b",
    re.I,
)
_ARE_IN = re.compile(
    r"(?:is|are|was|were) (?:there|in|on|at|listed|given|cited|included|contained|printed|found)\b", re.I
)
# "... and does it have any figures?", "Are there tables in the paper?"; of a certain one, it is another question: "any table of".
_HAS_ANY = (
    r"(?:^\W*|[,;:–—-] ?|\b(?:and|or|but) )(?:do|does|did|is|are|was|were|has|have)\b"
    r"[^?]*?\b(?:there|have|contain|include|come with|feature|any|no|some) "
    r"(?:(?:any|no|a|an|some|own|tables?|figures?|and|or),? )*"
)
_BEHIND_ANY = (
    r"(?=\W*$| (?:at all|too|as well|either)\b|,? (?:and|or)\b"
    r"| in (?![^?]*\b(?:that|which|show\w*|compar\w*|with|for)\b))"
)
_ANY_NOUNS: dict[Counted, str] = {"tables": "tables?", "figures": "(?:figures?|figs)"}
_ANY: dict[Counted, re.Pattern[str]] = {
    name: re.compile(
        rf"{_HAS_ANY}{words}\b{_BEHIND_ANY}|^\W*(?:any )?{words} in [^?]*?[-–:,;] ?(?:any|are there any|is there any)\W*$",
        re.I,
    )
    for name, words in _ANY_NOUNS.items()
}
_MATERIAL = re.compile(
    r"\b(?:do|does|is|are|has|have) (?:the |its |their )?(?:[\w-]+ )?(?:data\w*|corpus|corpora|documents|inputs?)\b",
    re.I,
)
_SHARE = re.compile(
    r"\b(?:per|(?<!how many of )each|every|on average|average|mean|users?|annotators?|participants?|raters?|readers?)\b",
    re.I,
)


def asks_how_many(question: str) -> bool:
    """True if `question` asks for a number of things."""
    return bool(_HOW_MANY.search(question))


def counted_parts(question: str) -> tuple[Counted, ...]:
    """The parts of a paper of which `question` asks how many it has, or whether any; not how many users see or the like."""
    if _SHARE.search(question):
        return ()
    has_count = asks_how_many(question) and _OF_PAPER.search(question)
    return tuple(
        name
        for name, pattern in _NAMED.items()
        if asks_whether_any(question, name)
        or (
            has_count
            and re.search(pattern, question, re.I)
            and (_LENGTH.search(question) or _are_counted(question, name))
        )
    )


def asks_whether_any(question: str, name: Counted) -> bool:
    """True if `question` asks whether a paper has any parts of that kind, tables or figures; not whether its data have."""
    return name in _ANY and bool(_ANY[name].search(question)) and not _MATERIAL.search(question)


def _are_counted(question: str, name: Counted) -> bool:
    """True if the count is of the paper's own parts: "how many references does it list", not "how many figures of speech"."""
    if re.search(rf"\b(?:{name.removesuffix('s')}|{name}) count\b", question, re.I):
        return True
    match = re.search(
        rf"(?<!\w){_MANY}\s*(?:\w+\s+(?:(?:and|or|&)\s+)?)?{_NOUNS[name]}\b(?P<rest>[^?]*)", question, re.I
    )
    if match is None:
        return False
    rest = match["rest"].strip()
    if re.match(r"(?:do|does|did)\b", rest, re.I):
        return bool(_HAS.search(rest))
    return bool(_ARE_IN.match(rest)) or not re.match(r"(?:is|are|was|were)\b", rest, re.I)
