"""References from the second part of a question to the work that its first part leads to: "its own paper", "that model"."""

from __future__ import annotations

import re

_DOCUMENTS = r"(?:papers?|works?|stud(?:y|ies)|publications?|articles?|reports?|research|sources?)"
_SYSTEMS = (
    r"(?:methods?|models?|approach(?:es)?|systems?|authors?|inventors?|techniques?|algorithms?|parsers?|taggers?|networks?|nets?|"
    r"schemes?|competitors?|rivals?|data ?sets?|corpus|corpora|toolkits?|tools?|library|libraries|versions?|readers?|encoders?|"
    r"segmenters?|classifiers?|frameworks?|embeddings?|baselines?|people|researchers|groups?|teams?)"
)
_MODIFIERS = r"(?:[\w-]+ ){0,2}?"
_INTRODUCES = r"(?:first )?(?:introduc|propos|present|describ|develop|invent|wrote|made)\w*"

# References that name another work by themselves.
_EXPLICIT = re.compile(
    rf"\b(?:its|their|his|her) (?:own )?(?:{_DOCUMENTS}|authors?|inventors?)\b|\bown {_DOCUMENTS}\b"
    rf"|\b(?:that|those) {_MODIFIERS}(?:{_DOCUMENTS}|{_SYSTEMS})\b"
    rf"|\b(?:the same|this|these) {_SYSTEMS}\b"
    rf"|\b(?:earlier|previous|prior|cited|original|older) (?:{_DOCUMENTS}|{_SYSTEMS})\b|\boriginally\b|\bin the original\b"
    r"|\b(?:that|this) (?:example|predecessor|forerunner|reference)\b"
    rf"|\b(?:papers?|works?|study|research) (?:that )?they cite\b"
    rf"|\b(?:paper|work|study|people|authors|those) (?:that|who|which) {_INTRODUCES}"
    rf"|\b{_INTRODUCES} (?:it|that|them)\b",
    re.IGNORECASE,
)
# Pronouns, which may also refer to the paper whose figure is asked about.
_PRONOUN = re.compile(
    r"\b(?:does|did|do|was|were|is|are) (?:it|they)\b|\bits\b|\btheir\b",
    re.IGNORECASE,
)
# A first part that asks which system it is, to which any pronoun of the second one refers.
_WHICH_SYSTEM = re.compile(rf"\b(?:which|what|whose) {_MODIFIERS}{_SYSTEMS}\b", re.IGNORECASE)
# "At which size does it occur?": of a value, not of a work.
_OF_VALUE = re.compile(
    r"^(?:(?:at|for|with|in|on|after|from|around)\s(?:about\s|roughly\s)?(?:what|which|how many)|where|when)\b[^?]*"
    r"\b(?:does|did|do|is|was|are|were) (?:it|this|that|they) "
    r"(?:occur|happen|appear|reached|attained|achieved|observed|obtained|found|located)\b",
    re.IGNORECASE,
)
_OBJECT = re.compile(r"(?<!\bin )\b(?:it|them)\b", re.IGNORECASE)
# Further ones, which refer to the work where the first part is a statement about it.
_AFTER_STATEMENT = re.compile(
    r"\b(?:it|they|them|that|those|these)\b|\b(?<!\bis )(?<!\bare )(?<!\bwere )(?<!\bwas )there\b(?! (?:is|are|was|were)\b)",
    re.IGNORECASE,
)
# A part that is about a work of others: "the baseline of Table 2", "the tagger that they borrow".
_ABOUT_WORK = re.compile(
    r"\b(?:cit(?:e|es|ed|ing)|refer(?:s|red)? to|references?|credit(?:s|ed)?|borrow(?:s|ed)?|adopt(?:s|ed)?|taken|"
    r"(?:takes?|took) (?:[\w-]+ ){0,4}from|earlier|"
    r"previous|prior|older|competitors?|rivals?|baselines?|row|compar\w+|mention(?:s|ed)?|elsewhere|follow(?:s|ed)?|"
    r"(?:speaks?|talks?|spoke|talked) (?:about|of)|points? to|some(?:body|one)(?: else)?|(?:by|from|of) others|"
    r"other (?:authors|people|researchers)|buil(?:ds?|t) (?:up)?on|et al)\b",
    re.IGNORECASE,
)
# "All examples are implemented with a toolkit": a sentence, unlike the bare subject of a question ("BERT: ...").
_STATES = re.compile(r"\b(?:is|are|was|were|has|have|had)\b", re.IGNORECASE)
_CITES = (
    r"(?:cit(?:e|es|ed)|credit(?:s|ed)?|mention(?:s|ed)?|refer(?:s|red)? to|follow(?:s|ed)?|borrow(?:s|ed)? from|"
    r"buil(?:ds?|t) (?:up)?on|compar(?:e|es|ed) with)"
)
_CITE = r"(?:cite|credit|mention|refer to|follow|borrow from|buil[dt] (?:up)?on|compare with)"  # behind "does" or "did"
# "Which paper does the anchor cite for X", "whose model does it follow", "the parser that the anchor builds on".
_CITED_BY_ANCHOR = re.compile(
    rf"^(?:(?:for|by|on|from) )?(?:which|what|whose)\b(?! (?:[\w-]+ ){{0,3}}(?:papers|works|articles|studies)\b)[^?]*?\b"
    rf"(?:(?:do|does|did)\b[^?]*?\b{_CITE}\b|(?:that|which)\b[^?]+? {_CITES}\b"
    rf"|(?:is|was) (?:the )?[^?]*?\b(?:inspiration|basis|source|origin|predecessor|starting point|forerunner) (?:of|for)\b)",
    re.IGNORECASE,
)
# "In the work cited for the confidence measure", "in the paper introducing the method": the work that answers.
_WORK_CITED = re.compile(
    rf"\b(?:(?:{_DOCUMENTS}|toolkit|corpus) (?:that |which )?(?:(?:is|are|was|were) )?(?:first )?"
    r"(?:introduc\w+|propos\w+|present(?:s|ed|ing)|describ\w+|develop\w+|behind)"
    rf"|(?:{_DOCUMENTS}|{_SYSTEMS}) (?:that |which )?(?:(?:is|are|was|were) )?(?:cited|credited|referenced))\b"
    r"(?! (?:here|in this|by (?:this|the (?:present )?authors))\b)",
    re.IGNORECASE,
)


