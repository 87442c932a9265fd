"""Choose cells of a figure by the names of their rows and columns, and compute with their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ...errors import UsageError
from ...figures.answer.cell_comparisons import relate
from ...figures.answer.entities import naming_attribute
from ...figures.label_match import match_names, tokens
from ...figures.statements.series import list_values, name_series
from ...figures.types import Fact, FigureData
from ..answerers.figures.reading import print_cell
from ..answerers.tables.matched_table import TableNames

Operation = Literal["values", "highest", "lowest", "difference", "ratio"]
_MOST_NAMES = 40  # most names in an error message


@dataclass(frozen=True, slots=True)
class FigureCell:
    """A value of a figure with the names of its row (a series, a bar) and column (a place on the axis); "" means no
    name."""

    row: str
    column: str
    text: str
    fact: Fact


def list_cells(data: FigureData) -> list[FigureCell]:
    """Return the cells of a figure in drawing order.

    Values of a table are as printed. Values of a chart are measured if the chart does not print them.
    """
    if data.kind == "table":
        names = TableNames.of(data)
        return [
            FigureCell(names.rows[fact.row], names.columns[fact.column], print_cell(fact), fact)
            for fact in names.facts
        ]
    series = name_series(data)
    facts = {(fact.row, fact.column): fact for fact in data.facts}
    return [
        FigureCell(series[row], value.label, value.text, facts[value.row, value.column])
        for row in range(data.rows.count)
        for value in list_values(data, row)
    ]


def list_connections(data: FigureData) -> list[tuple[str, str]]:
    """Return the pairs of nodes that a diagram connects, each in the direction of the arrow or from the upper to the
    lower node."""
    naming = naming_attribute(data.rows)
    names = [name.text for name in naming.names] if naming else []
    return [(names[edge.source], names[edge.target]) for edge in data.edges if names]


def choose_cells(
    cells: Sequence[FigureCell], rows: Sequence[str], columns: Sequence[str]
) -> list[FigureCell]:
    """Return the cells in the given rows and columns; an empty list restricts nothing.

    Raises UsageError for a name that no cell has.
    """
    kept = _keep(cells, rows, [cell.row for cell in cells], "row")
    return _keep(kept, columns, [cell.column for cell in kept], "column")


def _keep(
    cells: Sequence[FigureCell], names: Sequence[str], labels: Sequence[str], kind: str
) -> list[FigureCell]:
    if not names:
        return list(cells)
    chosen: dict[int, None] = {}
    for name in names:
        found = find_name(name, labels)
        if not found:
            known = ", ".join(list(dict.fromkeys(filter(None, labels)))[:_MOST_NAMES])
            raise UsageError(f"no {kind} {name!r}; there are {known or 'none with a name'}")
        chosen |= dict.fromkeys(found)
    return [cells[place] for place in chosen]


def find_name(name: str, labels: Sequence[str]) -> list[int]:
    """Return the indices of the labels that `name` means.

    They are the labels with exactly the words of `name`, or else the labels that contain all these words, or else the
    labels with a similar spelling.
    """
    wanted = set(tokens(name))
    words = [set(tokens(label)) for label in labels]
    same = [place for place, each in enumerate(words) if each == wanted]
    inside = [place for place, each in enumerate(words) if wanted and wanted <= each]
    return same or inside or sorted(match_names(name, labels))


def compute(
    cells: Sequence[FigureCell], operation: Operation
) -> Iterator[tuple[str, tuple[FigureCell, ...]]]:
    """Yield the results of `operation` as texts, each with the cells from which it was computed.

    Raises UsageError if `operation` does not fit the cells.
    """
    if operation == "values":
        yield from ((cell.text, (cell,)) for cell in cells)
        return
    numbers = [cell for cell in cells if cell.fact.value is not None]
    if not numbers:
        raise UsageError("these cells hold no numbers")
    if operation in ("highest", "lowest"):
        end = (max if operation == "highest" else min)(cell.fact.value or 0.0 for cell in numbers)
        yield from ((cell.text, (cell,)) for cell in numbers if cell.fact.value == end)
        return
    if len(numbers) != 2:
        raise UsageError(
            f"a {operation} needs two cells, not {len(numbers)}: name two rows and one column, or the reverse"
        )
    value = relate(numbers[0].fact, numbers[1].fact, ratio=operation == "ratio")
    if value is None:
        raise UsageError("there is no ratio to zero")
    yield f"{value.text} {value.unit}".strip(), (numbers[0], numbers[1])
