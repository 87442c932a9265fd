"""Rules for questions about times, about entries better than a named entry, and about extremes, and for similar
tables."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .....indexes.text.analysis import analyze
from ..candidates import find_reference
from ..matched_table import MatchedTable
from ..name_match import WHOLE_NAME
from ..table_request import TableRequest
from .options import Option

_ASKS_TIME = re.compile(
    r"\bhow (?:long|fast|quickly)\b(?! (?:is|are|was|were)\b)"
    r"|\bhow many (?:\w+ )?(?:milliseconds|seconds|minutes|hours|days|weeks|secs|mins|hrs)\b"
    r"|(?<!per )(?<!\d )\b(?:milliseconds|seconds|secs|minutes|mins|hours|hrs)\b"
    r"|\b(?:training|running|run|inference|decoding|parsing|tagging|compilation|processing|wall-?clock) times?\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:times?|speed|milliseconds?|ms|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|epochs?/\w+)\b|[([/]s\b",
    re.IGNORECASE,
)
_TIME_VALUE = re.compile(r"\d ?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?:\d+s?)?\b")
_TWINS = 0.6  # least share of row names, and of column names, that tables of the same layout have in common


def give_time(request: TableRequest, options: Sequence[Option]) -> list[bool]:
    """Keep the cells that give times, if the question asks for a time; otherwise keep all answers.

    If no cell of a table gives a time by its names or unit, but the caption mentions times, all answers of that table
    are kept.
    """
    if not _ASKS_TIME.search(request.question.wording):
        return [True] * len(options)
    timed = [
        any(map(_TIME.search, option.names)) or any(_TIME_VALUE.search(fact.text) for fact in option.facts)
        for option in options
    ]
    named = {option.listed.place for option, is_timed in zip(options, timed, strict=True) if is_timed}
    return [
        is_timed or (option.listed.place not in named and bool(_TIME.search(option.table.text.caption)))
        for option, is_timed in zip(options, timed, strict=True)
    ]


def are_beyond(request: TableRequest, options: Sequence[Option]) -> list[bool]:
    """Rule out the cells of the entry itself, if the question asks which entry is better than a named one."""
    if not request.reference or request.question.wants != "name":
        return [True] * len(options)
    tables = {option.listed.place: option.table for option in options}
    reference = {place: find_reference(table, request.reference) for place, table in tables.items()}
    return [
        option.operation not in ("cell", "both", "rules")
        or not option.facts
        or any(fact.row != reference[option.listed.place] for fact in option.facts)
        for option in options
    ]


def have_caption_of_twin(request: TableRequest, options: Sequence[Option]) -> list[bool]:
    """Among tables of the same paper and layout, rule out those whose caption has less of the question than
    another's."""
    del request
    tables = {option.listed.place: option.table for option in options}
    asked = {
        place: frozenset(analyze(table.text.caption)) & frozenset(table.matcher.terms)
        for place, table in tables.items()
    }
    lesser = {
        one
        for one in tables
        for other in tables
        if asked[one] < asked[other]
        and tables[one].text.title == tables[other].text.title
        and _are_twins(tables[one], tables[other])
    }
    return [option.listed.place not in lesser for option in options]


def _are_twins(one: MatchedTable, other: MatchedTable) -> bool:
    pairs = ((one.names.rows, other.names.rows), (one.names.columns, other.names.columns))
    return all(_overlap(set(mine), set(others)) >= _TWINS for mine, others in pairs)


def _overlap(one: set[str], other: set[str]) -> float:
    return len(one & other) / max(len(one | other), 1)


def rank_named_column(request: TableRequest, options: Sequence[Option]) -> list[bool]:
    """Rule out extremes along a row that is named only by words for the paper, if an extreme of a named column is
    available.

    Applies to questions that ask for an extreme.
    """
    if request.extreme is None:
        return [True] * len(options)
    by_column = {
        option.listed.place
        for option in options
        if option.operation == "extreme"
        and option.listed.candidate
        and option.listed.candidate.axis == "row"
        and option.table.columns[option.facts[0].column].share >= WHOLE_NAME
    }
    return [
        option.listed.place not in by_column
        or option.operation != "extreme"
        or option.listed.candidate is None
        or option.listed.candidate.axis != "column"
        or not option.table.rows[option.facts[0].row].terms <= option.reading.excluded
        for option in options
    ]
