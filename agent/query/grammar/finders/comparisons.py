"""Comparisons with a threshold or a named entity, and ranges between two thresholds or entities."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from citehop.figures.numbers import NUMBER, Number, number_of
from citehop.figures.operations import Between, Compare, Operation, Relation

from ..vocabulary import ABOVE, BELOW, BETTER, VERBS_ABOVE, VERBS_BELOW, VERBS_BETTER, VERBS_WORSE, WORSE
from .patterns import TAIL, VALUE, any_of, overlaps, pattern, target_of

_BETWEEN = pattern(
    rf"""(?<!difference\s)(?<!gap\s)(?<!correlation\s)(?<!drop\s)(?<!change\s)(?<!increase\s)(?<!relationship\s)
         \b(?:in\sbetween|between|within\sthe\srange\s(?:of|from)|ranging\sfrom|ranges\sfrom|from)\s
         (?:that\sof\s|those\sof\s)?(?P<rows>the\s(?:rows?|columns?|lines?|entries)\s(?:of|for)\s)?
         (?P<one>.{{1,60}}?)\s(?:and|to|-)\s(?:that\sof\s)?(?P<other>.{{1,60}}?){TAIL}"""
)


# "the gap in yield" between A and B
_GAP_IN = pattern(r"\b(?:difference|gap|discrepancy|margin)s?(?:\s(?:in|of)\s[^?,]{1,40})?\s$")
_IN_DRAWING = pattern(
    r"\b(?:going|reading|looking)\s(?:down|up|through)\sthe\s(?:table|list)|\b(?:comes?|stands?|lies|is|found)\sbetween\b[^?]*\sin\sthe\s(?:table|list)\b"
)
# "comes after A and before B", "separates A from B"
_PLACED = pattern(
    r"""\b(?:separates\s(?P<a>.{1,60}?)\sfrom\s|(?:after|below|under|beneath|lower(?:\sdown)?\sthan|following)\s(?P<b>.{1,60}?)
        \s(?:and|but|yet)\s(?:before|above|over|higher(?:\sup)?\sthan|preceding)\s
        |(?:before|above|over|preceding)\s(?P<c>.{1,60}?)\s(?:and|but|yet)\s(?:after|below|under|beneath|following)\s)"""
    rf"""(?:the\s(?:row|line|entry)\s(?:of|for)\s)?(?P<other>.{{1,60}}?){TAIL}"""
)
_ORDERED = pattern(r"after|before|following|preceding")
_STANDS = pattern(
    r"\b(?:placed|located|listed|positioned|shown|found|rows?|lines?|sits|stands|appears|comes|given|printed)\s$"
)
# "beats A but not B"
_NOT_BOTH = pattern(
    rf"""\b(?:{any_of(VERBS_BETTER)}|exceeds|surpasses|is\s(?:better|higher|larger)\sthan)\s(?P<one>.{{1,60}}?)\s(?:but|yet|though)\snot\s(?:as\s\w+\sas\s)?(?P<other>.{{1,60}}?){TAIL}"""
)


def find_ranges(text: str) -> Iterable[Operation]:
    """Find ranges: "between A and B", with two numbers or two names."""
    for match in _BETWEEN.finditer(text):
        one, other = target_of(match["one"]), target_of(match["other"])
        lead = match.group().split()[0].lower()
        if lead == "from" and not (isinstance(one, Number) and isinstance(other, Number)):
            continue
        if isinstance(one, Number) != isinstance(other, Number):
            continue
        if isinstance(one, Number) and isinstance(other, Number):
            one = _in_unit_of(other, one)
        before = text[: match.start()]
        if _GAP_IN.search(before):
            continue
        placed = match["rows"] or re.search(
            r"(?:located|listed|positioned|placed|rows?|lines?|sits|sandwiched|appears|shown)\s*$",
            before,
            re.I,
        )
        placed = placed or _IN_DRAWING.search(text)
        yield Between(one, other, match.span(), bool(placed))
    for match in _PLACED.finditer(text):
        one = match["a"] or match["b"] or match["c"]
        stands = match["a"] or _ORDERED.match(match.group()) or _STANDS.search(text[: match.start()])
        # "scores above A but below B" compares values, and so does "above 80 and below 90"
        if stands and not any(map(str.isdigit, (one[0], match["other"][0]))):
            yield Between(target_of(one), target_of(match["other"]), match.span(), True)
    for match in _NOT_BOTH.finditer(text):
        yield Between(target_of(match["one"]), target_of(match["other"]), match.span())


def _in_unit_of(other: Number, number: Number) -> Number:
    """Return `number` multiplied by the unit of `other`, if it has no unit itself: "between 20 and 40 billion"."""
    multiplier = other.step * 10.0**other.decimals
    if not other.text[-1:].isalpha() or number.step > 1:
        return number
    return replace(number, value=number.value * multiplier, step=number.step * multiplier)


_SIDE_WORDS: dict[str, Relation] = {
    **dict.fromkeys(ABOVE | VERBS_ABOVE, "above"),
    **dict.fromkeys(BELOW | VERBS_BELOW, "below"),
    **dict.fromkeys(BETTER | VERBS_BETTER, "better"),
    **dict.fromkeys(WORSE | VERBS_WORSE, "worse"),
}
PHRASES_COMPARING: dict[str, Relation] = {
    "falls short of": "below", "fall short of": "below", "falls below": "below", "fall below": "below",
    "stays below": "below", "stays under": "below", "remains below": "below", "drops below": "below", "falls under": "below",
    "goes beyond": "above", "rises above": "above",
    "stays above": "above", "remains above": "above", "is above": "above", "is below": "below",
    "is outperformed by": "worse", "is beaten by": "worse", "loses to": "worse", "ahead of": "better",
    "go above": "above", "goes above": "above", "drop below": "below",
    "falls behind": "worse", "lags behind": "worse", "improves on": "better", "improves upon": "better",
    "improves over": "better", "is surpassed by": "below",
}  # fmt: skip
_OPPOSITE: dict[Relation, Relation] = {
    "above": "below", "below": "above", "better": "worse", "worse": "better", "near": "near",
}  # fmt: skip
_COMPARATIVE = any_of(ABOVE | BELOW | BETTER | WORSE)
_VERB = any_of(
    VERBS_BETTER | VERBS_WORSE | {"exceeds", "exceed", "exceeding", "surpasses", "surpass", "surpassing"}
)
_THAN = pattern(
    rf"""\b(?P<no>no\s|not\s|never\s|fails?\sto\s)?(?:(?P<word>{_COMPARATIVE})\b(?P<what>(?:\s(?!but\b|and\b|than\b)[^\s?;]+){{0,7}}?)
         \s(?:than|compared\s(?:to|with))|(?P<verb>{_VERB})|(?(no)(?P<reaches>reach(?:es)?|gets?\s(?:up\s)?to|hits?)|(?!))|(?P<phrase>{any_of(PHRASES_COMPARING)}))
         \s(?:that\sof\s|those\sof\s|than\s)?(?P<value>(?:an?\s(?:[^\s?;,]+\s){{0,4}}?of\s)?)(?P<to>.+?){TAIL}"""
)
_BOUND = pattern(
    rf"""\b(?P<word>(?:passes|crosses|clears|tops|gets\spast|goes\spast|past)(?:\sthe)?|at\sleast|at\smost|no\smore\sthan|no\sless\sthan|no\sfewer\sthan|up\sto|above|over|below|under
         |beyond|greater\sor\sequal\sto)\s(?:a\s(?:score|value)\sof\s)?{VALUE}"""
)
_NEAR = pattern(
    rf"""\b(?:(?:most\s)?(?:similarly|similar|closest|nearest|comparable|comparably|close|equivalent|identical|equal)
         \s(?:\w+\s){{0,3}}?(?:to|with)|(?:the\s)?same\s(?:\w+\s){{0,3}}?as|ties?\swith|tied\swith|on\spar\swith)
         \s(?:that\sof\s)?(?P<to>.+?){TAIL}"""
)
_ABOUT_NUMBER = pattern(
    r"(?:about|around|approximately|roughly|nearly)?\s*[~≈(]?\s*\d[\d.,]*\s?[%kKMB]?(?:\s|$)"
)
_RANKED = pattern(
    rf"""\b(?:scor\w+|perform\w*|rank\w*|result\w*|values?|accuracy)\s(?:just\s|right\s|immediately\s|directly\s)?(?P<word>above|below)\s(?P<to>.+?){TAIL}"""
)
_THAT_OF = pattern(
    rf"""(?<!row\s)(?<!line\s)(?<!column\s)(?<!listed\s)(?<!placed\s)\b(?P<word>above|below)\s(?:that|those)\sof\s(?P<to>.+?){TAIL}"""
)
# "above A's and below B's"
_POSSESSED = pattern(r"\b(?P<word>above|below)\s(?P<to>[^'?,;]{1,40}?)(?:'s|(?<=s)')(?=\s|[?,;.]|$)")
_INCLUSIVE: dict[str, tuple[Relation, bool]] = {
    "at least": ("above", True), "no less than": ("above", True), "no fewer than": ("above", True),
    "at most": ("below", True), "no more than": ("below", True), "up to": ("below", True),
    "above": ("above", False), "over": ("above", False), "beyond": ("above", False),
    "below": ("below", False), "under": ("below", False), "greater or equal to": ("above", True),
}  # fmt: skip


def find_comparisons(text: str) -> Iterable[Operation]:
    """Find comparisons: "higher than A", "at least 80", "similar to B"."""
    taken: list[tuple[int, int]] = []
    for match in _BOUND.finditer(text):
        number = NUMBER.search(match["value"])
        if number and not re.match(r"\s?(?:layers|shot)", text[match.end() :]):
            relation, inclusive = _INCLUSIVE.get(" ".join(match["word"].lower().split()), ("above", False))
            taken.append(match.span())
            yield Compare(relation, number_of(number), match.span(), inclusive)
    for match in _THAN.finditer(text):
        if overlaps(match.span(), taken):
            continue
        word = (match["word"] or match["verb"] or match["phrase"] or "above").lower()
        relation = PHRASES_COMPARING.get(word) or _SIDE_WORDS[word]
        if ("negative" in (match["what"] or "")) != bool(match["no"]):
            relation = _OPPOSITE[relation]
        taken.append(match.span())
        says_more = (match["what"] or "").strip() or match[
            "value"
        ]  # "a lower MRR than": the metric stays readable
        start = match.start("to") if says_more else match.start()
        target, end = target_of(match["to"]), match.end()
        if isinstance(target, Number):  # "fewer than 30M parameters": the metric stays readable
            end = text.index(target.text, match.start("to")) + len(target.text)
        yield Compare(relation, target, (start, end), bool(match["no"]) and not match["reaches"])
    for match in _NEAR.finditer(text):
        target = target_of(match["to"])
        is_number = isinstance(target, Number) or target[:1] in "~≈" or bool(_ABOUT_NUMBER.match(target))
        if overlaps(match.span(), taken) or is_number:
            continue
        taken.append(match.span())
        yield Compare("near", target, match.span())
    for match in (*_RANKED.finditer(text), *_THAT_OF.finditer(text), *_POSSESSED.finditer(text)):
        if not overlaps(match.span(), taken) and not re.match(r"\W*\d", match["to"]):
            yield Compare(_SIDE_WORDS[match["word"].lower()], target_of(match["to"]), match.span())
