"""Values of training: pairs, options and reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..evaluation.statistics.bootstrap import Interval

PairKind = Literal["citation", "title", "caption", "question"]


@dataclass(frozen=True, slots=True)
class TrainingPair:
    """`query` is to find `positive`, a text of `paper`, before each of `negatives`.

    The kinds: a citing sentence and the sentence of the cited paper that it refers to ("citation") or the title of any work that
    it cites ("title"); a caption and the sentence that mentions its figure ("caption"); a generated question and its quote
    ("question"). `paper` decides whether the pair is held out.
    """

    kind: PairKind
    paper: str
    query: str
    positive: str
    negatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """`epochs` over the pairs, `batch` pairs per step, the peak of the learning `rate`, and the `seed` of every random choice."""

    epochs: int = 2
    batch: int = 32
    rate: float = 3e-5
    seed: int = 0


@dataclass(frozen=True, slots=True)
class HeldOutScore:
    """Mean reciprocal rank of the `n` held-out pairs of a `kind` before and after training, and the interval of the difference,
    resampled by paper."""

    kind: str
    n: int
    before: float
    after: float
    difference: Interval


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """The outcome of one training: numbers of pairs by kind, steps, held-out scores, and the seconds of the last run alone, by
    the clock and of the processor.

    `losses` are those of the first and of the last tenth of the steps, averaged; 0 where the trainer does not report them.
    """

    base: str
    pairs: tuple[tuple[str, int], ...]
    steps: int
    seconds: float = 0.0
    processor_seconds: float = 0.0
    held_out: tuple[HeldOutScore, ...] = ()
    losses: tuple[float, float] = (0.0, 0.0)
