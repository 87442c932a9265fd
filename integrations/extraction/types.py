"""Columns, cells and rows of an extraction sheet."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...agent.types import Citation, Usage

LEAST = 0.8  # lowest probability of an answer that fills a cell; measured in docs/extraction.md


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A question under a short name, in one or more wordings. The likeliest answer to any of the wordings counts."""

    name: str
    wordings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetCell:
    """The answer of one paper to one question.

    `text` cites `citations` as [1], [2], ... and is "" if nothing was found. `id` is "" for a cell that has not been
    asked yet. `probability`, 0..1, says how likely `text` answers the question. `model` is the model that wrote the
    text, "" if it consists of quotes.
    """

    id: str
    text: str = ""
    citations: tuple[Citation, ...] = ()
    probability: float = 0.0
    model: str = ""
    notes: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)

    def is_blank(self, least: float) -> bool:
        """True if no answer was found that has at least the probability `least`."""
        return not self.text or self.probability < least


@dataclass(frozen=True, slots=True)
class SheetRow:
    """The cells of one paper, in the order of the columns."""

    paper_id: str
    title: str
    cells: tuple[SheetCell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One row per paper and one column per question. Cells with a lower probability than `least` are blank."""

    cluster: str
    columns: tuple[SheetColumn, ...]
    rows: tuple[SheetRow, ...]
    least: float = LEAST

    def count_missing(self) -> int:
        """Return the number of cells that have not been asked yet."""
        return sum(not cell.id for row in self.rows for cell in row.cells)

    def count_filled(self) -> int:
        """Return the number of cells with an answer."""
        return sum(not cell.is_blank(self.least) for row in self.rows for cell in row.cells)
