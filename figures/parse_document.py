"""Parse a single paper without a cluster: its text, figures, references and mentions, and the cells of its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..papers.parsing.read import read_paper
from ..papers.types import BBox, Block, Figure, Paper, Word
from ..settings import Settings, load_settings
from .table.read import read_table
from .table.types import Table


@dataclass(frozen=True, slots=True)
class TableCells:
    """The texts of a table's cells, "" for empty cells.

    `figure` is the id of the table's Figure (the first part, if the table continues over several pages).
    `header` has the header levels from top to bottom, and `rows` has the body; each row has one text per column.
    A text that spans several columns is repeated in each of them. A heading over some rows is a separate row,
    with its text in the first column.
    """

    figure: str
    header: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading ("" before the first heading) with its `level`, counted from 1, and the blocks up to the next
    heading.
    """

    heading: str
    level: int
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A parsed paper with its sections in reading order and its tables as cells."""

    paper: Paper
    sections: tuple[Section, ...]
    tables: tuple[TableCells, ...]

    @property
    def front(self) -> tuple[Block, ...]:
        """The lines around the title: authors, affiliations, addresses and venue."""
        return tuple(block for block in self.paper.blocks if block.kind == "front")

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures and tables of the paper. A table that continues over several pages is given as its first part."""
        return tuple(figure for figure in self.paper.figures if not figure.continues)

    def continuations(self, figure: Figure) -> list[Figure]:
        """Return the further parts of a table that continues over several pages, in order."""
        return list_continuations(self.paper.figures, figure)

    def cells(self, figure: Figure) -> TableCells | None:
        """Return the cells of a table, with all its parts.

        None for a figure, for a further part of a table, and for a table without recognized columns.
        """
        return next((table for table in self.tables if table.figure == figure.id), None)


def parse(path: Path | str, *, settings: Settings | None = None) -> ParsedDocument:
    """Parse the PDF or the LaTeX sources (.tex, folder, .tar.gz) at `path`.

    Table cells are read only from PDFs. Raises UsageError with the file's name and the cause if a file cannot be read.
    """
    path = Path(path)
    paper = read_paper(path, settings or load_settings())
    return ParsedDocument(paper, _split_sections(paper.blocks), tuple(read_tables(path, paper.figures)))


def read_tables(path: Path, figures: Sequence[Figure]) -> Iterator[TableCells]:
    """Yield the tables of a paper that have cells. A table that continues over several pages is yielded once,
    joined.
    """
    for figure in figures:
        if not figure.continues and _has_cells(path, figure):
            table = read_table_cells(path, figure)
            for part in list_continuations(figures, figure):
                following = read_table_cells(path, part)
                table = _append_cells(table, following) if table and following else table or following
            if table:
                yield table


def list_continuations(figures: Sequence[Figure], first: Figure) -> list[Figure]:
    """Return the further parts of the table that starts with `first`, in order."""
    parts = [first]
    while (following := next((f for f in figures if f.continues == parts[-1].id), None)) is not None:
        parts.append(following)
    return parts[1:]


def _append_cells(table: TableCells, part: TableCells) -> TableCells:
    """Return `table` with the rows of `part` appended.

    A repeated header is dropped; a different header becomes rows. Short rows are filled with "".
    """
    width = max(len(row) for row in (*table.header, *table.rows, *part.header, *part.rows))
    header = () if part.header == table.header else part.header
    rows = (*table.rows, *header, *part.rows)
    return TableCells(
        table.figure,
        *(tuple(row + ("",) * (width - len(row)) for row in part) for part in (table.header, rows)),
    )


def _has_cells(path: Path, figure: Figure) -> bool:
    return figure.kind == "table" and figure.page > 0 and path.is_file() and path.suffix.lower() == ".pdf"


def read_table_cells(path: Path, figure: Figure) -> TableCells | None:
    """Return the cells of a table in the PDF at `path`; None if no columns are recognized."""
    from .image import open_figure
    from .vector.load import open_pdf_figure

    if figure.words:
        opened = open_pdf_figure(path, figure.page, figure.bbox, figure.caption)
        table = read_table(opened.pixels, _place_words(figure, opened.scale))
    else:
        opened = open_figure(path, page=figure.page, box=figure.bbox, caption=figure.caption)
        table = read_table(opened.pixels, opened.words)
    return _list_cells(figure.id, table) if table else None


def _place_words(figure: Figure, scale: float) -> list[Word]:
    """Return the words of the figure in pixels from its top left. Their spelling is that of the page's text."""
    left, top = figure.bbox.x0, figure.bbox.y0

    def move(box: BBox) -> BBox:
        x0, x1 = ((x - left) * scale for x in (box.x0, box.x1))
        y0, y1 = ((y - top) * scale for y in (box.y0, box.y1))
        return BBox(x0, y0, x1, y1)

    return [Word(word.text, move(word.bbox), word.confidence) for word in figure.words]


def _list_cells(figure_id: str, table: Table) -> TableCells:
    levels = max((len(column.header) for column in table.columns), default=0)
    header = tuple(
        tuple(column.header[level] if level < len(column.header) else "" for column in table.columns)
        for level in range(levels)
    )
    return TableCells(figure_id, tuple(level for level in header if any(level)), tuple(_list_rows(table)))


def _list_rows(table: Table) -> Iterator[tuple[str, ...]]:
    group = ""
    for row in table.rows:
        if row.group and row.group != group:
            yield (row.group, *[""] * (len(table.columns) - 1))
        group = row.group
        yield tuple(cell.text if cell else "" for cell in row.cells)


def _split_sections(blocks: tuple[Block, ...]) -> tuple[Section, ...]:
    """Group blocks by heading. Captions, bibliography entries and the lines around the title are left out."""
    sections: list[Section] = []
    heading, level, inside = "", 1, list[Block]()
    for block in blocks:
        if block.kind == "heading":
            if heading or inside:
                sections.append(Section(heading, level, tuple(inside)))
            heading, level, inside = block.text, block.section.count(" > ") + 1, []
        elif block.kind not in ("caption", "reference", "front"):
            inside.append(block)
    if heading or inside:
        sections.append(Section(heading, level, tuple(inside)))
    return tuple(sections)
