"""Build the graph of a diagram: parents and children, and rows connected by arrows."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..types import FigureData


@dataclass(frozen=True, slots=True)
class Graph:
    """The rows of a diagram, connected by its edges.

    `parent` maps a row to its parent and `children` is the reverse. `parent` is a forest: links that would close a
    cycle are left out. `following` maps a row to the rows that its arrows lead to, and `preceding` is the reverse.
    Arrows that form a tree also count as parent links.
    """

    parent: Mapping[int, int]
    children: Mapping[int, tuple[int, ...]]
    following: Mapping[int, tuple[int, ...]]
    preceding: Mapping[int, tuple[int, ...]]


def build_graph(data: FigureData) -> Graph:
    """Index the edges of a diagram. Every row has at most one parent, and no row is its own ancestor."""
    parent: dict[int, int] = {}
    following: dict[int, list[int]] = {}
    preceding: dict[int, list[int]] = {}
    for edge in data.edges:
        if edge.kind == "child":
            if edge.target not in parent and edge.target not in ancestors(parent, edge.source):
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
    """True if the arrows form a branching tree.

    All rows are reached from one root, each has exactly one incoming arrow, and at least one row has several
    outgoing arrows.
    """
    roots = [row for row in following if row not in preceding]
    single = all(len(sources) == 1 for sources in preceding.values())
    if not single or len(roots) != 1 or max(map(len, following.values())) < 2:
        return False
    return len(count_steps(following, roots[0])) == len(preceding) + 1


def ancestors(parent: Mapping[int, int], row: int) -> list[int]:
    """Return the row itself, its parent, and so on up to the root."""
    path = [row]
    while path[-1] in parent:
        path.append(parent[path[-1]])
    return path


def innermost(graph: Graph, rows: Sequence[int]) -> list[int]:
    """Return the rows that are not ancestors of other given rows."""
    above = {ancestor for row in rows for ancestor in ancestors(graph.parent, row)[1:]}
    return [row for row in rows if row not in above]


def list_leaves(graph: Graph, row: int) -> list[int]:
    leaves, waiting = [], [row]
    while waiting:
        current = waiting.pop()
        below = graph.children.get(current, ())
        waiting += reversed(below)
        if not below and current != row:
            leaves.append(current)
    return leaves


def find_joins(following: Mapping[int, tuple[int, ...]], rows: Sequence[int]) -> list[int]:
    """Return the rows that all given rows lead to, with the fewest arrows in total; [] if there is no such row."""
    distances = [count_steps(following, row) for row in rows]
    shared = set.intersection(*(set(d) for d in distances)) - set(rows)
    if not shared:
        return []
    nearest = min(sum(d[row] for d in distances) for row in shared)
    return sorted(row for row in shared if sum(d[row] for d in distances) == nearest)


def count_steps(following: Mapping[int, Sequence[int]], start: int) -> dict[int, int]:
    """Map every row that `start` leads to along arrows to its distance from `start`, counted in arrows."""
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        row = waiting.popleft()
        for target in following.get(row, ()):
            if target not in steps:
                steps[target] = steps[row] + 1
                waiting.append(target)
    return steps


def find_path(following: Mapping[int, tuple[int, ...]], start: int, end: int) -> list[int]:
    """Return the rows on the shortest paths from `start` to `end`, without the two; [] if no path exists."""
    forward = count_steps(following, start)
    if end not in forward:
        return []
    backward: dict[int, list[int]] = {}
    for source, targets in following.items():
        for target in targets:
            backward.setdefault(target, []).append(source)
    back = count_steps({row: tuple(sources) for row, sources in backward.items()}, end)
    length = forward[end]
    return [
        r for r in sorted(forward) if r not in (start, end) and forward[r] + back.get(r, length + 1) == length
    ]
