"""Values that tools take and return. Every adapter renders the results in its own form: text, JSON or images."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...papers.types import Block, Figure, Paper
from ...retrieval.types import RankedPaper
from ..llm.roles import Models
from ..llm.types import Image
from ..search import Found
from ..session import Session
from ..statements.types import Statement
from ..types import Answer


@dataclass(frozen=True, slots=True)
class ToolContext:
    """The opened cluster that a tool reads, and the anchor (default: the cluster's) for calls that name none.

    `models` and `on_step` are for `ask` alone, as in `agent.ask.ask`.
    """

    session: Session
    anchor: str | None = None
    models: Models | None = None
    on_step: Callable[[str], None] | None = None


@dataclass(frozen=True, slots=True)
class Statements:
    """Statements of one source of the paper `paper_id`, each with its quotes; `ranking`: the papers that it leads to."""

    paper_id: str
    statements: tuple[Statement, ...]
    ranking: tuple[RankedPaper, ...] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table: its name, its cells as (column, text), and what it says in one statement."""

    name: str
    cells: tuple[tuple[str, str], ...]
    statement: Statement


@dataclass(frozen=True, slots=True)
class ReadTable:
    """The cells of a table of the paper `paper_id`, row by row."""

    paper_id: str
    figure: Figure
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class ListedSections:
    """The headings of the paper `paper_id`, in order."""

    paper_id: str
    headings: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class PassageHits:
    """Passages found for `query`, best first."""

    query: str
    hits: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class ReadPage:
    """The text of a page; pages count from 1."""

    paper_id: str
    title: str
    page: int
    text: str


@dataclass(frozen=True, slots=True)
class ReadSection:
    """The text below a heading, which is on `page`, and below the headings under it."""

    paper_id: str
    heading: str
    page: int
    text: str


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """An image of a page, or of `figure` on it."""

    paper_id: str
    title: str
    page: int
    image: Image
    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class ListedPapers:
    """`papers`, which are a part of a cluster's, from number `offset` of `total`."""

    papers: tuple[Paper, ...]
    offset: int
    total: int


@dataclass(frozen=True, slots=True)
class ListedFigures:
    """`figures`, which are a part of those of the paper `paper_id`, from number `offset` of `total`."""

    paper_id: str
    figures: tuple[Figure, ...]
    offset: int
    total: int


ToolResult = (
    Answer
    | Statements
    | ReadTable
    | PassageHits
    | ReadPage
    | ReadSection
    | ShownPicture
    | ListedPapers
    | ListedFigures
    | ListedSections
)
