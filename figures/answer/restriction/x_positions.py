"""Restrict a chart to the x positions that a question names: "at 40 tokens", "in the end"."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...label_match import stems
from ...numbers import NUMBER, Number, number_of
from ...operations import Between, Extreme, Operation
from ...request import FigureRequest
from ...types import Attribute, Entries, Fact, FigureData, FigureName

MISSING_END = 0.02  # share of the x range: a curve that ends this close to a position still reaches it
AT_MARK = 0.01  # share of the x range: a mark this close to a position counts as being there
_STRETCH = re.compile(r"\b(?:from|between)\s+$", re.I)  # before the first end of a stretch: "from 2 to 8"
_LISTED = re.compile(r"\s*(?:[%a-zA-Z]{1,3}\s)?(?:and|to|or|,|-|–|until|through)\s*")
_AT_START = re.compile(
    r"\b(?:at|on) the (?:very |far )?(?:start|beginning|outset|left (?:end|edge|side))\b|\b(?:starts?|begins?|initially)\b",
    re.I,
)
_AT_END = re.compile(
    r"\b(?:at|by|in) the (?:very )?end(?: of \w+)?\b|\b(?:at|on) the (?:very |far )?right (?:end|edge|side)\b"
    r"|\b(?:ends?(?: up)?|finish(?:es)?|finally|eventually|settles?|converges? (?:to|at)|levels? (?:off|out))\b",
    re.I,
)
_UNIT_WORDS = 3  # words after a number that may be its unit: "2 hidden layers"
_OWN_PHRASE = {"with", "when", "under", "using", "given", "at", "="}


def restrict_to_x(data: FigureData, question: FigureRequest) -> tuple[FigureData, FigureRequest]:
    """Keep the values at the x positions that the question names ("at 40 tokens"), interpolated on curves if needed.

    Operations that only state these positions are removed from the question.
    """
    spots = _x_positions(data, question)
    if not spots:
        return data, question
    positions = list(dict.fromkeys(value for value, _ in spots))
    panels = sorted(set(data.columns.blocks)) or [0]
    places = [(panel, value) for panel in panels for value in positions]
    places = [place for place in places if _facts_at(data, *place, 0)]
    facts = [fact for number, place in enumerate(places) for fact in _facts_at(data, *place, number)]
    if not facts:
        return data, question
    spans = [span for _, span in spots]
    names = tuple(FigureName(f"{value:g}") for _, value in places)
    attributes = [Attribute("place", names, (None,) * len(names), data.x_title)]
    for attribute in data.columns.attributes:
        if attribute.role == "panel":
            by_block = dict(zip(data.columns.blocks, attribute.names, strict=True))
            titles = tuple(by_block[panel] for panel, _ in places)
            attributes.append(replace(attribute, names=titles, boxes=(None,) * len(titles)))
    columns = Entries(
        len(places), tuple(attributes), at=tuple(v for _, v in places), blocks=tuple(p for p, _ in places)
    )
    operations = tuple(
        replace(op, about=_without(op.about, [question.wording[a:b] for a, b in spans]))
        for op in question.operations
        if not _states_position(op, spans)
    )
    wording = question.wording
    for start, end in spans:
        wording = wording[:start] + " " * (end - start) + wording[end:]
    restricted = replace(data, columns=columns, facts=tuple(facts), curves=())
    return restricted, replace(question, wording=wording, operations=operations)


def _states_position(operation: Operation, spans: Sequence[tuple[int, int]]) -> bool:
    """True if an operation only states x positions: a single position, or a range between two positions."""
    start, end = operation.span
    if isinstance(operation, Between):
        return sum(start <= a and b <= end for a, b in spans) == 2
    return any(a <= start and end <= b + 1 for a, b in spans)


def _without(text: str, numbers: Sequence[str]) -> str:
    for number in numbers:
        text = re.sub(rf"(?<![\w.]){re.escape(number)}(?![\w.])", " ", text)
    return text


def _facts_at(data: FigureData, panel: int, x: float, number: int) -> list[Fact]:
    """Return the facts at an x position, as column `number`: interpolated on curves, or else printed at this position.

    At plus or minus infinity, the facts are the last or first values of each curve.
    """
    found = []
    for curve in data.curves:
        if curve.panel != panel:
            continue
        xs, ys = np.array(curve.points).T
        low, high = data.x_range or (float(xs.min()), float(xs.max()))
        slack = MISSING_END * (high - low) + 1e-9
        if math.isinf(x) or xs.min() - slack <= x <= xs.max() + slack:
            order = np.argsort(xs, kind="stable")
            y = float(np.interp(x, xs[order], ys[order]))
            x_at = float(min(max(x, xs.min()), xs.max()))
            near = _nearest(data, curve.row, panel, x_at)
            found.append(_fact_at(data, curve.row, number, x_at, y, near, AT_MARK * (high - low)))
    if found:
        return found
    same = [
        index
        for index, at in enumerate(data.columns.at)
        if at is not None and data.columns.blocks[index] == panel and abs(at - x) <= 1e-6 * max(1.0, abs(x))
    ]
    return [replace(fact, column=number) for fact in data.facts if fact.column in same]


def _fact_at(
    data: FigureData, row: int, number: int, x: float, y: float, near: Fact | None, reach: float
) -> Fact:
    """Return the value `y` of a curve at `x` as a fact.

    If the mark `near` has a printed value and is within `reach` of `x`, the printed value is used.
    """
    if near is None:
        return Fact(row, number, (Number(y, "", 0, 0.0),), printed=False)
    at = data.columns.at[near.column]
    if near.printed and at is not None and abs(at - x) <= reach:
        return replace(near, column=number)
    error = near.numbers[0].step if near.numbers else 0.0
    return Fact(row, number, (Number(y, "", 0, error),), "", near.unit, near.factor, None, False, near.box)


def _nearest(data: FigureData, row: int, panel: int, x: float) -> Fact | None:
    near = [
        (abs(at - x), index)
        for index, at in enumerate(data.columns.at)
        if at is not None and data.columns.blocks[index] == panel
    ]
    columns = {index: distance for distance, index in near}
    facts = [fact for fact in data.facts if fact.row == row and fact.column in columns]
    return min(facts, key=lambda fact: columns[fact.column], default=None)


def _x_positions(data: FigureData, question: FigureRequest) -> list[tuple[float, tuple[int, int]]]:
    """Return the numbers in the question that are positions on a numeric x axis, as (value, text span).

    A number is a position if the nearest words, before it or just after, belong to the x title and not to the y
    title. Without such words, a number after "at" or "=" is a position if the axis reaches that far.
    """
    if data.x_range is None or data.kind == "scatter" or not any(at is not None for at in data.columns.at):
        return []
    low, high = data.x_range
    reach = 0.05 * (high - low)
    text = question.wording
    found: list[tuple[float, tuple[int, int]]] = []
    for match in NUMBER.finditer(text):
        around = text[: match.start()][-1:] + "|" + text[match.end() :][:1]
        if re.search(r"[\w@./_]\||\|[\w@/_]", around):
            continue  # part of a name
        inside = [v for v in _scales(match, data.x_title) if low - reach <= v <= high + reach]
        found += [(value, match.span()) for value in inside[:1]]
    changes = any(isinstance(op, Extreme) and op.of != "value" for op in question.operations)
    stated = [
        _is_position(data, text, span, value) or (changes and _STRETCH.search(text[: span[0]]) is not None)
        for value, span in found
    ]
    for _ in found:  # "from 0 to 40 tokens": numbers of one list are positions together
        for one in range(len(found) - 1):
            if _LISTED.fullmatch(text[found[one][1][1] : found[one + 1][1][0]]):
                stated[one] = stated[one + 1] = stated[one] or stated[one + 1]
    spots = [spot for spot, is_position in zip(found, stated, strict=True) if is_position]
    return spots or ([] if changes else _ends_stated(data, text))


def _ends_stated(data: FigureData, text: str) -> list[tuple[float, tuple[int, int]]]:
    """Return minus or plus infinity if the text states the start or end of the curves, with its text span: "at the
    very start", "finishes".
    """
    positions = [x for curve in data.curves for x, _ in curve.points]
    starts = _AT_START.search(text)
    ends = _AT_END.search(_AT_START.sub(lambda match: " " * len(match[0]), text))  # not of "the left end"
    if not positions or bool(starts) == bool(ends):
        return []
    return [(-math.inf, starts.span())] if starts else [(math.inf, ends.span())] if ends else []


def _scales(match: re.Match[str], title: str) -> list[float]:
    """Return the values that the axis may print for the number, likelier first: "1M" is 1 on an axis "in millions"."""
    value = number_of(match).value
    plain = float(match["digits"].replace(",", ""))
    unit = (match["unit"] or "").lower()
    printed = bool(unit) and unit != "%" and re.search(rf"\(\s*{unit}|million|thousand|billion", title, re.I)
    return [plain, value] if printed else [value, plain] if plain != abs(value) else [value]


def _is_position(data: FigureData, text: str, span: tuple[int, int], value: float) -> bool:
    before = re.findall(r"[a-z]+|=", re.split(r"[\d,;]", text[: span[0]].lower())[-1])
    behind = re.findall(r"[a-z]+", re.split(r"[\d,;?]", text[span[1] :].lower())[0])[:_UNIT_WORDS]
    x, y = stems(data.x_title), stems(data.y_title)
    x, y = x - y, y - x
    if any(word[:5] in x for word in behind):
        return True
    for word in reversed(before[-8:]):
        if word[:5] in x:
            return True
        if word[:5] in y:
            return False
        if word in _OWN_PHRASE:
            break  # a separate phrase whose noun is not in the title
    ticks = [at for at in data.columns.at if at is not None]
    printed = any(abs(tick - value) <= 1e-9 * max(1.0, abs(value)) for tick in ticks)
    return (printed and bool(before)) or before[-1:] in (["="], ["at"])
