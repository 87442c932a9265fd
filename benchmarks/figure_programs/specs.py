"""Random charts, independent of the program that draws them, and questions about them with their answers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles

KINDS = ("line", "bar", "hbar", "stacked", "scatter", "pie", "box", "heatmap")
METHODS = """Aurora BERT-base CoCoOp DeBERTa ELMo FlanT5 GraphSAGE Hydra Jasper KGAT LayoutLM Mamba NRMS OPT-6.7B PEGASUS
RoBERTa SimCSE TinyLlama UniLM ViLT XLNet ZeroRank ColBERT SPLADE Longformer BM25 k-NN""".split()
DATASETS = "MNLI QQP SST-2 CoLA SQuAD HotpotQA FEVER SciFact CIFAR-10 ImageNet COCO VQAv2 GSM8K MATH BoolQ XSum".split()
SHARES = (
    "Negation",
    "Coreference",
    "Numeric",
    "Ambiguity",
    "World knowledge",
    "Typos",
    "Long context",
    "Other",
)
MEASURES = (("Accuracy (%)", 30, 98), ("F1 score", 0.35, 0.95), ("BLEU", 12, 42), ("Latency (ms)", 20, 480))
STEPS = (
    ("Epoch", (1, 2, 3, 4, 5, 6)),
    ("Number of shots", (0, 1, 2, 4, 8, 16)),
    ("Year", (2016, 2018, 2020, 2022)),
)
PALETTES = (
    ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#17becf", "#bcbd22"),
    ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#999999", "#332288"),
    ("#003f5c", "#bc5090", "#58508d", "#ff6361", "#ffa600", "#2f9e6e", "#7a5195", "#888888"),
)
APART = 0.05  # least difference of compared values, as a share of the range
READ_OFF = 0.035  # allowed error of a value that is read off, as a share of the range


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its right name `answer` among `names`, or with its right `value` and the `tolerance` of a
    reading.

    `others` are further right names.
    """

    operation: str
    text: str
    answer: str = ""
    names: tuple[str, ...] = ()
    value: float | None = None
    tolerance: float = 0.0
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spec:
    """A chart. `values` has rows (series, or the sample of a box) and columns (places, or shares of a pie)."""

    kind: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    x_title: str
    y_title: str
    palette: tuple[str, ...]
    legend: str
    markers: bool
    grid: bool
    dpi: int


def make_spec(kind: str, seed: int) -> Spec:
    """Return the chart of this kind that the seed determines."""
    draw = random.Random(f"{kind} {seed}")
    y_title, low, high = draw.choice(MEASURES)
    x_title, steps = draw.choice(STEPS)
    rows = tuple(draw.sample(METHODS, draw.randint(2, 4)))
    columns = tuple(draw.sample(DATASETS, draw.randint(3, 5)))
    if kind == "line":
        columns = tuple(map(str, steps))
    elif kind == "stacked":
        rows, columns, low = tuple(draw.sample(SHARES, 3)), tuple(draw.sample(METHODS, 4)), low * 0.2
    elif kind == "pie":
        rows, columns = ("share",), tuple(draw.sample(SHARES, draw.randint(3, 6)))
    elif kind == "scatter":
        rows, columns = tuple(draw.sample(METHODS, draw.randint(5, 7))), ("x", "y")
        x_title = "Parameters (M)"
    elif kind == "box":
        rows, columns = tuple(draw.sample(METHODS, 4)), tuple(map(str, range(31)))
    by_column = [_apart(draw, len(rows), low, high) for _ in columns]
    values = [[column[row] for column in by_column] for row in range(len(rows))]
    if kind == "pie":
        parts = _apart(draw, len(columns), 1.0, 8.0)
        values = [[round(100 * part / sum(parts), 1) for part in parts]]
    elif kind == "scatter":
        values = [[x, y] for x, y in zip(_apart(draw, len(rows), 10, 340), by_column[1], strict=True)]
    elif kind == "box":
        middles = _apart(draw, len(rows), low + 0.2 * (high - low), high - 0.2 * (high - low))
        values = [sorted(draw.gauss(m, 0.05 * (high - low)) for _ in columns) for m in middles]
    look = draw.choice(PALETTES), draw.choice(("inside", "right")), draw.random() < 0.6, draw.random() < 0.5
    frozen = tuple(tuple(round(v, 3) for v in row) for row in values)
    return Spec(kind, rows, columns, frozen, x_title, y_title, *look, draw.choice((80, 110, 150)))


def _apart(draw: random.Random, count: int, low: float, high: float) -> list[float]:
    """Return values in random order, no two of which are closer than APART of the range."""
    gap = APART * (high - low)
    places = sorted(draw.uniform(low, high - gap * (count - 1)) for _ in range(count))
    values = [place + gap * order for order, place in enumerate(places)]
    return draw.sample(values, count)


def ask(spec: Spec) -> list[Asked]:
    """Return the questions about a chart."""
    rows, columns, values = spec.rows, spec.columns, spec.values
    measure = spec.y_title.split(" (")[0]
    flat = [v for row in values for v in row]
    off = READ_OFF * (max(flat) - (0 if spec.kind in ("bar", "hbar", "stacked") else min(flat)))
    if spec.kind == "pie":
        shares = values[0]
        return [
            *_extremes("Which category has the {} share?", shares, columns, ("largest", "smallest")),
            Asked("value", f"What is the share of {columns[0]}?", value=shares[0], tolerance=1.5),
        ]
    if spec.kind == "box":
        medians = [quantiles(row, n=4)[1] for row in values]
        return list(_extremes(f"Which method has the {{}} median {measure}?", medians, rows))
    if spec.kind == "scatter":
        xs, ys = zip(*values, strict=True)
        return [
            *_extremes(f"Which method has the {{}} {measure}?", ys, rows),
            *_extremes("Which method has the {} Parameters?", xs, rows, ("largest", "smallest")),
            Asked(
                "value",
                f"What is the {measure} of {rows[0]}?",
                value=ys[0],
                tolerance=READ_OFF * (max(ys) - min(ys)),
            ),
        ]
    place = f"at {spec.x_title} {columns[1]}" if spec.kind == "line" else f"on {columns[1]}"
    if spec.kind == "stacked":
        totals = [sum(column) for column in zip(*values, strict=True)]
        found = list(_extremes(f"Which method has the {{}} total {measure}?", totals, columns))
        return found if min(abs(a - b) for a in totals for b in totals if a != b) > 2 * off else []
    column = [row[1] for row in values]
    return [
        *_extremes(f"Which method has the {{}} {measure} {place}?", column, rows),
        Asked("value", f"What is the {measure} of {rows[0]} {place}?", value=column[0], tolerance=off),
    ]


def _extremes(
    wording: str,
    values: Sequence[float],
    names: Sequence[str],
    words: tuple[str, str] = ("highest", "lowest"),
) -> tuple[Asked, Asked]:
    most, least = (
        max(range(len(values)), key=values.__getitem__),
        min(range(len(values)), key=values.__getitem__),
    )
    high, low = (wording.format(word) for word in words)
    return Asked("max", high, names[most], tuple(names)), Asked("min", low, names[least], tuple(names))
