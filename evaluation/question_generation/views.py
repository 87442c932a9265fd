"""The data of a figure seen from one of its sides: names, the labels of their values, and the values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ...figures.types import Attribute, Entries, Fact, FigureData, FigureName
from ...papers.types import BBox
from ...retrieval.linking.names import name_key, tokens

NOUNS = frozenset("model method system approach architecture algorithm dataset task network encoder".split())
_FILLED = re.compile(r"\([^\s()](?:[^()]*[^\s()])?\)")
_LABEL = re.compile(r"(?=.*[^\W\d_]{2})[\w .@%&/()+-]{2,40}")


@dataclass(frozen=True, slots=True)
class NameView:
    """The facts of a figure seen from one side: `names` are asked for, `labels` are what their values are called.

    `mixed` is True if the values of one label may have different units: a table seen by its columns.
    """

    names: dict[int, FigureName]
    boxes: dict[int, BBox]
    labels: dict[int, str]
    facts: dict[tuple[int, int], Fact]
    noun: str
    blocks: tuple[int, ...] = ()
    has_summary: bool = False
    mixed: bool = False


def build_views(data: FigureData) -> Iterator[NameView]:
    """The figure by its rows and by its columns. A label of a table with a value that is not in line with its row and
    column is left out."""
    by_row = {(fact.row, fact.column): fact for fact in data.facts}
    by_column = {(fact.column, fact.row): fact for fact in data.facts}
    astray = [fact for fact in data.facts if data.kind == "table" and not _is_in_line(fact, data)]
    yield _build(data.rows, data.columns, by_row, {fact.column for fact in astray})
    yield _build(data.columns, data.rows, by_column, {fact.row for fact in astray}, data.kind == "table")


def is_label(text: str) -> bool:
    """True for a text with a word, without the punctuation of formulas and sentences, and with nothing cut out of it:
    it begins with a letter, a digit or "(", and its parentheses are paired and filled.
    """
    outside = _FILLED.sub("", text)
    return (
        bool(_LABEL.fullmatch(text))
        and not set("()") & set(outside)
        and not text.startswith(tuple(" +-&/.%"))
    )


def count_occurrences(name: str, words: str) -> int:
    """Number of times that the tokens of `name` follow each other in `words`, tokens separated by blanks."""
    return f" {words} ".count(f" {' '.join(tokens(name))} ")


def to_page(box: BBox, crop: BBox, scale: float) -> BBox:
    """A box of pixels of the image as one of the page; `crop` is the figure, `scale` its pixels per point."""
    x, y = crop.x0, crop.y0
    return BBox(x + box.x0 / scale, y + box.y0 / scale, x + box.x1 / scale, y + box.y1 / scale)


def innermost(side: Entries) -> Attribute | None:
    """The names next to the values."""
    return next((a for a in side.attributes if a.depth == 0 and not a.heading), None)


def _build(
    side: Entries, other: Entries, facts: dict[tuple[int, int], Fact], astray: set[int], mixed: bool = False
) -> NameView:
    inner = innermost(side)
    names = {entry: name for entry, name in enumerate(inner.names) if name.text} if inner else {}
    boxes = {entry: box for entry, box in enumerate(inner.boxes) if box} if inner else {}
    title = name_key(inner.title).removesuffix("s") if inner else ""
    labels = {entry: label for entry, label in _labels(other).items() if entry not in astray}
    noun = title if title in NOUNS else "entry"
    return NameView(names, boxes, labels, facts, noun, side.blocks, any(side.summary), mixed)


def _labels(side: Entries) -> dict[int, str]:
    """Labels that occur once, with the headings above them: "SQuAD F1"."""
    levels = sorted((a for a in side.attributes if a.role != "panel"), key=lambda a: -a.depth)
    labels = {}
    for entry in range(side.count):
        parts = [level.names[entry].text for level in levels if entry < len(level.names)]
        labels[entry] = " ".join(dict.fromkeys(part for part in parts if part))
    counts = Counter(map(name_key, labels.values()))
    return {
        entry: label for entry, label in labels.items() if counts[name_key(label)] == 1 and is_label(label)
    }


def _is_in_line(fact: Fact, data: FigureData) -> bool:
    """True if the cell is at the height of its row's name, and below its column's, as far as their boxes are known."""
    row, column = (_box_of(side, at) for side, at in ((data.rows, fact.row), (data.columns, fact.column)))
    if fact.box is None or (not fact.numbers and not fact.text):
        return True
    middle = (fact.box.y0 + fact.box.y1) / 2
    level = row is None or row.y0 <= middle <= row.y1 or fact.box.y0 <= (row.y0 + row.y1) / 2 <= fact.box.y1
    below = column is None or (column.x0 <= fact.box.x1 and fact.box.x0 <= column.x1)
    return level and below


def _box_of(side: Entries, entry: int) -> BBox | None:
    inner = innermost(side)
    return inner.boxes[entry] if inner and entry < len(inner.boxes) else None
