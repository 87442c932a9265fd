"""Wordings of questions for what a page of the paper itself prints."""

from __future__ import annotations

import re
from typing import Literal

Printed = Literal["thanks", "arxiv", "link", "keywords", "rights", "numbers"]
_NUMBERS = re.compile(
    r"\barticle (?:numbers?|no\b|nr\b|ids?\b|#)|\bnumber of the article\b|\bisbn\b|\bissn\b", re.I
)

_PAPER = r"(?:papers?|articles?|preprint|pdf|manuscript|publication)"
_PEOPLE = r"(?:people|persons?|colleagues?|researchers?|reviewers?|individuals?|organi[sz]ations?|friends)"
# The section, but no class of utterances: "positive acknowledgements", "the acknowledgement moves".
_SECTION = re.compile(
    r"(?:^\W*|\b(?:the|their|its|his|her|in|by|of) |['’]s? )acknowledge?ments?\b"
    r"(?! (?:class\w*|moves?|acts?|messages?|tags?|labels?|utterances?)\b)",
    re.I,
)
_THANKED = re.compile(
    r"\bthank(?:ed|ful)\b|\b(?:who|whom|whose|which|what|people|names?)\b[^?]*(?<!and )(?<!for )(?<!['‘“\"])\bthank(?:s|ing)?\b"
    r"(?! to\b|[ -]you|['’]| and\b)"
    rf"|\b(?:who|whom|which (?:\w+ )?{_PEOPLE}|to whom)\b[^?]*\b(?:acknowledg(?:es?|ed|ing)|grateful|indebted)\b",
    re.I,
)
_ARXIV = re.compile(
    r"\barxiv\b\W*(?:(?:paper |preprint )?(?:ids?|identifiers?|numbers?|version|date|link|url|category|stamp|listing)\b|no\.)"
    r"|^(?!.*\b(?:how many|number of)\b).*\b(?:identifier|number|version|date|day|when|link|url)\b"
    r"[^?]*\b(?:on|to)(?: the)? arxiv\b"
    rf"|\b(?:which|what) version of (?:the )?[^?]*\b{_PAPER}\b|^\W*arxiv\W|(?<!\bon )(?<!\bfrom )(?<!\bto )\barxiv\W*$",
    re.I,
)
_CODE = (
    r"(?:code(?:base)?|implementations?|repo(?:sitory)?|github(?: \w+)?|software|demo|project (?:web)?(?:page|site)"
    r"|trained models?|model weights)"
)
_LINK = re.compile(
    rf"\bwhere(?:['’]?s| (?:can|could|is|are|was|were|do|does|did|to|might|may))\b[^?]*\b{_CODE}\b"
    rf"|\b(?:link|url|web ?(?:page|site)|web address)\b[^?]*\b(?:of|to|for|with)\b[^?]*\b{_CODE}\b"
    rf"|\b{_CODE}\W* (?:link|url|address|web ?page)\b"
    rf"|\b(?:is|are|was|were|have|has)\b (?:there |the |any |an? |its |their )*(?:[\w'’-]+ ){{0,2}}?{_CODE}\b[^?]*"
    r"\b(?:available|online|public\w*|released|open[- ]sourced?|published|found|downloadable|on (?:github|gitlab|the web))\b"
    r"|\b(?:do|does|did|have|has)\b[^?]*\b(?:release|publish|share|provide|offer|put|ma[kd]e|open[- ]?source)\w* "
    rf"(?:the |their |its |any |a |source )*{_CODE}\b"
    rf"|\b(?:which|what) (?:github \w+|repo(?:sitory)?|web ?(?:site|page)|url)\b[^?]*\b{_CODE}\b"
    r"|\bweb ?(?:site|page) of the [^?]*\bproject\b|\b(?:is|are)\b[^?]*\b(?:downloadable|publicly available)\b[^?]*\bwhere\b"
    r"|\b(?:is|are) the [\w'’ -]*\bmodels\b[^?]*\b(?:publicly available|released|downloadable)\b"
    r"|\bgithub (?:link|url|repo\w*|page|address)\b|\b(?:on|at) (?:what|which) (?:github|url|web ?(?:site|page|address))\b",
    re.I,
)
# What else is at some place in a code: "where in the code", "which software is used where".
_NO_LINK = re.compile(
    r"\bwhere in\b|\blicen[cs]|\b(?:used?|uses|using|compare[ds]?|baseline)\b[^?]*\bwhere\b", re.I
)
_KEYWORDS = re.compile(
    r"\b(?:author )?(?:key ?words|index terms)(?= (?:of|for|does|do|are|given|listed|in)\b|\W*$)", re.I
)
_RIGHTS = re.compile(
    rf"\b{_PAPER}\b[^?]*\b(?:licen[cs]ed?|copyright)\b|\b(?:licen[cs]e|copyright)\b[^?]*\b{_PAPER}\b", re.I
)
_OF_OTHERS = re.compile(
    r"\b(?:code|software|data(?:set)?s?|corpus|corpora|models?|toolkit|librar\w+|annotators?)\b", re.I
)

_WHO_DO = re.compile(r"\b(?:do|does|did) (?:the |its |their )?(?:\w+ )?authors?\b(?: of)?", re.I)


def asks_for_acknowledgements(question: str) -> bool:
    """True if `question` asks for something by the section of acknowledgements."""
    return bool(_SECTION.search(question))


def without_authors_who_thank(question: str) -> str:
    """`question` without the authors where they are those who do it: "Whom do the authors of X thank?"."""
    return _WHO_DO.sub(" ", question) if _THANKED.search(question) else question


def requested_prints(question: str) -> tuple[Printed, ...]:
    """The facts that `question` asks for of those that a paper prints besides its title, authors and venue, in a fixed order."""
    found: list[Printed] = []
    if _SECTION.search(question) or _THANKED.search(question):
        found.append("thanks")
    if _ARXIV.search(question):
        found.append("arxiv")
    if _LINK.search(question) and not _NO_LINK.search(question):
        found.append("link")
    if _KEYWORDS.search(question):
        found.append("keywords")
    if _RIGHTS.search(question) and not _OF_OTHERS.search(question):
        found.append("rights")
    if _NUMBERS.search(question):
        found.append("numbers")
    return tuple(found)
