"""The data of a figure seen from one side (rows or columns): names, the labels of their values, and the values.

A predicate is a condition that is computed from the values and that exactly one name meets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...figures.types import Attribute, Entries, Fact, FigureData, FigureName
from ...papers.types import BBox
from ...retrieval.linking.names import name_key, tokens

NOUNS = frozenset("model method system approach architecture algorithm dataset task network encoder".split())
_FILLED = re.compile(r"\([^\s()](?:[^()]*[^\s()])?\)")
_LABEL = re.compile(r"(?=.*[^\W\d_]{2})[\w .@%&/()+-]{2,40}")


@dataclass(frozen=True, slots=True)
class NameView:
    """The facts of a figure seen from one side.

    `names` are what questions ask for; `labels` say what their values are. `mixed` is True if the values under one
    label may have different units, as in a table seen by its columns.
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
    """Yield the view of the figure by its rows, then by its columns. A label of a table is left out if one of its
    values is not aligned with the names of its row and column.
    """
    by_row = {(fact.row, fact.column): fact for fact in data.facts}
    by_column = {(fact.column, fact.row): fact for fact in data.facts}
    astray = [fact for fact in data.facts if data.kind == "table" and not _is_in_line(fact, data)]
    yield _build(data.rows, data.columns, by_row, {fact.column for fact in astray})
    yield _build(data.columns, data.rows, by_column, {fact.row for fact in astray}, data.kind == "table")


def is_label(text: str) -> bool:
    """True if `text` is a complete label: it has a word and no punctuation of formulas or sentences.

    It begins with a letter, a digit or "(", and its parentheses are paired and not empty.
    """
    outside = _FILLED.sub("", text)
    return (
        bool(_LABEL.fullmatch(text))
        and not set("()") & set(outside)
        and not text.startswith(tuple(" +-&/.%"))
    )


def count_occurrences(name: str, words: str) -> int:
    """Return how often the tokens of `name` occur in a row in `words`, which are tokens separated by spaces."""
    return f" {words} ".count(f" {' '.join(tokens(name))} ")


def to_page(box: BBox, crop: BBox, scale: float) -> BBox:
    """Convert a box in pixels of the image to points of the page.

    `crop` is the figure's box on the page and `scale` the number of pixels per point.
    """
    x, y = crop.x0, crop.y0
    return BBox(x + box.x0 / scale, y + box.y0 / scale, x + box.x1 / scale, y + box.y1 / scale)


def innermost(side: Entries) -> Attribute | None:
    """Return the attribute whose names are next to the values; None if there is none."""
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
    """Map entries to their labels with the headings above them, such as "SQuAD F1". Labels that occur twice are left
    out.
    """
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
    """True if the cell is at the height of its row's name and below its column's name. A missing box counts as
    aligned.
    """
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


_FEWEST = 4  # fewest values of a column that is ranked
_MEASURED_STEPS = 3.0  # measured values must differ by this many measurement errors
_RANKS = ("", "second-", "third-")
# Values of different columns are not compared if the largest is more than _ONE_UNIT times the smallest; values of
# one column with different numbers of decimals, if it is more than _ONE_COLUMN times the smallest.
_ONE_UNIT, _ONE_COLUMN = 4.0, 50.0

Predicate = tuple[str, int, str, tuple[Fact, ...]]
"""Operation, index of the entry that is the answer, clause, and the facts that were used."""


def find_predicates(view: NameView, facts: Sequence[Fact], printed_rows: bool) -> Iterator[Predicate]:
    """Yield all conditions by value, rank, difference and, with `printed_rows`, position. Ties are left out."""
    texts = Counter(fact.text for fact in facts)
    for column, label in view.labels.items():
        yield from _by_value(view, column, label, texts)
        yield from _by_rank(view, column, label)
    columns = sorted(view.labels)
    for first, second in pairwise(columns):
        yield from _by_difference(view, first, second)
    if printed_rows:
        yield from _by_position(view)


