"""Values that tools take and return. Every adapter converts the results to its own format: text, JSON or images."""

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
    """The opened cluster that a tool reads, and the anchor for calls that name no paper (default: the cluster's
    anchor).

    Only the tool `ask` uses `models` and `on_step`; they are as in `agent.ask.ask`.
    """

    session: Session
    anchor: str | None = None
    models: Models | None = None
    on_step: Callable[[str], None] | None = None


@dataclass(frozen=True, slots=True)
class Statements:
    """Statements from one source in the paper `paper_id`, each with its quotes; `ranking` has the papers that they lead
    to."""

    paper_id: str
    statements: tuple[Statement, ...]
    ranking: tuple[RankedPaper, ...] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table: its name, its cells as pairs (name of the column, text), and one statement of the whole row."""

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
    """A part of the papers of a cluster: `papers` begins at index `offset` of the `total` papers."""

    papers: tuple[Paper, ...]
    offset: int
    total: int


@dataclass(frozen=True, slots=True)
class ListedFigures:
    """A part of the figures of the paper `paper_id`: `figures` begins at index `offset` of the `total` figures."""

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
