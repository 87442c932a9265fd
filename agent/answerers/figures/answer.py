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

# Least probability for an answer from a table that the question does not name: if sentences answer as well, and if the
# alternative is a refusal. SHARE: the least ratio of the table's probability to that of the sentences. They come from
# training/recipes/chosen_cells.py, which counts only questions for which cells of a table are chosen. In four folds of
# papers, 331 of 752 questions for cells are answered rightly, 124 of 204 for facts and 17 of 33 for reasons; of 159
# questions that no paper answers, 63 are refused. Earlier weights and thresholds gave 298, 121, 17 and 64. The choice
# among the cells was fitted on all of these questions, the probability on the questions of the other folds.
LEAST_BESIDE, LEAST_ALONE, SHARE = 0.2, 0.3, 0.9
# The same limits for cells that are printed after the sentences because they do not outweigh them. Of 80 such cells,
# for 1,499 questions for cells and facts, 19 are right where the sentences are wrong.
LEAST_BEHIND, SHARE_BEHIND = 0.15, 0.4
# Least probability in a paper that is known by other means than the question: .6 of LEAST_BESIDE, not measured
# separately.
LEAST_IN_SCOPE = 0.12
# Least ratio to the sentences' probability in a paper that a first hop leads to.
SHARE_IN_SCOPE = 0.7


@dataclass(frozen=True, slots=True)
class FigureAnswer:
    """An answer with the figure it was read from, and the probability, 0..1, that it is right if the question names no
    figure.

    `features` are None if no cell has the names in the question. `terms` are the terms of the question that the caption
    and the names of the table have. `cells` are the cells used, each as (name of its row, name of its column, cell).
    `table` is given if other cells of the table may answer as well. `chosen` is given if the answer was chosen among
    all answers that the tables could give; training/recipes/chosen_cells.py fits its probability.
    """

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
        """The first cell that the answer uses; None if it uses no cells."""
        return self.cells[0][2] if self.cells else None


@dataclass(frozen=True, slots=True)
class TableAnswers:
    """The answers that the rules read from tables, one for each part of a table, and the answer that the rules
    prefer."""

    answers: tuple[FigureAnswer, ...]
    preferred: FigureAnswer | None

    @property
    def tables(self) -> list[TableReading]:
        """The tables whose cells may answer, each with the features of its answer and whether the rules prefer that
        answer."""
        return [
            replace(answer.table, features=answer.features, likeliest=answer is self.preferred)
            for answer in self.answers
            if answer.table is not None
        ]


def compose_with_evidence(text: str, figure: Figure, quotes: Sequence[Citation]) -> ComposedAnswer:
    """Compose the short answer `text`, followed on the same line by the table rows that it comes from.

    Rows that `text` already contains are not repeated.
    """
    citations = tuple(quotes)
    shown = "; ".join(f"“{citation.quote}”" for citation in citations if citation.quote not in text)
    place = f"{figure.label}: {shown}" if shown else figure.label
    evidence = f" ({place})" if shown or not text.startswith(figure.label) else ""
    return ComposedAnswer(f"{text}{evidence} {markers(len(citations))}".strip(), citations)


def outweighs_sentences(
    answer: FigureAnswer, otherwise: float, least: float = LEAST_BESIDE, share: float = SHARE
) -> bool:
    """True if the answer of a table is likely enough to replace the sentences.

    Its probability must be at least `least`, and at least `share` times `otherwise`, the probability that sentences
    answer.
    """
    return bool(answer.composed.text) and answer.probability >= max(least, share * otherwise)


def add_cells(text: ComposedAnswer, answer: FigureAnswer) -> ComposedAnswer:
    """Return `text` with one more line for the cells of `answer`.

    `text` is unchanged if the cells are not likely enough, or if `text` has no sentence.
    """
    cells, quoted = answer.composed, len(text.citations)
    is_likely = outweighs_sentences(answer, text.probability, LEAST_BEHIND, SHARE_BEHIND)
    if answer.chosen is None or not (is_likely and text.text):
        return text
    line = f"{cells.text.removesuffix(markers(len(cells.citations)))}{markers(len(cells.citations), quoted)}"
    return replace(text, text=f"{text.text}\n{line}", citations=(*text.citations, *cells.citations))


def with_hop(answer: FigureAnswer) -> tuple[ComposedAnswer, FirstHop]:
    """Return the pair that an answerer returns: the composed answer with its probability, and the first hop."""
    return replace(answer.composed, probability=answer.probability), answer.hop
