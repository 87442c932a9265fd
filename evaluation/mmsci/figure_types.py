"""MMSci's classification of figures: the type of each panel by a model, and its agreement with people (appendix A.1.3).

The release has no labels. Users' own labels are lines of {"image": file name, "panel": "a" or "", "type": number or
name}.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...agent.figures.paper_figures import open_paper_figure
from ...agent.llm.types import LLM
from ...errors import CitehopError, UsageError
from ...figures.read import read_data
from ...figures.types import FigureKind
from ...papers.clusters.cluster import Cluster
from ...papers.files import write_atomic
from ...papers.types import Figure
from ...settings import expand_user
from ..benchmarks.request import TaskRequest
from ..benchmarks.task_options import MMSCI_TEMPERATURE, MMSciOptions
from ..common.cluster_figures import Captioned
from ..common.files import rows_in
from ..common.model_calls import ModelCalls
from ..common.pictures import shown
from ..evaluate import System
from ..prepared_task import PreparedTask, each_alone, require_models
from ..reports.report import ReportExtra, ReportTable
from ..runs.resumable_jsonl import run_key
from ..statistics.rater_agreement import cohen_kappa
from ..types import Example, Picture, Prediction, Scores
from .data import draw_sample, load_captions

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
_UNREAD = 0  # the type of a labeled panel that the reply does not give


def prepare_types(request: TaskRequest) -> PreparedTask:
    """Prepare the task on the figures of the captioning task, with the user's labels if there are any."""
    options: MMSciOptions = request.options
    loaded = load_captions(request.folder, options.split, "none")
    examples = [replace(example, answers=()) for example in loaded.examples]
    labels = expand_user(options.labels) if options.labels else None
    examples = with_labels(examples, labels) if labels else examples

    return PreparedTask(
        title=f"MMSci figure-type, {options.split}",
        manifest=request.manifest([loaded.file, *([labels] if labels else [])], PROMPTS),
        examples=request.select(draw_sample(examples, options.sample, options.seed)),
        answer=each_alone(
            lambda models: classify_with(require_models(models).vision), request.settings.model_concurrency
        ),
        score=score_types,
        headline=AGREEMENT,
        by=("category",),
        show=show_types,
        published="figure-type",
    )


def classify_with(llm: LLM) -> System:
    """Return the system that asks `llm` for the types of the panels of each figure."""

    def answer(example: Example) -> Prediction:
        calls = ModelCalls(llm, "mmsci-types", _TOKENS, MMSCI_TEMPERATURE)
        reply = calls.ask(_ASK, images=shown(example.pictures))
        found = types_in(reply)
        text = ", ".join(f"{panel}: {kind}" if panel else str(kind) for panel, kind in found.items())
        return Prediction(example.id, answer=text, reply=reply, usage=calls.usage)

    return answer


def types_in(reply: str) -> dict[str, int]:
    """Map each panel in a reply to its type, 1..7; {} if the reply gives no type.

    A single type for the whole figure has the key "".
    """
    panels = {panel.lower(): int(kind) for panel, kind in _PANEL.findall(reply)}
    whole = re.fullmatch(r"\W*([1-7])\b\W*.*", reply.strip(), re.DOTALL)
    return panels or ({"": int(whole[1])} if whole else {})


def with_labels(examples: Sequence[Example], path: Path) -> list[Example]:
    """Return `examples` with the panel types in the file at `path` as answers, written as in a reply; () if it has
    none.

    Raises UsageError, naming the line, for a line that is not a label.
    """
    labels: dict[str, dict[str, int]] = {}
    for place, row in rows_in(path, "--labels holds image, panel and type"):
        kind = str(row.get("type"))
        number = TYPES.index(kind) + 1 if kind in TYPES else int(kind) if kind.isdecimal() else 0
        if not row.get("image") or not 1 <= number <= len(TYPES):
            raise UsageError(f"{place}: needs image, panel and type, 1 to {len(TYPES)} or {', '.join(TYPES)}")
        labels.setdefault(str(row["image"]), {})[str(row.get("panel") or "").lower()] = number
    return [
        replace(example, answers=_as_answer(labels.get(example.pictures[0].id, {}))) for example in examples
    ]


