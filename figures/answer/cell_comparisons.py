"""Compare two cells: return their difference or ratio, or answer a comparison with yes or no."""

from __future__ import annotations

from dataclasses import replace

from ..numbers import format_measured
from ..operations import Compare, Equals, Extreme
from ..request import FigureRequest
from ..types import Attribute, Fact, FigureData
from .by_change import series_of
from .by_relation import compare
from .by_value import equals, has_mark, marked_field
from .cell_shares import DIGITS, NAMED, CellValue, entry_strengths, field_shares, row_numbers
from .entities import naming_attribute
from .scope import build_scope
from .views import View


def relate_cells(view: View, question: FigureRequest) -> CellValue | None:
    """Return the difference or ratio of two named rows in one column, or of one row in two columns.

    None if the question does not single out two such cells.
    """
    pair = _two_cells(view, question)
    if pair is None:
        return None
    return relate(*pair, ratio=question.wants == "ratio")


def add_cells(view: View, question: FigureRequest) -> CellValue | None:
    """Return the sum over the named rows and columns.

    If only rows or only columns are named, the sum runs over all entries of the other side. None if both are open
    or a cell has no number.
    """
    rows, fields = (
        entry_strengths(side.attributes, side.count, question.wording) for side in (view.items, view.fields)
    )
    chosen = [
        [i for i, s in enumerate(strengths) if s >= NAMED]
        or [i for i in range(side.count) if not (side.summary and side.summary[i])]
        for side, strengths in ((view.items, rows), (view.fields, fields))
    ]
    cells = [view.grid[row][field] for row in chosen[0] for field in chosen[1]]
    facts = [cell for cell in cells if cell is not None and cell.numbers]
    unlike = not view.shared_scale and max(fields, default=0.0) < NAMED
    if unlike or min(map(len, chosen)) > 1 or len(facts) < max(2, len(cells)):
        return None
    total = sum(fact.numbers[0].value for fact in facts)
    decimals = max(fact.numbers[0].decimals for fact in facts)
    text = f"{total:.{decimals}f}" if all(fact.printed for fact in facts) else format_measured(total, DIGITS)
    boxes = tuple(fact.box for fact in facts if fact.box)
    return CellValue(text, facts[0].unit, None, boxes, 0.7, tuple(dict.fromkeys(fact.row for fact in facts)))


def relate(one: Fact, other: Fact, *, ratio: bool) -> CellValue | None:
    """Return the difference of two numeric cells, or the ratio of the larger to the smaller. None for a ratio to 0."""
    first, second = one.numbers[0], other.numbers[0]
    boxes = tuple(box for box in (one.box, other.box) if box)
    if ratio:
        small, large = sorted((abs(first.value), abs(second.value)))
        if small == 0:
            return None
        return CellValue(
            format_measured(large / small, DIGITS), "×", one.box, boxes, 0.8, (one.row, other.row)
        )
    decimals = max(first.decimals, second.decimals)
    gap = abs(first.value - second.value)
    if not (one.printed and other.printed):
        return CellValue(format_measured(gap, DIGITS), one.unit, one.box, boxes, 0.8, (one.row, other.row))
    scales = {round(number.step * 10.0**number.decimals) for number in (first, second)}
    scale = max(scales) if len(scales) == 1 and one.unit == other.unit != "" else 1
    text = f"{gap / max(scale, 1):.{decimals}f}"  # "28.9M" and "34.7M" differ by "5.8 M"
    return CellValue(text, one.unit, one.box, boxes, 0.8, (one.row, other.row))


def _two_cells(view: View, question: FigureRequest) -> tuple[Fact, Fact] | None:
    rows = entry_strengths(view.items.attributes, view.items.count, question.wording)
    fields = entry_strengths(view.fields.attributes, view.fields.count, question.wording)
    numbers = row_numbers(view, question)
    rows = [s + n for s, n in zip(rows, numbers, strict=True)]
    best_rows = sorted(range(len(rows)), key=lambda i: (-rows[i], i))
    best_fields = sorted(range(len(fields)), key=lambda i: (-fields[i], i))
    if not best_rows or not best_fields:
        return None
    if (
        len(best_rows) > 1
        and rows[best_rows[1]] >= NAMED
        and (len(fields) == 1 or fields[best_fields[0]] >= NAMED)
    ):
        cells = [view.grid[row][best_fields[0]] for row in best_rows[:2]]
    elif (
        len(best_fields) > 1
        and fields[best_fields[1]] >= NAMED
        and (len(rows) == 1 or rows[best_rows[0]] >= NAMED)
    ):
        cells = [view.grid[best_rows[0]][field] for field in best_fields[:2]]
    elif len(best_fields) == 2 and rows[best_rows[0]] >= NAMED and view.shared_scale:
        cells = [view.grid[best_rows[0]][field] for field in range(2)]
    else:
        return None
    one, other = cells
    return (one, other) if one and other and one.numbers and other.numbers else None


def _judge_change(
    data: FigureData, view: View, naming: Attribute, question: FigureRequest
) -> CellValue | None:
    """Return "yes" or "no" to the rise or fall of a named row; None for other questions. Example: "Does A improve
    with more layers?".
    """
    change = next((op for op in question.operations if isinstance(op, Extreme)), None)
    strengths = entry_strengths(view.items.attributes, view.items.count, question.wording)
    if change is None or change.of not in {"gain", "drop"} or max(strengths, default=0.0) < NAMED:
        return None
    scope = build_scope(data, view, naming, question)
    item = strengths.index(max(strengths))
    values = series_of(scope, item, range(view.fields.count))
    if len(values) < 2:
        return None
    rises = values[-1] > values[0]
    verdict = rises == (change.of == "gain") and "negated" not in question.cues
    boxes = tuple(fact.box for fact in view.grid[item] if fact and fact.box)
    return CellValue("yes" if verdict else "no", "", None, boxes, 0.7, () if view.across else (item,))


def judge_comparison(data: FigureData, view: View, question: FigureRequest) -> CellValue | None:
    """Return "yes" or "no" to a question about a named row; None if no row is clearly named.

    The question compares the row with a number or another row, or asks whether the row has a check mark or rises
    or falls.
    """
    comparison = next((op for op in question.operations if isinstance(op, Compare | Equals)), None)
    naming = naming_attribute(view.items)
    field = marked_field(view, question.wording) if data.kind == "table" else None
    if naming is None or (comparison is None and field is None):
        return None if naming is None else _judge_change(data, view, naming, question)
    wording = question.wording if comparison is None else question.wording[: comparison.span[0]]
    strengths = entry_strengths(view.items.attributes, view.items.count, wording)
    if view.items.count > 1 and max(strengths, default=0.0) < NAMED:
        return None
    item = strengths.index(max(strengths)) if view.items.count > 1 else 0
    if comparison is None:
        assert field is not None
        fact, holds = view.grid[item][field], has_mark(view.grid[item][field])
    else:
        scope = build_scope(data, view, naming, replace(question, operations=(comparison,)))
        shares = compare(scope, comparison) if isinstance(comparison, Compare) else equals(scope, comparison)
        if shares is None or (isinstance(comparison, Compare) and not any(shares) and len(shares) == 1):
            return None
        fields = field_shares(view, question)
        fact, holds = view.grid[item][fields.index(max(fields))], shares[item] > 0.5
    box = fact.box if fact else None
    verdict = holds != ("negated" in question.cues)
    rows = () if view.across else (item,)
    return CellValue("yes" if verdict else "no", "", box, (box,) if box else (), 0.7, rows)
