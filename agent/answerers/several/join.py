"""The first sentence of an answer about several papers: the larger of two numbers, things in common, yes or no."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ....indexes.text.analysis import analyse
from ...relevance.asked_for import lacks_attribute
from ...relevance.question_terms import GENERIC
from ...relevance.question_type import NAME_TOKEN, answer_type
from ...types import ComparisonRow
from .relations import LOW_IS_BETTER, MEASURES, RelationKind
from .value_ranges import (
    OR,
    Range,
    are_equal,
    describe_order,
    find_ranges,
    is_one,
    order_values,
    parse_values,
)
from .values import PrintedNumber, find_number, parse_value

CITED = re.compile(
    r"\([^()]*\b(?:19|20)\d\d[a-z]?[^()]*\)|\[[^\[\]]*\]|\b[A-Z][\w-]+ (?:et al\.?|and [A-Z][\w-]+) \(?(?:19|20)\d\d\)?"
)
_DENIAL = re.compile(r"\b(?:not?|never|without|neither|nor|cannot|instead|unlike)\b|n['’]t\b", re.I)
# "BiDAF, EM: 67.7"; "67.7 (BiDAF, EM)".
_CELL = re.compile(r"(?:(?P<row>.*?)(?:, (?P<column>[^,:]*))?: )?(?P<value>[^:(]*)(?: \(.*\))?")
# Between parts of a sentence that may be about different things; "more than 20 hours" is one part.
_BETWEEN_CLAUSES = re.compile(r"[;,]\s|\s(?:and|but|while|whereas)\s|\sthan\s(?!\d)")
_BROKEN = re.compile(r"(?<=\d)- (?=[A-Z\d])")  # a line break within "FA8750-09-C-0181"
_CODE = re.compile(r"\b(?:number|grant|contract|award)s?\b", re.I)  # what has digits in its name
_ON_DATA = re.compile(r"\b[Oo]n (?:the )?(?P<name>(?:\w+ ){0,2}?[A-Z]{2}[\w-]*)")
_RECORDED_YEAR = re.compile(r"\" is from (\d{4})\.$")  # the answer from a paper's record
# "45.2 (Table 3: ...)", "45.2 (BiDAF (single), EM) (Table 3: ...)".
_SHOWN = re.compile(r"(?P<value>[^(“]*?|\S+ \([^“]*?\)) *\((?:Table|Figure)\b")


def describe_join(
    kind: RelationKind, part: str, rows: Sequence[ComparisonRow], hidden: Mapping[str, frozenset[str]]
) -> str:
    """The sentence that joins the answers of `rows` to `part`; "" where it cannot be taken from all of them.

    `hidden` are, by paper id, terms that name the paper and are no answer.
    """
    if len(rows) < 2 or not all(row.citations or row.value for row in rows):
        return ""
    quotes = [" ".join(citation.quote for citation in row.citations) for row in rows]
    ranges = find_ranges([parse_values(row.value) for row in rows])
    if kind in ("most", "least"):
        return describe_order(kind, rows, ranges) if ranges else ""
    if kind in ("list", "difference") and ranges:
        is_equal = all(is_one(each) and are_equal(each.most, ranges[0].most) for each in ranges)
        return f"{'No difference' if is_equal else 'From high to low'}: {order_values(rows, ranges)}."
    if kind == "all":
        return _describe_agreement(part, quotes, frozenset().union(*hidden.values()))
    if kind not in ("common", "same"):
        return ""
    known = frozenset(analyse(part)).union(*hidden.values())
    names = [_names(quote, known) for quote in quotes]
    shared = [name for key, name in names[0].items() if all(key in other for other in names[1:])]
    if kind == "common":
        if _CODE.search(part):
            shared = [name for name in shared if any(map(str.isdigit, name))] or shared
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
    return [row if row.value else replace(row, value=OR.join(_row_numbers(kind, part, row))) for row in rows]


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
        if not lacks_attribute(part, analyse(quote))
        and _is_on_data(part, quote)
        and (number := _find_number_of(row.name, part, quote))
    ]
    most = max((share for share, _ in fitting), default=0)
    return list(dict.fromkeys(text for share, text in fitting if share == most))


def _is_on_data(part: str, quote: str) -> bool:
    """True unless `part` asks for a result on data that it names, "F on PKU", of which `quote` says nothing."""
    names = [match["name"] for match in _ON_DATA.finditer(part)] if MEASURES.search(part) else []
    return all(set(analyse(name)) & set(analyse(quote)) for name in names)


def _find_number_of(name: str, part: str, quote: str) -> PrintedNumber | None:
    """The number that answers `part` in the first clause of `quote`, which may compare two, with `name` and such a number; else
    behind the last mention of `name`, else in all of it."""
    named = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    clauses = [clause for clause in _BETWEEN_CLAUSES.split(quote) if named.search(clause)]
    texts = (*clauses, named.split(quote)[-1], quote)
    return next((number for text in texts if (number := find_number(part, text))), None)


def _cell_number(kind: RelationKind, part: str, name: str, cells: Sequence[str]) -> PrintedNumber | None:
    """The number of a cell: that of the shortest name with `name` in it, else the best of a single column."""
    matches = [_CELL.fullmatch(cell.strip()) for cell in cells]
    known = [(match, number) for match in matches if match and (number := parse_value(match["value"]))]
    if len(known) < len(cells) or len({match["column"] for match, _ in known}) > 1:
        return None
    named = [each for each in known if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", each[0]["row"] or "")]
    if named:
        return min(named, key=lambda each: len(each[0]["row"]))[1]
    low = kind == "least" or (kind != "most" and LOW_IS_BETTER.search(part))
    return (min if low else max)((number for _, number in known), key=lambda number: number.value)


def _describe_sameness(
    rows: Sequence[ComparisonRow],
    shared: Sequence[str],
    names: Sequence[Mapping[str, str]],
    ranges: Sequence[Range],
) -> str:
    if shared:  # with other names beside it, one may be what is not used: "Adam works better than Adadelta"
        alike = all(own.keys() == names[0].keys() for own in names)
        return f"Yes: {', '.join(shared)}." if alike else ""
    if ranges and all(map(is_one, ranges)):
        pairs = ", ".join(f"{row.name} {each.text}" for row, each in zip(rows, ranges, strict=True))
        alike = all(are_equal(each.most, ranges[0].most) for each in ranges)
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
    for name in NAME_TOKEN.findall(_BROKEN.sub("-", CITED.sub(" ", text))):
        terms = set(analyse(name)) - GENERIC
        if terms and known.isdisjoint(terms):
            names.setdefault(re.sub(r"\W", "", name).casefold(), name)
    return names
