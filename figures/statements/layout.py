"""Sentences about the texts of a drawing by their places: beside one another, at the ends, of one kind, as printed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean

from ...papers.types import BBox
from ..label_match import singular_tokens, tokens
from ..request import Cue
from ..types import FigureData
from .texts import DrawnText, is_words
from .types import FigureStatement

_LONGEST = 12  # words of a text that may be the name of a step or a layer
_MOST_AT_END = 3  # texts side by side at an end of a drawing
_MOST_TEXTS = 40  # whose neighbors are stated
_FEWEST_OF_KIND, _MOST_OF_KIND = 2, 8
_INPUTS = frozenset(
    "input inputs embedding embeddings word words token tokens character characters query document raw".split()
)
_OUTPUTS = frozenset(
    "output outputs prediction predictions softmax result results score scores classifier label loss".split()
)
_KEY = re.compile(r"(?P<key>[^\W\d_][\w /-]{0,24}?)\s*[:=]\s*(?P<rest>\S.*)")
_BACK = {"below": "above", "above": "below", "left": "right", "right": "left"}
_WORDS: dict[str, Cue] = {"below": "below", "above": "above", "left": "left of", "right": "right of"}
_ENDS: dict[str, Cue] = {"above": "top", "below": "bottom", "left": "left", "right": "right"}
_FEWEST_TEXTS = 3
_ALIGNED = 0.35  # letter heights between the middles or sides of texts in line
_TOUCHING = 0.3  # letter heights by which texts beside one another may overlap
_PANEL = re.compile(r"\(?(?P<letter>[a-h])\)\s*(?P<title>\S.*)")
_TAGGED = re.compile(r"(?P<name>\w[^\[\]()]*?)\s*[\[(](?P<tag>[^\[\]()]{1,20})[\])]")


def state_layout(
    data: FigureData | None, texts: Sequence[DrawnText], lines: Sequence[DrawnText]
) -> Iterator[FigureStatement]:
    """The texts at the ends of the drawing, the neighbors of each, and texts of one kind."""
    names = [
        text for text in join_nodes(texts, data) if is_words(text.text) and len(text.text.split()) <= _LONGEST
    ]
    level = [text for text in names if not text.upright][:_MOST_TEXTS]
    yield from _state_labels(lines)
    flow = find_flow(level, data)
    yield from _state_ends(level, flow)
    yield from _state_kinds(level)
    yield from _state_neighbours(level, flow)


def state_lines(lines: Sequence[DrawnText]) -> Iterator[FigureStatement]:
    """Each line as printed."""
    for line in lines:
        if is_words(line.text) and not line.upright:
            yield FigureStatement(line.text, "text", line.text, "", (line.box,))


def join_nodes(texts: Sequence[DrawnText], data: FigureData | None) -> list[DrawnText]:
    """The texts with those in the box of one node of a diagram joined to its name."""
    joined = list(texts)
    attributes = data.rows.attributes if data is not None and data.kind == "diagram" else ()
    for name, box in zip(attributes[0].names, attributes[0].boxes, strict=True) if attributes else ():
        inside = [t for t in joined if box and box.x0 <= t.cx <= box.x1 and box.y0 <= t.cy <= box.y1]
        if box is not None and len(inside) > 1:
            joined = [text for text in joined if text not in inside] + [DrawnText(name.text, box)]
    return sorted(joined, key=lambda text: (text.box.y0, text.box.x0, text.text))


def find_flow(texts: Sequence[DrawnText], data: FigureData | None) -> str:
    """The side to which most arrows lead, or else that of the outputs as seen from the inputs; "" where neither is there."""
    boxes: Sequence[BBox | None] = data.rows.attributes[0].boxes if data and data.rows.attributes else ()
    dx = dy = 0.0
    for edge in data.edges if data and data.kind == "diagram" else ():
        start, end = boxes[edge.source], boxes[edge.target]
        if edge.kind == "arrow" and start is not None and end is not None:
            x, y = (end.x0 + end.x1 - start.x0 - start.x1) / 2, (end.y0 + end.y1 - start.y0 - start.y1) / 2
            dx, dy = (dx + (x > 0) - (x < 0), dy) if abs(x) > abs(y) else (dx, dy + (y > 0) - (y < 0))
    if not dx and not dy:
        inputs = [text for text in texts if _INPUTS & set(tokens(text.text))]
        outputs = [text for text in texts if _OUTPUTS & set(tokens(text.text))]
        if not inputs or not outputs:
            return ""
        dx = fmean(text.cx for text in outputs) - fmean(text.cx for text in inputs)
        dy = fmean(text.cy for text in outputs) - fmean(text.cy for text in inputs)
    if abs(dx) > abs(dy):
        return "right" if dx > 0 else "left"
    return "below" if dy > 0 else "above"


def _state_labels(lines: Sequence[DrawnText]) -> Iterator[FigureStatement]:
    """Keys with their texts, titles of panels, and names with a tag in brackets."""
    titles = [match["title"] for line in lines if (match := _PANEL.fullmatch(line.text))]
    if len(titles) > 1:
        text = ", ".join(dict.fromkeys(titles))
        yield FigureStatement(
            f"The {len(titles)} panels show {text}.", "list", text, relations=("list", "panel")
        )
    for line in lines:
        panel, key, tagged = (form.fullmatch(line.text) for form in (_PANEL, _KEY, _TAGGED))
        if panel is not None:
            text = f"Panel ({panel['letter']}) shows {panel['title']}."
            yield FigureStatement(text, "label", panel["title"], "", (line.box,), ("panel",))
        elif key is not None:
            yield FigureStatement(line.text, "label", key["rest"], key["key"], (line.box,))
        elif tagged is not None:
            text = f"{tagged['name']} is marked {tagged['tag']}."
            yield FigureStatement(text, "label", tagged["tag"], tagged["name"], (line.box,))


def _state_ends(texts: Sequence[DrawnText], flow: str) -> Iterator[FigureStatement]:
    """The texts at each end of the drawing and in its middle, where few are."""
    if len(texts) < _FEWEST_TEXTS:
        return
    height = fmean(text.box.height for text in texts)
    for side, end in _ENDS.items():
        places = [_distance_towards(text, side) for text in texts]
        found = [
            text for text, place in zip(texts, places, strict=True) if max(places) - place <= 0.5 * height
        ]
        if len(found) <= _MOST_AT_END:
            value, order = ", ".join(dict.fromkeys(text.text for text in found)), _order_of_end(side, flow)
            sentence = f"At the {end}{f', as the {order} part,' if order else ''} of the drawing is {value}."
            relations = (end, order) if order else (end,)
            yield FigureStatement(sentence, "place", value, "", tuple(text.box for text in found), relations)
    lines = max(_in_lines(texts, "cy"), _in_lines(texts, "cx"), key=len)
    middle = lines[len(lines) // 2] if len(lines) % 2 else []
    if len(middle) == 1:
        text = middle[0].text
        yield FigureStatement(f"In the middle is {text}.", "place", text, "", (middle[0].box,), ("middle",))


def _in_lines(texts: Sequence[DrawnText], axis: str) -> list[list[DrawnText]]:
    """The texts in rows ("cy") or columns ("cx"), in their order."""
    lines: list[list[DrawnText]] = []
    for text in sorted(texts, key=lambda text: float(getattr(text, axis))):
        if lines and getattr(text, axis) - getattr(lines[-1][-1], axis) <= 0.5 * text.box.height:
            lines[-1].append(text)
        else:
            lines.append([text])
    return lines


def _order_of_end(side: str, flow: str) -> Cue | None:
    """ "last" for the end to which the drawing is read, "first" for the one where it begins."""
    return "last" if side == flow else "first" if _BACK.get(side) == flow else None


def _state_kinds(texts: Sequence[DrawnText]) -> Iterator[FigureStatement]:
    """Different texts with the same last word: the gates, the layers."""
    kinds = defaultdict[str, dict[str, str]](dict)
    for text in texts:
        words = singular_tokens(text.text)
        if len(words) > 1 and words[-1].isalpha():
            kinds[words[-1]].setdefault(text.text, text.text.split()[-1])
    for names in kinds.values():
        if _FEWEST_OF_KIND <= len(names) <= _MOST_OF_KIND:
            value, noun = ", ".join(names), next(iter(names.values()))
            sentence = f"The {len(names)} texts that end with {noun} are {value}."
            yield FigureStatement(sentence, "list", value, noun)


def _state_neighbours(texts: Sequence[DrawnText], flow: str) -> Iterator[FigureStatement]:
    """The nearest text below each one and to its right, both ways, with the order in which the drawing is read, and the text
    between two others."""
    before: dict[tuple[str, int], DrawnText] = {}
    for text in texts:
        for side in ("below", "right"):
            near = _find_near(text, texts, side)
            if near is None:
                continue
            yield _state_neighbour(text, near, side, flow)
            yield _state_neighbour(near, text, _BACK[side], flow)
            if other := before.get((side, id(text))):
                sentence, pair = (
                    f"{text.text} is between {other.text} and {near.text}.",
                    f"{other.text}; {near.text}",
                )
                boxes = (other.box, text.box, near.box)
                yield FigureStatement(sentence, "near", text.text, pair, boxes, ("between",))
            before.setdefault((side, id(near)), text)


def _state_neighbour(subject: DrawnText, near: DrawnText, side: str, flow: str) -> FigureStatement:
    """The text `near` on this side of its subject."""
    order: Cue | None = "after" if flow == side else "before" if flow == _BACK[side] else None
    word = _WORDS[side]
    sentence = f"Right {word} {subject.text}{f', and right {order} it,' if order else ''} is {near.text}."
    relations = (word, order) if order else (word,)
    return FigureStatement(sentence, "near", near.text, subject.text, (subject.box, near.box), relations)


def _find_near(text: DrawnText, texts: Sequence[DrawnText], side: str) -> DrawnText | None:
    """The nearest text on this side, one that is in line with `text` before others."""
    gaps = [
        (gap, place)
        for place, other in enumerate(texts)
        if (gap := _gap(text.box, other.box, side)) is not None
    ]
    aligned = [(gap, place) for gap, place in gaps if _is_in_line(text, texts[place], side)]
    return texts[min(aligned or gaps)[1]] if gaps else None


def _is_in_line(one: DrawnText, other: DrawnText, side: str) -> bool:
    if side == "below":
        off = min(abs(one.cx - other.cx), abs(one.box.x0 - other.box.x0))
    else:
        off = min(abs(one.cy - other.cy), abs(one.box.y0 - other.box.y0))
    return off <= _ALIGNED * one.box.height


def _gap(one: BBox, other: BBox, side: str) -> float | None:
    """The distance from one box to another one on its side; None where it is elsewhere."""
    if side == "below":
        is_beside = (other.x0 < one.x1 and one.x0 < other.x1) or abs(
            other.x0 - one.x0
        ) <= _ALIGNED * one.height
        gap = other.y0 - one.y1
    else:
        is_beside = other.y0 < one.y1 and one.y0 < other.y1
        gap = other.x0 - one.x1
    return gap if is_beside and other is not one and gap > -_TOUCHING * one.height else None


def _distance_towards(text: DrawnText, side: str) -> float:
    return {"above": -text.cy, "below": text.cy, "left": -text.cx, "right": text.cx}[side]
