"""MMSci's classification of figures: the type of each panel by a model, and its agreement with people (appendix A.1.3).

The release has no labels: a user's own are lines of {"image": file name, "panel": "a" or "", "type": number or name}.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ....agent.llm.roles import Models
from ....agent.llm.types import LLM, Message, Request
from ....errors import ConfigurationError, UsageError
from ....settings import expand_user
from ...evaluate import System
from ...prepared_task import PreparedTask, each_alone
from ...reports.report import ReportExtra, ReportTable
from ...runs.resumable_jsonl import run_key
from ...statistics.kappa import cohen_kappa
from ...types import Example, Prediction, Scores
from ..common.pictures import shown
from ..request import TaskRequest
from .data import load_captions
from .options import TEMPERATURE, MMSciOptions
from .shots import draw_sample

TYPES = (
    "Charts and graphs",
    "Schematic diagrams",
    "Microscopic photographs",
    "Macroscopic photographs",
    "Simulated images",
    "Maps",
    "Experimental results",
)
AGREEMENT = "type accuracy"
_MEANINGS = (
    "quantitative data as points, bars, lines and the like",
    "a system, process or structure, drawn in a simplified way",
    "photographs through a microscope",
    "photographs of what the naked eye sees",
    "images computed from a model or theory",
    "maps of places or of the environment",
    "results of an experiment as such, as blots and gels",
)
_LISTED = "\n".join(
    f"{n}: {name} ({meaning})" for n, (name, meaning) in enumerate(zip(TYPES, _MEANINGS, strict=True), 1)
)
_ASK = f"""Which type of figure is this?
{_LISTED}
Reply with the number alone; for a figure with lettered panels with a number for each, as in "a: 1, b: 3"."""
PROMPTS = run_key(_ASK)
_PANEL = re.compile(r"\(?\b([a-z])\b\)?\s*[:=]\s*([1-7])\b", re.IGNORECASE)
_TOKENS = 256
_UNREAD = 0  # the type of a labelled panel that the reply does not give


def prepare_types(request: TaskRequest) -> PreparedTask:
    """The figures of the captioning task, with the labels of the user where there are any."""
    options: MMSciOptions = request.options
    loaded = load_captions(request.folder, options.split, "none")
    examples = [replace(example, answers=()) for example in loaded.examples]
    labels = expand_user(options.labels) if options.labels else None
    examples = with_labels(examples, labels) if labels else examples

    def system(models: Models | None) -> System:
        if models is None:
            raise ConfigurationError("task figure-type needs a model: set model (--model)")
        return classify_with(models.vision, options.side)

    return PreparedTask(
        title=f"MMSci figure-type, {options.split}",
        manifest=request.manifest([loaded.file, *([labels] if labels else [])], PROMPTS),
        examples=request.select(draw_sample(examples, options.sample, options.seed)),
        answer=each_alone(system, request.settings.model_concurrency),
        score=score_types,
        headline=AGREEMENT,
        by=("category",),
        show=show_types,
        published="figure-type",
    )


def classify_with(llm: LLM, side: int) -> System:
    """The system that asks `llm` for the types of the panels of each figure."""

    def answer(example: Example) -> Prediction:
        message = Message("user", _ASK, shown(example.pictures, side))
        reply = llm.complete(
            Request((message,), max_tokens=_TOKENS, temperature=TEMPERATURE, label="mmsci-types")
        )
        found = types_in(reply.text)
        text = ", ".join(f"{panel}: {kind}" if panel else str(kind) for panel, kind in found.items())
        return Prediction(example.id, answer=text, reply=reply.text, usage=reply.usage)

    return answer


def types_in(reply: str) -> dict[str, int]:
    """The type 1..7 of each panel in a reply, under "" where it gives one for the whole figure; {} where it gives none."""
    panels = {panel.lower(): int(kind) for panel, kind in _PANEL.findall(reply)}
    whole = re.fullmatch(r"\W*([1-7])\b\W*.*", reply.strip(), re.DOTALL)
    return panels or ({"": int(whole[1])} if whole else {})


def with_labels(examples: Sequence[Example], path: Path) -> list[Example]:
    """`examples` whose answer is the types that the file at `path` gives their panels, as in a reply; () without any.

    Raises UsageError, naming the line, for what is no label.
    """
    labels: dict[str, dict[str, int]] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--labels: {path} cannot be read as UTF-8 text") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            image, panel, kind = _label(line, f"--labels: {path}:{number}")
            labels.setdefault(image, {})[panel] = kind
    return [
        replace(example, answers=_as_answer(labels.get(example.pictures[0].id, {}))) for example in examples
    ]


def score_types(example: Example, prediction: Prediction) -> dict[str, float | None]:
    """Share of labelled panels whose type is that of the label; None without labels."""
    pairs = _pairs(example, prediction)
    return {AGREEMENT: sum(given == right for given, right in pairs) / len(pairs) if pairs else None}


def show_types(
    examples: Sequence[Example],
    predictions: Mapping[str, Prediction],
    scores: Sequence[Scores],  # noqa: ARG001  # a Show
) -> ReportExtra:
    """Panels by type and category (Table 7), and Cohen's kappa with the labels where there are any."""
    categories = tuple(sorted({example.tag("category") for example in examples}))
    counts = {kind: dict.fromkeys(categories, 0.0) for kind in range(1, len(TYPES) + 1)}
    pairs: list[tuple[int, int]] = []
    for example in examples:
        prediction = predictions.get(example.id, Prediction(example.id, error="not run"))
        pairs += _pairs(example, prediction)
        for kind in types_in(prediction.answer).values():
            counts[kind][example.tag("category")] += 1
    rows = [(name, tuple(counts[n].values())) for n, name in enumerate(TYPES, 1)]
    totals = tuple(sum(row[n] for _, row in rows) for n in range(len(categories)))
    tables = [ReportTable("Panels by type", categories, (*rows, ("total", totals)), categories)]
    if pairs:
        given, right = zip(*pairs, strict=True)
        kappa = cohen_kappa(given, right, categories=range(len(TYPES) + 1))
        columns = ("panels", "kappa")
        line = ("model with labels", (float(len(pairs)), kappa))
        tables.append(ReportTable("Agreement with labels", columns, (line,), ("panels",)))
    return ReportExtra(tuple(tables))


def _pairs(example: Example, prediction: Prediction) -> list[tuple[int, int]]:
    """(type of the model, type of the label) of each labelled panel; a type for the whole figure is that of all panels."""
    right = types_in(example.answers[0]) if example.answers else {}
    given = {} if prediction.error else types_in(prediction.answer)
    return [(given.get(panel, given.get("", _UNREAD)), kind) for panel, kind in right.items()]


def _label(line: str, where: str) -> tuple[str, str, int]:
    try:
        row = json.loads(line)
        kind = row["type"]
        number = TYPES.index(kind) + 1 if kind in TYPES else int(kind)
        image, panel = str(row["image"]), str(row.get("panel") or "").lower()
    except (ValueError, KeyError, TypeError):
        number = 0
    if not 1 <= number <= len(TYPES):
        raise UsageError(f"{where}: needs image, panel and type, 1 to {len(TYPES)} or {', '.join(TYPES)}")
    return image, panel, number


def _as_answer(types: Mapping[str, int]) -> tuple[str, ...]:
    texts = [f"{panel}: {kind}" if panel else str(kind) for panel, kind in sorted(types.items())]
    return (", ".join(texts),) if texts else ()
