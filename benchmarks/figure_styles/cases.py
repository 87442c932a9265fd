"""Cases by split: every style drawn a few times from its own seeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from . import dev
from .names import DEV, Lexicon
from .tables.ask import questions as table_questions
from .tables.draw import draw_table
from .tables.grid import layout
from .tables.model import random_table
from .tables.style import Style as TableStyle
from .types import Case
from .wording import DEV_WORDINGS, Wordings

QUESTIONS = 7  # asked of one figure: reading its words costs far more than answering


def dev_cases(kind: str = "", style: str = "", per_style: int = 3, first_seed: int = 0) -> Iterator[Case]:
    """Development figures; `kind` "table" or "chart", `style` a style's name, both optional.

    The same arguments give the same figures, and more of them (`per_style`, another `first_seed` below 9,000)
    come as cheaply. Seeds from 10,000 on belong to the held-out figures.
    """
    for seed in range(first_seed, first_seed + per_style):
        if kind in {"", "table"}:
            for look in dev.TABLES:
                if style in {"", look.name}:
                    yield table_case(look, seed, DEV, DEV_WORDINGS)


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
