"""The sentence that joins the answers of several papers: the order of their values, what they share, or how they
differ."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from ....indexes.text.analysis import analyze
from ...query.types import Join
from ...relevance.question_type import NAME_TOKEN
from ...types import ComparisonRow
from .values import PrintedNumber, are_equal, comparable, find_number, find_numbers

_MOST_NAMES = 10


def with_values(
    rows: Sequence[ComparisonRow], terms: Collection[str], is_number: bool
) -> list[ComparisonRow]:
    """Return `rows` with the number of each answer that is nearest to a word of `terms`.

    The rows are unchanged unless the question asks for a number (`is_number`) or every answer begins with a number.
    """
    begins = [
        bool(found and found[0][0] == 0) for row in rows if row.answer for found in [find_numbers(row.answer)]
    ]
    if not (is_number or (begins and all(begins))):
        return list(rows)
    return [
        replace(row, value=_value_of(row, terms)) if row.answer and not row.value else row for row in rows
    ]


def _value_of(row: ComparisonRow, terms: Collection[str]) -> str:
    number = find_number(terms, row.answer)
    return number.text if number else ""


def describe_join(join: Join, rows: Sequence[ComparisonRow], hidden: Collection[str]) -> str:
    """Return the sentence that joins the answers of `rows`; "" if the answers do not allow one.

    Terms in `hidden`, such as names of the papers, are never given as something that the answers have in common.
    """
    if len(rows) < 2 or not all(row.answer for row in rows):
        return ""
    numbers = [number for row in rows if row.value and (number := find_number((), row.value))]
    values = comparable(numbers) if len(numbers) == len(rows) else []
    if join in ("most", "least") and values:
        return _describe_order(rows, numbers, values, is_most=join == "most")
    is_ordered = join == "difference" or all(row.answer.startswith(row.value) for row in rows)
    if join in ("", "list", "difference") and values and is_ordered:
        order = sorted(range(len(rows)), key=lambda place: (-values[place], place))
        return (
            f"From high to low: {', '.join(f'{rows[place].name} {numbers[place].text}' for place in order)}."
        )
    if join == "same" and values:
        return _describe_equality(rows, numbers, values)
    if join in ("common", "same"):
        return _describe_common(rows, hidden)
    return ""


def _describe_order(
    rows: Sequence[ComparisonRow], numbers: Sequence[PrintedNumber], values: Sequence[float], *, is_most: bool
) -> str:
    """Name the paper with the most or the least and its value, then the others in order; a tie is stated as no
    difference."""
    sign = -1 if is_most else 1
    order = sorted(range(len(rows)), key=lambda place: (sign * values[place], place))
    first, second = order[:2]
    others = ", ".join(f"{rows[place].name} {numbers[place].text}" for place in order[1:])
    if are_equal(values[first], values[second]):
        return f"No difference: {rows[first].name} {numbers[first].text}, {others}."
    return f"{rows[first].name}: {numbers[first].text} ({others})."


def _describe_equality(
    rows: Sequence[ComparisonRow], numbers: Sequence[PrintedNumber], values: Sequence[float]
) -> str:
    """State whether all values are the same, with the values."""
    listed = ", ".join(f"{row.name} {number.text}" for row, number in zip(rows, numbers, strict=True))
    if all(are_equal(value, values[0]) for value in values):
        return f"Yes, the same: {numbers[0].text}."
    return f"Not the same: {listed}."


def _describe_common(rows: Sequence[ComparisonRow], hidden: Collection[str]) -> str:
    """Name what the answers and quotes of all rows have in common; "" if they share no name."""
    names = [_names_in(row, hidden) for row in rows]
    shared = [name for key, name in names[0].items() if all(key in other for other in names[1:])]
    return f"In common: {', '.join(shared[:_MOST_NAMES])}." if shared else ""


def _names_in(row: ComparisonRow, hidden: Collection[str]) -> Mapping[str, str]:
    """Map each name in an answer and its quotes, in lower case, to the name as printed; names with terms in `hidden`
    are left out."""
    text = " ".join((row.answer, *(citation.quote for citation in row.citations)))
    names = (name for name in NAME_TOKEN.findall(text) if set(hidden).isdisjoint(analyze(name)))
    return {name.casefold(): name for name in names}
