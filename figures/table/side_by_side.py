"""Read tables that stand side by side in one figure: split them by their rules, and join their data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from PIL import Image

from ...papers.types import Word
from ..types import Attribute, Entries, Fact, FigureData, FigureName
from .lines import text_height
from .rules import Rule, find_rules

FEWEST_RULES = 3  # rules above and below the header and below the body, in each part
WHOLE = 0.8  # least length of such a rule, as a share of the part's width
_NO_NAME = FigureName("")


def split_side_by_side(
    image: Image.Image, words: Sequence[Word]
) -> list[tuple[Image.Image, tuple[Word, ...]]]:
    """Return each table that stands side by side in `image`, as an image without the others and its words.

    A single table gives one item. No horizontal rule and no word crosses from one table to the next, and each
    table has FEWEST_RULES rules of its own width.
    """
    whole = [(image, tuple(words))]
    height = text_height(words)
    rules = [rule for rule in find_rules(image, words, height).horizontal if rule.length > 4 * height]
    parts = _join_extents(rules)
    if len(parts) < 2 or not all(_has_own_rules(part, rules) for part in parts):
        return whole
    cuts = [0.0, *((left[1] + right[0]) / 2 for left, right in pairwise(parts)), float(image.width)]
    if any(word.bbox.x0 < cut < word.bbox.x1 for word in words for cut in cuts):
        return whole
    return [
        (
            _without_rest(image, start, end),
            tuple(word for word in words if start <= word.bbox.x0 < end),
        )
        for start, end in pairwise(cuts)
    ]


def _join_extents(rules: Sequence[Rule]) -> list[tuple[float, float]]:
    """Return the horizontal stretches that rules cover, left to right. Overlapping stretches are joined."""
    joined: list[tuple[float, float]] = []
    for start, end in sorted((rule.start, rule.end) for rule in rules):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _has_own_rules(part: tuple[float, float], rules: Sequence[Rule]) -> bool:
    start, end = part
    own = [rule for rule in rules if start <= rule.start and rule.end <= end]
    return sum(rule.length >= WHOLE * (end - start) for rule in own) >= FEWEST_RULES


def _without_rest(image: Image.Image, start: float, end: float) -> Image.Image:
    left, right = round(start), round(end)
    blank = Image.new("RGB", image.size, "white")
    blank.paste(image.crop((left, 0, right, image.height)), (left, 0))
    return blank


def join_data(parts: Sequence[FigureData]) -> FigureData:
    """Join tables into one with the rows and columns of all `parts`. A part has no values in the columns of another
    part.
    """
    facts: list[Fact] = []
    rows = columns = 0
    for part in parts:
        facts += [replace(fact, row=fact.row + rows, column=fact.column + columns) for fact in part.facts]
        rows, columns = rows + part.rows.count, columns + part.columns.count
    return FigureData(
        "table",
        _join_entries([part.rows for part in parts]),
        _join_entries([part.columns for part in parts]),
        tuple(facts),
    )


def _join_entries(sides: Sequence[Entries]) -> Entries:
    """Return the entries of all `sides`, with attributes of the same depth joined."""
    attributes = []
    for like in max((side.attributes for side in sides), key=len):
        own = [
            next((a for a in side.attributes if a.depth == like.depth), _nameless(like, side.count))
            for side in sides
        ]
        attributes.append(
            replace(
                like,
                names=tuple(name for each in own for name in each.names),
                boxes=tuple(box for each in own for box in each.boxes),
            )
        )
    blocks, first = list[int](), 0
    for side in sides:
        blocks += [first + block for block in side.blocks]
        first = max(blocks, default=-1) + 1
    return Entries(
        sum(side.count for side in sides),
        tuple(attributes),
        blocks=tuple(blocks),
        summary=tuple(flag for side in sides for flag in side.summary),
    )


def _nameless(like: Attribute, count: int) -> Attribute:
    return replace(like, names=(_NO_NAME,) * count, boxes=(None,) * count)
