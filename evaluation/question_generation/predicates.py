"""Conditions that one name of a figure meets, computed from its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...figures.types import Fact
from ...retrieval.linking.names import name_key
from .views import NameView, is_label

_FEWEST = 4  # values of a column that is ranked
_MEASURED_STEPS = 3.0  # by which measured values must differ, in measurement errors
_RANKS = ("", "second-", "third-")
# Ratio of the largest to the smallest value, above which values of different columns are not compared, and values of one column
# with different decimals neither.
_ONE_UNIT, _ONE_COLUMN = 4.0, 50.0

Predicate = tuple[str, int, str, tuple[Fact, ...]]
"""Operation, entry that answers, clause, facts used."""


def find_predicates(view: NameView, facts: Sequence[Fact], printed_rows: bool) -> Iterator[Predicate]:
    """All conditions by value, rank, difference and, with `printed_rows`, position; no tie is among them."""
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
    """Entries by their value, lowest first; none where a value or its unit is unclear, or with a total or average."""
    found = [(entry, fact) for (entry, at), fact in view.facts.items() if at == column and fact.numbers]
    clear = all(len(fact.numbers) == 1 and entry in view.names for entry, fact in found)
    if not clear or view.has_summary or len(found) < max(_FEWEST, len(view.names) // 2):
        return []
    if not _are_of_one_unit([fact for _, fact in found], view.mixed):
        return []
    return sorted(found, key=lambda item: (item[1].numbers[0].value, item[0]))


def _are_of_one_unit(facts: Sequence[Fact], mixed: bool) -> bool:
    """True if the values have one unit, as far as units, decimals and magnitudes show it; `mixed` if each may have its own."""
    values = [fact.numbers[0].value for fact in facts]
    units = {("%" in fact.text, fact.unit) for fact in facts}
    alike = len({len(fact.text.partition(".")[2]) for fact in facts}) == 1
    if mixed:
        return len(units) == 1 and alike and 0 < max(values) <= _ONE_UNIT * min(values)
    return len(units) == 1 and (alike or max(values) <= _ONE_COLUMN * max(min(values), 1e-9))


def is_apart(order: Sequence[tuple[int, Fact]], position: int) -> bool:
    """True if the value at `position`, and those before it, differ clearly from their neighbours."""
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
        if keys[name_key(before.text)] == 1 and is_label(before.text) and name.text != before.text:
            yield "position", entry, f"is listed directly below {before.text}", ()
