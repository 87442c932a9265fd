"""SciDQA's studies of answers: which right answers can be copied from a paragraph, and which answers people prefer.

Preferences are a table (.xlsx) with columns que, ans (the right answer), human_ans, <model>_ans and preferred, which
is tie, human, model or none (the paper's Table 7).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean

from ...errors import UsageError
from ..benchmarks.request import TaskRequest
from ..metrics.overlap import mean_rouge
from ..metrics.text import TextMetric
from ..prepared_task import PreparedTask, each_alone
from ..reports.report import ReportExtra, ReportTable
from ..runs.resumable_jsonl import code_key
from ..types import Example, Prediction, Scores
from .answer import PRECISION, bare, short_name, text_metrics
from .data import EMPTY, Texts, read_sheet, version_of
from .papers import clean

OVERLAP, COPIED = "overlap", "overlap >= 80%"

HIGH = 0.8  # an answer counts as copied from this share of words, as in the paper


def prepare_overlap(
    request: TaskRequest, questions: Sequence[Example], files: Sequence[Path], texts: Texts
) -> PreparedTask:
    """Prepare the task that measures how much of each reference answer a single paragraph of its paper contains.

    The measure is the largest share of the answer that is found in any paragraph.
    """

    def text_of(example: Example) -> str:
        return clean(texts.full.get((example.tag("pid"), version_of(example)), ""))

    def find(example: Example) -> Prediction:
        share, paragraph = highest_overlap(example.answers[0] if example.answers else "", text_of(example))
        return Prediction(example.id, answer=paragraph, reply=f"{share:.6f}")

    def score_overlap(example: Example, prediction: Prediction) -> dict[str, float | None]:
        known = bool(example.answers and text_of(example) and not prediction.error)
        share = float(prediction.reply) if known else None
        return {OVERLAP: share, COPIED: None if share is None else float(share >= HIGH)}

    return PreparedTask(
        title="SciDQA overlap of right answers with paragraphs",
        manifest=request.manifest(files, code_key(("evaluation/scidqa",))),
        examples=request.select(questions),
        answer=each_alone(lambda _: find, 1),
        score=score_overlap,
        headline=COPIED,
        by=("version", "papers"),
        published=request.task,
    )


def highest_overlap(answer: str, text: str) -> tuple[float, str]:
    """Return the largest share, 0..1, of the words of `answer` that one paragraph of `text` contains, and that
    paragraph.

    Repeated words are counted. The first of equally good paragraphs is returned; (0, "") if the answer or text has no
    words.
    """
    words = Counter(_words(bare(answer)))
    best, paragraph = 0.0, ""
    for part in re.split(r"\n\s*\n", text):
        share = (words & Counter(_words(part))).total() / words.total() if words else 0.0
        if share > best:
            best, paragraph = share, part.strip()
    return best, paragraph


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


PREFERENCES = ("tie", "human", "model", "none")
_NEEDED = ("que", "ans", "human_ans", "preferred")
SURFACE = "surface metrics"


def prepare_preferences(request: TaskRequest) -> PreparedTask:
    """Prepare the table of two answers to each question with the preferred one."""
    model, examples, answers = load_preferences(request.folder)
    metrics = text_metrics(request.options)
    return PreparedTask(
        title=f"SciDQA preferences between {model} and people",
        manifest=request.manifest([request.folder], code_key(("evaluation/scidqa",))),
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
    """Return the model's name, an example per row, and the model's answers by example id.

    Examples are tagged with the preference and the human answer. Raises UsageError, naming file and row, for a
    missing column or an unknown preference.
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
    """Return the mean surface metric of the model's answer and of the human answer.

    The surface metrics are ROUGE's precision and `metrics`.
    """

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
    """Return Table 7: a column per preference, with the mean scores x 100 of both answers and the share of
    comparisons.
    """
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
