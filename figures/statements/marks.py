"""Sentences about points, slices and cells: the outermost points, the largest slices, the marked cells of a grid."""

from __future__ import annotations

from collections.abc import Iterator

from ..answer.entities import naming_attribute
from ..types import Entries, FigureData
from .series import name_series, print_measured
from .types import FigureStatement

_EMPTY = 15.0  # darkness up to which a cell of a grid is empty, of 100
_MOST_MARKED = 0.4  # share of the cells of a grid of marks
_ENDS = (("rightmost", 0, 1), ("leftmost", 0, -1), ("topmost", 1, 1), ("bottommost", 1, -1))
_MOST_SLICES, _MOST_POINTS = 12, 40


def state_points(data: FigureData) -> Iterator[FigureStatement]:
    """The number of the points, the position of each named one, and the outermost ones."""
    names, titles = name_series(data), (data.x_title or "x", data.y_title or "y")
    columns = [
        {fact.row: fact for fact in data.facts if fact.column == axis and fact.value is not None}
        for axis in (0, 1)
    ]
    both = [row for row in columns[0] if row in columns[1]]
    if not both or not data.scaled:
        return
    yield FigureStatement(f"The plot has {data.rows.count} points.", "count", str(data.rows.count))
    spots = {
        row: ", ".join(
            f"{title} {print_measured(side[row].value or 0.0)}"
            for title, side in zip(titles, columns, strict=True)
        )
        for row in both
    }
    for word, axis, sign in _ENDS:
        row = max(both, key=lambda row: sign * (columns[axis][row].value or 0.0))
        box = columns[axis][row].box
        lead = f"The {word} point, with the {'highest' if sign > 0 else 'lowest'} {titles[axis]}, is"
        text = f"{lead} {names[row]} ({spots[row]})." if names[row] else f"{lead} at {spots[row]}."
        yield FigureStatement(text, "extreme", names[row] or spots[row], titles[axis], (box,) if box else ())
    if len(set(names)) == len(names):
        for row in both[:_MOST_POINTS]:
            yield FigureStatement(f"{names[row]} is at {spots[row]}.", "value", spots[row], names[row])


def state_slices(data: FigureData) -> Iterator[FigureStatement]:
    """The share of each slice of a pie, and their order."""
    names = name_series(data)
    shares = {fact.row: fact for fact in data.facts if fact.value is not None and names[fact.row]}
    order = sorted(shares, key=lambda row: -(shares[row].value or 0.0))[:_MOST_SLICES]
    words = ("largest", "second largest", "third largest")
    for place, row in enumerate(order):
        fact = shares[row]
        printed = (fact.text if fact.printed and fact.text else print_measured(fact.value or 0.0)) + fact.unit
        size = words[place] if place < len(words) else "smallest" if place == len(order) - 1 else ""
        lead = f"The {size} slice is {names[row]}, with" if size else f"The slice of {names[row]} has"
        boxes = (fact.box,) if fact.box else ()
        yield FigureStatement(f"{lead} {printed}.", "extreme", names[row], names[row], boxes)


def state_cells(data: FigureData) -> Iterator[FigureStatement]:
    """The marked cells of each row and column of a grid; else the column with the highest value of each row."""
    cells = {(fact.row, fact.column): fact for fact in data.facts if fact.value is not None}
    marked = [key for key, fact in cells.items() if (fact.value or 0.0) > _EMPTY and not fact.printed]
    rows, columns = _names(data.rows), _names(data.columns)
    if not rows or not columns:
        return
    if 0 < len(marked) <= _MOST_MARKED * len(cells):
        for own, others, side in ((rows, columns, 0), (columns, rows, 1)):
            for index, name in enumerate(own):
                found = [others[key[1 - side]] for key in marked if key[side] == index]
                if name and found and all(found):
                    text = ", ".join(found)
                    yield FigureStatement(
                        f"{name} is marked with, or aligned to, {text}.", "mark", text, name
                    )
        return
    for index, name in enumerate(rows):
        line = [fact for (row, _), fact in cells.items() if row == index]
        if len(line) > 1 and name:
            best = max(line, key=lambda fact: fact.value or 0.0)
            text = f"In the row {name}, the darkest or highest cell is that of {columns[best.column]}."
            boxes = (best.box,) if best.box else ()
            yield FigureStatement(text, "extreme", columns[best.column], name, boxes)


def _names(entries: Entries) -> list[str]:
    naming = naming_attribute(entries)
    return [name.text for name in naming.names] if naming else []