def _by_value(view: NameView, column: int, label: str, texts: Counter[str]) -> Iterator[Predicate]:
    for entry in view.names:
        fact = view.facts.get((entry, column))
        if fact and fact.printed and len(fact.numbers) == 1 and texts[fact.text] == 1 and len(fact.text) <= 8:
            yield "value", entry, f"has the value {fact.text} for {label}", (fact,)


def _by_rank(view: NameView, column: int, label: str) -> Iterator[Predicate]:
    ranked = rank_entries(view, column)
    for word, order in (("highest", ranked[::-1]), ("lowest", ranked)):
        for position, rank in enumerate(_RANKS):
            if position + 1 < len(order) and is_apart(order, position):
                entry, fact = order[position]
                operation = "rank" if position else ("max" if word == "highest" else "min")
                yield operation, entry, f"has the {rank}{word} value for {label}", (fact,)


def rank_entries(view: NameView, column: int) -> list[tuple[int, Fact]]:
    """Return the (entry, fact) pairs of a column by value, lowest first.

    The list is empty if a value or its unit is unclear, or if the view has a total or an average.
    """
    found = [(entry, fact) for (entry, at), fact in view.facts.items() if at == column and fact.numbers]
    clear = all(len(fact.numbers) == 1 and entry in view.names for entry, fact in found)
    if not clear or view.has_summary or len(found) < max(_FEWEST, len(view.names) // 2):
        return []
    if not _are_of_one_unit([fact for _, fact in found], view.mixed):
        return []
    return sorted(found, key=lambda item: (item[1].numbers[0].value, item[0]))


def _are_of_one_unit(facts: Sequence[Fact], mixed: bool) -> bool:
    """True if all values have one unit, judging by units, decimals and magnitudes.

    `mixed` says that each value may have its own unit; then the test is stricter.
    """
    values = [fact.numbers[0].value for fact in facts]
    units = {("%" in fact.text, fact.unit) for fact in facts}
    alike = len({len(fact.text.partition(".")[2]) for fact in facts}) == 1
    if mixed:
        return len(units) == 1 and alike and 0 < max(values) <= _ONE_UNIT * min(values)
    return len(units) == 1 and (alike or max(values) <= _ONE_COLUMN * max(min(values), 1e-9))


def is_apart(order: Sequence[tuple[int, Fact]], position: int) -> bool:
    """True if the value at `position` and all values before it differ clearly from their neighbors."""
    for (_, one), (_, next_one) in pairwise(order[: position + 2]):
        step = 0.0 if one.printed else _MEASURED_STEPS * max(one.numbers[0].step, next_one.numbers[0].step)
        if abs(one.numbers[0].value - next_one.numbers[0].value) <= step:
            return False
    return True


def _by_difference(view: NameView, first: int, second: int) -> Iterator[Predicate]:
    one, two = dict(rank_entries(view, first)), dict(rank_entries(view, second))
    if not one or one.keys() != two.keys() or not all(f.printed for f in (*one.values(), *two.values())):
        return
    peaks = [max(abs(fact.numbers[0].value) for fact in column.values()) for column in (one, two)]
    if min(peaks) <= 0 or max(peaks) > 2 * min(peaks):
        return  # the columns have different units
    gaps = sorted(
        ((abs(one[entry].numbers[0].value - two[entry].numbers[0].value), entry) for entry in one),
        reverse=True,
    )
    if gaps[0][0] - gaps[1][0] > 1e-6 * max(peaks):
        entry = gaps[0][1]
        clause = f"has the largest difference between {view.labels[first]} and {view.labels[second]}"
        yield "change", entry, clause, (one[entry], two[entry])


def _by_position(view: NameView) -> Iterator[Predicate]:
    """Yield conditions for rows directly below another row of the same part of the table."""
    keys = Counter(name_key(name.text) for name in view.names.values())
    for entry, name in view.names.items():
        before = view.names.get(entry - 1)
        if not before or len(view.blocks) <= entry or view.blocks[entry] != view.blocks[entry - 1]:
            continue
        if keys[name_key(before.text)] == 1 and is_label(before.text) and name.text != before.text:
            yield "position", entry, f"is listed directly below {before.text}", ()
