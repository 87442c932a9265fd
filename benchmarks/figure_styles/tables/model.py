"""What a table says, independent of how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..names import Lexicon, distinct
from ..wording import plural

METRICS = (  # name, decimals, low, high, whether lower is better
    ("Acc", 2, 40.0, 97.0, False), ("Accuracy", 1, 40.0, 97.0, False), ("F1", 2, 30.0, 95.0, False),
    ("BLEU", 2, 5.0, 45.0, False), ("BLEU-1", 2, 10.0, 60.0, False), ("ROUGE-1", 2, 30.0, 50.0, False),
    ("ROUGE-2", 2, 10.0, 25.0, False), ("ROUGE-L", 2, 25.0, 45.0, False), ("METEOR", 1, 10.0, 40.0, False),
    ("EM", 1, 20.0, 80.0, False), ("MRR", 3, 0.2, 0.8, False), ("Hits@1", 3, 0.1, 0.7, False),
    ("Hits@10", 3, 0.5, 0.95, False), ("Recall@5", 2, 50.0, 99.0, False), ("NDCG@10", 3, 0.2, 0.7, False),
    ("Precision", 2, 30.0, 95.0, False), ("Recall", 2, 30.0, 95.0, False), ("PPL", 2, 8.0, 60.0, True),
    ("MSE", 3, 0.01, 0.9, True), ("RMSE", 3, 0.2, 2.5, True), ("WER", 1, 3.0, 30.0, True),
    ("Top-1", 2, 5.0, 80.0, False), ("Smatch", 1, 60.0, 86.0, False), ("SR", 1, 0.5, 50.0, False),
)  # fmt: skip
SPLITS = (("Seen", "Unseen"), ("Val", "Test"), ("En-De", "En-Fr"), ("Automatic", "Human"), ("Dev", "Test"))
SHOTS = ("4-shot", "16-shot", "32-shot", "zero-shot", "FLAN", "GPT")
BACKBONES = ("BERT", "GPT", "T5-XL", "LSTM", "CNN", "ResNet", "FlanT5")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of values. `path` are its headers, outermost first; dataset, metric and setting say what they mean."""

    path: tuple[str, ...]
    metric: str = ""
    dataset: str = ""
    setting: str = ""
    text: str = ""  # what a column of words or sizes says: "backbone", "parameters"
    lower_is_better: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    noun: str
    header: str  # of the column of names
    names: tuple[str, ...]
    citations: tuple[str, ...]
    columns: tuple[Column, ...]
    cells: tuple[tuple[str, ...], ...]
    deviations: tuple[tuple[str, ...], ...]
    groups: tuple[tuple[str, int, int], ...]  # label, first row, last row
    caption: str

    def number(self, row: int, column: int) -> float | None:
        return number(self.cells[row][column])


@dataclass(frozen=True, slots=True)
class Shape:
    """How much of what a table of some style holds."""

    rows: tuple[int, int] = (6, 12)
    form: str = "datasets"  # metrics | datasets | datasets-metrics | splits
    leaves: int = 3  # columns under one upper header, or in all when there is none
    tops: int = 2
    text_columns: int = 0
    groups: int = 0
    citations: str = "year"  # year | number | none
    missing: str = ""  # what stands for a value that is not there
    missing_share: float = 0.0
    deviations: float = 0.0
    percent: bool = False
    sizes: bool = False  # the rows are datasets, the values counts in the thousands


def number(cell: str) -> float | None:
    """Value of a printed cell: "52.4%" 52.4, "12,345" 12345, "-" None."""
    try:
        return float(cell.replace(",", "").rstrip("%"))
    except ValueError:
        return None


def random_table(rng: Random, shape: Shape, lexicon: Lexicon) -> Table:
    """A table of this shape. No value occurs twice in a column by design, though rounding may repeat one."""
    count = rng.randint(*shape.rows)
    noun = (
        "dataset" if shape.sizes else rng.choice(["method", "method", "model", "model", "approach", "system"])
    )
    draw = lexicon.dataset if shape.sizes else lexicon.method
    names = distinct(rng, draw, count)
    columns, ranges = _columns(rng, shape, lexicon)
    strength = [rng.random() for _ in names]
    cells = [
        [_cell(rng, shape, ranges[c], strength[r], columns[c]) for c in range(len(columns))]
        for r in range(count)
    ]
    deviations = [
        [
            f"{rng.uniform(0.1, 1.2):.1f}"
            if rng.random() < shape.deviations and number(cell) is not None
            else ""
            for cell in row
        ]
        for row in cells
    ]
    return Table(
        noun=noun,
        header=rng.choice([noun.capitalize(), noun.capitalize(), plural(noun).capitalize()]),
        names=tuple(names),
        citations=tuple(_citation(rng, shape.citations, lexicon, names[row]) for row in range(count)),
        columns=tuple(columns),
        cells=tuple(map(tuple, cells)),
        deviations=tuple(map(tuple, deviations)),
        groups=_groups(rng, shape.groups, count, lexicon),
        caption=f"Results of {count} {plural(noun)}.",
    )


