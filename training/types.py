"""Training pairs, options and reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..evaluation.statistics.bootstrap import Interval

PairKind = Literal["citation", "title", "caption", "question"]


@dataclass(frozen=True, slots=True)
class TrainingPair:
    """A query that should rank `positive`, a text, before each of `negatives`.

    The kind "citation" pairs a citing sentence with the sentence of the cited paper that it refers to. "title" pairs it
    with the title of any work that it cites. "caption" pairs a caption with a sentence that mentions its figure.
    "question" pairs a generated question with its quote. `paper` is the id of the paper that decides whether the pair
    is held out.
    """

    kind: PairKind
    paper: str
    query: str
    positive: str
    negatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """Training runs `epochs` times over the pairs, with `batch` pairs per batch.

    `rate` is the peak learning rate, and `seed` the seed of all random choices.
    """

    epochs: int = 2
    batch: int = 32
    rate: float = 3e-5
    seed: int = 0


@dataclass(frozen=True, slots=True)
class HeldOutScore:
    """The mean reciprocal rank of the `n` held-out pairs of a kind, before and after training.

    `difference` is the mean difference with its confidence interval, resampled by paper.
    """

    kind: str
    n: int
    before: float
    after: float
    difference: Interval


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """The outcome of a training: the base model, numbers of pairs by kind, number of batches (`steps`), and held-out
    scores.

    `seconds` (wall-clock time) and `processor_seconds` (CPU time) count only the last run. `losses` are the mean losses
    of the first and of the last tenth of the batches; 0 if the trainer does not report them.
    """

    base: str
    pairs: tuple[tuple[str, int], ...]
    steps: int
    seconds: float = 0.0
    processor_seconds: float = 0.0
    held_out: tuple[HeldOutScore, ...] = ()
    losses: tuple[float, float] = (0.0, 0.0)
