"""Select nodes of a diagram by their relationships: parents, children, neighbors, paths."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product

from ..label_match import FUNCTION_WORDS, MAX_WORDS, QuestionWords, tokens
from ..label_mentions import find_mentions
from ..operations import Adjacent, AtPosition, AtSide, Extreme, Relationship, StyleFilter
from ..request import FigureRequest
from ..types import FigureData
from ..vocabulary import CARDINALS
from .by_position import offset
from .graph import Graph, ancestors, build_graph, find_joins, find_path, innermost, list_leaves

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
_DEGREE = re.compile(
    r"\b(?:ha[sv]e?|with|contain\w*|list\w*|includ\w+|hold\w*|cover\w*|compris\w+|receiv\w+|gets?|takes?|from|feed\w*|sends?"
    r"|into|to) (?:input |output |data )?(?:from |to |into )?(?:the |only |just |exactly )*"
    rf"(?:(?P<end>most|fewest|least)|(?P<number>{'|'.join(CARDINALS)})) (?:number of )?(?!of\b)[a-z]",
    re.I,
)
_OUTGOING = re.compile(r"\b(?:feed\w*|sends?|into|outputs?|outgoing|leads?)\b", re.I)

_MOST_LISTED = 10  # nodes in one answer
_PORT = re.compile(r"\b(?:in|out)puts? (?=of\b)", re.I)  # "the output of X" names no node called Output


def select_nodes(data: FigureData, question: FigureRequest) -> list[int]:
    """Return the rows that the question selects, in reading order; [] if the question is not about the diagram."""
    if not data.rows.attributes:
        return []
    graph = build_graph(data)
    names = [name.text for name in data.rows.attributes[0].names]
    named = find_named_rows(graph, names, question)
    relationship = question.relationship
    counted = _DEGREE.search(question.wording)
    if counted is not None and question.wants == "name" and (rows := _with_degree(graph, counted, named)):
        return rows
    rows = _related(data, graph, question, named, relationship)
    if relationship == "all" and not rows and not named:
        joined = {end for edge in data.edges for end in (edge.source, edge.target)}
        return sorted(joined) if 1 < len(joined) <= _MOST_LISTED else []
    excluded = {name.lower() for name in question.excluded}
    rows = [row for row in dict.fromkeys(rows) if row not in named and names[row].lower() not in excluded]
    if relationship in {"start", "end", "path", "parent", "join", "root"}:
        return rows
    return _in_place(rows, question)


def _with_degree(graph: Graph, counted: re.Match[str], named: Sequence[int]) -> list[int]:
    """Return the rows with the most, the fewest, or the stated number of children or arrows.

    In a tree, only parents of leaves count. If the question names a branch, only the parents inside this branch count.
    """
    if graph.parent:
        lists = [row for row, below in graph.children.items() if not any(c in graph.children for c in below)]
        inside = [row for row in lists if set(named) & set(ancestors(graph.parent, row)[1:])]
        degrees = {row: len(graph.children[row]) for row in (inside if named else lists)}
    else:
        side = graph.following if _OUTGOING.search(counted.group()) else graph.preceding
        degrees = {row: len(ends) for row, ends in side.items()}
    if not degrees:
        return []
    end = counted["end"]
    ends = {"most": max, "fewest": min, "least": min}
    number = ends[end.lower()](degrees.values()) if end else CARDINALS.get(counted["number"].lower(), 0)
    return sorted(row for row, degree in degrees.items() if degree == number)


def find_named_rows(graph: Graph, names: Sequence[str], question: FigureRequest) -> list[int]:
    """Return the rows that the question names, in the order of its text.

    If several nodes have the same name, a node whose ancestors are also named is preferred, then a node with
    children, then the first node.
    """
    wording = _PORT.sub(lambda match: " " * len(match.group()), question.wording)
    for name in question.excluded:
        wording = wording.replace(name, " " * len(name))
    meant = [
        "" if FUNCTION_WORDS.issuperset(tokens(name)) else name for name in names
    ]  # a node called "the" cannot be named
    found = [m.name for m in find_mentions(wording, meant)] or _begun_rows(names, wording)
    texts = {names[row].lower() for row in found}
    chosen = []
    for row in found:
        same = [other for other, name in enumerate(names) if name.lower() == names[row].lower()]
        chosen.append(
            max(
                same,
                key=lambda r: (
                    sum(names[a].lower() in texts for a in ancestors(graph.parent, r)[1:]),
                    bool(graph.children.get(r)),
                    -r,
                ),
            )
        )
    return list(dict.fromkeys(chosen))


def _begun_rows(names: Sequence[str], wording: str) -> list[int]:
    """Return the row whose first words appear in the question, preferring the longest match.

    Only the start of the name is compared, because a box may hold an example below its title. [] if fewer than two
    words match.
    """
    words = QuestionWords.of(wording)
    begun = []
    for row, name in enumerate(names):
        own = tokens(name)
        sizes = [size for size in range(2, min(MAX_WORDS, len(own)) + 1) if "".join(own[:size]) in words.runs]
        begun.append((max(sizes, default=0), -row))
    longest, place = max(begun, default=(0, 0))
    return [-place] if longest else []


def _related(
    data: FigureData, graph: Graph, question: FigureRequest, named: Sequence[int], relationship: Relationship
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
    if len(named) > 1 and (joining := _relate_several(data, graph, named, relationship)) is not None:
        return joining
    levels = bool(graph.parent) and _CATEGORY.search(question.asked) is not None
    if arrows and not levels and (relationship in {"next", "previous"} or _follows(question, beside)):
        backwards = relationship == "previous" or (not relationship and beside and beside.side == "above")
        side = graph.preceding if backwards else graph.following
        return (
            list(side.get(named[-1], ())) if "several" in question.cues else _ends_of(data, side, named[-1])
        )
    if relationship == "next" and not arrows and all(len(below) == 1 for below in graph.children.values()):
        return list(graph.children.get(named[-1], ()))
    if relationship == "parent" or (relationship == "previous" and graph.parent and beside is None):
        return [_parent(graph, question, row) for row in innermost(graph, named) if row in graph.parent]
    if beside is not None and (beside.side != "next" or not graph.children.get(named[0])):
        below = beside.side == "below" and (
            _ORDINAL.search(question.wording) or re.search(r"\bunder\b", question.wording, re.I)
        )
        if not (below and graph.children.get(named[-1])):
            if "in order" in question.cues:
                listed = _listed_beside(graph, named[-1], beside.side)
                if listed or not arrows:
                    return listed  # without arrows, boxes have no order
            return _neighbor(data, graph, named[-1], beside.side)
    branches = [row for row in innermost(graph, named) if graph.children.get(row)]
    if branches and relationship != "sibling":
        return [row for branch in branches for row in names_below(graph, question, branch)]
    return _siblings(data, graph, named[0])


def _ends_of(data: FigureData, side: Mapping[int, Sequence[int]], row: int) -> list[int]:
    """Return the rows that arrows connect with `row` on this side.

    [] if another node with the same name has different connections, because the question is then ambiguous.
    """
    names = [name.text.lower() for name in data.rows.attributes[0].names]
    ends = {
        tuple(sorted(names[end] for end in side[other]))
        for other, name in enumerate(names)
        if name == names[row] and side.get(other)
    }
    return list(side.get(row, ())) if len(ends) < 2 else []


def _relate_several(
    data: FigureData, graph: Graph, named: Sequence[int], relationship: Relationship
) -> list[int] | None:
    """Return the nodes where the arrows of several named nodes meet, or the nodes between two named nodes.

    None if the question asks for neither.
    """
    arrows = bool(graph.following)
    if arrows and relationship == "join":
        return find_joins(graph.following, named)
    if relationship == "path" and (between := _between_levels(data, graph, named)):
        return between
    if arrows and (relationship == "path" or len(innermost(graph, named)) > 1):
        ahead, back = (named[0], named[-1]), (named[-1], named[0])
        return find_path(graph.following, *ahead) or find_path(graph.following, *back)
    return None


def _between_levels(data: FigureData, graph: Graph, named: Sequence[int]) -> list[int]:
    """Return the rows between two named nodes on the way down a tree.

    If a name occurs several times, the first pair with such a path counts. [] without a path.
    """
    names = [name.text for name in data.rows.attributes[0].names]
    ends = [[row for row, name in enumerate(names) if name == names[end]] for end in (named[0], named[-1])]
    pairs = sorted(product(*ends)) + sorted(product(*reversed(ends)))
    paths = (find_path(graph.children, above, below) for above, below in pairs)
    return next((path for path in paths if path), [])


def _parent(graph: Graph, question: FigureRequest, row: int) -> int:
    """Return the parent of a row, or its ancestor directly below the root if the question asks for the top level."""
    path = ancestors(graph.parent, row)
    return path[max(1, len(path) - 2)] if "top level" in question.cues else path[1]


def _follows(question: FigureRequest, beside: Adjacent | None) -> bool:
    return beside is not None and "in order" in question.cues


def _has_place(question: FigureRequest) -> bool:
    placed = any(isinstance(op, AtPosition | AtSide) for op in question.operations)
    return placed or _ORDINAL.search(question.wording) is not None


def _roots(graph: Graph, question: FigureRequest) -> list[int]:
    """Return the top branches of the whole tree, for questions such as "What is the last category of the taxonomy?"."""
    roots = [row for row in graph.children if row not in graph.parent]
    return list(graph.children[roots[0]]) if len(roots) == 1 and _CATEGORY.search(question.asked) else []


def names_below(graph: Graph, question: FigureRequest, branch: int) -> list[int]:
    """Return the children of a branch if the question asks for children or categories, or else its leaves."""
    if question.relationship == "child" or _CATEGORY.search(
        question.asked or question.wording.split("under")[0]
    ):
        return list(graph.children.get(branch, ()))
    return list_leaves(graph, branch)


def _siblings(data: FigureData, graph: Graph, row: int) -> list[int]:
    """Return the names that belong with a row.

    A branch gives its sibling branches. Another row gives the other names of its node, or else the other leaves
    under its parent.
    """
    blocks = data.rows.blocks
    if graph.children.get(row) and row in graph.parent:
        return [other for other in graph.children[graph.parent[row]] if other != row]
    others = [other for other, block in enumerate(blocks) if block == blocks[row] and other != row]
    parent = graph.parent.get(row)
    if others or parent is None:
        return others
    return [other for other in list_leaves(graph, parent) if other != row]


def _listed_beside(graph: Graph, row: int, side: str) -> list[int]:
    """Return the sibling listed directly before a row (`side` is "above") or directly after it; [] without such a
    sibling.
    """
    siblings = graph.children.get(graph.parent.get(row, -1), ())
    place = siblings.index(row) + (-1 if side == "above" else 1) if row in siblings else -1
    return [siblings[place]] if 0 <= place < len(siblings) else []


def _neighbor(data: FigureData, graph: Graph, row: int, side: str) -> list[int]:
    """Return the nearest sibling on the given side, or the nearest node of the diagram if no sibling is there."""
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


def _in_place(rows: list[int], question: FigureRequest) -> list[int]:
    """Return the row at the position that the question states ("the second"); all rows if it states no position."""
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
