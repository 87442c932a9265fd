"""Answers of tables that the words of a question rule out, however well their names fit.

Each rule keeps some of the answers; one that would keep none is not applied.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....figures.types import Fact
from ....indexes.text.analysis import analyse
from .ablation import added_terms, addition_terms, left_out_terms
from .candidates import ListedCandidate, find_reference
from .matched_table import MatchedTable
from .name_match import EntryMatch, QuestionMatcher
from .table_reading import TableReading
from .table_request import TableRequest

# Two things in a row: "test EM and test F1", "precision/recall". The second may begin a further pair.
_JOINED = re.compile(
    r"([\w.@-]+(?: [\w.@-]+)?) ?(?:(?:,? and|as well as|,? plus)(?= )|[&+/]) ?(?:(?:how many|what|the) ){0,2}"
    r"(?=((?:[\w.@-]+ )?[\w.@-]+))",
    re.IGNORECASE,
)
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
# "The skip-gram model alone", "skip-gram on its own".
_ALONE = re.compile(
    r"((?:[\w.-]+ ){0,3}[\w.-]+) (?:alone|on (?:its|their) own|by (?:itself|themselves)|in isolation)\b",
    re.IGNORECASE,
)
_COMBINES = re.compile(
    r"\b(?:combin\w+|mix\w*|add(?:s|ed|ing|ition)?|together|joint\w*|ensembl\w+|plus|with|w/)\b|\+",
    re.IGNORECASE,
)
_NAMED = 0.85  # share of a name from which it is meant as a whole
_TWINS = 0.6  # share of the names of rows, and of columns, that tables of the same layout have in common


@dataclass(frozen=True, slots=True)
class _Option:
    """An answer with the table that it is of, as it was read."""

    listed: ListedCandidate
    reading: TableReading

    @property
    def table(self) -> MatchedTable:
        return self.listed.table.matched

    @property
    def operation(self) -> str:
        return self.listed.candidate.operation if self.listed.candidate else "rules"

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The cells of the answer; none where the rules used none."""
        if self.listed.candidate is not None:
            return self.listed.candidate.facts
        match = self.reading.match
        return tuple(fact for _, _, fact in match.cells) if match else ()

    @property
    def names(self) -> set[str]:
        """The names of the rows and columns of its cells."""
        names = self.table.names
        return {name for fact in self.facts for name in (names.rows[fact.row], names.columns[fact.column])}


_Rule = Callable[[TableRequest, Sequence[_Option]], list[bool]]


def find_admitted(
    request: TableRequest, listed: Sequence[ListedCandidate], tables: Sequence[TableReading]
) -> list[int]:
    """The places of the answers in `listed`, of `tables`, that no rule excludes, in their order."""
    places = list(range(len(listed)))
    for rule in _RULES:
        options = [_Option(listed[place], tables[listed[place].place]) for place in places]
        kept = [place for place, keeps in zip(places, rule(request, options), strict=True) if keeps]
        places = kept or places
    return places


def _leave_out_the_same(request: TableRequest, options: Sequence[_Option]) -> list[bool]:
    """Of a question that leaves something out, "without attention", the answers with an entry that does so; where no entry does,
    those without an entry that has it beside one that does not."""
    left_out = left_out_terms(request.wording)
    if not left_out or request.extreme is not None:
        return [True] * len(options)
    names = {name for option in options for name in option.names}
    without = {name for name in names if left_out_terms(name) & left_out}
    if without:
        return [not option.names.isdisjoint(without) for option in options]
    return [
        option.operation != "cell" or not _has_counterpart(option.table.rows, option.facts[0].row, left_out)
        for option in options
    ]


def _add_the_same(request: TableRequest, options: Sequence[_Option]) -> list[bool]:
    """Of a question that adds something, "when authors are added", the answers with an entry that does so: "+ author"; or two
    entries of which one has it beside all that the other has."""
    added = added_terms(request.wording)
    if not added or request.extreme is not None:
        return [True] * len(options)
    names = {name for option in options for name in option.names}
    with_it = {name for name in names if addition_terms(name) & added}
    if with_it:
        return [not option.names.isdisjoint(with_it) for option in options]
    return [len({fact.row for fact in option.facts}) == 2 and _adds(option, added) for option in options]


def _adds(option: _Option, added: frozenset[str]) -> bool:
    """True if the rows of two cells differ by a part that is `added`."""
    names = option.table.names.rows
    one, other = (frozenset(analyse(names[fact.row])) for fact in (option.facts[0], option.facts[-1]))
    return (one < other or other < one) and bool((one ^ other) & added)


def _has_counterpart(entries: Sequence[EntryMatch], place: int, part: frozenset[str]) -> bool:
    """True if the name of an entry has a `part`, and another one all else of the question that it has."""
    rest = entries[place].terms - part
    return bool(rest) and rest != entries[place].terms and any(entry.terms == rest for entry in entries)


