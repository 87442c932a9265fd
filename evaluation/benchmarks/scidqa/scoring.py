"""SciDQA's scores of an answer, and its columns as printed."""

from __future__ import annotations

from collections.abc import Sequence

from ...metrics.text import TextMetric, parse_text_metric
from ...metrics.text.rouge import mean_rouge
from ...reports.report import ReportExtra, ReportTable
from ...types import Example, Prediction, Scores
from .judge import average
from .options import SciDQAOptions
from .responses import EMPTY

PRECISION, F1, JUDGE = "ROUGE", "ROUGE F1", "judge[1-10]"


def score(example: Example, prediction: Prediction, metrics: Sequence[TextMetric]) -> dict[str, float | None]:
    """ROUGE's mean precision and F1, then `metrics`; an answer that is not there is scored as the text "nan", as published."""
    if not example.answers:
        return {PRECISION: None, F1: None, **{short_name(metric): None for metric in metrics}}
    answer = prediction.answer.strip() or EMPTY
    found = mean_rouge(answer, example.answers[0])
    return {
        PRECISION: found.precision,
        F1: found.f1,
        **{short_name(metric): metric([answer], [example.answers]).value for metric in metrics},
    }


def text_metrics(options: SciDQAOptions) -> list[TextMetric]:
    """The metrics by local models that the options name."""
    named = (("BLEURT", options.bleurt), ("BERTScore", options.bertscore))
    return [parse_text_metric(f"{name}[{model}]") for name, model in named if model]


def short_name(metric: TextMetric) -> str:
    """The name of a metric without its model."""
    return str(metric).split("[")[0]


def show_columns(scores: Sequence[Scores]) -> ReportExtra:
    """The columns as SciDQA prints them, x 100: one per metric and judge, ALS, and Avg where all of them are there."""
    names = [name for name, _ in scores[0].values if name != F1] if scores else []
    means = {name: _mean([one.value(name) for one in scores]) for name in names}
    judges = [means[name] for name in names if name.startswith(JUDGE)]
    judged = [10 * value for value in judges if value is not None]
    row = {
        name: None if value is None else value * (10 if name.startswith(JUDGE) else 100)
        for name, value in means.items()
    }
    if judges and len(judged) == len(judges):
        row["ALS"] = sum(judged) / len(judged)
        texts = [value for name in (PRECISION, "BLEURT", "BERTScore") if (value := row.get(name)) is not None]
        if len(texts) == 3:
            row["Avg"] = average(texts, judged)
    return ReportExtra((ReportTable("As printed, x 100", tuple(row), (("all", tuple(row.values())),)),))


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
