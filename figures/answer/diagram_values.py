"""Answer from a diagram with a count of names, boxes or arrows, or with yes or no to a connection between two names."""

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
# Words that restrict the count to some of the boxes, so that the total number of boxes is no answer.
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
    """Return what the question asks of a diagram: a count, a level of the tree, or "yes" or "no" to a connection.

    None if the question asks for something else, or if the answer cannot be found.
    """
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
    """Return the level of the named node in a tree, or the level of the deepest node if no node is named.

    The root has level 1, or level 0 with `below`. None if there is no tree or several nodes are named.
    """
    if not graph.parent or len(innermost(graph, named)) > 1:
        return None
    depths = [len(ancestors(graph.parent, row)) for row in innermost(graph, named) or graph.parent]
    return max(depths) - below


def _count(data: FigureData, graph: Graph, question: FigureRequest, named: Sequence[int]) -> int | None:
    """Return the count that the question asks for; None if it cannot be told.

    The count is of names between two named nodes, of inputs, outputs or descendants of one node, or of all boxes if
    no node is named.
    """
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
    """Return the number of nodes with the counted name: "How many LSTM boxes are drawn?".

    If the question counts layers, and each layer has several such nodes side by side, the number of layers is
    returned. None if no node has the counted name.
    """
    counted = _COUNTED.search(question.wording)
    things = singular_tokens(_SHAPE.sub("", counted["things"] or counted["contained"])) if counted else []
    names = [singular_tokens(name.text) for name in data.rows.attributes[0].names]
    copies = [row for row, name in enumerate(names) if things and name[: len(things)] == things]
    if counted and _LAYERS.search(counted.group()) and (layers := _count_lines(data, copies)):
        return layers
    return len(copies) or None


def _count_lines(data: FigureData, rows: Sequence[int]) -> int:
    """Return the number of lines that the boxes of these nodes form; 0 if a line has only one box."""
    boxes = [box for row in rows if (box := data.rows.attributes[0].boxes[row])]
    lines: list[list[float]] = []
    for box in sorted(boxes, key=lambda box: box.y0):
        if lines and box.y0 - lines[-1][-1] < box.height / 2:
            lines[-1].append(box.y0)
        else:
            lines.append([box.y0])
    return len(lines) if lines and min(map(len, lines)) > 1 else 0


def _are_connected(graph: Graph, question: FigureRequest, one: int, other: int) -> bool:
    """True if the connection that the question asks about exists.

    In a tree, one node must be an ancestor of the other; otherwise an arrow must lead from one node to the other.
    """
    above, below = (one, other) if "contains" in question.cues else (other, one)
    if graph.parent and "arrows" not in question.cues:
        return above in ancestors(graph.parent, below)[1:]
    if "receives" in question.cues:
        one, other = other, one
    return other in graph.following.get(one, ())
