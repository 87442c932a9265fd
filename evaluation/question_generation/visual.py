"""Questions about a table or chart whose answer is a name in it, with the answer computed from its data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...figures.types import Entries, Fact, FigureData, FigureName
from ...papers.types import BBox, Figure
from ...retrieval.linking.link import Link
from ...retrieval.linking.names import name_key, tokens
from .linked_names import print_name
from .types import VisualQuestion

_NOUNS = frozenset("model method system approach architecture algorithm dataset task network encoder".split())
_CHARTS = frozenset({"bar", "line"})  # whose marks belong to named series and places
_FEWEST = 4  # values of a column that is ranked
_MEASURED_STEPS = 3.0  # by which measured values must differ, in measurement errors
_LABEL = re.compile(r"(?=.*[^\W\d_]{2})[\w .@%&/()+-]{2,40}")
_RANKS = ("", "second-", "third-")


@dataclass(frozen=True, slots=True)
class NameView:
    """The facts of a figure seen from one side: `names` are asked for, `labels` are what their values are called."""

    names: dict[int, FigureName]
    boxes: dict[int, BBox]
    labels: dict[int, str]
    facts: dict[tuple[int, int], Fact]
    noun: str
    blocks: tuple[int, ...] = ()
    has_summary: bool = False


Predicate = tuple[str, int, str, tuple[Fact, ...]]  # operation, entry that answers, clause, facts used


def ask_about_figure(
    figure: Figure, data: FigureData, scale: float, link: Callable[[FigureName], Link | None]
) -> list[VisualQuestion]:
    """The questions about `figure` whose answer is printed once in it and refers to a cited paper by `link`."""
    if data.kind != "table" and not (data.exact and data.kind in _CHARTS):
        return []
    text = " ".join(tokens(" ".join(word.text for word in figure.words)))
    counts = Counter(
        name_key(name.text)
        for side in (data.rows, data.columns)
        for attribute in side.attributes
        for name in attribute.names
    )
    questions = []
    for view in _views(data):
        unique = {
            entry: found
            for entry, name in view.names.items()
            if counts[name_key(name.text)] == 1
            and _occurrences(name.text, text) <= 1
            and (found := link(name))
        }
        for operation, entry, clause, facts in _predicates(view, data.facts, data.kind == "table"):
            if entry in unique:
                boxes = [view.boxes.get(entry), *(fact.box for fact in facts)]
                questions.append(
                    VisualQuestion(
                        f"Which {view.noun} {clause} in {figure.label}?",
                        view.noun,
                        clause,
                        print_name(view.names[entry]),
                        operation,
                        data.kind,
                        unique[entry].paper_id,
                        unique[entry].reason,
                        tuple(_on_page(box, figure.bbox, scale) for box in boxes if box),
                    )
                )
    return questions


def _views(data: FigureData) -> Iterator[NameView]:
    by_row = {(fact.row, fact.column): fact for fact in data.facts}
    by_column = {(fact.column, fact.row): fact for fact in data.facts}
    yield _view(data.rows, data.columns, by_row)
    yield _view(data.columns, data.rows, by_column)


def _view(side: Entries, other: Entries, facts: dict[tuple[int, int], Fact]) -> NameView:
    inner = next((a for a in side.attributes if a.depth == 0 and not a.heading), None)
    names = {entry: name for entry, name in enumerate(inner.names) if name.text} if inner else {}
    boxes = {entry: box for entry, box in enumerate(inner.boxes) if box} if inner else {}
    title = name_key(inner.title).removesuffix("s") if inner else ""
    return NameView(
        names,
        boxes,
        _labels(other),
        facts,
        title if title in _NOUNS else "entry",
        side.blocks,
        any(side.summary),
    )


def _labels(side: Entries) -> dict[int, str]:
    """Labels that occur once, with the headings above them: "SQuAD F1"."""
    levels = sorted((a for a in side.attributes if a.role != "panel"), key=lambda a: -a.depth)
    labels = {}
    for entry in range(side.count):
        parts = [level.names[entry].text for level in levels if entry < len(level.names)]
        labels[entry] = " ".join(dict.fromkeys(part for part in parts if part))
    counts = Counter(map(name_key, labels.values()))
    return {
        entry: label
        for entry, label in labels.items()
        if counts[name_key(label)] == 1 and _LABEL.fullmatch(label)
    }


def _predicates(view: NameView, facts: Sequence[Fact], printed_rows: bool) -> Iterator[Predicate]:
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
            yield "value", entry, f"has {label} of {fact.text}", (fact,)


def _by_rank(view: NameView, column: int, label: str) -> Iterator[Predicate]:
    ranked = _ranked(view, column)
    for word, order in (("highest", ranked[::-1]), ("lowest", ranked)):
        for position, rank in enumerate(_RANKS):
            if position + 1 < len(order) and _apart(order, position):
                entry, fact = order[position]
                operation = "rank" if position else ("max" if word == "highest" else "min")
                yield operation, entry, f"has the {rank}{word} {label}", (fact,)


def _ranked(view: NameView, column: int) -> list[tuple[int, Fact]]:
    """Entries by their value, lowest first; none where a value is unclear or the column has a total or average."""
    found = [(entry, fact) for (entry, at), fact in view.facts.items() if at == column and fact.numbers]
    clear = all(len(fact.numbers) == 1 and entry in view.names for entry, fact in found)
    if not clear or view.has_summary or len(found) < max(_FEWEST, len(view.names) // 2):
        return []
    return sorted(found, key=lambda item: (item[1].numbers[0].value, item[0]))


def _apart(order: Sequence[tuple[int, Fact]], position: int) -> bool:
    """True if the value at `position`, and those before it, differ clearly from their neighbours."""
    for (_, one), (_, next_one) in pairwise(order[: position + 2]):
        step = 0.0 if one.printed else _MEASURED_STEPS * max(one.numbers[0].step, next_one.numbers[0].step)
        if abs(one.numbers[0].value - next_one.numbers[0].value) <= step:
            return False
    return True


def _by_difference(view: NameView, first: int, second: int) -> Iterator[Predicate]:
    one, two = dict(_ranked(view, first)), dict(_ranked(view, second))
    if not one or one.keys() != two.keys() or not all(f.printed for f in (*one.values(), *two.values())):
        return
    peaks = [max(abs(fact.numbers[0].value) for fact in column.values()) for column in (one, two)]
    if min(peaks) <= 0 or max(peaks) > 2 * min(peaks):
        return  # other units
    gaps = sorted(
        ((abs(one[entry].numbers[0].value - two[entry].numbers[0].value), entry) for entry in one),
        reverse=True,
    )
    if gaps[0][0] - gaps[1][0] > 1e-6 * max(peaks):
        entry = gaps[0][1]
        clause = f"has the largest difference between {view.labels[first]} and {view.labels[second]}"
        yield "change", entry, clause, (one[entry], two[entry])


def _by_position(view: NameView) -> Iterator[Predicate]:
    """Rows directly below a row of the same part of the table."""
    keys = Counter(name_key(name.text) for name in view.names.values())
    for entry, name in view.names.items():
        before = view.names.get(entry - 1)
        if not before or len(view.blocks) <= entry or view.blocks[entry] != view.blocks[entry - 1]:
            continue
        if keys[name_key(before.text)] == 1 and _LABEL.fullmatch(before.text) and name.text != before.text:
            yield "position", entry, f"is listed directly below {before.text}", ()


def _occurrences(name: str, text: str) -> int:
    """Number of times that the tokens of `name` follow each other in `text`."""
    return f" {text} ".count(f" {' '.join(tokens(name))} ")


def _on_page(box: BBox, crop: BBox, scale: float) -> BBox:
    x, y = crop.x0, crop.y0
    return BBox(x + box.x0 / scale, y + box.y0 / scale, x + box.x1 / scale, y + box.y1 / scale)
