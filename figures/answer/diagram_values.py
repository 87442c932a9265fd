"""Counts of names, boxes and arrows of a diagram, and verdicts on the connection of two names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..label_match import singular_tokens
from ..request import FigureRequest
from ..types import FigureData
from .cell_shares import CellValue
from .diagrams import find_named_rows, names_below
from .graph import Graph, ancestors, build_graph, count_steps, innermost

_BOXES = re.compile(
    r"\bhow many (?:(?!of\b)\w+ ){0,2}?(?:box|block|node|module|component|step|stage|unit|part|element|state|circle|oval"
    r"|rectangle)(?:es|s)?\b|\bnumber of",
    re.I,
)
# Words that single some of the boxes out, of which the number of all is no answer.
_SINGLED_OUT = re.compile(
    r"\b(?:shaded|dark\w*|light\w*|filled|empty|hollow|dashed|dotted|solid|bold|thick|double|hatched|striped|colou?red|highlighted"
    r"|marked|framed|crossed|label+ed|visited|final|red|green|blue|yellow|orange|purple|pink|brown|black|white|gr[ae]y"
    r"|left\w*|right\w*|top\w*|bottom\w*|upper\w*|lower\w*|levels?|rows?|columns?|with|without)\b",
    re.I,
)
_COUNTED = re.compile(
    r"\bhow many (?P<things>[^?]+?) (?:are|is) (?:there|drawn|shown|used|in|stacked|depicted|listed|displayed|visible|pictured)\b"
    r"|\bhow many (?P<contained>[^?]+?) (?:does|do) (?:the|this) (?:figure|diagram|model|network|architecture|picture)\b",
    re.I,
)
_SHAPE = re.compile(
    r"\s+(?:box|block|node|module|component|unit|circle|oval|rectangle|cell|layer)(?:es|s)?$", re.I
)
_LAYERS = re.compile(r"\b(?:layer|level|row|tier)s\b", re.I)


def find_diagram_value(data: FigureData, question: FigureRequest) -> CellValue | None:
    """Return a count of names, boxes or arrows, a level, or "yes" or "no" to a connection of two names; None if not asked."""
    if not data.rows.attributes:
        return None
    level = "level" in question.cues
    if not level and question.wants not in {"count", "verdict"}:
        return None
    graph = build_graph(data)
    named = find_named_rows(graph, [name.text for name in data.rows.attributes[0].names], question)
    boxes = tuple(box for row in named if (box := data.rows.attributes[0].boxes[row]))
    if level:
        depth = _level(graph, named, below="below the root" in question.cues)
        return None if depth is None else CellValue(str(depth), boxes=boxes, confidence=0.7)
    if question.wants == "count":
        count = _count(data, graph, question, named)
        return None if count is None else CellValue(str(count), boxes=boxes, confidence=0.7)
    if len(named) != 2:
        return None
    verdict = _are_connected(graph, question, named[0], named[1]) != ("negated" in question.cues)
    return CellValue("yes" if verdict else "no", boxes=boxes, confidence=0.7)


def _level(graph: Graph, named: Sequence[int], *, below: bool) -> int | None:
    """The level of a node of a tree, or of its deepest node where none is named: 1 for the root, 0 with `below` the root."""
    if not graph.parent or len(innermost(graph, named)) > 1:
        return None
    depths = [len(ancestors(graph.parent, row)) for row in innermost(graph, named) or graph.parent]
    return max(depths) - below


def _count(data: FigureData, graph: Graph, question: FigureRequest, named: Sequence[int]) -> int | None:
    """Number of names between two, under one or before one along the arrows; of all boxes where none is named."""
    if len(named) > 1:
        start, end = named[0], named[-1]
        steps = count_steps(graph.following, start).get(end) or count_steps(graph.following, end).get(start)
        named = innermost(graph, named)
        if len(named) > 1 or "on the way" in question.cues:
            return steps - 1 if steps else None
    if len(named) < 2 and re.search(r"\bbetween\b", question.wording):
        return None
    if "leaves" in question.cues and not named:
        below, inner = (graph.parent, graph.children) if graph.parent else (graph.preceding, graph.following)
        return sum(row not in inner for row in below) or None
    if (copies := _count_copies(data, question)) is not None:
        return copies
    if not named:
        all_boxes = _BOXES.search(question.wording) and not _SINGLED_OUT.search(question.wording)
        return len(set(data.rows.blocks)) if all_boxes else None
    row = named[-1]
    inputs, outputs = graph.preceding.get(row, ()), graph.following.get(row, ())
    if graph.following and "inputs" in question.cues:
        return len(inputs)
    if graph.following and "outputs" in question.cues:
        return len(outputs)
    if not graph.children.get(row):
        return None
    return len(names_below(graph, question, row))


def _count_copies(data: FigureData, question: FigureRequest) -> int | None:
    """Number of nodes with the name that the question counts: "How many LSTM boxes are drawn?"; None if it counts others.

    Where it counts layers that have several such nodes side by side each, it is the number of layers.
    """
    counted = _COUNTED.search(question.wording)
    things = singular_tokens(_SHAPE.sub("", counted["things"] or counted["contained"])) if counted else []
    names = [singular_tokens(name.text) for name in data.rows.attributes[0].names]
    copies = [row for row, name in enumerate(names) if things and name[: len(things)] == things]
    if counted and _LAYERS.search(counted.group()) and (layers := _count_lines(data, copies)):
        return layers
    return len(copies) or None


def _count_lines(data: FigureData, rows: Sequence[int]) -> int:
    """Number of lines of boxes side by side that these nodes form; 0 where a line has one alone."""
    boxes = [box for row in rows if (box := data.rows.attributes[0].boxes[row])]
    lines: list[list[float]] = []
    for box in sorted(boxes, key=lambda box: box.y0):
        if lines and box.y0 - lines[-1][-1] < box.height / 2:
            lines[-1].append(box.y0)
        else:
            lines.append([box.y0])
    return len(lines) if lines and min(map(len, lines)) > 1 else 0


def _are_connected(graph: Graph, question: FigureRequest, one: int, other: int) -> bool:
    """True if one name is under the other, or if an arrow leads from the first to the second, as the question says."""
    above, below = (one, other) if "contains" in question.cues else (other, one)
    if graph.parent and "arrows" not in question.cues:
        return above in ancestors(graph.parent, below)[1:]
    if "receives" in question.cues:
        one, other = other, one
    return other in graph.following.get(one, ())
