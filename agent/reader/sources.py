"""The choice between the best sentences and the best cells of tables, by one logistic model over the evidence on both.

It is fitted on 101 questions of which exactly one source answers: those of benchmarks/answers.py (`recent-develop`,
`table`, `further`) and questions over papers of ten fields. In five folds it is right for 97 of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..query.fitted.slots import score_intents

_LEAST = 0.2  # least probability for cells to answer at all
# Weights: of the log odds of the sentences and of the cells by their own models, of the cross-encoder's log odds of
# both, of the probability that the question asks for a cell, and of the probability that it asks for a fact or a
# reason. Then the constant.
_SENTENCES, _CELLS, _READ_SENTENCE, _READ_CELLS, _ASKS_CELL, _ASKS_TEXT = (
    -0.30,
    0.61,
    -0.47,
    0.34,
    0.56,
    -0.50,
)
_CONSTANT = 1.55
_SURE = 1e-3  # distance that probabilities keep from 0 and 1


@dataclass(frozen=True, slots=True)
class Choice:
    """Evidence on the best sentences and the best cells: their probabilities, 0..1, and their log odds by the
    cross-encoder."""

    sentences: float
    cells: float
    read_sentence: float
    read_cells: float


def prefers_cells(question: str, choice: Choice) -> bool:
    """True if the cells are likelier to answer the question than the sentences."""
    if choice.cells < _LEAST:
        return False
    intents = score_intents(question)
    odds = _CONSTANT + _SENTENCES * _log_odds(choice.sentences) + _CELLS * _log_odds(choice.cells)
    odds += _READ_SENTENCE * choice.read_sentence + _READ_CELLS * choice.read_cells
    odds += _ASKS_CELL * intents["cell"] + _ASKS_TEXT * (intents["fact"] + intents["reason"])
    return odds > 0


def _log_odds(probability: float) -> float:
    kept = min(max(probability, _SURE), 1 - _SURE)
    return math.log(kept / (1 - kept))
