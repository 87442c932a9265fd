"""The operations of a question, found by wording: each finder claims stretches of text and blots them out for the next."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, cast

from .clauses import FILLER, clause_spans, mask
from .numbers import NUMBER, Number, number_of
from .question import (
    Beside,
    Between,
    Compare,
    Equals,
    Extreme,
    Item,
    Look,
    Operation,
    Place,
    Relation,
    Side,
    Want,
)  # fmt: skip
from .wording import (
    ABOVE,
    BELOW,
    BEST,
    BETTER,
    CARDINALS,
    COLOURS,
    DASHES,
    DRAWN,
    FAST,
    ITEMS,
    LEAST,
    MARKERS,
    MOST,
    ORDINALS,
    PRINT,
    SHADES,
    SLOW,
    VERBS_ABOVE,
    VERBS_BELOW,
    VERBS_BETTER,
    VERBS_WORSE,
    WORSE,
    WORST,
)  # fmt: skip

Finder = Callable[[str], Iterable[Operation]]


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word)))


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)


_NTH = rf"(?:{_any(ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th)|runner-up)"
_ENDS = _any(MOST | LEAST | BEST | WORST | FAST | SLOW)
_TAIL = r"""(?=[,;?!\x00]|\s(?:but|while|yet|whereas|when|and\s(?:lower|higher|worse|better|less|more|below|above|has|have|is))\b
            |\s(?:in|on|for|at|across|under|over|among|both|within|as|according)\s|\s(?:with|by|using|of)\s(?:the|all|both|each|every|a|an|any)\b|\.?$)"""
_VALUE = r"(?P<value>(?<![\w.])[-−~≈]?\d[\d,.]*(?:[kKMB]\b|\s?%|\s(?:million|billion|thousand)\b)?(?:e-?\d+)?)(?<![.,])"


def find_operations(text: str) -> tuple[tuple[Operation, ...], str]:
    """Operations in the order of the text, each with its clause as `about`, and the text with them blotted out."""
    rest, found = text, list[Operation]()
    for finder in (_places, _betweens, _looks, _compares, _besides, _extremes, _values):
        for operation in finder(rest):
            found.append(operation)
            if not (isinstance(operation, Equals) and not operation.sure):  # "ROUGE 2" stays readable
                rest = mask(rest, operation.span)
    found.sort(key=lambda operation: operation.span)
    clauses = clause_spans(text, [operation.span for operation in found])
    return tuple(
        replace(operation, about=_about(rest, clause))
        for operation, clause in zip(found, clauses, strict=True)
    ), rest


def _about(rest: str, clause: tuple[int, int]) -> str:
    return " ".join(rest[clause[0] : clause[1]].replace(FILLER, " ").split())


def _rank(word: str | None) -> int:
    if not word:
        return 1
    word = word.lower()
    if word == "runner-up":
        return 2
    return ORDINALS.get(word) or int(re.sub(r"\D", "", word) or 1)


_LAST = (
    r"(?:(?P<nth>second|third|fourth|\dnd|\drd|\dth)[\s-](?:to[\s-])?)?(?:last|bottom|final)"
    r"|penultimate|bottom-?most|last\sbut\sone"
)
_EDGES = r"top-?most|top|upper|lower|middle|(?:far\s)?left-?most|(?:far\s)?right-?most|left-hand|right-hand|left|right"
_PLACE = _compile(
    rf"""\b(?:(?P<last>{_LAST})|(?P<rank>{_NTH})|(?P<edge>{_EDGES}))
         [\s-](?:(?!(?:{_ENDS})\b)\w+-?\w*\s)?(?P<item>{_any(ITEMS)})\b(?:\s(?:of|in)\sthe\s(?:table|figure|chart|plot|graph))?
         (?:\s(?:from|on|to|counting\sfrom)\sthe\s(?P<side>left|right|top|bottom))?"""
)
_SIDED = _compile(
    rf"""\b(?P<rank>{_NTH})\s(?:one\s)?(?:from\sthe\s|from\s|on\sthe\s)?(?P<side>left|right|top|bottom)\b"""
)
_EDGE = _compile(
    r"\b(?:at|on|to)\sthe\s(?:very\s|far\s)?(?P<edge>top|bottom|left-?most|right-?most|left|right)\b(?:\s(?:side\s|end\s)?of\sthe\s(?:table|figure|chart|plot|graph))?(?!\s\w*\s?of\b)"
)
_NUMBERED = _compile(r"\b(?P<item>row|column|panel|block)\s(?:number\s|\#)?(?P<index>\d{1,2})\b(?!\.)")
_BACKWARD = {"right", "bottom", "lower", "rightmost", "right-most", "far rightmost", "right-hand", "last"}


def _places(text: str) -> Iterable[Operation]:
    taken: list[tuple[int, int]] = []
    for match in _NUMBERED.finditer(text):
        taken.append(match.span())
        yield Place(cast(Item, match["item"].lower()), int(match["index"]), match.span())
    for match in _PLACE.finditer(text):
        edge = (match["edge"] or "").lower()
        item = cast(Item, ITEMS[match["item"].lower()])
        if not _is_place(text, match, item, edge) or _overlaps(match.span(), taken):
            continue
        if edge == "middle":
            continue
        taken.append(match.span())
        yield Place(item, _index(match, edge), match.span())
    for match in _SIDED.finditer(text):
        if not _overlaps(match.span(), taken):
            taken.append(match.span())
            side = match["side"].lower()
            index = _rank(match["rank"]) * (-1 if side in _BACKWARD else 1)
            yield Place("row" if side in {"top", "bottom"} else "item", index, match.span())
    for match in _EDGE.finditer(text):
        if not _overlaps(match.span(), taken):
            edge = match["edge"].lower()
            item = "row" if edge in {"top", "bottom"} else "item"
            yield Place(cast(Item, item), -1 if edge in _BACKWARD else 1, match.span())


def _is_place(text: str, match: re.Match[str], item: str, edge: str) -> bool:
    """ "second row" is a place; "top model" and "second model" are none unless the text counts in the drawing."""
    if item != "item":
        return not (
            edge in {"left", "right", "lower", "upper", "top"} and item == "row" and match["item"] == "line"
        )
    tail = text[match.end() :].lower()
    listed = re.match(r"\s(?:listed|shown|mentioned|in the (?:table|list|legend|figure|first|row))", tail)
    return bool(
        match["side"] or (listed and edge != "top" and (match["last"] or match["rank"])) or "most" in edge
    )


def _index(match: re.Match[str], edge: str) -> int:
    if match["last"]:
        last = match["last"].lower()
        index = -2 if last.startswith(("penultimate", "last but")) else -_rank(match["nth"])
    elif match["rank"]:
        index = _rank(match["rank"])
    else:
        index = -1 if edge in _BACKWARD or edge.startswith(("right", "far right")) else 1
    if match["side"] and match["side"].lower() in _BACKWARD:
        index = -abs(index)
    return index


def _overlaps(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in taken)


_BETWEEN = _compile(
    rf"""(?<!difference\s)(?<!gap\s)(?<!correlation\s)(?<!drop\s)(?<!change\s)(?<!increase\s)(?<!relationship\s)
         \b(?:in\sbetween|between|within\sthe\srange\s(?:of|from)|ranging\sfrom|ranges\sfrom|from)\s(?:that\sof\s|those\sof\s)?
         (?P<one>.{{1,60}}?)\s(?:and|to|-)\s(?:that\sof\s)?(?P<other>.{{1,60}}?){_TAIL}"""
)


def _betweens(text: str) -> Iterable[Operation]:
    for match in _BETWEEN.finditer(text):
        one, other = _target(match["one"]), _target(match["other"])
        lead = match.group().split()[0].lower()
        if lead == "from" and not (isinstance(one, Number) and isinstance(other, Number)):
            continue
        if isinstance(one, Number) != isinstance(other, Number):
            continue
        placed = re.search(
            r"(?:located|listed|positioned|placed|rows?|sits)\s*$", text[: match.start()], re.I
        )
        yield Between(one, other, match.span(), bool(placed))


def _target(phrase: str) -> Number | str:
    """The number that the phrase begins with (not "3.5-Turbo"), else the name without articles."""
    phrase = re.sub(
        r"^(?:the|that of|those of|a|an)\s+", "", phrase.strip(" '\"."), flags=re.IGNORECASE
    ).strip("'\" ")
    number = NUMBER.match(phrase)
    if number and re.match(r"\s|$", phrase[number.end() :]):
        return number_of(number)
    return re.sub(r"^(?:score|performance|accuracy|value|result)s? of\s+", "", phrase)


_SHADED = rf"(?:(?:{_any(SHADES)})[\s-])?(?:{_any(COLOURS)})(?:ish)?"
_COLOUR = _compile(rf"(?<![\w-])(?P<colour>{_SHADED})(?![\w]|-(?!col))")
_DASH = _compile(rf"(?<![\w-])(?P<dash>{_any(DASHES)})\b")
_MARKER = _compile(rf"(?<![\w-])(?P<marker>{_any(MARKERS)})(?:-shaped)?\b")
_PRINT = _compile(rf"(?<![\w-])(?P<print>{_any(PRINT)})\b")
_DRAWN = _compile(
    rf"\b(?:{_any(DRAWN)}|represented|denoted|marked|drawn|plotted|shaded|shown|depicted|indicated|demonstrated|highlighted|filled)\b"
)
_SHAPED = _compile(
    r"\b(?:marker|markers|symbol|symbols|shape|shapes|marked|points?|shaped|icon|line|lines|represented|denoted)\b"
)


def _looks(text: str) -> Iterable[Operation]:
    """At most one: all that the text says about the drawing, provided that it speaks of drawn things at all."""
    drawn = _DRAWN.search(text)
    colours = [m for m in _COLOUR.finditer(text) if m.group().islower()] if drawn else []
    dashes = list(_DASH.finditer(text)) if drawn else []
    markers = list(_MARKER.finditer(text)) if _SHAPED.search(text) else []
    prints = list(_PRINT.finditer(text))
    found = colours + dashes + markers + prints
    if not found:
        return
    span = min(m.start() for m in found), max(m.end() for m in found)
    yield Look(
        tuple(dict.fromkeys(m["colour"].lower().replace("-", " ").replace("grey", "gray") for m in colours)),
        tuple(dict.fromkeys(MARKERS[m["marker"].lower()] for m in markers)),
        tuple(dict.fromkeys(DASHES[m["dash"].lower()] for m in dashes)),
        tuple(dict.fromkeys(PRINT[m["print"].lower()] for m in prints)),
        span if span[1] - span[0] < 40 else found[0].span(),
    )


_SIDE_WORDS: dict[str, Relation] = {
    **dict.fromkeys(ABOVE | VERBS_ABOVE, "above"),
    **dict.fromkeys(BELOW | VERBS_BELOW, "below"),
    **dict.fromkeys(BETTER | VERBS_BETTER, "better"),
    **dict.fromkeys(WORSE | VERBS_WORSE, "worse"),
}
_COMPARATIVE = _any(ABOVE | BELOW | BETTER | WORSE)
_VERB = _any(
    VERBS_BETTER | VERBS_WORSE | {"exceeds", "exceed", "exceeding", "surpasses", "surpass", "surpassing"}
)
_THAN = _compile(
    rf"""\b(?P<no>no\s|not\s)?(?:(?P<word>{_COMPARATIVE})\b(?P<what>(?:\s(?!but\b|and\b|than\b)[^\s?;]+){{0,7}}?)
         \s(?:than|compared\s(?:to|with))|(?P<verb>{_VERB}))
         \s(?:that\sof\s|those\sof\s|than\s)?(?P<to>.+?){_TAIL}"""
)
_BOUND = _compile(
    rf"""\b(?P<word>at\sleast|at\smost|no\smore\sthan|no\sless\sthan|no\sfewer\sthan|up\sto|above|over|below|under
         |beyond|greater\sor\sequal\sto)\s(?:a\s(?:score|value)\sof\s)?{_VALUE}"""
)
_NEAR = _compile(
    rf"""\b(?:(?:most\s)?(?:similarly|similar|closest|nearest|comparable|comparably|close|equivalent|identical|equal)
         \s(?:\w+\s){{0,3}}?(?:to|with)|(?:the\s)?same\s(?:\w+\s){{0,3}}?as|ties?\swith|tied\swith|on\spar\swith)
         \s(?:that\sof\s)?(?P<to>.+?){_TAIL}"""
)
_RANKED = _compile(
    rf"""\b(?:scor\w+|perform\w*|rank\w*|result\w*|values?|accuracy)\s(?:just\s|right\s|immediately\s|directly\s)?(?P<word>above|below)\s(?P<to>.+?){_TAIL}"""
)
_INCLUSIVE: dict[str, tuple[Relation, bool]] = {
    "at least": ("above", True), "no less than": ("above", True), "no fewer than": ("above", True),
    "at most": ("below", True), "no more than": ("below", True), "up to": ("below", True),
    "above": ("above", False), "over": ("above", False), "beyond": ("above", False),
    "below": ("below", False), "under": ("below", False), "greater or equal to": ("above", True),
}  # fmt: skip


def _compares(text: str) -> Iterable[Operation]:
    taken: list[tuple[int, int]] = []
    for match in _BOUND.finditer(text):
        number = NUMBER.search(match["value"])
        if number and not re.match(r"\s?(?:layers|shot)", text[match.end() :]):
            relation, inclusive = _INCLUSIVE[" ".join(match["word"].lower().split())]
            taken.append(match.span())
            yield Compare(relation, number_of(number), match.span(), inclusive)
    for match in _THAN.finditer(text):
        if _overlaps(match.span(), taken):
            continue
        word = (match["word"] or match["verb"]).lower()
        relation = _SIDE_WORDS[word]
        if "negative" in (match["what"] or ""):
            relation = {"above": "below", "below": "above"}.get(relation, relation)  # type: ignore[assignment]
        if match["no"]:
            relation = {"above": "below", "below": "above"}.get(relation, relation)  # type: ignore[assignment]
        taken.append(match.span())
        what = (match["what"] or "").strip()
        start = match.start() if not what else match.start("to")
        yield Compare(relation, _target(match["to"]), (start, match.end()), bool(match["no"]))
    for match in _NEAR.finditer(text):
        target = _target(match["to"])
        if _overlaps(match.span(), taken) or isinstance(target, Number) or target[:1] in "~≈":
            continue
        taken.append(match.span())
        yield Compare("near", target, match.span())
    for match in _RANKED.finditer(text):
        if not _overlaps(match.span(), taken) and not re.match(r"\W*\d", match["to"]):
            yield Compare(_SIDE_WORDS[match["word"].lower()], _target(match["to"]), match.span())


_BESIDE = _compile(
    rf"""\b(?:directly\s|immediately\s|just\s|right\s|exactly\s|one\srow\s|the\srow\s)?
         (?P<word>above|below|underneath|under|beneath|beside|next\sto|adjacent\sto|(?:to\sthe\s)?(?:left|right)\sof|before|after|precedes|preceding|follows|following)
         \s(?:the\srow\s(?:of|for)\s|that\sof\s)?(?P<name>(?!average\b|the\saverage\b)[^\d\s?,].*?|\d+[A-Za-z].*?){_TAIL}"""
)
_SIDES: dict[str, Side] = {
    "above": "above", "before": "above", "precedes": "above", "preceding": "above", "below": "below", "under": "below",
    "beneath": "below", "underneath": "below", "after": "below", "follows": "below", "following": "below",
    "beside": "next", "next to": "next", "adjacent to": "next",
}  # fmt: skip


def _besides(text: str) -> Iterable[Operation]:
    for match in _BESIDE.finditer(text):
        if FILLER in match.group() or re.search(
            r"(?:which of the)\s*$", text[: match.start()], re.IGNORECASE
        ):
            continue
        word = " ".join(match["word"].lower().split())
        side: Side = "left" if "left" in word else "right" if "right" in word else _SIDES[word]
        target = _target(match["name"])
        if isinstance(target, str) and not re.match(r"(?:fine-?tun|train|pre-?train|apply|adding)", target):
            yield Beside(side, target, match.span())


_EXTREME = _compile(
    rf"""(?<!at\s)(?<![\w@])(?:(?P<rank>{_NTH})[\s-](?:to[\s-])?|(?P<set>{_any(CARDINALS)})\s)?(?P<end>{_ENDS})
         (?![\w@]|[\s-]\d|\s(?:similar|close|of\sthe\b))(?P<negative>\snegative)?"""
)
_TOP = _compile(
    r"\b(?P<end>top|bottom)\b(?=[\s-](?:score|accuracy|performance|performer|result|value|method|model|approach|system))"
)
_RUNNER = _compile(
    r"\brunner-?up\b|\b(?:ranks?|ranked|comes?|came|places?)\s(?P<rank>first|second|third|fourth|fifth|last|\d{1,2}(?:st|nd|rd|th))\b"
)
_SPREAD = _compile(
    r"\b(?:difference|gap|drop|change|increase|decrease|improvement|gain|decline|variation|discrepancy)\b"
)


def _extremes(text: str) -> Iterable[Operation]:
    for match in _EXTREME.finditer(text):
        want = _want(match["end"].lower())
        if match["negative"]:
            want = "min" if want == "max" else "max"
        spread = _SPREAD.match(text[match.end() :].lstrip()) and "between" in text[match.end() :]
        yield Extreme(want, _rank(match["rank"]), match.span(), "difference" if spread else "value")
    for match in _TOP.finditer(text):
        yield Extreme("best" if match["end"].lower() == "top" else "worst", 1, match.span())
    for match in _RUNNER.finditer(text):
        rank = match["rank"]
        if rank and rank.lower() == "last":
            yield Extreme("worst", 1, match.span())
        else:
            yield Extreme("best", _rank(rank) if rank else 2, match.span())


def _want(word: str) -> Want:
    groups: list[tuple[Any, Want]] = [
        (MOST, "max"), (LEAST, "min"), (BEST, "best"), (WORST, "worst"), (FAST, "fast"), (SLOW, "slow"),
    ]  # fmt: skip
    return next(want for words, want in groups if word in words)


# Before a whole number that is a value: "a score of 84", "equals 84", "has 84". A name before it ("ROUGE 2") is none.
_SAYS_VALUE = _compile(
    r"(?:\b(?:of|is|was|are|to|equals?|exactly|about|around|approximately|roughly|nearly|has|have|had|with|gets?|got|at|as"
    r"|achiev\w+|scor\w+|obtain\w*|attain\w*|reach\w*|show\w*|uses?|contains?|a|an|record\w*|report\w*|:|=)\s*[~≈=]?\s*)$"
)


def _values(text: str) -> Iterable[Operation]:
    for match in NUMBER.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        sign_is_hyphen = match["sign"] and before and not before[-1].isspace() and before[-1] not in "(\"'"
        if sign_is_hyphen or re.search(r"[\w@.\-/_]$", before) or re.match(r"[\w@/_]|-[A-Za-z]|\.\d", after):
            continue
        number = number_of(match)
        sure = bool(number.decimals or number.percent or _SAYS_VALUE.search(before) or number.step > 1)
        yield Equals(number, sure, match.span())
