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


@dataclass(frozen=True, slots=True)
class Graph:
    """Rows of a diagram by their edges. `parent` is a forest: links that would close a ring are left out."""

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
    children: dict[int, list[int]] = {}
    for child in sorted(parent):
        children.setdefault(parent[child], []).append(child)
    frozen = ({key: tuple(rows) for key, rows in side.items()} for side in (children, following, preceding))
    return Graph(parent, *frozen)


def _ancestors(parent: Mapping[int, int], row: int) -> list[int]:
    """The row itself, its parent, and so on up to the root."""
    path = [row]
    while path[-1] in parent:
        path.append(parent[path[-1]])
    return path


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
    if relationship in {"start", "end", "path", "parent", "join"}:
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
    if relationship in {"start", "end"} and arrows and not named:
        sources, targets = graph.following, graph.preceding
        kept, without = (sources, targets) if relationship == "start" else (targets, sources)
        return [row for row in kept if row not in without]
    if not named:
        return _roots(graph, question) if _has_place(question) else []
    if arrows and len(named) > 1 and relationship == "join":
        return _common(graph.following, named)
    if arrows and len(named) > 1:
        return _path(graph.following, named[0], named[-1]) or _path(graph.following, named[-1], named[0])
    if (arrows and relationship in {"next", "previous"}) or (
        arrows and beside and _IN_ORDER.search(question.wording)
    ):
        backwards = relationship == "previous" or (not relationship and beside and beside.side == "above")
        return list((graph.preceding if backwards else graph.following).get(named[-1], ()))
    if relationship == "parent":
        return [graph.parent[row] for row in _innermost(graph, named) if row in graph.parent]
    if beside is not None and (beside.side != "next" or not graph.children.get(named[0])):
        below = beside.side == "below" and re.search(
            r"\b(?:listed|falls?|placed|grouped)?\s*under\b", question.wording, re.I
        )
        if not (below and graph.children.get(named[-1])):
            return _neighbour(data, graph, named[-1], beside.side)
    branches = [row for row in _innermost(graph, named) if graph.children.get(row)]
    if branches and relationship != "sibling":
        return [row for branch in branches for row in _below(graph, question, branch)]
    return _siblings(data, graph, named[0])


def _has_place(question: Question) -> bool:
    return any(isinstance(op, AtPosition | AtSide) for op in question.operations)


def _roots(graph: Graph, question: Question) -> list[int]:
    """Branches of the whole tree, for questions like "What is the last category of the taxonomy?"."""
    roots = [row for row in graph.children if row not in graph.parent]
    return list(graph.children[roots[0]]) if len(roots) == 1 and _CATEGORY.search(question.asked) else []


def _innermost(graph: Graph, rows: Sequence[int]) -> list[int]:
    """The rows that are no ancestors of others."""
    above = {ancestor for row in rows for ancestor in _ancestors(graph.parent, row)[1:]}
    return [row for row in rows if row not in above]


def _below(graph: Graph, question: Question, branch: int) -> list[int]:
    """The children where categories are asked for, else the leaves under a branch."""
    if _CATEGORY.search(question.asked or question.wording.split("under")[0]):
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


def _distances(following: Mapping[int, tuple[int, ...]], start: int) -> dict[int, int]:
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
