"""Split labels that OCR joined, at the columns or at the side of a heatmap block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...papers.types import BBox
from ..chart.axes.categories import joined
from ..shapes.label import Label
from ..shapes.placed_labels import PlacedLabel
from .cell_blocks import CLOSE


def split_at_side(label: PlacedLabel, block: BBox) -> list[PlacedLabel]:
    """Return the label, split into the words left of the block and the words in it.

    This separates a row name that OCR joined with the first number of its row.
    """
    words = label.label.words
    outside = [word for word in words if word.cx < block.x0]
    if not outside or len(outside) == len(words) or label.slanted or label.label.vertical:
        return [label]
    inside = [word for word in words if word.cx >= block.x0]
    return [replace(label, label=joined(part)) for part in (outside, inside)]


def split_at_columns(label: PlacedLabel, columns: Sequence[float]) -> list[PlacedLabel]:
    """Return the label, with its words split among the columns that it spans. This separates neighbors that OCR
    joined.
    """
    if label.slanted or label.label.vertical:
        return [label]
    words = label.label.words
    spanned = [at for at in columns if label.box.x0 - CLOSE / 2 < at < label.box.x1 + CLOSE / 2]
    if len(words) < 2 or len(spanned) < 2:
        return [label]
    groups: dict[float, list[Label]] = {}
    for word in words:
        groups.setdefault(min(spanned, key=lambda at: abs(at - word.cx)), []).append(word)
    return [replace(label, label=joined(group)) for group in groups.values()]
