"""Texts that a drawing prints behind a key ("Question: ...", "L = length") or before a tag ("Perfect [PF]")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...label_match import singular_tokens, tokens
from ...request import FigureRequest
from ...statements.texts import DrawnText

_KEY = re.compile(r"(?P<key>[^\W\d_][\w -]{1,24}?)\s*:\s+(?P<rest>\S.*)")
_ASKED = re.compile(
    r"\bwhat (?:is|was|are|were) (?:the |an? |its )?(?P<noun>[\w -]+?)"
    r"(?= (?:of|to|for|in|at|on|from|given|shown|used|that)\b|[?,]|$)",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\b(?P<first>first|top(?:most)?|upper|left(?:most)?)\b|\b(?P<second>second|middle)\b|\b(?P<third>third)\b"
    r"|\b(?P<last>last|bottom|lower|right(?:most)?)\b",
    re.IGNORECASE,
)
_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}
_NEXT_LINE = 2.2  # letter heights between the middles of two lines of one text
_MEANING = re.compile(
    r"\bwhat (?:does|do|did) (?:the )?(?:letters? |label |symbol |abbreviation |sign )?[\"'(]?(?P<sign>[^\s\"')?]{1,12})[\"')]? "
    r"(?:stand for|mean|denote|represent|refer to|abbreviate|indicate)\b",
    re.IGNORECASE,
)
# "What is the point M?": a sign by its letters alone.
_SIGN = re.compile(
    r"\bwhat (?:is|are) (?:the )?(?:(?:points?|letters?|labels?|symbols?|variables?|nodes?|abbreviation|sign|circle|box|mark|area"
    r"|region|plate) )?[\"'(]?(?P<sign>(?-i:[A-Z][A-Za-z0-9]{0,3}))[\"')]?(?= (?:in|on|of)\b|[?,]|$)",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"\b(?:which|what) (?:[\w-]+ ){0,5}?(?:tag|label|code|annotation|mark|category|class|act)\b[^?]*\"(?P<quoted>[^\"]+)\"",
    re.IGNORECASE,
)


def answer_key(question: FigureRequest, lines: Sequence[DrawnText]) -> str:
    """The text behind the key that the question asks for, the one at the place that it names where there are several; "" where
    no key or more than one is meant. `lines` are the texts of the drawing line by line."""
    asked = _ASKED.search(question.wording)
    noun = singular_tokens(asked["noun"])[-1:] if asked else []
    entries = [
        (key, text) for key, text in _read_entries(lines) if noun and singular_tokens(key)[-1:] == noun
    ]
    texts = list(dict.fromkeys(text for _, text in entries))
    if len(texts) < 2:
        return texts[0] if texts else ""
    place = _PLACE.search(question.wording)
    index = _PLACES[place.lastgroup or "first"] if place else len(texts)
    return texts[index] if index < len(texts) else ""


def _read_entries(lines: Sequence[DrawnText]) -> list[tuple[str, str]]:
    """Keys with the texts behind them, which go on over the lines right below that have no key."""
    entries: list[tuple[str, str, DrawnText]] = []
    for line in lines:
        match = _KEY.fullmatch(line.text)
        if match is not None:
            entries.append((match["key"], match["rest"], line))
            continue
        for place, (key, text, last) in reversed(list(enumerate(entries))):
            under = 0 < line.cy - last.cy <= _NEXT_LINE * last.box.height
            if under and line.box.x0 < last.box.x1 and last.box.x0 < line.box.x1:
                entries[place] = key, f"{text} {line.text}", line
                break
    return [(key, text) for key, text, _ in entries]


def answer_meaning(question: FigureRequest, texts: Sequence[str]) -> str:
    """The meaning of the sign that is asked for, as a caption or a text states it: "L = length"; "" for another question."""
    asked = _MEANING.search(question.wording) or _SIGN.search(question.wording)
    if asked is None:
        return ""
    sign = re.escape(asked["sign"])
    stated = re.compile(
        rf"(?<!\w){sign}\s*(?:=|:|stands? for|denotes?|represents?|means|refers? to|indicates?)\s*"
        r"(?P<meaning>[^\s,;.()=](?:[^,;.()=]|[.,](?=\d))*)"
    )
    found = [match for text in texts for match in stated.finditer(text)]
    return f"{asked['sign']} = {found[0]['meaning'].strip()}" if found else ""


def answer_tag(question: FigureRequest, texts: Sequence[str]) -> str:
    """The bracketed tag right behind the words that the question quotes: "Perfect [PF]"; "" where there is none, or several."""
    asked = _TAG.search(question.wording)
    words = r"\W+".join(map(re.escape, tokens(asked["quoted"]))) if asked else ""
    if not words:
        return ""
    found = {
        match["tag"]
        for text in texts
        for match in re.finditer(
            rf"(?<!\w){words}\W{{0,2}}\s*[\[(](?P<tag>[^\[\]()]{{1,20}})[\])]", text, re.IGNORECASE
        )
    }
    return found.pop() if len(found) == 1 else ""