def score_types(example: Example, prediction: Prediction) -> dict[str, float | None]:
    """Return the share of labeled panels whose predicted type equals the label; None without labels."""
    pairs = _pairs(example, prediction)
    return {AGREEMENT: sum(given == right for given, right in pairs) / len(pairs) if pairs else None}


def show_types(
    examples: Sequence[Example],
    predictions: Mapping[str, Prediction],
    scores: Sequence[Scores],  # noqa: ARG001  # a Show
) -> ReportExtra:
    """Return tables of panels by type and category (Table 7) and, if there are labels, of Cohen's kappa with them."""
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
    """Return (predicted type, labeled type) for each labeled panel.

    A type that was predicted for the whole figure is used for all of its panels.
    """
    right = types_in(example.answers[0]) if example.answers else {}
    given = {} if prediction.error else types_in(prediction.answer)
    return [(given.get(panel, given.get("", _UNREAD)), kind) for panel, kind in right.items()]


def _as_answer(types: Mapping[str, int]) -> tuple[str, ...]:
    texts = [f"{panel}: {kind}" if panel else str(kind) for panel, kind in sorted(types.items())]
    return (", ".join(texts),) if texts else ()


LABELS = "figure_types.jsonl"
CHART, DIAGRAM = TYPES.index("Charts and graphs") + 1, TYPES.index("Schematic diagrams") + 1
_CHARTS: frozenset[FigureKind] = frozenset({"bar", "line", "scatter", "pie", "radar", "heatmap", "box"})
_NUMBER, _DECIMAL = re.compile(r"[-−+]?\d[\d.,]*%?"), re.compile(r"[-−+]?\d*\.\d+")
_TICKS = 3  # fewest numbers of an axis or a color bar

Types = Mapping[str, int]
"""Maps each lettered panel of a figure to its type, 1 to 7; the key "" stands for the whole figure."""


def label_types(
    clusters: Sequence[Cluster],
    figures: Sequence[Captioned],
    llm: LLM | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> dict[int, Types]:
    """Map the index of each figure to the types of its panels; figures without a type are left out.

    Without `llm`, only figures that are certainly charts or diagrams have types. `progress` is called with the number
    of figures done and the number of all figures.
    """
    by_name = {cluster.name: cluster for cluster in clusters}
    found: dict[int, Types] = {}
    for number, one in enumerate(figures):
        progress(number, len(figures))
        cluster = by_name[one.cluster]
        figure = next(f for f in cluster.paper(one.paper_id).figures if f.id == one.figure_id)
        kind = read_type(cluster, one.paper_id, figure)
        types = {"": kind} if kind else _ask(llm, cluster.path / figure.image) if llm else {}
        if types:
            found[number] = types
    return found


def read_type(cluster: Cluster, paper_id: str, figure: Figure) -> int | None:
    """Return the type of a figure that is read from the paths of its PDF page; None if it is not certainly a chart or
    diagram.

    Numbers must confirm the type: a chart has the numbers of an axis, a diagram has few decimal numbers.
    """
    try:
        image = open_paper_figure(cluster, paper_id, figure) if figure.words else None
        data = read_data(image) if image is not None and image.drawing is not None else None
    except CitehopError:
        return None
    if data is None or not data.exact:
        return None
    texts = [word.text for word in figure.words]
    if data.kind in _CHARTS:
        return CHART if sum(map(bool, map(_NUMBER.fullmatch, texts))) >= _TICKS else None
    decimals = sum(map(bool, map(_DECIMAL.fullmatch, texts)))
    return DIAGRAM if data.kind == "diagram" and decimals < _TICKS else None


def write_labels(path: Path, images: Sequence[str], types: Mapping[int, Types]) -> None:
    """Write the labels for `citehop bench mmsci --task figure-type --labels`; `images` are the file names of all
    figures.
    """
    rows = [
        {"image": images[number], "panel": panel, "type": TYPES[kind - 1]}
        for number, found in sorted(types.items())
        for panel, kind in sorted(found.items())
    ]
    write_atomic(path, "".join(json.dumps(row) + "\n" for row in rows))


def _ask(llm: LLM, picture: Path) -> Types:
    example = Example(picture.name, "", pictures=(Picture(picture.name, str(picture)),))
    return types_in(classify_with(llm)(example).answer)
