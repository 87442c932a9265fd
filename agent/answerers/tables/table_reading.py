"""Values for a table and the answer that the rules read from it."""

from __future__ import annotations

from dataclasses import dataclass

from ..figures.reading import ShownFigure
from .gate import TableFeatures, log_odds, probability
from .matched_table import CellMatch

_UNMATCHED = -4.0  # log odds of an answer that the rules give without cells


@dataclass(frozen=True, slots=True)
class TableReading:
    """A table with the answer that the rules read from it: its `text` ("" for none), its cells (`match`) and their
    `features`.

    `computed` is True if the text was computed from cells. `parts` is the number of parts of the question that it
    answers. `likeliest` is True if the rules prefer this answer to those of other tables. `prior` is the probability of
    the paper divided by that of the likeliest paper. `pointed` is True if sentences found for the question refer to the
    table.
    """

    shown: ShownFigure
    excluded: frozenset[str]
    text: str = ""
    match: CellMatch | None = None
    features: TableFeatures | None = None
    computed: bool = False
    parts: int = 1
    likeliest: bool = False
    prior: float = 1.0
    pointed: bool = False

    @property
    def log_odds(self) -> float:
        """The log odds that the answer of the rules is right."""
        return log_odds(probability(self.features)) if self.features else _UNMATCHED
