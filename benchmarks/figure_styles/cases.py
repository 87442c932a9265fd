"""Cases by split: every style drawn a few times from its own seeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from PIL import Image

from . import dev, heldout
from .blind_words import BLIND_WORDINGS
from .charts.ask import matrix_questions
from .charts.matrix import random_matrix
from .charts.plot import draw_matrix
from .charts.points import draw_points, point_questions, random_points
from .charts.shares import draw_shares, random_shares, share_questions
from .charts.style import Style as ChartStyle
from .charts.trees import draw_tree, random_tree, tree_questions
from .charts.wording import DEV_CHART_WORDINGS
from .heldout_charts import HELDOUT_CHART_WORDINGS
from .heldout_words import HELDOUT, HELDOUT_WORDINGS
from .names import DEV, Lexicon
from .tables.ask import questions as table_questions
from .tables.draw import draw_table
from .tables.grid import layout
from .tables.model import random_table
from .tables.style import Style as TableStyle
from .types import Asked, Case
from .wording import DEV_WORDINGS, Wordings

QUESTIONS = 7  # asked of one figure: reading its words costs far more than answering
Drawn = tuple[Image.Image, tuple[str, ...], tuple[Asked, ...]]


def dev_cases(kind: str = "", style: str = "", per_style: int = 3, first_seed: int = 0) -> Iterator[Case]:
    """Development figures; `kind` "table" or "chart", `style` a style's name, both optional.

    The same arguments give the same figures, and more of them (`per_style`, another `first_seed` below 9,000)
    come as cheaply. Seeds from 10,000 on belong to the held-out figures.
    """
    seeds = range(first_seed, first_seed + per_style)
    yield from _drawn(kind, style, seeds, dev.TABLES, dev.CHARTS, (DEV, DEV_WORDINGS, DEV_CHART_WORDINGS))


WORDINGS: dict[str, tuple[Wordings, Wordings]] = {
    "dev": (DEV_WORDINGS, DEV_CHART_WORDINGS),
    "heldout": (HELDOUT_WORDINGS, HELDOUT_CHART_WORDINGS),
    "blind": (BLIND_WORDINGS, HELDOUT_CHART_WORDINGS),
}


def heldout_cases(
    kind: str = "", style: str = "", per_style: int = 3, wordings: str = "heldout"
) -> Iterator[Case]:
    """Figures in styles and names that no reader was made on, asked about in one of WORDINGS.

    With "dev" they are asked as the development figures are: what is then still wrong is owed to the looks.
    """
    seeds = range(heldout.FIRST_SEED, heldout.FIRST_SEED + per_style)
    words = (HELDOUT, *WORDINGS[wordings])
    yield from _drawn(kind, style, seeds, heldout.TABLES, heldout.CHARTS, words)


def _drawn(
    kind: str,
    style: str,
    seeds: range,
    tables: tuple[TableStyle, ...],
    charts: tuple[ChartStyle, ...],
    words: tuple[Lexicon, Wordings, Wordings],
) -> Iterator[Case]:
    lexicon, of_tables, of_charts = words
    for seed in seeds:
        for table in tables:
            if kind in {"", "table"} and style in {"", table.name}:
                yield table_case(table, seed, lexicon, of_tables)
        for chart in charts:
            if kind in {"", "chart"} and style in {"", chart.name}:
                yield chart_case(chart, seed, lexicon, of_charts)


def table_case(style: TableStyle, seed: int, lexicon: Lexicon, wordings: Wordings) -> Case:
    """One table drawn in `style`."""
    rng = Random(f"{style.name}-{seed}")
    table = random_table(rng, style.shape, lexicon)
    image, words = draw_table(layout(rng, table, style), style)
    if style.group == "rule":  # such groups have no label to ask by
        table = replace(table, groups=())
    asked = table_questions(rng, table, wordings, QUESTIONS, style.transposed)
    datasets = tuple(dict.fromkeys(column.dataset for column in table.columns if column.dataset))
    return Case(
        f"{style.name}-{seed}",
        style.name,
        "table",
        image,
        words,
        table.caption,
        table.names + datasets,
        asked,
    )


def chart_case(style: ChartStyle, seed: int, lexicon: Lexicon, wordings: Wordings) -> Case:
    """One chart drawn in `style`."""
    rng = Random(f"{style.name}-{seed}")
    draw = {"scatter": _points, "pie": _shares, "tree": _tree}.get(style.kind, _matrix)
    image, names, asked = draw(rng, style, lexicon, wordings)
    return Case(f"{style.name}-{seed}", style.name, "chart", image, (), "", names, asked)


def _matrix(rng: Random, style: ChartStyle, lexicon: Lexicon, wordings: Wordings) -> Drawn:
    matrix = random_matrix(rng, style, lexicon)
    asked = matrix_questions(rng, matrix, style, wordings, QUESTIONS)
    return draw_matrix(matrix, style), matrix.series + matrix.categories + matrix.panels, asked


def _points(rng: Random, style: ChartStyle, lexicon: Lexicon, wordings: Wordings) -> Drawn:
    points = random_points(rng, style, lexicon)
    return draw_points(points, style), points.names, point_questions(rng, points, style, wordings, QUESTIONS)


def _shares(rng: Random, style: ChartStyle, lexicon: Lexicon, wordings: Wordings) -> Drawn:
    shares = random_shares(rng, style, lexicon)
    return draw_shares(shares, style), shares.names, share_questions(rng, shares, style, wordings, QUESTIONS)


def _tree(rng: Random, style: ChartStyle, lexicon: Lexicon, wordings: Wordings) -> Drawn:
    tree = random_tree(rng, style, lexicon)
    names = tuple(leaf for leaves in tree.leaves for leaf in leaves)
    return draw_tree(tree, style), names, tree_questions(rng, tree, wordings, QUESTIONS)
