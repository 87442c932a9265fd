"""Tools that read the cells of one figure, or a whole table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...errors import UsageError
from ...figures.image import open_figure
from ...figures.read import read_data
from ...papers.types import Figure, Paper
from ..answerers.figures.parts import with_header
from ..answerers.figures.reading import ShownFigure, quote_rows
from ..figures.paper_figures import labeled_figure, open_paper_figure, table_parts
from ..session import Session
from ..statements.types import Statement
from .figure_cells import FigureCell, Operation, choose_cells, compute, list_cells, list_connections
from .types import ReadTable, Statements, TableRow, ToolContext

_MOST_CELLS = 40
_MOST_ROWS = 60


def read_figure(
    context: ToolContext,
    figure: str,
    paper: str = "",
    row: list[str] | None = None,
    column: list[str] | None = None,
    operation: Operation = "values",
) -> Statements:
    """Read values of a figure or table, or compute with them.

    `figure` is its label ("Table 2"), `paper` the id or title of its paper (default: the anchor). `row` and `column` are names
    printed in it (of a method, a line, a bar, a place on the axis); leave one out to read all. A difference or ratio needs two
    rows or two columns.
    """
    shown_paper, parts = _open_figure(context, paper, figure)
    statements = [
        statement
        for part in parts
        for statement in _state_part(part, tuple(row or ()), tuple(column or ()), operation)
    ]
    return Statements(shown_paper.id, tuple(statements[:_MOST_CELLS]))


def read_table(context: ToolContext, figure: str, paper: str = "") -> ReadTable:
    """Return all cells of a table, or of a figure's data, by row and column.

    `figure` is its label ("Table 2"), `paper` the id or title of its paper (default: the anchor).
    """
    shown_paper, parts = _open_figure(context, paper, figure)
    rows = [row for part in parts for row in _list_rows(part)][:_MOST_ROWS]
    return ReadTable(shown_paper.id, parts[0].figure, tuple(rows))


def _open_figure(context: ToolContext, paper: str, label: str) -> tuple[Paper, list[ShownFigure]]:
    """Return a paper and its figure called `label`, which has several parts if it is a table that continues over pages.

    Raises UsageError if there is no such figure or it cannot be read.
    """
    session = context.session
    paper_id = session.anchor_id(paper or context.anchor)
    if paper_id is None:
        raise UsageError(f"whose {label}? name its paper; list_papers lists them")
    owner = session.cluster.paper(paper_id)
    figure = labeled_figure(session.cluster, owner, label)
    parts = [shown for part in table_parts(owner, figure) if (shown := _show(session, owner, part))]
    if not parts:
        raise UsageError(f"{figure.label} of {owner.title} cannot be read; search its text, or look at it")
    first = parts[0].data
    return owner, [
        ShownFigure(part.image, part.paper, part.figure, with_header(part.data, first), part.named)
        for part in parts
    ]


def _show(session: Session, paper: Paper, figure: Figure) -> ShownFigure | None:
    image = open_paper_figure(session.cluster, paper.id, figure)
    if image is None:
        return None
    image = open_figure(image, settings=session.settings, cache=session.settings.home_path / "cache" / "ocr")
    data = read_data(image)
    return ShownFigure(image, paper, figure, data, True) if data else None


def _state_part(
    shown: ShownFigure, rows: Sequence[str], columns: Sequence[str], operation: Operation
) -> Iterator[Statement]:
    label = _label(shown)
    if shown.data.kind == "diagram":
        for source, target in list_connections(shown.data):
            if not rows or {source, target}.intersection(rows):
                yield _state(shown, f"{label}: {source} → {target}", target, ())
        return
    for value, cells in compute(choose_cells(list_cells(shown.data), rows, columns), operation):
        used = "; ".join(_describe(cell) for cell in cells)
        computed = f"{operation} {value}: " if len(cells) > 1 else ""
        yield _state(shown, f"{label}: {computed}{used}", value, cells)


def _label(shown: ShownFigure) -> str:
    """Return the label of a figure, with the title of its value axis in parentheses if there is one."""
    title = shown.data.y_title
    return f"{shown.figure.label} ({title})" if title else shown.figure.label


def _describe(cell: FigureCell) -> str:
    return f"{', '.join(filter(None, (cell.row, cell.column)))}: {cell.text}".removeprefix(": ")


def _state(shown: ShownFigure, text: str, value: str, cells: Sequence[FigureCell]) -> Statement:
    quotes = tuple(quote_rows(shown, [cell.fact.box for cell in cells]))
    return Statement(text, "cell", shown.paper.id, quotes, value=value, figure=shown.figure.id)


def _list_rows(shown: ShownFigure) -> Iterator[TableRow]:
    rows: dict[int, list[FigureCell]] = {}
    for cell in list_cells(shown.data):
        rows.setdefault(cell.fact.row, []).append(cell)
    for cells in rows.values():
        text = "; ".join(f"{cell.column} {cell.text}".strip() for cell in cells)
        statement = _state(shown, f"{_label(shown)}: {cells[0].row}: {text}", "", cells[:1])
        yield TableRow(cells[0].row, tuple((cell.column, cell.text) for cell in cells), statement)
