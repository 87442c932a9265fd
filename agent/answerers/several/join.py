"""The first sentence of an answer about several papers: the larger of two numbers, things in common, yes or no."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ....indexes.text.analysis import analyse
from ...relevance.concepts import related_terms
from ...relevance.question_terms import GENERIC
from ...relevance.question_type import NAME_TOKEN, POINTERS, answer_type
from ...types import ComparisonRow
from .relations import ASKS_TIME, LOW_IS_BETTER, RelationKind, has_quantity

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
_FIRST_WORD = re.compile(r"^\W*\w+")
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


def describe_join(
    kind: RelationKind, part: str, rows: Sequence[ComparisonRow], hidden: Mapping[str, frozenset[str]]
) -> str:
    """The sentence that joins the answers of `rows` to `part`; "" where it cannot be taken from all of them.

    `hidden` are, by paper id, terms that name the paper and are no answer.
    """
    if len(rows) < 2 or not all(row.citations or row.value for row in rows):
        return ""
    quotes = [" ".join(citation.quote for citation in row.citations) for row in rows]
    numbers = _comparable([_parse_value(row.value) for row in rows])
    if kind in ("most", "least"):
        return _describe_order(kind, rows, numbers) if numbers else ""
    if kind in ("list", "difference") and numbers:
        return f"From high to low: {_order_values(rows, numbers)}."
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
    return _describe_sameness(rows, shared, names, numbers)


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
    numbers = [_row_number(kind, part, row) for row in rows]
    return [
        row if row.value or number is None else replace(row, value=number.text)
        for row, number in zip(rows, numbers, strict=True)
    ]


def _row_number(kind: RelationKind, part: str, row: ComparisonRow) -> PrintedNumber | None:
    """The number with which `row` answers `part`: that of a table or figure, or of the quote with most of the words of `part`."""
    if recorded := _RECORDED_YEAR.search(row.answer):
        return _parse_value(recorded[1])
    if shown := _SHOWN.match(row.answer):
        return _cell_number(kind, part, row.name, shown["value"].split("; "))
    asked = set(analyse(part))
    quotes = sorted(
        (citation.quote for citation in row.citations),
        key=lambda quote: -len(asked.intersection(analyse(quote))),
    )
    fitting = (quote for quote in quotes if has_quantity(part, analyse(quote)))
    return next((number for quote in fitting if (number := find_number(part, quote))), None)


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


def _comparable(numbers: Sequence[PrintedNumber | None]) -> list[PrintedNumber]:
    """`numbers` in one unit, shares as percentages beside percentages; empty where one is missing or units differ."""
    known = [number for number in numbers if number is not None]
    units = {number.unit for number in known}
    if len(known) < len(numbers) or ("h" in units and len(units) > 1):
        return []
    if len(units) == 1:
        return known
    return [
        replace(number, value=number.value * 100) if not number.unit and number.value <= 1 else number
        for number in known
    ]


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


def _describe_order(
    kind: RelationKind, rows: Sequence[ComparisonRow], numbers: Sequence[PrintedNumber]
) -> str:
    sign = -1.0 if kind == "most" else 1.0
    order = sorted(range(len(rows)), key=lambda place: (sign * numbers[place].value, place))
    first, second = numbers[order[0]], numbers[order[1]]
    others = ", ".join(f"{rows[place].name} {numbers[place].text}" for place in order[1:])
    if abs(first.value - second.value) <= _EQUAL * max(abs(first.value), 1.0):
        return f"No difference: {rows[order[0]].name} {first.text}, {others}."
    return f"{rows[order[0]].name}: {first.text} ({others})."


def _order_values(rows: Sequence[ComparisonRow], numbers: Sequence[PrintedNumber]) -> str:
    order = sorted(range(len(rows)), key=lambda place: (-numbers[place].value, place))
    return ", ".join(f"{rows[place].name} {numbers[place].text}" for place in order)


def _describe_sameness(
    rows: Sequence[ComparisonRow],
    shared: Sequence[str],
    names: Sequence[Mapping[str, str]],
    numbers: Sequence[PrintedNumber],
) -> str:
    if shared:  # with other names beside it, one may be what is not used: "Adam works better than Adadelta"
        alike = all(own.keys() == names[0].keys() for own in names)
        return f"Yes: {', '.join(shared)}." if alike else ""
    if numbers:
        values = {number.value for number in numbers}
        pairs = ", ".join(f"{row.name} {number.text}" for row, number in zip(rows, numbers, strict=True))
        return f"Yes: {numbers[0].text}." if len(values) == 1 else f"No: {pairs}."
    if all(len(own) == 1 for own in names):
        differing = (
            f"{row.name} {name}" for row, own in zip(rows, names, strict=True) for name in own.values()
        )
        return f"No: {'; '.join(differing)}."
    return ""


def _names(text: str, known: frozenset[str]) -> dict[str, str]:
    """Names in `text` but those of cited authors, the first word and `known`, by their letters in lower case."""
    plain = _FIRST_WORD.sub("", _CITED.sub(" ", text))
    names: dict[str, str] = {}
    for name in NAME_TOKEN.findall(plain):
        if not known.intersection(analyse(name)):
            names.setdefault(re.sub(r"\W", "", name).casefold(), name)
    return names
