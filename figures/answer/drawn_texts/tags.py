"""The number or tag that a drawing prints right beside a named text: "Which bit string does 'run' have?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...label_mentions import find_mentions
from ...operations import Equals
from ...request import FigureRequest
from ...statements.texts import DrawnText, is_words

_NUMBERS = (
    r"bit ?strings?|bits|codes?|numbers?|index|indices|scores?|probability|probabilities|weights?|ids?|counts?"
    r"|percentages?|ranks?"
)
_TAGS = r"tags?|labels?|categor(?:y|ies)|class|pos|part of speech|roles?|types?"
_ASKED = re.compile(
    rf"\b(?:which|what) (?:is the |are the )?(?P<before>(?:[\w-]+ ){{0,3}}?)(?:(?P<number>{_NUMBERS})|(?P<tag>{_TAGS}))"
    r" (?:does|do|did|has|have|is|was|stands?|of|for|belongs?|goes)\b(?P<rest>[^?]*)",
    re.IGNORECASE,
)
_OWNER = re.compile(
    rf"\b(?:which|what) (?:word|name|leaf|node|token|term|item|entry|symbol) (?:has|gets|carries|bears|is|belongs)\b[^?]*?"
    rf"\b(?:(?P<number>{_NUMBERS})|(?P<tag>{_TAGS})) (?P<value>\S+)",
    re.IGNORECASE,
)
_OF_LINK = re.compile(r"\b(?:relations?|dependency|arc|edge|link)\b", re.IGNORECASE)
_NUMBER = re.compile(r"[-−+]?\d[\d.,]*\s?%?")
_TAG = re.compile(r"[A-Z][A-Z0-9$+*/-]{0,7}")
_QUOTED = re.compile(r"[\"'‘“](?P<name>[^\"'’”]{1,40})[\"'’”]")
_LETTERS = 3  # of a text that is named without quotes
_TOUCHING = 0.3  # letter heights between texts that are as near as can be
_CLEAR = 1.5  # factor by which the next text must be further away
_REACH = 2.5  # letter heights between a text and its tag


def answer_attached(question: FigureRequest, lines: Sequence[DrawnText]) -> str:
    """The number or tag, as `question` asks for one, nearest to the only text that it names, or the text nearest to the number
    or tag that it names; "" for another question, for the label of a link, and where two are about as near."""
    if any(not isinstance(op, Equals) for op in question.operations):
        return ""
    if (owner := _OWNER.search(question.wording)) is not None:
        return _find_owner(owner, lines)
    asked = _ASKED.search(question.wording)
    if asked is None or _OF_LINK.search(asked["before"]):
        return ""
    kind = _NUMBER if asked["number"] else _TAG
    tags = [line for line in lines if kind.fullmatch(line.text)]
    named = _find_named(asked["rest"], [line for line in lines if not kind.fullmatch(line.text)])
    return _nearest(named, tags) if named else ""


def _find_owner(owner: re.Match[str], lines: Sequence[DrawnText]) -> str:
    """The name nearest to the only number or tag that is asked about."""
    kind = _NUMBER if owner["number"] else _TAG
    tag = owner["value"].strip("\"'.,?")
    found = [line for line in lines if line.text == tag]
    names = [line for line in lines if not kind.fullmatch(line.text) and is_words(line.text)]
    return _nearest(found[0], names) if len(found) == 1 and kind.fullmatch(tag) else ""


def _nearest(line: DrawnText, others: Sequence[DrawnText]) -> str:
    """The text nearest to a line; "" for fewer than two, a far one, and where the next is about as near."""
    if len(others) < 2:
        return ""
    near = sorted((line.box.distance(other.box), place) for place, other in enumerate(others))
    height = line.box.height
    is_clear = near[0][0] <= _REACH * height and near[1][0] >= _CLEAR * max(near[0][0], _TOUCHING * height)
    return others[near[0][1]].text if is_clear else ""


def _find_named(words: str, lines: Sequence[DrawnText]) -> DrawnText | None:
    """The only text that `words` quote, or else name as it is printed; None where there are several."""
    quoted = {match["name"].strip() for match in _QUOTED.finditer(words)}
    found = [line for line in lines if line.text.strip("‘’“”\"'") in quoted]
    names = [line for line in lines if sum(map(str.isalpha, line.text)) >= _LETTERS]
    if not found:
        found = [line for line in names if re.search(rf"(?<!\w){re.escape(line.text)}(?!\w)", words)]
    if not found:
        named = {mention.name for mention in find_mentions(words, [line.text for line in names])}
        found = [line for place, line in enumerate(names) if place in named]
    return found[0] if len(found) == 1 else None
