"""Rules for questions about a system with and without a part of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .....indexes.text.analysis import analyze
from ..ablation import added_terms, addition_terms, left_out_terms
from ..matched_table import MatchedTable
from ..name_match import WHOLE_NAME, EntryMatch, QuestionMatcher
from ..table_request import TableRequest
from .options import Option

# "The skip-gram model alone", "skip-gram on its own".
_ALONE = re.compile(
    r"((?:[\w.-]+ ){0,3}[\w.-]+) (?:alone|on (?:its|their) own|by (?:itself|themselves)|in isolation)\b",
    re.IGNORECASE,
)
_COMBINES = re.compile(
    r"\b(?:combin\w+|mix\w*|add(?:s|ed|ing|ition)?|together|joint\w*|ensembl\w+|plus|with|w/)\b|\+",
    re.IGNORECASE,
)


def leave_out_the_same(request: TableRequest, options: Sequence[Option]) -> list[bool]:
    """Keep the answers with an entry that leaves out what the question leaves out: "without attention".

    If no entry leaves it out, rule out cells of an entry that has this part while another entry is the same without it.
    """
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


def add_the_same(request: TableRequest, options: Sequence[Option]) -> list[bool]:
    """Keep the answers with an entry that adds what the question says is added: "+ author" for "when authors are
    added".

    If no entry is such an addition, keep the answers from two rows whose names differ by what is added.
    """
    added = added_terms(request.wording)
    if not added or request.extreme is not None:
        return [True] * len(options)
    names = {name for option in options for name in option.names}
    with_it = {name for name in names if addition_terms(name) & added}
    if with_it:
        return [not option.names.isdisjoint(with_it) for option in options]
    return [len({fact.row for fact in option.facts}) == 2 and _adds(option, added) for option in options]


def _adds(option: Option, added: frozenset[str]) -> bool:
    """True if the names of the rows of two cells differ by terms that include a term of `added`."""
    names = option.table.names.rows
    one, other = (frozenset(analyze(names[fact.row])) for fact in (option.facts[0], option.facts[-1]))
    return (one < other or other < one) and bool((one ^ other) & added)


def _has_counterpart(entries: Sequence[EntryMatch], place: int, part: frozenset[str]) -> bool:
    """True if the entry at `place` has a term of `part`, and another entry has all its other terms of the question and
    no more."""
    rest = entries[place].terms - part
    return bool(rest) and rest != entries[place].terms and any(entry.terms == rest for entry in entries)


def compare_alone(request: TableRequest, options: Sequence[Option]) -> list[bool]:
    """Keep the pairs of a combination and one part of it alone, if the question asks what the combination gains over
    the part."""
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
    """Return pairs of rows: a row that `part` names as a whole, and a row whose name has the same terms and more.

    The last words of `part` decide; more words are used until a row is named.
    """
    words, whole = part.split(), list[int]()
    for size in range(1, len(words) + 1):
        matches = QuestionMatcher(" ".join(words[-size:]), table.text.aliases).match(table.names.rows)
        whole = [row for row, match in enumerate(matches) if match.share >= WHOLE_NAME]
        if whole:
            break
    terms = [frozenset(analyze(name)) for name in table.names.rows]
    return frozenset(
        frozenset((row, other)) for row in whole for other, more in enumerate(terms) if terms[row] < more
    )
