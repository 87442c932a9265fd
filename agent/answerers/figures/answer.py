"""An answer from a figure or table, with what it was read from, and its weight against sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....figures.types import Fact
from ....papers.types import Figure
from ...first_hop import FirstHop
from ...types import Citation
from ..tables.gate import ChosenFeatures, TableFeatures
from ..tables.table_reading import TableReading
from ..types import ComposedAnswer, markers

# Probability from which a table that the question does not name answers it: where sentences answer as well, and in place of a
# refusal; and its share of the probability of the sentences (training/recipes/chosen_cells.py). In four folds of papers
# 331 of 752 questions for cells are answered rightly, 124 of 204 for facts, 17 of 33 for reasons, and 63 of 159 that no paper
# answers are refused, of those that a table might answer; by earlier weights and thresholds 298, 121, 17 and 64. The choice among
# the cells was fitted on all of these questions, the probability on those of the other folds.
LEAST_BESIDE, LEAST_ALONE, SHARE = 0.2, 0.3, 0.9
# The same of cells that are given behind sentences, which they do not outweigh, and their share of the sentences' probability: of
# 80 such cells for 1,499 questions for cells and facts 19 are right where the sentences are not.
LEAST_BEHIND, SHARE_BEHIND = 0.15, 0.4
# The least probability in a paper that is known by other means than the question: .6 of LEAST_BESIDE, not measured by itself.
LEAST_IN_SCOPE = 0.12
# The share of the sentences' probability where a paper that a first hop leads to is asked.
SHARE_IN_SCOPE = 0.7


@dataclass(frozen=True, slots=True)
class FigureAnswer:
    """An answer with the figure it was read from, and the probability that it is right where the question does not name the
    figure; `features` are None where no cell has the question's names; `terms` are those of the question that the caption and the
    names have, `cells` are those used, with the names of their rows and columns; `table` is given where other cells of it may
    answer as well, `chosen` where it was chosen among these, for training/recipes/chosen_cells.py, which fits its probability."""

    composed: ComposedAnswer
    hop: FirstHop
    probability: float
    features: TableFeatures | None = None
    terms: frozenset[str] = frozenset()
    cells: tuple[tuple[str, str, Fact], ...] = ()
    table: TableReading | None = None
    chosen: ChosenFeatures | None = None

    @property
    def cell(self) -> Fact | None:
        """The first of the cells used; None if there is none."""
        return self.cells[0][2] if self.cells else None


@dataclass(frozen=True, slots=True)
class TableAnswers:
    """The answers that the rules read from some tables, one from each part of a table, and the one that they prefer, if any."""

    answers: tuple[FigureAnswer, ...]
    preferred: FigureAnswer | None

    @property
    def tables(self) -> list[TableReading]:
        """The tables whose cells may answer."""
        return [
            replace(answer.table, features=answer.features, likeliest=answer is self.preferred)
            for answer in self.answers
            if answer.table is not None
        ]


def compose_with_evidence(text: str, figure: Figure, quotes: Sequence[Citation]) -> ComposedAnswer:
    """The short answer and, in the same line, the rows of the table that it stands in, unless it contains them itself."""
    citations = tuple(quotes)
    shown = "; ".join(f"“{citation.quote}”" for citation in citations if citation.quote not in text)
    place = f"{figure.label}: {shown}" if shown else figure.label
    evidence = f" ({place})" if shown or not text.startswith(figure.label) else ""
    return ComposedAnswer(f"{text}{evidence} {markers(len(citations))}".strip(), citations)


def outweighs_sentences(
    answer: FigureAnswer, otherwise: float, least: float = LEAST_BESIDE, share: float = SHARE
) -> bool:
    """True if a table that the question does not name answers it with probability `least` or more, and with `share` or
    more of `otherwise`, the probability that sentences do."""
    return bool(answer.composed.text) and answer.probability >= max(least, share * otherwise)


def add_cells(text: ComposedAnswer, answer: FigureAnswer) -> ComposedAnswer:
    """The sentences of `text`, and in a line behind them the cells of `answer`; `text` alone where these are not likely enough,
    or it has no sentence."""
    cells, quoted = answer.composed, len(text.citations)
    is_likely = outweighs_sentences(answer, text.probability, LEAST_BEHIND, SHARE_BEHIND)
    if answer.chosen is None or not (is_likely and text.text):
        return text
    line = f"{cells.text.removesuffix(markers(len(cells.citations)))}{markers(len(cells.citations), quoted)}"
    return replace(text, text=f"{text.text}\n{line}", citations=(*text.citations, *cells.citations))


def with_hop(answer: FigureAnswer) -> tuple[ComposedAnswer, FirstHop]:
    """The answer as an answerer returns it."""
    return replace(answer.composed, probability=answer.probability), answer.hop
