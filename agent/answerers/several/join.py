"""The first sentence of an answer about several papers: the larger of two numbers, things in common, yes or no."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ....indexes.text.analysis import analyse
from ...relevance.asked_for import lacks_attribute
from ...relevance.concepts import related_terms
from ...relevance.question_terms import GENERIC
from ...relevance.question_type import NAME_TOKEN, POINTERS, answer_type
from ...types import ComparisonRow
from .relations import ASKS_TIME, LOW_IS_BETTER, RelationKind

_NUMBER = re.compile(
    r"(?<![\w.])(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[-–−]?\d+)?(?:(?<=\b10)⁻?[⁰¹²³⁴-⁹]+)?(?=[^\d]|$)(?!(?:st|nd|rd|th)\b)"
)
_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "b": 1e9, "billion": 1e9}
_HOURS = {"second": 1 / 3600, "minute": 1 / 60, "hour": 1.0, "day": 24.0, "week": 168.0, "month": 730.0}
_UNIT = re.compile(rf"\W{{0,2}}({'|'.join([*_SCALES, *_HOURS])})s?\b", re.I)
_RATE = re.compile(r"\s*(?:per|an?|/)\s*\w+")
_CITED = re.compile(
    r"\([^()]*\b(?:19|20)\d\d[a-z]?[^()]*\)|\[[^\[\]]*\]|\b[A-Z][\w-]+ (?:et al\.?|and [A-Z][\w-]+) \(?(?:19|20)\d\d\)?"
)
_DENIAL = re.compile(r"\b(?:not?|never|without|neither|nor|cannot|instead|unlike)\b|n['’]t\b", re.I)
_PERCENT = re.compile(r"\s?%")
_CELL = re.compile(r"(?:(?P<row>.*?)(?:, (?P<column>[^,:]*))?: )?(?P<value>[^:]*)")  # "BiDAF, EM: 67.7"
_RECORDED_YEAR = re.compile(r"\" is from (\d{4})\.$")  # the answer from a paper's record
_SHOWN = re.compile(r"(?P<value>[^(“]*?) *\((?:Table|Figure)\b")  # "45.2 (Table 3: ...)"
_COUNTED = re.compile(r"\bhow many ([\w-]+)", re.I)
_OR = " or "  # between values of which each is printed as what is asked for
_BEHIND = 0.5  # by how much a number behind the words asked for counts as nearer than one before them
_FROM_NOUN = 3  # words from a number to what it counts: "1,600 annotated texts"
_EQUAL = 1e-9
_POWER = re.compile(r"10⁻?[⁰¹²³⁴-⁹]+")
_PLAIN_SIGNS = str.maketrans("–−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "---0123456789")


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A number with its unit as it is printed, its `value`, for times in hours, and the `unit` by which it can be compared: "h",
    "%" or "" for a plain number."""

    text: str
    value: float
    unit: Literal["", "h", "%"] = ""


@dataclass(frozen=True, slots=True)
class Range:
    """The values of a paper as they are printed, and the `least` and `most` of them, which differ where it prints several."""

    text: str
    least: float
    most: float


def describe_join(
    kind: RelationKind, part: str, rows: Sequence[ComparisonRow], hidden: Mapping[str, frozenset[str]]
) -> str:
    """The sentence that joins the answers of `rows` to `part`; "" where it cannot be taken from all of them.

    `hidden` are, by paper id, terms that name the paper and are no answer.
    """
    if len(rows) < 2 or not all(row.citations or row.value for row in rows):
        return ""
    quotes = [" ".join(citation.quote for citation in row.citations) for row in rows]
    ranges = _comparable([_parse_values(row.value) for row in rows])
    if kind in ("most", "least"):
        return _describe_order(kind, rows, ranges) if ranges else ""
    if kind in ("list", "difference") and ranges:
        return f"From high to low: {_order_values(rows, ranges)}."
    if kind == "all":
        return _describe_agreement(part, quotes, frozenset().union(*hidden.values()))
    if kind not in ("common", "same"):
        return ""
    known = frozenset(analyse(part)).union(*hidden.values())
    names = [_names(quote, known) for quote in quotes]
    shared = [name for key, name in names[0].items() if all(key in other for other in names[1:])]
    if kind == "common":
        return f"In common: {', '.join(shared)}." if shared else ""
    if any(_DENIAL.search(quote) for quote in quotes):  # "with Adam instead of SGD"
        return ""
    return _describe_sameness(rows, shared, names, ranges)


