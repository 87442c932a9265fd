"""The probability that the cells found in a table answer a question.

A logistic model computes it from how well the names of the table fit the question and from what the question asks for.
`training/recipes/table_gate.py` fits it. Only the weight of `pointed` comes from a later fit of all features: the other
weights of that fit answer 11 of 20 questions over further papers, the older weights kept here answer 13.
"""

from __future__ import annotations

import math
import re
from dataclasses import astuple, dataclass

from .matched_table import CellMatch

# Words for results: measures, comparisons and quantities that papers put into tables.
_MEASURES = re.compile(
    r"\b(?:accura\w+|f-?1|f-?(?:score|measure)|precision|recall|scores?|auc|bleu|rouge\S*|map|mrr|perplexit\w+|errors?|"
    r"correlations?|pearson|spearman|em|exact match|performance|results?|wer|ndcg|hits|p@\d|reach\w*|achiev\w*|attain\w*|"
    r"obtain\w*|parameters|seconds|hours|minutes|timings?|weights?|ahead|better|worse|beats?|versus|vs|against|best|highest|lowest)\b",
    re.IGNORECASE,
)
# Questions that ask why or how, unless they are about results. No cell of a table answers them.
_EXPLAINED = re.compile(
    r"\bwhy\b|\bhow (?:does|do|did|is|are|was|were|can)\b(?!.*\b(?:perform|compare|score|fare|rank|do on|do in|differ)\b)",
    re.I,
)
_MOST_CELLS = 6
_LEAST_CHANCE = 1e-3
_WEIGHTS = (1.72, 0.6, 0.64, 1.63, 0.76, 0.69, 0.09, 0.39, -0.67, 0.78, 0.97, -0.32, 1.0)
_BIAS = -5.93
# Weights for the answer chosen among all that the tables could give, in the order of `ChosenFeatures.row`: its log
# odds, its share of the probability, its support, `measure` and `number` (which count too much in the log odds), and
# `several`. Then the constant. training/recipes/chosen_cells.py fits them.
_CHOSEN_WEIGHTS = (0.6, 3.17, 1.07, -0.77, -0.54, 0.42)
_CHOSEN_BIAS = -1.36
_TYPICAL_SIMILARITY = 0.5  # value of `similarity` without an embedding model


@dataclass(frozen=True, slots=True)
class TableFeatures:
    """Features of the cells found for a question, each 0..1.

    `support`, `by_names` and `fit` are those of `CellMatch`. Further:
    `both`        the question names the row and the column
    `few`         1 divided by the number of cells that fit the question equally well, at most _MOST_CELLS
    `number`      the question asks for a number
    `computed`    the value is computed from cells or singled out among them
    `prior`       the probability of the paper divided by that of the likeliest paper
    `missing`     the paper never has one of the names in the question
    `similarity`  similarity of the question to the caption and the names
    `measure`     the question has a word for results
    `explained`   the question asks for a reason
    `pointed`     sentences found for the question refer to the table by its label
    """

    support: float
    by_names: float
    both: float
    fit: float
    few: float
    number: float
    computed: float
    prior: float
    missing: float
    similarity: float
    measure: float
    explained: float
    pointed: float


@dataclass(frozen=True, slots=True)
class ChosenFeatures:
    """Features of an answer chosen among all that the tables could give.

    `cells` are the features of its cells, and `share` is its share of the probability of all answers, 0..1. `several`
    is True if the answer is computed from cells, singled out among cells, or consists of two cells.
    """

    cells: TableFeatures
    share: float
    several: bool

    @property
    def row(self) -> tuple[float, ...]:
        """The features in the order of _CHOSEN_WEIGHTS."""
        cells = self.cells
        odds = log_odds(probability(cells))
        return odds, self.share, cells.support, cells.measure, cells.number, float(self.several)

    @property
    def probability(self) -> float:
        """The probability that the answer is right, 0..1."""
        score = _CHOSEN_BIAS + sum(w * value for w, value in zip(_CHOSEN_WEIGHTS, self.row, strict=True))
        return 1 / (1 + math.exp(-score))


def describe_match(
    match: CellMatch, question: str, *, number: bool, computed: bool, missing: bool, similarity: float | None
) -> TableFeatures:
    """Return the features of `match` in a paper of prior 1. `similarity` is None if there is no embedding model."""
    has_column = match.has_column or not any(column for _, column, _ in match.cells)
    return TableFeatures(
        match.support,
        match.by_names,
        float(match.has_row and has_column),
        match.fit,
        1 / min(match.choices, _MOST_CELLS),
        float(number),
        float(computed),
        1.0,
        float(missing),
        _TYPICAL_SIMILARITY if similarity is None else similarity,
        float(bool(_MEASURES.search(question))),
        float(asks_for_reason(question)),
        0.0,
    )


def asks_for_reason(question: str) -> bool:
    """True if `question` asks why or how, and does not ask for results."""
    return bool(_EXPLAINED.search(question))


def probability(features: TableFeatures) -> float:
    """Return the probability that the cells answer the question, 0..1."""
    score = _BIAS + sum(weight * value for weight, value in zip(_WEIGHTS, astuple(features), strict=True))
    return 1 / (1 + math.exp(-score))


def log_odds(chance: float) -> float:
    """Return the log odds of the probability `chance`, which is first limited to _LEAST_CHANCE..1 - _LEAST_CHANCE."""
    kept = min(max(chance, _LEAST_CHANCE), 1 - _LEAST_CHANCE)
    return math.log(kept / (1 - kept))
