"""Random tables, independent of the program that typesets them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from specs import DATASETS, METHODS  # type: ignore[import-not-found]  # found beside this script

KINDS = ("plain table", "two levels", "groups", "marks")
METRICS = (
    ("Accuracy", (52, 97), 1), ("F1", (40, 95), 1), ("EM", (30, 90), 1), ("MRR", (0.15, 0.62), 3), ("Hits@10", (0.3, 0.8), 3),
    ("BLEU", (14, 46), 1), ("ROUGE-L", (22, 48), 2), ("AUC", (0.6, 0.98), 3), ("WER", (2.1, 18), 1), ("PPL", (6, 60), 2),
    ("Latency (ms)", (8, 400), 1), ("Params (M)", (5, 900), 0), ("Memory (GB)", (2, 60), 1), ("Precision", (40, 97), 1),
)  # fmt: skip
GROUPS = (
    ("Supervised", "Unsupervised"), ("Encoder-only", "Decoder-only"), ("CNN-based", "Transformer-based"), ("Zero-shot", "Few-shot"),
    ("Without pre-training", "With pre-training"), ("Sparse retrievers", "Dense retrievers"), ("Open models", "Closed models"),
)  # fmt: skip
FEATURES = (
    "Multi-hop",
    "Open source",
    "Multilingual",
    "Streaming",
    "Tool use",
    "Human eval",
    "Long context",
    "Images",
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that spans `columns` columns and `rows` rows. `look` has some of: head, group, number, best, shade,
    turned, rule.
    """

    text: str
    columns: int = 1
    rows: int = 1
    look: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """The cells as printed, and the `values` behind them by method and column; None for a missing value.

    `columns` are the names of columns as questions use them. `groups` has the group of each method, "" for none.
    `head` is the number of header rows.
    """

    kind: str
    seed: int
    cells: tuple[tuple[Cell, ...], ...]
    head: int
    width: int
    methods: tuple[str, ...]
    groups: tuple[str, ...]
    columns: tuple[str, ...]
    digits: tuple[int, ...]
    values: tuple[tuple[float | None, ...], ...]
    features: tuple[str, ...] = ()
    marks: tuple[tuple[bool, ...], ...] = ()

    def grid(self) -> list[list[Cell | None]]:
        """Return the rows of places: each cell at its upper left place, None at the other places that it covers."""
        found: list[list[Cell | None]] = []
        taken: set[tuple[int, int]] = set()
        for number, row in enumerate(self.cells):
            waiting, line = list(row), list[Cell | None]()
            for column in range(self.width):
                cell = None if (number, column) in taken else waiting.pop(0)
                line.append(cell)
                if cell:
                    taken |= {(number + y, column + x) for y in range(cell.rows) for x in range(cell.columns)}
            found.append(line)
        return found


def make_table(kind: str, seed: int) -> Table:
    """Return the table of this kind that the seed determines."""
    draw = random.Random(f"{kind} {seed}")
    methods = tuple(draw.sample(METHODS, draw.choice((4, 5, 6, 8))))
    two = kind == "two levels"
    metrics = draw.sample(
        METRICS, draw.choice((2, 2, 3)) if two or kind == "marks" else draw.choice((3, 4, 5))
    )
    tops = draw.sample(DATASETS, draw.choice((2, 2, 3))) if two else [""]
    columns = [(top, metric) for top in tops for metric in metrics]
    missing = draw.choice((0, 0, 0.08))
    values = [
        tuple(None if draw.random() < missing else round(draw.uniform(*m[1]), m[2]) for _, m in columns)
        for _ in methods
    ]
    cut = draw.randint(2, len(methods) - 2)
    names = draw.choice(GROUPS)
    groups = tuple(names[i >= cut] if kind == "groups" else "" for i in range(len(methods)))
    features = tuple(draw.sample(FEATURES, draw.choice((2, 3, 4)))) if kind == "marks" else ()
    marks = tuple(tuple(draw.random() < 0.5 for _ in features) for _ in methods)
    table = Table(
        kind, seed, (), 0, 0, methods, groups,
        tuple(f"{m[0].split(' (')[0]} on {top}" if top else m[0].split(" (")[0] for top, m in columns),
        tuple(m[2] for _, m in columns), tuple(values), features, marks,
    )  # fmt: skip
    heads, body = _head(table, tops, [m[0] for m in metrics], draw), _body(table, draw)
    width = sum(cell.columns for cell in heads[0])
    return Table(
        kind, seed, (*heads, *body), len(heads), width, methods, groups,
        table.columns, table.digits, table.values, features, marks,
    )  # fmt: skip


def _head(
    table: Table, tops: Sequence[str], metrics: Sequence[str], draw: random.Random
) -> list[tuple[Cell, ...]]:
    bold, turned = frozenset({"head"}), frozenset({"head", "turned"} if draw.random() < 0.3 else {"head"})
    first = Cell(draw.choice(("Method", "Model", "Approach", "")), 1, 2 if tops[0] else 1, bold)
    leads = [first]
    if table.kind == "groups" and table.seed % 2:  # otherwise each group is a line across the whole table
        leads.insert(0, Cell("Type", look=bold))
    if tops[0]:
        upper = (*leads, *(Cell(top, len(metrics), look=bold) for top in tops))
        return [upper, tuple(Cell(metric, look=bold) for _ in tops for metric in metrics)]
    marks = [Cell(feature, look=turned) for feature in table.features]
    return [(*leads, *marks, *(Cell(metric, look=bold) for metric in metrics))]


def _body(table: Table, draw: random.Random) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows below the header."""
    yes, no = draw.choice((("✓", "✗"), ("✓", ""), ("✓", "–"), ("Yes", "No")))
    absent = draw.choice(("–", "-", "", "N/A"))
    shaded, bold, spread = draw.choice(("", "", "zebra", "last")), draw.random() < 0.6, draw.random() < 0.2
    best = [
        max((v for v in column if v is not None), default=None) for column in zip(*table.values, strict=True)
    ]
    width = len(table.columns) + len(table.features) + 1
    for i, method in enumerate(table.methods):
        starts = table.groups[i] != "" and (i == 0 or table.groups[i - 1] != table.groups[i])
        if starts and not table.seed % 2:
            yield (Cell(table.groups[i], width, look=frozenset({"group", "rule"})),)
        shade = (
            {"shade"}
            if (shaded == "zebra" and i % 2) or (shaded == "last" and method == table.methods[-1])
            else set()
        )
        row = [Cell(method, look=frozenset(shade))]
        if starts and table.seed % 2:
            row.insert(
                0,
                Cell(
                    table.groups[i], 1, table.groups.count(table.groups[i]), frozenset({"rule"} if i else ())
                ),
            )
        row += [Cell(yes if mark else no, look=frozenset(shade)) for mark in table.marks[i]]
        for value, digits, top in zip(table.values[i], table.digits, best, strict=True):
            shown = absent if value is None else f"{value:.{digits}f}"
            if spread and value is not None and digits:
                shown += f" ± {draw.randint(1, 9) / 10**digits:.{digits}f}"
            look = {"number", *(("best",) if bold and value == top else ())}
            row.append(Cell(shown, look=frozenset(look | shade)))
        yield tuple(row)
