"""Scores of a first-hop run: ranking metrics and reading accuracy, by kind of figure and of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..retrieval.markers import without_markers
from ..retrieval.names import name_key
from .bootstrap import Interval, cluster_bootstrap
from .m3sciqa import VisualQuestion
from .metrics import NDCG, Metric, Recall, ReciprocalRank, score_all
from .types import Prediction

METRICS: tuple[Metric, ...] = (ReciprocalRank(), Recall(1), Recall(3), Recall(5), NDCG(3), NDCG(5))


@dataclass(frozen=True, slots=True)
class Scores:
    """Means with intervals over `n` questions, by name of the metric."""

    n: int
    means: Mapping[str, Interval]


@dataclass(frozen=True, slots=True)
class ReadingScores:
    """Shares, 0..1, of questions whose first entity is the answer, and of those on which the reading abstained.

    An abstained reading and one that failed are not right. `by_modal` are the accuracies for tables and figures.
    """

    accuracy: float
    abstained: float
    by_modal: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class FirstHopReport:
    """All scores of a run; `errors` are the distinct lines of predictions that failed."""

    overall: Scores
    by_modal: Mapping[str, Scores]
    by_type: Mapping[str, Scores]
    reading: ReadingScores
    errors: tuple[str, ...]


def score_first_hop(
    questions: Sequence[VisualQuestion], predictions: Mapping[str, Prediction]
) -> FirstHopReport:
    """Every question counts: without a ranking, or without a gold paper to find, it scores 0 ("Rank All" in the paper)."""
    rows = [
        (question, predictions.get(question.id, Prediction(question.id, error="not run")))
        for question in questions
    ]
    return FirstHopReport(
        overall=_scores(rows),
        by_modal={modal: _scores(part) for modal, part in _split(rows, lambda question: question.modal)},
        by_type={kind: _scores(part) for kind, part in _split(rows, lambda question: question.reasoning)},
        reading=_reading(rows),
        errors=tuple(dict.fromkeys(prediction.error for _, prediction in rows if prediction.error)),
    )


Row = tuple[VisualQuestion, Prediction]


def _split(rows: Sequence[Row], key: Callable[[VisualQuestion], str]) -> list[tuple[str, list[Row]]]:
    values = sorted({key(question) for question, _ in rows})
    return [(value, [row for row in rows if key(row[0]) == value]) for value in values]


def _scores(rows: Sequence[Row]) -> Scores:
    scored = [_score(question, prediction) for question, prediction in rows]
    groups = [question.anchor for question, _ in rows]
    means = {
        str(metric): cluster_bootstrap([row[str(metric)] for row in scored], groups) for metric in METRICS
    }
    return Scores(len(rows), means)


def _score(question: VisualQuestion, prediction: Prediction) -> dict[str, float]:
    """Several gold ids are records of one paper: they count as one, at the place of the first."""
    ranking = ["gold" if key in question.gold else f"id {key}" for key in prediction.ranking]
    return score_all(METRICS, ranking, {"gold": 1.0})


def _reading(rows: Sequence[Row]) -> ReadingScores:
    right = [float(reads_right(prediction, question.answer)) for question, prediction in rows]
    gave_up = [prediction.reading is None or prediction.reading.abstained for _, prediction in rows]
    by_modal = {
        modal: _mean(
            [value for value, (question, _) in zip(right, rows, strict=True) if question.modal == modal]
        )
        for modal in sorted({question.modal for question, _ in rows})
    }
    return ReadingScores(_mean(right), _mean(list(map(float, gave_up))), by_modal)


def reads_right(prediction: Prediction, answer: str) -> bool:
    """Whether the first entity read is `answer`: the same letters and digits, citation markers and notes aside."""
    reading = prediction.reading
    if reading is None or reading.abstained or not reading.entities:
        return False
    return name_key(without_markers(reading.entities[0].text)) == name_key(without_markers(answer))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def report_fields(report: FirstHopReport) -> dict[str, Any]:
    """The report as plain values for JSON: means, then the bounds of their intervals under "intervals"."""
    reading = report.reading
    return {
        "n": report.overall.n,
        "overall": _means(report.overall),
        "by_modal": {modal: _means(scores) for modal, scores in report.by_modal.items()},
        "by_type": {kind: _means(scores) for kind, scores in report.by_type.items()},
        "reading": {"accuracy": reading.accuracy, **reading.by_modal, "abstained": reading.abstained},
        "intervals": {
            "overall": _bounds(report.overall),
            "by_modal": {modal: _bounds(scores) for modal, scores in report.by_modal.items()},
            "by_type": {kind: _bounds(scores) for kind, scores in report.by_type.items()},
        },
    }


def _means(scores: Scores) -> dict[str, float]:
    return {"n": scores.n, **{name: interval.mean for name, interval in scores.means.items()}}


def _bounds(scores: Scores) -> dict[str, tuple[float, float]]:
    return {name: (interval.low, interval.high) for name, interval in scores.means.items()}
