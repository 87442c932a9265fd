"""SciDQA's comparison with people (its Table 7): which of two answers was preferred, and how metrics score both.

A table (.xlsx) with columns que, ans (the right answer), human_ans, <model>_ans and preferred: tie, human, model or none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean

from ....errors import UsageError
from ...metrics.text import TextMetric
from ...metrics.text.rouge import mean_rouge
from ...prepared_task import PreparedTask, each_alone
from ...reports.report import ReportExtra, ReportTable
from ...runs.resumable_jsonl import code_key
from ...types import Example, Prediction, Scores
from ..request import TaskRequest
from .responses import EMPTY, read_sheet
from .scoring import PRECISION, short_name, text_metrics

PREFERENCES = ("tie", "human", "model", "none")
_NEEDED = ("que", "ans", "human_ans", "preferred")
SURFACE = "surface metrics"


def prepare_preferences(request: TaskRequest) -> PreparedTask:
    """Two answers to each question and the preferred one, as they are in the file."""
    model, examples, answers = load_preferences(request.folder)
    metrics = text_metrics(request.options)
    return PreparedTask(
        title=f"SciDQA preferences between {model} and people",
        manifest=request.manifest([request.folder], code_key(("evaluation/benchmarks/scidqa",))),
        examples=request.select(examples),
        answer=each_alone(lambda _: lambda example: Prediction(example.id, answer=answers[example.id]), 1),
        score=partial(score_preference, metrics=metrics),
        headline=f"model {SURFACE}",
        by=("preferred",),
        show=show_preferences,
        published=request.task,
        notes=(f"surface metrics: {', '.join([PRECISION, *map(short_name, metrics)])}",),
    )


def load_preferences(path: Path) -> tuple[str, list[Example], dict[str, str]]:
    """The model's name, an example per row tagged with the preference and the human answer, and its answers by id.

    Raises UsageError, naming file and row, for a table without the columns or a preference that is not one.
    """
    header, *rows = read_sheet(path)
    names = [str(name or "") for name in header]
    models = [name for name in names if name.endswith("_ans") and name != "human_ans"]
    if missing := [name for name in _NEEDED if name not in names]:
        raise UsageError(f"{path}: no column {missing[0]!r}; it has {', '.join(filter(None, names))}")
    if len(models) != 1:
        raise UsageError(f"{path}: needs one column MODEL_ans beside human_ans, not {len(models)}")
    examples, answers = [], {}
    for number, row in enumerate(rows, 1):
        cells = {
            name: str(cell or "").strip()
            for name, cell in zip(names, (*row, *[""] * len(names)), strict=False)
        }
        preferred = cells["preferred"].lower()
        if preferred not in PREFERENCES:
            raise UsageError(
                f"{path}: row {number}: preferred is {preferred!r}, not {', '.join(PREFERENCES)}"
            )
        tags = (("preferred", preferred), ("human", cells["human_ans"]))
        examples.append(Example(str(number), cells["que"], (cells["ans"],), tags=tags))
        answers[str(number)] = cells[models[0]]
    return models[0].removesuffix("_ans"), examples, answers


def score_preference(
    example: Example, prediction: Prediction, metrics: Sequence[TextMetric]
) -> dict[str, float | None]:
    """The mean of the surface metrics (ROUGE's precision, and `metrics`) of the model's answer and of the human one."""

    def surface(answer: str) -> float:
        said = answer.strip() or EMPTY
        values = [metric([said], [example.answers]).value for metric in metrics]
        return fmean([mean_rouge(said, example.answers[0]).precision, *values])

    return {f"model {SURFACE}": surface(prediction.answer), f"human {SURFACE}": surface(example.tag("human"))}


def show_preferences(
    examples: Sequence[Example],
    predictions: Mapping[str, Prediction],  # noqa: ARG001  # a Show
    scores: Sequence[Scores],
) -> ReportExtra:
    """Table 7: a column per preference, mean scores x 100 of both answers, and the share of comparisons."""
    rows = []
    for who in ("model", "human"):
        values = [
            (example.tag("preferred"), line.value(f"{who} {SURFACE}") or 0.0)
            for example, line in zip(examples, scores, strict=True)
        ]
        means = []
        for preference in PREFERENCES:
            chosen = [value for preferred, value in values if preferred == preference]
            means.append(100 * fmean(chosen) if chosen else None)
        rows.append((who, tuple(means)))
    preferred = [example.tag("preferred") for example in examples]
    shares = tuple(100 * preferred.count(preference) / max(1, len(preferred)) for preference in PREFERENCES)
    table = ReportTable(
        "Preferred answers, x 100",
        PREFERENCES,
        (*rows, ("share of comparisons", shares)),
        note="Mean of the surface metrics of each answer, by which of the two was preferred.",
    )
    return ReportExtra((table,))
