"""Positions in the drawing: "the second row from the bottom", "listed right below BERT", "leftmost of all"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from citehop.figures.operations import Adjacent, AtPosition, AtSide, Item, Operation, Side

from ..vocabulary import ITEMS
from .masking import FILLER
from .patterns import ENDS, NTH, TAIL, any_of, overlaps, pattern, rank_of, target_of

_LAST = (
    r"last[\s-]but[\s-]one|next[\s-]to[\s-]last|penultimate|bottom-?most"
    r"|(?:(?P<nth>second|third|fourth|\dnd|\drd|\dth)[\s-](?:to[\s-])?)?(?:last|bottom|final)"
)
_EDGES = (
    r"top-?most|upper-?most|lower-?most|top|upper|lower|middle"
    r"|(?:far\s)?left-?most|(?:far\s)?right-?most|left-hand|right-hand|left|right"
)
_PLACE = pattern(
    rf"""\b(?:(?P<last>{_LAST})|(?P<rank>{NTH})|(?P<edge>{_EDGES}))
         [\s-](?:(?!(?:{ENDS})\b)\w+-?\w*\s)?(?P<item>{any_of(ITEMS)})\b(?:\s(?:of|in)\sthe\s(?:table|figure|chart|plot|graph))?
         (?:\s(?:from|on|to|counting\sfrom)\sthe\s(?P<side>left|right|top|bottom))?"""
)
_SIDED = pattern(
    rf"""\b(?P<rank>{NTH})\s(?:one\s)?(?:from\sthe\s|from\s|on\sthe\s)?(?P<side>left|right|top|bottom)\b"""
)
_EDGE = pattern(
    r"\b(?:at|on|to)\sthe\s(?:very\s|far\s)?(?P<edge>top|bottom|left-?most|right-?most|left|right)\b(?:\s(?:side\s|end\s)?of\sthe\s(?:table|figure|chart|plot|graph))?(?!\s\w*\s?of\b)"
)
_LISTED = pattern(
    rf"""\b(?:(?:listed|located|shown|mentioned|appears?|positioned)|(?P<stand>placed|comes?|stands?))\s
         (?:(?P<last>{_LAST})|(?P<rank>{NTH}))(?=\s(?:in|on|from|of|among|within|under|below|beneath)\b|[?,.]|$)
         (?(stand)(?=\s(?:under|below|beneath|in\sthe\s(?:table|list|figure|legend|chart)|from\sthe)))
         (?:\s(?:from|on)\sthe\s(?P<side>left|right|top|bottom))?"""
)
_NUMBERED = pattern(
    r"\b(?P<item>row|column|panel|block|position|line)\s(?:number\s|\#)?(?P<index>\d{1,2})\b(?!\.)"
)
# "just above the last row", "one row before the final one"
_NEXT_TO_END = pattern(
    r"""\b(?:(?:just|right|directly|immediately|straight|one\s(?:row|line|place))\s|(?:in|on)\sthe\s(?:row|line)\s(?:right\s|just\s)?)
        (?:(?:above|over|before|preceding)\sthe\s(?:very\s)?(?:last|final|bottom)|(?:below|under|after|following)\sthe\s(?:very\s)?(?P<first>first|top))
        (?:\s(?:row|line|entry|one))?\b(?:\sof\sthe\s(?:table|list))?"""
)
_PARTS = r"table|list|ranking|section|block|part|group|category|portion|half"
# "opens the supervised section", "closes the table"
_OPENS = pattern(
    rf"""\b(?:(?P<first>opens|begins|starts|heads)|(?P<final>closes|concludes|ends))(?=\sthe\s(?:[^\s?,]+\s){{0,4}}?(?:{_PARTS})\b)"""
)
# "at the end of the supervised block"
_AT_END = pattern(
    rf"""\b(?:at|in|on)\sthe\s(?:very\s)?(?:(?P<first>beginning|start|top|head)|(?P<final>end|bottom))(?=\sof\sthe\s(?:[^\s?,]+\s){{0,4}}?(?:{_PARTS})\b)"""
)
# "counting from the top, which model comes third"
_COUNTED = pattern(
    rf"""\b(?:reading|counting|going|starting|looking|seen)\s(?:down(?:wards)?\s|up(?:wards)?\s)?from\s(?:the\s)?(?P<side>top|bottom)
         [^?]*?\b(?P<rank>{NTH})\b(?!\s(?:{ENDS})\b)"""
)
_BACKWARD = {
    "right",
    "bottom",
    "lower",
    "lowermost",
    "lower-most",
    "rightmost",
    "right-most",
    "far rightmost",
    "right-hand",
    "last",
}


def find_positions(text: str) -> Iterable[Operation]:
    """Find positions counted in rows, columns, bars, parts or panels."""
    taken: list[tuple[int, int]] = []
    for match in _NEXT_TO_END.finditer(text):
        taken.append(match.span())
        yield AtPosition("row", 2 if match["first"] else -2, match.span())
    for match in (*_OPENS.finditer(text), *_AT_END.finditer(text), *_COUNTED.finditer(text)):
        if not overlaps(match.span(), taken):
            taken.append(match.span())
            yield AtPosition("row", _counted(match), match.span())
    for match in _NUMBERED.finditer(text):
        if overlaps(match.span(), taken):
            continue
        taken.append(match.span())
        yield AtPosition(
            cast(Item, ITEMS.get(match["item"].lower(), "row")), int(match["index"]), match.span()
        )
    for match in _LISTED.finditer(text):
        if not overlaps(match.span(), taken):
            taken.append(match.span())
            yield AtPosition("row", _index(match, ""), match.span())
    for match in _PLACE.finditer(text):
        edge = (match["edge"] or "").lower()
        item = cast(Item, ITEMS[match["item"].lower()])
        if not _is_place(text, match, item, edge) or overlaps(match.span(), taken):
            continue
        if edge == "middle":
            continue
        taken.append(match.span())
        yield AtPosition(item, _index(match, edge), match.span())
    for match in _SIDED.finditer(text):
        if not overlaps(match.span(), taken):
            taken.append(match.span())
            side = match["side"].lower()
            index = rank_of(match["rank"]) * (-1 if side in _BACKWARD else 1)
            yield AtPosition("row" if side in {"top", "bottom"} else "item", index, match.span())
    for match in _EDGE.finditer(text):
        if not overlaps(match.span(), taken):
            edge = match["edge"].lower()
            item = "row" if edge in {"top", "bottom"} else "item"
            yield AtPosition(cast(Item, item), -1 if edge in _BACKWARD else 1, match.span())


_CORNER = pattern(
    r"\b(?:(?:near|clos)est\sto\s(?:the\s)?)?(?P<vertical>top|upper|bottom|lower)[\s-](?P<horizontal>left|right)(?:[\s-]?hand)?(?:\s(?:corner|part|side|area|end|quadrant|region))?\b"
)
_OUTERMOST = pattern(
    r"\b(?:(?:furthest|farthest|most)\s(?:to\s(?:the\s)?)?(?P<far>left|right)|(?P<edge>left|right|top|upper|bottom|lower)[\s-]?most)\b(?!\s(?:\w+\s)?(?:rows?|columns?|bars?|lines?|curves?|panels?|blocks?|plots?|charts?|graphs?|entry|trends?)\b)"
)
_ON_AXIS = pattern(
    rf"""\b(?:comes?|is|stands?|appears?|placed|listed|drawn|shown)\s(?:(?P<last>last|final|lowest|rightmost)|(?P<rank>{NTH}|highest|leftmost))\s
         (?:from\sthe\s(?P<side>left|right|top|bottom)\s)?(?:on|along)\sthe\s(?:horizontal|vertical|x|y)[\s-]?axis"""
)
_HORIZONTAL = {"left": -1, "right": 1}
_VERTICAL = {"top": -1, "upper": -1, "bottom": 1, "lower": 1}


def find_sides(text: str) -> Iterable[Operation]:
    """Find a side or corner of the drawing: "leftmost of all", "in the top right corner", "first on the axis". Yields
    at most one."""
    for match in _ON_AXIS.finditer(text):
        rank = (match["rank"] or "").lower()
        index = -1 if match["last"] else 1 if rank in {"highest", "leftmost"} else rank_of(rank)
        yield AtPosition("bar", -index if match["side"] in {"right", "bottom"} else index, match.span())
        return
    for match in _CORNER.finditer(text):
        yield AtSide(
            _HORIZONTAL[match["horizontal"].lower()], _VERTICAL[match["vertical"].lower()], match.span()
        )
        return
    for match in _OUTERMOST.finditer(text):
        edge = (match["edge"] or match["far"]).lower()
        yield AtSide(_HORIZONTAL.get(edge, 0), _VERTICAL.get(edge, 0), match.span())
        return


def _counted(match: re.Match[str]) -> int:
    """Return the position in a match of _OPENS, _AT_END or _COUNTED: 1 is the first, -1 the last."""
    found = match.groupdict()
    if "rank" in found:
        return rank_of(found["rank"]) * (-1 if found["side"].lower() == "bottom" else 1)
    return 1 if found["first"] else -1


def _is_place(text: str, match: re.Match[str], item: str, edge: str) -> bool:
    """True if the match is a place in the drawing, such as "second row".

    "Top model" and "second model" are places only if the text counts in the drawing.
    """
    if item != "item":
        return not (
            (edge in {"left", "right", "lower", "upper", "top"} or "most" in edge)
            and item == "row"
            and match["item"] == "line"
        )
    tail = text[match.end() :].lower()
    listed = re.match(
        r"\s(?:listed|shown|mentioned|under\b|among\b|of the [^?,]{1,40}?(?:group|block|section|category|part)\b"
        r"|in the (?:table|list|legend|figure|first|row))",
        tail,
    )
    return bool(
        match["side"] or (listed and edge != "top" and (match["last"] or match["rank"])) or "most" in edge
    )


def _index(match: re.Match[str], edge: str) -> int:
    if match["last"]:
        last = match["last"].lower()
        index = (
            -2 if last.startswith(("penultimate", "last but", "last-but", "next")) else -rank_of(match["nth"])
        )
    elif match["rank"]:
        index = rank_of(match["rank"])
    else:
        index = -1 if edge in _BACKWARD or edge.startswith(("right", "far right")) else 1
    if match["side"] and match["side"].lower() in _BACKWARD:
        index = -abs(index)
    return index


_BESIDE = pattern(
    rf"""\b(?:directly\s|immediately\s|just\s|right\s|exactly\s|one\srow\s|the\srow\s)?
         (?P<word>above|below|(?<=directly\s)over|(?<=right\s)over|(?<=immediately\s)over|on\stop\sof|underneath|under|beneath|beside|next\sto|adjacent\sto|(?:to\sthe\s)?(?:left|right)\sof|before|after|precedes|preceding|follows|following|succeeds)
         \s(?:the\s(?:row|line|entry)\s(?:of|for)\s|that\sof\s)?(?P<name>(?!average\b|the\saverage\b)[^\d\s?,].*?|\d+[A-Za-z].*?){TAIL}"""
)
_SIDES: dict[str, Side] = {
    "above": "above", "over": "above", "on top of": "above", "before": "above", "precedes": "above",
    "preceding": "above", "below": "below", "under": "below",
    "beneath": "below", "underneath": "below", "after": "below", "follows": "below", "following": "below", "succeeds": "below",
    "beside": "next", "next to": "next", "adjacent to": "next",
}  # fmt: skip


def find_neighbors(text: str) -> Iterable[Operation]:
    """Find entries next to, above or below a named entity."""
    for match in _BESIDE.finditer(text):
        if FILLER in match.group() or re.search(
            r"(?:which of the)\s*$", text[: match.start()], re.IGNORECASE
        ):
            continue
        word = " ".join(match["word"].lower().split())
        side: Side = "left" if "left" in word else "right" if "right" in word else _SIDES[word]
        target = target_of(match["name"])
        if isinstance(target, str) and not re.match(r"(?:fine-?tun|train|pre-?train|apply|adding)", target):
            yield Adjacent(side, target, match.span())
