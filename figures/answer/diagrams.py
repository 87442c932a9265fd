"""Names that a question selects in a diagram by their relationships: parents, children, neighbours, paths."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..question.label_mentions import find_mentions
from ..question.operations import Adjacent, AtPosition, AtSide, Extreme, Relationship, StyleFilter
from ..question.parser import Question
from ..types import FigureData
from .by_position import offset
from .cells import CellValue

_ORDINALS = {
    "first": 1, "top": 1, "topmost": 1, "uppermost": 1, "beginning": 1, "start": 1, "opens": 1, "leads": 1, "leftmost": 1,
    "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": -1, "bottom": -1, "final": -1, "closes": -1,
    "end": -1, "ends": -1, "bottommost": -1, "lowermost": -1, "rightmost": -1, "penultimate": -2,
}  # fmt: skip
_ORDINAL = re.compile(rf"\b({'|'.join(_ORDINALS)})\b", re.I)
_CATEGORY = re.compile(
    r"\b(?:sub-?)?(?:categor(?:y|ies)|branch(?:es)?|groups?|class(?:es)?|nodes?|child(?:ren)?|types?|topics?|headings?|directions?)\b",
    re.I,
)
_IN_ORDER = re.compile(r"\b(?:before|after|preced\w+|follow\w*|succeed\w*)\b", re.I)

_PORT = re.compile(r"\b(?:in|out)puts? (?=of\b)", re.I)  # "the output of X" names no node called Output


_BOXES = re.compile(
    r"\bhow many (?:\w+ ){0,2}?(?:box|block|node|module|component|step|stage|unit|part|element)(?:es|s)?\b|\bnumber of",
    re.I,
)
_INPUTS = re.compile(
    r"\b(?:(?:lead|feed|go|flow|point)s? (?:in)?to|inputs?|incoming|receives?|enter\w*)\b", re.I
)
_OUTPUTS = re.compile(r"\b(?:from|leaves?|outputs?|outgoing|out of|after)\b", re.I)
_BETWEEN = re.compile(r"\b(?:between|from\b.*\bto|on the way|separate)\b", re.I)
_HOLDS = re.compile(r"\b(?:contain|include|comprise|cover|have|has|hold|list|encompass|parent)\b", re.I)
_ARROWS = re.compile(
    r"\b(?:arrows?|feeds?|fed|connect\w*|leads?|flows?|passe[sd]?|outputs?|inputs?|before|after|follows?|precedes?|link\w*|directly)\b",
    re.I,
)
_AFTER = re.compile(r"\b(?:after|follows?|fed by|from (?:the )?output|receives?)\b", re.I)


@dataclass(frozen=True, slots=True)
class Graph:
    """Rows of a diagram by their edges. `parent` is a forest: links that would close a ring are left out.

    Arrows that make a tree count as links to children too.
    """

    parent: Mapping[int, int]
    children: Mapping[int, tuple[int, ...]]
    following: Mapping[int, tuple[int, ...]]
    preceding: Mapping[int, tuple[int, ...]]


def build_graph(data: FigureData) -> Graph:
    """Index the edges of a diagram; every row has at most one parent and no row is its own ancestor."""
    parent: dict[int, int] = {}
    following: dict[int, list[int]] = {}
    preceding: dict[int, list[int]] = {}
    for edge in data.edges:
        if edge.kind == "child":
            if edge.target not in parent and edge.target not in _ancestors(parent, edge.source):
                parent[edge.target] = edge.source
        else:
            following.setdefault(edge.source, []).append(edge.target)
            preceding.setdefault(edge.target, []).append(edge.source)
    if not parent and _is_tree(following, preceding):
        blocks = data.rows.blocks
        parent = {
            row: sources[0]
            for target, sources in preceding.items()
            for row, block in enumerate(blocks)
            if block == blocks[target]
        }
    children: dict[int, list[int]] = {}
    for child in sorted(parent):
        children.setdefault(parent[child], []).append(child)
    frozen = ({key: tuple(rows) for key, rows in side.items()} for side in (children, following, preceding))
    return Graph(parent, *frozen)


def _is_tree(following: Mapping[int, Sequence[int]], preceding: Mapping[int, Sequence[int]]) -> bool:
    """True if arrows lead from one row to all others, each of which has one incoming arrow, and some of them part."""
    roots = [row for row in following if row not in preceding]
    single = all(len(sources) == 1 for sources in preceding.values())
    if not single or len(roots) != 1 or max(map(len, following.values())) < 2:
        return False
    return len(_distances(following, roots[0])) == len(preceding) + 1


def _ancestors(parent: Mapping[int, int], row: int) -> list[int]:
    """The row itself, its parent, and so on up to the root."""
    path = [row]
    while path[-1] in parent:
        path.append(parent[path[-1]])
    return path


def find_diagram_value(data: FigureData, question: Question) -> CellValue | None:
    """Return a count of names, boxes or arrows, or "yes" or "no" to a connection of two names; None for other questions."""
    if question.wants not in {"count", "verdict"} or not data.rows.attributes:
        return None
    graph = build_graph(data)
    named = _named_rows(graph, [name.text for name in data.rows.attributes[0].names], question)
    boxes = tuple(box for row in named if (box := data.rows.attributes[0].boxes[row]))
    if question.wants == "count":
        count = _count(data, graph, question, named)
        return None if count is None else CellValue(str(count), boxes=boxes, confidence=0.7)
    if len(named) != 2:
        return None
    verdict = _are_connected(graph, question, named[0], named[1]) != question.negated
    return CellValue("yes" if verdict else "no", boxes=boxes, confidence=0.7)


def _count(data: FigureData, graph: Graph, question: Question, named: Sequence[int]) -> int | None:
    """Number of names between two, under one or before one along the arrows; of all boxes where none is named."""
    if len(named) > 1:
        start, end = named[0], named[-1]
        steps = _distances(graph.following, start).get(end) or _distances(graph.following, end).get(start)
        named = _innermost(graph, named)
        if len(named) > 1 or _BETWEEN.search(question.wording):
            return steps - 1 if steps else None
    if not named:
        return len(set(data.rows.blocks)) if _BOXES.search(question.wording) else None
    row = named[-1]
    inputs, outputs = graph.preceding.get(row, ()), graph.following.get(row, ())
    if _INPUTS.search(question.wording):
        return len(inputs)
    if _OUTPUTS.search(question.wording):
        return len(outputs)
    if not graph.children.get(row):
        return None
    return len(_below(graph, question, row))


def _are_connected(graph: Graph, question: Question, one: int, other: int) -> bool:
    """True if one name is under the other, or if an arrow leads from the first to the second, as the question says."""
    above, below = (one, other) if _HOLDS.search(question.wording) else (other, one)
    if graph.parent and not _ARROWS.search(question.wording):
        return above in _ancestors(graph.parent, below)[1:]
    if _AFTER.search(question.wording):
        one, other = other, one
    return other in graph.following.get(one, ())


def select_nodes(data: FigureData, question: Question) -> list[int]:
    """Rows that the question selects, in reading order; [] where it does not point at the diagram."""
    if not data.rows.attributes:
        return []
    graph = build_graph(data)
    names = [name.text for name in data.rows.attributes[0].names]
    named = _named_rows(graph, names, question)
    relationship = question.relationship
    rows = _related(data, graph, question, named, relationship)
    excluded = {name.lower() for name in question.excluded}
    rows = [row for row in dict.fromkeys(rows) if row not in named and names[row].lower() not in excluded]
    if relationship in {"start", "end", "path", "parent", "join", "root"}:
        return rows
    return _in_place(rows, question)


def _named_rows(graph: Graph, names: Sequence[str], question: Question) -> list[int]:
    """Rows that the question names, in the order of its text; of equal names the one below another that it names."""
    wording = _PORT.sub(lambda match: " " * len(match.group()), question.wording)
    found = [m.name for m in find_mentions(wording, names)]
    texts = {names[row].lower() for row in found}
    chosen = []
    for row in found:
        same = [other for other, name in enumerate(names) if name.lower() == names[row].lower()]
        chosen.append(
            max(
                same,
                key=lambda r: (
                    sum(names[a].lower() in texts for a in _ancestors(graph.parent, r)[1:]),
                    bool(graph.children.get(r)),
                    -r,
                ),
            )
        )
    return list(dict.fromkeys(chosen))


def _related(
    data: FigureData, graph: Graph, question: Question, named: Sequence[int], relationship: Relationship
) -> list[int]:
    arrows = bool(graph.following)
    beside = next((op for op in question.operations if isinstance(op, Adjacent)), None)
    if relationship == "root":
        return [row for row in graph.children if row not in graph.parent][:1]
    if relationship in {"start", "end"} and arrows and not named:
        sources, targets = graph.following, graph.preceding
        kept, without = (sources, targets) if relationship == "start" else (targets, sources)
        return [row for row in kept if row not in without]
    if not named:
        return _roots(graph, question) if _has_place(question) else []
    if arrows and len(named) > 1 and relationship == "join":
        return _common(graph.following, named)
    if arrows and len(named) > 1 and (relationship == "path" or len(_innermost(graph, named)) > 1):
        return _path(graph.following, named[0], named[-1]) or _path(graph.following, named[-1], named[0])
    levels = bool(graph.parent) and _CATEGORY.search(question.asked) is not None
    if arrows and not levels and (relationship in {"next", "previous"} or _follows(question, beside)):
        backwards = relationship == "previous" or (not relationship and beside and beside.side == "above")
        return list((graph.preceding if backwards else graph.following).get(named[-1], ()))
    if relationship == "parent":
        return [graph.parent[row] for row in _innermost(graph, named) if row in graph.parent]
    if beside is not None and (beside.side != "next" or not graph.children.get(named[0])):
        below = beside.side == "below" and (
            _ORDINAL.search(question.wording) or re.search(r"\bunder\b", question.wording, re.I)
        )
        if not (below and graph.children.get(named[-1])):
            return _neighbour(data, graph, named[-1], beside.side)
    branches = [row for row in _innermost(graph, named) if graph.children.get(row)]
    if branches and relationship != "sibling":
        return [row for branch in branches for row in _below(graph, question, branch)]
    return _siblings(data, graph, named[0])


def _follows(question: Question, beside: Adjacent | None) -> bool:
    return beside is not None and _IN_ORDER.search(question.wording) is not None


def _has_place(question: Question) -> bool:
    placed = any(isinstance(op, AtPosition | AtSide) for op in question.operations)
    return placed or _ORDINAL.search(question.wording) is not None


def _roots(graph: Graph, question: Question) -> list[int]:
    """Branches of the whole tree, for questions like "What is the last category of the taxonomy?"."""
    roots = [row for row in graph.children if row not in graph.parent]
    return list(graph.children[roots[0]]) if len(roots) == 1 and _CATEGORY.search(question.asked) else []


def _innermost(graph: Graph, rows: Sequence[int]) -> list[int]:
    """The rows that are no ancestors of others."""
    above = {ancestor for row in rows for ancestor in _ancestors(graph.parent, row)[1:]}
    return [row for row in rows if row not in above]


def _below(graph: Graph, question: Question, branch: int) -> list[int]:
    """The children where these or categories are asked for, else the leaves under a branch."""
    if question.relationship == "child" or _CATEGORY.search(
        question.asked or question.wording.split("under")[0]
    ):
        return list(graph.children.get(branch, ()))
    return _leaves(graph, branch)


def _leaves(graph: Graph, row: int) -> list[int]:
    leaves, waiting = [], [row]
    while waiting:
        current = waiting.pop()
        below = graph.children.get(current, ())
        waiting += reversed(below)
        if not below and current != row:
            leaves.append(current)
    return leaves


def _siblings(data: FigureData, graph: Graph, row: int) -> list[int]:
    """Other names of the same node; without any, the other leaves under the parent."""
    blocks = data.rows.blocks
    others = [other for other, block in enumerate(blocks) if block == blocks[row] and other != row]
    parent = graph.parent.get(row)
    if others or parent is None:
        return others
    return [other for other in _leaves(graph, parent) if other != row]


def _neighbour(data: FigureData, graph: Graph, row: int, side: str) -> list[int]:
    """The nearest sibling on the given side; without siblings the nearest node."""
    boxes = data.rows.attributes[0].boxes
    start = boxes[row]
    if start is None:
        return []
    blocks = data.rows.blocks
    parent = graph.parent.get(row)
    siblings = list(graph.children.get(parent, ())) if parent is not None else []
    for pool in (siblings, range(len(boxes))):
        best = []
        for other in pool:
            box = boxes[other]
            if box is None or other == row or blocks[other] == blocks[row]:
                continue
            along, across = offset(start, box, side)
            if along > 0:
                best.append((along + 2 * across, other))
        if best:
            return [min(best)[1]]
    return []


def _common(following: Mapping[int, tuple[int, ...]], rows: Sequence[int]) -> list[int]:
    """Rows that all given rows lead to at the fewest steps."""
    distances = [_distances(following, row) for row in rows]
    shared = set.intersection(*(set(d) for d in distances)) - set(rows)
    if not shared:
        return []
    nearest = min(sum(d[row] for d in distances) for row in shared)
    return sorted(row for row in shared if sum(d[row] for d in distances) == nearest)


def _distances(following: Mapping[int, Sequence[int]], start: int) -> dict[int, int]:
    """Steps along the arrows from `start` to every row that it leads to; rings are passed once."""
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        row = waiting.popleft()
        for target in following.get(row, ()):
            if target not in steps:
                steps[target] = steps[row] + 1
                waiting.append(target)
    return steps


def _path(following: Mapping[int, tuple[int, ...]], start: int, end: int) -> list[int]:
    """Rows on shortest paths strictly between two rows."""
    forward = _distances(following, start)
    if end not in forward:
        return []
    backward: dict[int, list[int]] = {}
    for source, targets in following.items():
        for target in targets:
            backward.setdefault(target, []).append(source)
    back = _distances({row: tuple(sources) for row, sources in backward.items()}, end)
    length = forward[end]
    return [
        r for r in sorted(forward) if r not in (start, end) and forward[r] + back.get(r, length + 1) == length
    ]


def _in_place(rows: list[int], question: Question) -> list[int]:
    """The row at the place that the question counts to; all of them when it counts to none."""
    index = 0
    for op in question.operations:
        if isinstance(op, AtPosition):
            index = op.index
        elif isinstance(op, AtSide) and (op.vertical or op.horizontal):
            index = -1 if (op.vertical or op.horizontal) > 0 else 1
        elif isinstance(op, Extreme) and op.want in {"best", "worst"}:
            index = op.rank if op.want == "best" else -op.rank
        elif isinstance(op, StyleFilter | Adjacent):
            continue
        if index:
            break
    beside = any(isinstance(op, Adjacent) and op.side != "next" for op in question.operations)
    match = None if index or (beside and len(rows) == 1) else _ORDINAL.search(question.wording)
    index = index or (_ORDINALS[match[1].lower()] if match else 0)
    if index == 0:
        return rows
    return [rows[index - 1 if index > 0 else index]] if abs(index) <= len(rows) else rows