def _describe_agreement(part: str, quotes: Sequence[str], naming: frozenset[str]) -> str:
    """ "Yes" where each of `quotes` has all that `part` asks for and denies nothing; else "", since other words may say it."""
    asked = set(analyse(part)) - GENERIC - naming
    if not asked or any(_DENIAL.search(quote) or not asked <= set(analyse(quote)) for quote in quotes):
        return ""
    return "Yes, both." if len(quotes) == 2 else f"Yes, all {len(quotes)}."


def with_values(kind: RelationKind, part: str, rows: Sequence[ComparisonRow]) -> list[ComparisonRow]:
    """`rows` with the numbers that answer `part`, unless that asks for none or they have them already."""
    if kind in ("all", "common") or (
        kind in ("list", "difference", "same") and answer_type(part) != "number"
    ):
        return list(rows)
    return [row if row.value else replace(row, value=_OR.join(_row_numbers(kind, part, row))) for row in rows]


def _row_numbers(kind: RelationKind, part: str, row: ComparisonRow) -> list[str]:
    """The numbers with which `row` answers `part`: that of a table or figure, or of each quote with most of its words."""
    if recorded := _RECORDED_YEAR.search(row.answer):
        return [recorded[1]]
    if shown := _SHOWN.match(row.answer):
        number = _cell_number(kind, part, row.name, shown["value"].split("; "))
        return [number.text] if number else []
    asked = set(analyse(part)) - GENERIC
    quotes = [citation.quote for citation in row.citations]
    shares = [len(asked.intersection(analyse(quote))) for quote in quotes]
    fitting = [
        (share, number.text)
        for share, quote in zip(shares, quotes, strict=True)
        if not lacks_attribute(part, analyse(quote)) and (number := find_number(part, quote))
    ]
    most = max((share for share, _ in fitting), default=0)
    return list(dict.fromkeys(text for share, text in fitting if share == most))


