"""Questions that a table answers without doubt: every builder checks that exactly one name fits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ..types import Asked
from ..wording import Wordings
from . import places, values
from .model import Table

Builder = Callable[[Random, Table, Wordings], Asked | None]
WEIGHTS: dict[Builder, float] = {
    values.value: 3.0,
    values.extreme: 3.0,
    values.between: 1.0,
    values.threshold: 0.5,
    values.excluding: 0.3,
    values.overall: 0.5,
    values.missing: 0.6,
    values.column: 0.3,
    values.group_extreme: 0.8,
    values.group_value: 0.5,
    places.group_end: 0.5,
    places.row: 1.0,
    places.neighbour: 1.0,
    places.text: 0.6,
}
ABOUT_ROWS = {
    places.row, places.neighbour, places.group_end, places.text, values.group_extreme, values.group_value,
}  # fmt: skip


def questions(
    rng: Random, table: Table, wordings: Wordings, count: int, transposed: bool
) -> tuple[Asked, ...]:
    """Up to `count` different questions; those about rows only where names stand in rows."""
    weights = {build: weight for build, weight in WEIGHTS.items() if not (transposed and build in ABOUT_ROWS)}
    found: dict[tuple[str, str], Asked] = {}  # one question of a kind about each name
    for _ in range(count * 8):
        (build,) = rng.choices(list(weights), weights=list(weights.values()))
        asked = build(rng, table, wordings)
        if asked is not None and len(found) < count:
            found.setdefault((asked.operation, asked.answer), asked)
    return tuple(found.values())
