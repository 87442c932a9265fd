"""A table as cells in a grid, ready to be drawn: what stands where, over how many columns and rows, and how."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from .model import Table
from .style import Style

ARROW = {True: "↓", False: "↑"}


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one look."""

    text: str
    variant: str = ""  # "" | bold | italic
    scale: float = 1.0
    shift: float = 0.0  # upwards, in parts of the font size
    colour: str = "black"


@dataclass(frozen=True, slots=True)
class Cell:
    row: int
    column: int
    runs: tuple[Run, ...]
    columns: int = 1
    rows: int = 1
    align: str = "centre"
    underline: bool = False
    rotated: bool = False

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


@dataclass(slots=True)
class Grid:
    """Cells, and where rules may be drawn. Rows count from the top, the header included."""

    cells: list[Cell] = field(default_factory=list)
    rows: int = 0
    columns: int = 0
    header: int = 0
    spans: list[tuple[int, int, int]] = field(
        default_factory=list
    )  # (row, first, last column) of upper headers
    breaks: list[int] = field(default_factory=list)  # rows above which a new group begins
    fills: list[tuple[int, int, int, int]] = field(default_factory=list)  # rows and columns, both inclusive


def layout(rng: Random, table: Table, style: Style) -> Grid:
    """The grid of `table`; names in rows unless the style is transposed."""
    build = _transposed if style.transposed else _upright
    return build(rng, table, style)


def _upright(rng: Random, table: Table, style: Style) -> Grid:
    grid = Grid()
    lead = int(style.numbered or (bool(table.groups) and style.group in {"label", "rotated"}))
    cite_column = int(style.cites == "column" and any(table.citations))
    first = lead + 1 + cite_column
    depth = max(len(column.path) for column in table.columns)
    grid.header, grid.columns = depth, first + len(table.columns)
    side = "centre" if style.centred_names else "left"
    if style.numbered:
        grid.cells.append(_head(style, depth - 1, 0, "#", side))
    elif lead:
        grid.cells.append(_head(style, depth - 1, 0, rng.choice(["Type", "Setting", "Category"]), side))
    grid.cells.append(_head(style, depth - 1, lead, table.header, side))
    if cite_column:
        grid.cells.append(
            _head(style, depth - 1, lead + 1, rng.choice(["Reference", "Venue", "Source"]), "left")
        )
    _headers(grid, table, style, first, depth)
    best = _best(table)
    starts = {begin: (label, end) for label, begin, end in table.groups}
    row = depth
    for index in range(len(table.names)):
        if index in starts:
            row = _group(grid, style, row, *starts[index], index, side)
        if style.numbered:
            grid.cells.append(Cell(row, 0, (Run(str(index + 1)),), align=side))
        grid.cells.append(Cell(row, lead, _name(rng, table, style, index), align=side))
        if cite_column:
            grid.cells.append(Cell(row, lead + 1, (Run(table.citations[index]),), align="left"))
        for at in range(len(table.columns)):
            grid.cells.append(_value(rng, table, style, index, at, row, first + at, best))
        row += 1
    grid.rows = row
    _fill(grid, style)
    return grid


def _group(grid: Grid, style: Style, row: int, label: str, end: int, index: int, side: str) -> int:
    """Adds the label of a group whose first name is `index`; returns the row of that name."""
    if index:
        grid.breaks.append(row)
    if style.group == "row":
        grid.cells.append(Cell(row, 0, (Run(label, "italic"),), columns=grid.columns))
        return row + 1
    if style.group == "grey-row":
        grid.cells.append(Cell(row, 0, (Run(label, "italic"),), columns=grid.columns, align="left"))
        grid.fills.append((row, row, 0, grid.columns - 1))
        return row + 1
    if style.group in {"label", "rotated"}:
        turned = style.group == "rotated"
        grid.cells.append(Cell(row, 0, (Run(label),), rows=end - index + 1, rotated=turned, align=side))
    return row


def _transposed(rng: Random, table: Table, style: Style) -> Grid:
    grid = Grid(header=1, columns=len(table.names) + 2, rows=len(table.columns) + 1)
    best = _best(table)
    for index in range(len(table.names)):
        grid.cells.append(
            Cell(0, index + 2, tuple(replace(r, variant="bold") for r in _name(rng, table, style, index)))
        )
    previous = ""
    for at, column in enumerate(table.columns):
        outer = column.path[0] if len(column.path) > 1 else ""
        if outer != previous:
            size = sum(other.path[0] == outer for other in table.columns)
            grid.cells.append(Cell(at + 1, 0, (Run(outer),), rows=size, align="left"))
            if at:
                grid.breaks.append(at + 1)
            previous = outer
        grid.cells.append(
            Cell(at + 1, 1, (Run(" ".join(column.path[1:]) if outer else column.path[0]),), align="left")
        )
        for index in range(len(table.names)):
            grid.cells.append(_value(rng, table, style, index, at, at + 1, index + 2, best))
    return grid