def _have_both(request: TableRequest, options: Sequence[_Option]) -> list[bool]:
    """Of a question for two cells, "test EM and test F1", the pairs in place of either."""
    if request.question.wants not in ("value", "count") or request.extreme is not None:
        return [True] * len(options)
    joined = []
    for match in _JOINED.finditer(request.wording):
        one, other = (frozenset(analyse(words)) for words in match.groups())
        if one - other and other - one:
            joined.append((one - other, other - one))
    kept = [True] * len(options)
    for pair in joined:
        for axis in ("row", "column"):
            kept = [
                keeps and fits for keeps, fits in zip(kept, _keep_pairs(options, pair, axis), strict=True)
            ]
    return kept


def _keep_pairs(
    options: Sequence[_Option], pair: tuple[frozenset[str], frozenset[str]], axis: str
) -> list[bool]:
    """False for single cells, and for two that are not one of each of the `pair`, in a table with such two."""
    sides = [tuple(map(len, _sides(option, pair, axis))) for option in options]
    whole = {
        option.listed.place
        for option, (one, other) in zip(options, sides, strict=True)
        if option.operation == "both" and one and other
    }
    return [
        option.listed.place not in whole or option.operation not in ("cell", "both") or bool(one and other)
        for option, (one, other) in zip(options, sides, strict=True)
    ]


def _sides(
    option: _Option, pair: tuple[frozenset[str], frozenset[str]], axis: str
) -> tuple[set[Fact], set[Fact]]:
    """The cells in entries with the terms of the one and of the other of a `pair`; none for a table with an entry of both."""
    entries = option.table.rows if axis == "row" else option.table.columns
    if any(not entry.terms.isdisjoint(pair[0]) and not entry.terms.isdisjoint(pair[1]) for entry in entries):
        return set(), set()
    terms = {fact: entries[fact.row if axis == "row" else fact.column].terms for fact in option.facts}
    one, other = ({fact for fact, own in terms.items() if own & side} for side in pair)
    return one, other


def _give_time(request: TableRequest, options: Sequence[_Option]) -> list[bool]:
    """Of a question for a time, the cells of times; all of a table where its caption alone says that they are."""
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


def _compare_alone(request: TableRequest, options: Sequence[_Option]) -> list[bool]:
    """Of a question for what a combination gains over one part of it alone, the pairs of these two."""
    alone = _ALONE.search(request.wording)
    if alone is None or request.question.wants not in ("difference", "ratio"):
        return [True] * len(options)
    combines = _COMBINES.search(request.wording) is not None
    pairs = dict[int, frozenset[frozenset[int]]]()
    for option in options:
        place = option.listed.place
        if place not in pairs:
            pairs[place] = _pairs_with_part(option.table, alone[1]) if combines else frozenset()
    return [frozenset(fact.row for fact in option.facts) in pairs[option.listed.place] for option in options]


def _pairs_with_part(table: MatchedTable, part: str) -> frozenset[frozenset[int]]:
    """The rows that the last words of `part` name as a whole, each with those that have its terms and more."""
    words, whole = part.split(), list[int]()
    for size in range(1, len(words) + 1):
        matches = QuestionMatcher(" ".join(words[-size:]), table.text.aliases).match(table.names.rows)
        whole = [row for row, match in enumerate(matches) if match.share >= _NAMED]
        if whole:
            break
    terms = [frozenset(analyse(name)) for name in table.names.rows]
    return frozenset(
        frozenset((row, other)) for row in whole for other, more in enumerate(terms) if terms[row] < more
    )


def _are_beyond(request: TableRequest, options: Sequence[_Option]) -> list[bool]:
    """Of a question for what is better than a named entry, no cells of that entry alone."""
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


def _have_caption_of_twin(request: TableRequest, options: Sequence[_Option]) -> list[bool]:
    """Of tables of the same layout, those whose captions have as much of the question as that of any."""
    del request
    tables = {option.listed.place: option.table for option in options}
    asked = {
        place: frozenset(analyse(table.text.caption)) & frozenset(table.matcher.terms)
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


def _rank_named_column(request: TableRequest, options: Sequence[_Option]) -> list[bool]:
    """Of a question for an extreme, none along a row that it names by the words for the paper alone, where it names columns."""
    if request.extreme is None:
        return [True] * len(options)
    by_column = {
        option.listed.place
        for option in options
        if option.operation == "extreme"
        and option.listed.candidate
        and option.listed.candidate.axis == "row"
        and option.table.columns[option.facts[0].column].share >= _NAMED
    }
    return [
        option.listed.place not in by_column
        or option.operation != "extreme"
        or option.listed.candidate is None
        or option.listed.candidate.axis != "column"
        or not option.table.rows[option.facts[0].row].terms <= option.reading.excluded
        for option in options
    ]


_RULES: tuple[_Rule, ...] = (
    _leave_out_the_same,
    _add_the_same,
    _have_both,
    _give_time,
    _compare_alone,
    _are_beyond,
    _have_caption_of_twin,
    _rank_named_column,
)