def _columns(
    rng: Random, shape: Shape, lexicon: Lexicon
) -> tuple[list[Column], list[tuple[int, float, float]]]:
    """Columns, and for each the decimals and the range of its values."""
    columns: list[Column] = []
    ranges: list[tuple[int, float, float]] = []
    for text in rng.sample(["backbone", "parameters"], shape.text_columns):
        columns.append(
            Column(
                (
                    rng.choice(
                        {"backbone": ["Backbone", "Encoder"], "parameters": ["#Params", "Params."]}[text]
                    ),
                ),
                text=text,
            )
        )
        ranges.append((0, 0.0, 0.0))
    for column, metric in _measured(rng, shape, lexicon):
        columns.append(column)
        ranges.append(metric)
    return columns, ranges


def _measured(rng: Random, shape: Shape, lexicon: Lexicon) -> list[tuple[Column, tuple[int, float, float]]]:
    if shape.sizes:
        heads = rng.sample(["Train", "Valid", "Test", "Dialogues", "Turns", "Questions"], shape.leaves)
        return [(Column((head,), metric=head), (0, 120.0, 250000.0)) for head in heads]
    datasets = distinct(rng, lexicon.dataset, max(shape.leaves, shape.tops))
    metrics = rng.sample(METRICS, max(shape.leaves, 2))
    splits = rng.choice(SPLITS)
    if shape.form == "metrics":
        return [(Column((m[0],), m[0], lower_is_better=m[4]), m[1:4]) for m in metrics[: shape.leaves]]
    if shape.form == "datasets":
        metric = next(m for m in metrics + list(METRICS) if not m[4])
        return [(Column((d,), dataset=d), metric[1:4]) for d in datasets[: shape.leaves]]
    if shape.form == "datasets-metrics":
        return [
            (Column((d, m[0]), m[0], d, lower_is_better=m[4]), m[1:4])
            for d in datasets[: shape.tops]
            for m in metrics[: shape.leaves]
        ]
    if shape.form == "metric-over-datasets":
        metric = metrics[0]
        return [
            (Column((metric[0], d), metric[0], d, lower_is_better=metric[4]), metric[1:4])
            for d in datasets[: shape.leaves]
        ]
    return [
        (Column((d, s, m[0]), m[0], d, s, lower_is_better=m[4]), m[1:4])
        for d in datasets[: shape.tops]
        for s in splits
        for m in metrics[: shape.leaves]
    ]


def _cell(
    rng: Random, shape: Shape, measure: tuple[int, float, float], strength: float, column: Column
) -> str:
    if column.text == "backbone":
        return rng.choice(BACKBONES)
    if column.text == "parameters":
        return rng.choice(["7B", "13B", "60B", "110M", "220M", "340M", "770M", "3B", "638K", "1.8M"])
    if rng.random() < shape.missing_share:
        return shape.missing
    decimals, low, high = measure
    if shape.sizes:
        return f"{round(low * (high / low) ** rng.random()):,}"
    share = min(1.0, max(0.0, 0.75 * strength + 0.25 * rng.random()))
    if column.lower_is_better:
        share = 1 - share
    text = f"{low + share * (high - low):.{decimals}f}"
    return text + "%" if shape.percent and high > 1 else text


def _citation(rng: Random, kind: str, lexicon: Lexicon, name: str) -> str:
    if kind == "none" or name in lexicon.plain:
        return ""
    return f"[{rng.randint(3, 68)}]" if kind == "number" else lexicon.citation(rng)


def _groups(rng: Random, wanted: int, count: int, lexicon: Lexicon) -> tuple[tuple[str, int, int], ...]:
    if not wanted:
        return ()
    cuts = sorted(rng.sample(range(2, count - 1, 2), min(wanted - 1, (count - 3) // 2)))
    starts = [0, *cuts]
    ends = [cut - 1 for cut in cuts] + [count - 1]
    labels = distinct(rng, lexicon.group, len(starts))
    return tuple(zip(labels, starts, ends, strict=True))