def _headers(grid: Grid, table: Table, style: Style, first: int, depth: int) -> None:
    for level in range(depth):
        at = 0
        while at < len(table.columns):
            path = table.columns[at].path
            place = level - (depth - len(path))
            if place < 0:
                at += 1
                continue
            last = at
            while (
                place < len(path) - 1
                and last + 1 < len(table.columns)
                and table.columns[last + 1].path[: place + 1] == path[: place + 1]
            ):
                last += 1
            text = path[place]
            leaf = place == len(path) - 1
            if style.arrows and leaf and text == table.columns[at].metric:
                text += " " + ARROW[table.columns[at].lower_is_better]
            cell = _head(style, level, first + at, text, "centre")
            grid.cells.append(replace(cell, columns=last - at + 1))
            if not leaf:
                grid.spans.append((level, first + at, first + last))
            at = last + 1


def _head(style: Style, row: int, column: int, text: str, align: str) -> Cell:
    return Cell(
        row,
        column,
        (Run(text, "italic" if style.slant_header else "bold" if style.emphasis else ""),),
        align=align,
    )


def _name(rng: Random, table: Table, style: Style, index: int) -> tuple[Run, ...]:
    name = table.names[index]
    runs = [Run(name)]
    if style.small_caps:
        runs = _small_caps(name)
    if rng.random() < style.marks:
        runs.append(
            Run(
                rng.choice(["†", "*", "‡"] if style.font in {"Times", "Stix"} else ["*"]),
                scale=0.75,
                shift=0.32,
            )
        )
    citation = table.citations[index]
    if citation and style.cites in {"cell", "blue"}:
        runs.append(Run(" " + citation, colour="blue" if style.cites == "blue" else "black"))
    return tuple(runs)


def _small_caps(name: str) -> list[Run]:
    return [Run(ch.upper(), scale=0.8 if ch.islower() else 1.0) for ch in name]


def _value(
    rng: Random,
    table: Table,
    style: Style,
    index: int,
    at: int,
    row: int,
    column: int,
    best: dict[tuple[int, int], str],
) -> Cell:
    text = table.cells[index][at]
    rank = best.get((index, at), "") if style.emphasis else ""
    grey = style.grey_text and index < len(table.names) // 3
    colour = "grey" if grey else "black"
    runs = [Run(text, "bold" if rank == "first" else "", colour=colour)]
    deviation = table.deviations[index][at]
    if deviation and style.deviation == "plain":
        runs.append(Run("±" + deviation, colour=colour))
    elif deviation and style.deviation == "paren":
        runs.append(Run(f" ({deviation})", colour=colour))
    elif deviation:
        runs.append(Run("±" + deviation, scale=0.65, shift=-0.18, colour=colour))
    if table.number(index, at) is not None and rng.random() < style.value_marks:
        runs.append(
            Run(rng.choice(["*", "†"] if style.font in {"Times", "Stix"} else ["*"]), scale=0.75, shift=0.3)
        )
    return Cell(row, column, tuple(runs), underline=rank == "second")


def _best(table: Table) -> dict[tuple[int, int], str]:
    """(row, column) of the best and the second best value of each column of numbers."""
    marked: dict[tuple[int, int], str] = {}
    for at, column in enumerate(table.columns):
        values = [
            (value, row) for row in range(len(table.names)) if (value := table.number(row, at)) is not None
        ]
        if column.text or len(values) < 2 or table.noun == "dataset":
            continue
        values.sort(reverse=not column.lower_is_better)
        marked[values[0][1], at] = "first"
        marked[values[1][1], at] = "second"
    return marked


def _fill(grid: Grid, style: Style) -> None:
    if style.fill == "zebra":
        grid.fills += [(row, row, 0, grid.columns - 1) for row in range(grid.header, grid.rows, 2)]
    elif style.fill == "header":
        grid.fills.append((0, grid.header - 1, 0, grid.columns - 1))
    elif style.fill == "last-rows":
        grid.fills.append((grid.rows - 2, grid.rows - 1, 0, grid.columns - 1))
    elif style.fill == "best-column":
        grid.fills.append((grid.header, grid.rows - 1, grid.columns - 1, grid.columns - 1))