def _cell_number(kind: RelationKind, part: str, name: str, cells: Sequence[str]) -> PrintedNumber | None:
    """The number of a cell: that of the shortest name with `name` in it, else the best of a single column."""
    matches = [_CELL.fullmatch(cell.strip()) for cell in cells]
    known = [(match, number) for match in matches if match and (number := _parse_value(match["value"]))]
    if len(known) < len(cells) or len({match["column"] for match, _ in known}) > 1:
        return None
    named = [each for each in known if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", each[0]["row"] or "")]
    if named:
        return min(named, key=lambda each: len(each[0]["row"]))[1]
    low = kind == "least" or (kind != "most" and LOW_IS_BETTER.search(part))
    return (min if low else max)((number for _, number in known), key=lambda number: number.value)


def _parse_value(text: str) -> PrintedNumber | None:
    """The number that is all of `text` but for its unit; None where it has none or several."""
    numbers = [match for match in _NUMBER.finditer(text) if any(c.isdigit() for c in match[0])]
    return _printed_number(text, numbers[0]) if len(numbers) == 1 else None


def _parse_values(text: str) -> list[PrintedNumber]:
    """The numbers of the values in `text`; none where one has none."""
    numbers = [_parse_value(value) for value in text.split(_OR)]
    known = [number for number in numbers if number is not None]
    return known if len(known) == len(numbers) else []


def _comparable(values: Sequence[Sequence[PrintedNumber]]) -> list[Range]:
    """The ranges of `values` in one unit, shares as percentages beside percentages; empty where one is missing or units
    differ."""
    units = {number.unit for numbers in values for number in numbers}
    if not all(values) or ("h" in units and len(units) > 1):
        return []
    ranges = []
    for numbers in values:
        scaled = [
            number.value * 100 if len(units) > 1 and not number.unit and number.value <= 1 else number.value
            for number in numbers
        ]
        ranges.append(Range(_OR.join(number.text for number in numbers), min(scaled), max(scaled)))
    return ranges


def find_number(question: str, text: str) -> PrintedNumber | None:
    """The number of `text` nearest to a word of `question`, with its unit for a question for a time; None if there is none."""
    plain = POINTERS.sub(lambda match: " " * len(match[0]), text)
    asked = {other for term in set(analyse(question)) - GENERIC for other in (term, *related_terms(term))}
    counted = _COUNTED.search(question)
    exact = set(analyse(question)) - GENERIC | set(analyse(counted[1]) if counted else ())
    words = [(match.start(), match.end(), set(analyse(match[0]))) for match in re.finditer(r"[\w-]+", plain)]
    marks = [place for place, (_, _, terms) in enumerate(words) if terms & exact]
    marks = marks or [place for place, (_, _, terms) in enumerate(words) if terms & asked]
    nouns = [
        place for place, (_, _, terms) in enumerate(words) if counted and terms & set(analyse(counted[1]))
    ]
    is_time = bool(ASKS_TIME.search(question))
    if not marks and not is_time:
        return None
    found: list[tuple[float, int, PrintedNumber]] = []
    for match in _NUMBER.finditer(plain):
        if not any(c.isdigit() for c in match[0]) or match[0] in question:
            continue
        number = _printed_number(plain, match)
        if number is None or (is_time and number.unit != "h"):
            continue
        place = sum(start < match.start() for start, _, _ in words)
        if counted and not any(0 < noun - place <= _FROM_NOUN for noun in nouns):
            continue
        distance = min(
            (place - mark - _BEHIND if mark < place else mark - place for mark in marks), default=0.0
        )
        found.append((distance, match.start(), number))
    return min(found, key=lambda each: each[:2])[2] if found else None


def _printed_number(text: str, match: re.Match[str]) -> PrintedNumber | None:
    unit = _UNIT.match(text, match.end())
    value = _value(match[0])
    if value is None:
        return None
    if percent := _PERCENT.match(text, match.end()):
        return PrintedNumber(text[match.start() : percent.end()].replace(" ", ""), value, "%")
    if not unit:
        return PrintedNumber(match[0], value)
    name = unit[1].casefold()
    if name in _HOURS and _RATE.match(text, unit.end()):  # "5 minutes per epoch"
        return None
    return PrintedNumber(
        " ".join(text[match.start() : unit.end()].split()),
        value * {**_SCALES, **_HOURS}[name],
        "h" if name in _HOURS else "",
    )


def _value(text: str) -> float | None:
    plain = text.replace(",", "").translate(_PLAIN_SIGNS)
    mantissa, power = ("1", plain[2:]) if _POWER.fullmatch(text) else (plain, "")
    try:
        return float(f"{mantissa}e{power}" if power else mantissa)
    except ValueError:
        return None


def _describe_order(kind: RelationKind, rows: Sequence[ComparisonRow], ranges: Sequence[Range]) -> str:
    """The paper with the most or least and its value, then the others; "" where values of the first two overlap."""
    is_most = kind == "most"
    order = sorted(
        range(len(rows)), key=lambda place: (-ranges[place].most if is_most else ranges[place].least, place)
    )
    first, second = ranges[order[0]], ranges[order[1]]
    others = ", ".join(f"{rows[place].name} {ranges[place].text}" for place in order[1:])
    if _is_one(first) and _is_one(second) and _are_equal(first.most, second.most):
        return f"No difference: {rows[order[0]].name} {first.text}, {others}."
    is_ahead = first.least > second.most if is_most else first.most < second.least
    return f"{rows[order[0]].name}: {first.text} ({others})." if is_ahead else ""


def _is_one(values: Range) -> bool:
    return values.least == values.most


def _are_equal(one: float, other: float) -> bool:
    return abs(one - other) <= _EQUAL * max(abs(one), 1.0)


def _order_values(rows: Sequence[ComparisonRow], ranges: Sequence[Range]) -> str:
    order = sorted(range(len(rows)), key=lambda place: (-ranges[place].most, place))
    return ", ".join(f"{rows[place].name} {ranges[place].text}" for place in order)


def _describe_sameness(
    rows: Sequence[ComparisonRow],
    shared: Sequence[str],
    names: Sequence[Mapping[str, str]],
    ranges: Sequence[Range],
) -> str:
    if shared:  # with other names beside it, one may be what is not used: "Adam works better than Adadelta"
        alike = all(own.keys() == names[0].keys() for own in names)
        return f"Yes: {', '.join(shared)}." if alike else ""
    if ranges and all(map(_is_one, ranges)):
        pairs = ", ".join(f"{row.name} {each.text}" for row, each in zip(rows, ranges, strict=True))
        alike = all(_are_equal(each.most, ranges[0].most) for each in ranges)
        return f"Yes: {ranges[0].text}." if alike else f"No: {pairs}."
    if all(len(own) == 1 for own in names):
        differing = (
            f"{row.name} {name}" for row, own in zip(rows, names, strict=True) for name in own.values()
        )
        return f"No: {'; '.join(differing)}."
    return ""


def _names(text: str, known: frozenset[str]) -> dict[str, str]:
    """Names in `text` but those of cited authors and `known`, by their letters in lower case; its first word may be one."""
    names: dict[str, str] = {}
    for name in NAME_TOKEN.findall(_CITED.sub(" ", text)):
        terms = set(analyse(name)) - GENERIC
        if terms and known.isdisjoint(terms):
            names.setdefault(re.sub(r"\W", "", name).casefold(), name)
    return names
