"""Sentences about the boxes and arrows of a diagram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...papers.types import BBox
from ..answer.graph import Graph, build_graph, list_leaves
from ..request import Cue
from ..types import FigureData
from .types import FigureStatement, StatementKind

_MOST_LISTED = 10  # names that one sentence lists


def state_diagram(data: FigureData) -> Iterator[FigureStatement]:
    """The arrows from and to each box, its parts, the first and last boxes, and their numbers."""
    if not data.rows.attributes:
        return
    names, graph = [name.text for name in data.rows.attributes[0].names], build_graph(data)
    statement = _Writer(data, names)
    for row in graph.following:
        yield from statement.join(
            row,
            graph.following[row],
            "Arrows lead from {name} to {others}, which come after it.",
            "edge",
            "after",
        )
    for row in graph.preceding:
        yield from statement.join(
            row,
            graph.preceding[row],
            "Arrows lead into {name} from {others}, which come before it.",
            "edge",
            "before",
        )
    for child, row in graph.parent.items():
        yield from statement.join(child, [row], "{name} is under {others}.", "inside", "above")
    for row in graph.children:
        yield from statement.join(row, graph.children[row], "Under {name} are {others}.", "inside", "below")
        leaves = list_leaves(graph, row)
        if set(leaves) != set(graph.children[row]):
            yield from statement.join(row, leaves, "The leaves under {name} are {others}.", "inside", "below")
    yield from _state_ends(graph, statement)
    yield from _state_counts(data, names, graph)


def _state_ends(graph: Graph, statement: _Writer) -> Iterator[FigureStatement]:
    """The boxes without incoming and without outgoing arrows, and the root of a tree."""
    first = [row for row in graph.following if row not in graph.preceding]
    last = [row for row in graph.preceding if row not in graph.following]
    roots = [row for row in graph.children if row not in graph.parent]
    ends: list[tuple[list[int], str, tuple[Cue, ...]]] = [
        (first, "The first step or input", ("first",)),
        (last, "The last step or output", ("last",)),
        (roots, "The root of the tree, at its top,", ("top", "first")),
    ]
    for rows, lead, relations in ends:
        text = ", ".join(statement.names[row] for row in rows[:_MOST_LISTED])
        if text:
            yield FigureStatement(f"{lead} is {text}.", "place", text, "", statement.boxes(rows), relations)


def _state_counts(data: FigureData, names: Sequence[str], graph: Graph) -> Iterator[FigureStatement]:
    boxes = len(set(data.rows.blocks)) or len(names)
    yield FigureStatement(f"There are {boxes} boxes or nodes.", "count", str(boxes))
    arrows = sum(map(len, graph.following.values()))
    if arrows:
        yield FigureStatement(f"There are {arrows} arrows.", "count", str(arrows))
    if graph.parent:
        leaves = sum(row not in graph.children for row in graph.parent)
        yield FigureStatement(f"There are {leaves} leaves.", "count", str(leaves))
    for name, number in Counter(filter(None, names)).items():
        if number > 1:
            yield FigureStatement(f"There are {number} boxes called {name}.", "count", str(number), name)


class _Writer:
    """Writes sentences about the rows of a diagram."""

    def __init__(self, data: FigureData, names: Sequence[str]) -> None:
        self.names, self._boxes = names, data.rows.attributes[0].boxes

    def boxes(self, rows: Sequence[int]) -> tuple[BBox, ...]:
        return tuple(box for row in rows[:_MOST_LISTED] if (box := self._boxes[row]))

    def join(
        self, row: int, others: Sequence[int], form: str, kind: StatementKind, cue: Cue
    ) -> Iterator[FigureStatement]:
        found = list(dict.fromkeys(filter(None, (self.names[other] for other in others))))
        if self.names[row] and 0 < len(found) <= _MOST_LISTED:
            text = " and ".join(filter(None, (", ".join(found[:-1]), found[-1])))
            sentence = form.format(name=self.names[row], others=text)
            yield FigureStatement(sentence, kind, text, self.names[row], self.boxes([row, *others]), (cue,))