def refers_to_other_work(text: str) -> bool:
    """True if `text` names another work by reference: "its own paper", "that earlier model"."""
    return bool(_EXPLICIT.search(text))


def refers_back(first: str, second: str) -> bool:
    """True if the part `second` of a question refers to a work that its part `first` leads to."""
    if not refers_to_other_work(second) and _OF_VALUE.search(second):
        return False
    if refers_to_other_work(second) or _PRONOUN.search(second):
        return True
    if _WHICH_SYSTEM.search(first) and _OBJECT.search(second):
        return True
    is_led = not first.endswith("?") or asks_for_cited_work(first)
    return is_led and bool(_AFTER_STATEMENT.search(second))


def is_about_other_work(first: str, second: str) -> bool:
    """True if the part `second` of a sentence names another work, or has a pronoun for one that its part `first` is about, or for
    what `first` states."""
    if refers_to_other_work(second) or (_ABOUT_WORK.search(first) and _PRONOUN.search(second)):
        return True
    return bool(_STATES.search(first)) and refers_back(first, second)


def asks_for_cited_work(text: str) -> bool:
    """True if `text` asks for one work that a paper cites: "Which paper does X cite for Y?", "the parser that X builds on"."""
    return bool(_CITED_BY_ANCHOR.match(text))


def names_cited_work(text: str) -> bool:
    """True if `text` describes a work by its citation or its contribution: "the work cited for X", "the paper introducing X"."""
    return bool(_WORK_CITED.search(text))
