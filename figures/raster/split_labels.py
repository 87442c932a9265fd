"""Labels that OCR ran together, parted at the columns and at the side of what they name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...papers.types import BBox
from ..chart.axes.categories import joined
from ..shapes.label import Label
from ..shapes.placed_labels import PlacedLabel
from .cell_blocks import CLOSE

_CAPITALISED = re.compile(r"[A-Z][^A-Z]+|[A-Z]+(?![^A-Z])")


def split_at_side(label: PlacedLabel, block: BBox) -> list[PlacedLabel]:
    """The label, or its words beside the block and those in it: a row's name that OCR ran together with its first number."""
    words = label.label.words
    outside = [word for word in words if word.cx < block.x0]
    if not outside or len(outside) == len(words) or label.slanted or label.label.vertical:
        return [label]
    inside = [word for word in words if word.cx >= block.x0]
    return [replace(label, label=joined(part)) for part in (outside, inside)]


def split_at_columns(label: PlacedLabel, columns: Sequence[float]) -> list[PlacedLabel]:
    """The label, or its words gathered at the columns that it spans: neighbours that OCR ran together."""
    if label.slanted or label.label.vertical:
        return [label]
    words = [part for word in label.label.words for part in _split_word(word, columns)]
    spanned = [at for at in columns if label.box.x0 - CLOSE / 2 < at < label.box.x1 + CLOSE / 2]
    if len(words) < 2 or len(spanned) < 2:
        return [label]
    groups: dict[float, list[Label]] = {}
    for word in words:
        groups.setdefault(min(spanned, key=lambda at: abs(at - word.cx)), []).append(word)
    return [replace(label, label=joined(group)) for group in groups.values()]


def _split_word(word: Label, columns: Sequence[float]) -> list[Label]:
    """The word, or its parts that begin with capitals ("MondayTuesday") where it spans as many columns as it has parts."""
    parts = [match.group() for match in _CAPITALISED.finditer(word.text)]
    spanned = sum(word.box.x0 < at < word.box.x1 for at in columns)
    if spanned < 2 or len(parts) != spanned or "".join(parts) != word.text:
        return [word]
    pieces, at = [], word.box.x0
    for part in parts:
        width = word.box.width * len(part) / len(word.text)
        pieces.append(Label(part, BBox(at, word.box.y0, at + width, word.box.y1)))
        at += width
    return pieces
