"""An answer of a table that a rule may exclude."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .....figures.types import Fact
from ..candidates import ListedCandidate
from ..matched_table import MatchedTable
from ..table_reading import TableReading
from ..table_request import TableRequest


@dataclass(frozen=True, slots=True)
class Option:
    """An answer with the reading of the table that it comes from."""

    listed: ListedCandidate
    reading: TableReading

    @property
    def table(self) -> MatchedTable:
        """The table that the answer comes from, matched with the question."""
        return self.listed.table.matched

    @property
    def operation(self) -> str:
        """The operation of the answer; "rules" for an answer that the rules read."""
        return self.listed.candidate.operation if self.listed.candidate else "rules"

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The cells of the answer; () for an answer of the rules without cells."""
        if self.listed.candidate is not None:
            return self.listed.candidate.facts
        match = self.reading.match
        return tuple(fact for _, _, fact in match.cells) if match else ()

    @property
    def names(self) -> set[str]:
        """The names of the rows and columns of the answer's cells."""
        names = self.table.names
        return {name for fact in self.facts for name in (names.rows[fact.row], names.columns[fact.column])}


# Maps a request and its options to one value for each option: False excludes the option.
Rule = Callable[[TableRequest, Sequence[Option]], list[bool]]
