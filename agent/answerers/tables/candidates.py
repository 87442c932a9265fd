"""Answers that a table could give to a question: cells, pairs of cells with what is computed from them, and extremes.

All answers of the kind asked for are listed; `candidate_ranker` chooses. Only the _TRIED rows and the _TRIED columns
that the question names best are tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from ....figures.answer.cell_comparisons import relate
from ....figures.label_match import QuestionWords, mention, rarity, tokens
from ....figures.operations import Compare, Extreme
from ....figures.types import Fact
from ....figures.vocabulary import LOWER_IS_BETTER
from ...query.grammar.parser import Question
from .ablation import asks_for_ablation, leaves_out
from .matched_table import MatchedTable, TableNames, entry_variants
from .name_match import WHOLE_NAME, find_own_rows
from .table_request import CellOperation, TableRequest

_TRIED = 6
_HURTS = re.compile(
    r"\b(?:hurts?|harm(?:s|ful)?|suffers?|damag\w+|detrimental|degrad\w+|costs? (?!of))\b", re.IGNORECASE
)
_FALLS = re.compile(
    r"\b(?:reduc\w+|decreas\w+|drops?|dropped|falls?|fell|los[es]\w*|lost|lowers?|costs? (?!of))\b", re.I
)
# Names of rows whose values are computed from other rows.
_COMPUTED = re.compile(
    r"(?:(?:relative|absolute|average|total) )?(?:speed[- ]?ups?|ratios?|gains?|diff(?:erence)?s?\.?|improvements?|delta|Δ)"
    r"(?: *[(%].*)?",
    re.IGNORECASE,
)
_OF_DIFFERENCES = re.compile(r"[Δ∆]|\b(?:diff(?:erence)?|delta|gain|improvement|change)\b", re.IGNORECASE)
_COMPARED_WITH = r"\b(?:to|over|than|from|against|versus|vs\.?) (?:the )?"
# Names of columns that print falls: the highest value there is the largest fall.
_OF_FALLS = re.compile(
    r"\b(?:drops?|decreases?|loss(?:es)?|reductions?|degradations?|falls?|costs?|improvements?|diff(?:erence)?s?|changes?|gains?)\b|[Δ∆]",
    re.IGNORECASE,
)
_FALLS_SHOWN = re.compile(r"\b(?:drops?|decreases?|loss(?:es)?|reductions?|degradations?)\b", re.IGNORECASE)
_MOST_TIED = 3  # most entries that an answer names together
_MENTIONED = 0.5  # least strength of the mention of the entry that others are compared with

Axis = Literal["row", "column", ""]
_COMPUTED_IN_ORDER: tuple[CellOperation, ...] = ("difference", "ratio")


@dataclass(frozen=True, slots=True)
class CellCandidate:
    """An answer from the cells `facts`.

    An answer has one cell, two cells that differ along `axis`, or all cells that share the highest or lowest value. For
    the operation "beyond", it has the cells that are better than the last cell of `facts`. An extreme is taken among
    all cells along `axis`; if `grouped`, among a group of rows.

    `value` is the computed difference or ratio (in `unit`), the name of the chosen cell or extreme, "Yes" or "No"; it
    is "" if the cells are given as printed. `rows` and `columns` are those that the question has to name; an extreme
    leaves those along `axis` open.
    """

    operation: CellOperation
    axis: Axis
    facts: tuple[Fact, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    value: str = ""
    unit: str = ""
    grouped: bool = False


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A table matched with a question. The mentions say how much of each name the question mentions, 0..1.5.

    `own_rows` are the rows of the paper's own system.
    """

    matched: MatchedTable
    row_mentions: tuple[float, ...]
    column_mentions: tuple[float, ...]
    own_rows: frozenset[int]

    @staticmethod
    def of(matched: MatchedTable) -> NamedTable:
        names, text = matched.names, matched.text
        asked = QuestionWords.of(matched.matcher.text)
        own = find_own_rows(names.rows, f"{text.caption} {text.title}")
        rows, columns = _mentions(names.rows, asked), _mentions(names.columns, asked)
        return NamedTable(matched, rows, columns, frozenset(own))


@dataclass(frozen=True, slots=True)
class ListedCandidate:
    """A candidate of the table with the index `place`. If `candidate` is None, it is the answer of the rules."""

    place: int
    table: NamedTable
    candidate: CellCandidate | None = None


def list_candidates(table: NamedTable, request: TableRequest) -> list[CellCandidate]:
    """Return the candidates that may answer `request`. The rows and columns that it names best come first."""
    question = request.question
    grid = {(fact.row, fact.column): fact for fact in table.matched.names.facts if fact.text.strip()}
    matched = table.matched
    rows = _in_order({row for row, _ in grid}, [m.score for m in matched.rows], table.row_mentions)
    columns = _in_order(
        {column for _, column in grid}, [m.score for m in matched.columns], table.column_mentions
    )
    first = rows[:_TRIED]
    tried = [*first, *(row for row in rows if row in table.own_rows and row not in first)]
    candidates = [
        CellCandidate("cell", "", (grid[row, column],), (row,), (column,))
        for row in tried
        for column in columns[:_TRIED]
        if (row, column) in grid
    ]
    candidates += _printed_differences(table, question, tried, columns[:_TRIED], grid)
    for column in columns[:_TRIED]:
        cells = [grid[row, column] for row in tried if (row, column) in grid]
        candidates += _pairs(table, question, cells, "row")
    for row in tried:
        cells = [grid[row, column] for column in columns[:_TRIED] if (row, column) in grid]
        candidates += _pairs(table, question, cells, "column")
    extreme = request.extreme
    if extreme is not None:
        groups = list(_row_groups(table, rows))
        for column in columns[:_TRIED]:
            for group, grouped in groups:
                cells = [grid[row, column] for row in group if (row, column) in grid]
                candidates += _extreme(table, question, extreme, cells, "row", grouped)
        for row in tried:
            cells = [grid[row, column] for column in columns if (row, column) in grid]
            candidates += _extreme(table, question, extreme, cells, "column", grouped=False)
    if request.reference:
        candidates += _beyond(table, request, grid, columns[:_TRIED])
    return [candidate for candidate in candidates if candidate.operation in request.operations]


def _mentions(names: Sequence[str], asked: QuestionWords) -> tuple[float, ...]:
    weights = rarity(names)
    return tuple(min(mention(name, asked, weights), 1.5) for name in names)


def _in_order(entries: set[int], scores: Sequence[float], mentions: Sequence[float]) -> list[int]:
    return sorted(entries, key=lambda entry: (-scores[entry] - mentions[entry], entry))


def _row_groups(table: NamedTable, rows: Sequence[int]) -> Iterator[tuple[list[int], bool]]:
    """Yield groups of rows among which an extreme is looked for, each with False for all rows and True for a smaller
    group.

    The group of all rows leaves out sums, averages and rows computed from others. Then come groups of rows that the
    question names by the same words, unless these words only name the paper. If the question asks what happens to a
    system without a part, the last group has the rows that leave a part out. A smaller group has at least two rows.
    """
    summary = table.matched.data.rows.summary
    names = table.matched.names.rows
    plain = [row for row in rows if not (summary and summary[row]) and not _COMPUTED.fullmatch(names[row])]
    yield plain, False
    groups: dict[frozenset[str], list[int]] = {}
    for row in plain:
        if not table.matched.rows[row].terms <= table.matched.excluded:
            groups.setdefault(table.matched.rows[row].terms, []).append(row)
    ablated = asks_for_ablation(table.matched.matcher.text)
    left_out = [row for row in plain if ablated and leaves_out(names[row])]
    for group in (*groups.values(), left_out):
        if 1 < len(group) < len(plain):
            yield group, True


def _printed_differences(
    table: NamedTable,
    question: Question,
    rows: Sequence[int],
    columns: Sequence[int],
    grid: Mapping[tuple[int, int], Fact],
) -> Iterator[CellCandidate]:
    """Yield the cells in columns of differences ("LAS diff"), if `question` asks for a difference and names the row in
    full."""
    if question.wants != "difference":
        return
    for column in columns:
        if not _OF_DIFFERENCES.search(table.matched.names.columns[column]):
            continue
        for row in rows:
            fact = grid.get((row, column))
            is_meant = table.matched.rows[row].share >= WHOLE_NAME and not _is_base(
                table.matched.names.rows[row], question
            )
            if fact is not None and fact.numbers and is_meant:
                yield CellCandidate("difference", "row", (fact,), (row,), (column,), fact.text.strip())


def _is_base(name: str, question: Question) -> bool:
    """True if `question` compares something with the entry `name`: "Core" in "adding case to Core"."""
    return (
        re.search(rf"{_COMPARED_WITH}{re.escape(name.strip())}", question.wording, re.IGNORECASE) is not None
    )


def _pairs(
    table: NamedTable, question: Question, cells: Sequence[Fact], axis: Axis
) -> Iterator[CellCandidate]:
    """Yield the answers from each pair of `cells`, which lie along `axis`: both, difference, ratio, choice and
    verdict."""
    names = table.matched.names
    for one, other in combinations(cells, 2):
        both = (one, other)
        rows = tuple(dict.fromkeys(fact.row for fact in both))
        columns = tuple(dict.fromkeys(fact.column for fact in both))
        yield CellCandidate("both", axis, both, rows, columns)
        if one.value is None or other.value is None or one.value == other.value:
            continue
        for operation in _COMPUTED_IN_ORDER:
            computed = relate(one, other, ratio=operation == "ratio")
            if computed is not None:
                yield CellCandidate(operation, axis, both, rows, columns, computed.text, computed.unit)
        labels = [names.rows[fact.row] if axis == "row" else names.columns[fact.column] for fact in both]
        words = " ".join((names.rows[one.row], names.columns[one.column]))
        larger = labels[0] if one.value > other.value else labels[1]
        smaller = labels[1] if larger is labels[0] else labels[0]
        chosen = larger if wants_larger(question, words) else smaller
        yield CellCandidate("choice", axis, both, rows, columns, chosen)
        if question.wants == "verdict":
            first = min(labels, key=lambda name: _position(name, question.wording))
            yield CellCandidate("verdict", axis, both, rows, columns, "Yes" if first == chosen else "No")


def _extreme(
    table: NamedTable, question: Question, extreme: Extreme, cells: Sequence[Fact], axis: Axis, grouped: bool
) -> Iterator[CellCandidate]:
    """Yield the extreme among `cells`, which lie along `axis`; at most one candidate, with at most _MOST_TIED cells."""
    names = table.matched.names
    first = find_extremes(names, question, extreme, cells, axis, table.matched.text.caption)[:_MOST_TIED]
    if first:
        labels = [names.rows[fact.row] if axis == "row" else names.columns[fact.column] for fact in first]
        rows, columns = ((), (first[0].column,)) if axis == "row" else ((first[0].row,), ())
        name = ", ".join(dict.fromkeys(labels))
        yield CellCandidate("extreme", axis, tuple(first), rows, columns, name, grouped=grouped)


def find_extremes(
    names: TableNames,
    question: Question,
    extreme: Extreme,
    cells: Sequence[Fact],
    axis: Axis,
    caption: str = "",
) -> list[Fact]:
    """Return the cells with the value that `extreme` asks for among `cells`, which lie along `axis`.

    All cells with the same value are returned; [] if fewer than two cells have values. Whether a high value is fast or
    slow depends on the unit, which the `caption` may give.
    """
    values = [fact for fact in cells if fact.value is not None]
    if len(values) < 2:
        return []
    words = {names.columns[fact.column] for fact in values} if axis == "row" else {names.rows[values[0].row]}
    if extreme.want in ("fast", "slow"):
        words = {*words, caption}
    sign = -1 if wants_larger(question, " ".join(sorted(words))) else 1
    falls = extreme.want == "max" and _FALLS.search(question.wording) is not None
    printed = _OF_FALLS.search(" ".join(words)) or _FALLS_SHOWN.search(caption)
    if falls and (not printed or all((f.value or 0) <= 0 for f in values)):
        sign = 1  # the largest fall leaves the lowest value, or is printed as the most negative: "-17.6"
    ranked = sorted(values, key=lambda fact: (sign * (fact.value or 0.0), fact.row, fact.column))
    first = ranked[min(extreme.rank, len(ranked)) - 1]
    return [fact for fact in ranked if fact.value == first.value]


def _beyond(
    table: NamedTable, request: TableRequest, grid: Mapping[tuple[int, int], Fact], columns: Sequence[int]
) -> Iterator[CellCandidate]:
    """Yield for each column the rows that are better than the row that the question compares with, best first.

    A column with more than _MOST_TIED such rows yields nothing.
    """
    names, summary = table.matched.names, table.matched.data.rows.summary
    row = find_reference(table.matched, request.reference)
    if row is None:
        return
    for column in columns:
        reference = grid.get((row, column))
        if reference is None or reference.value is None:
            continue
        sign = 1 if wants_larger(request.question, names.columns[column]) else -1
        beyond = sorted(
            (
                fact
                for (other, place), fact in grid.items()
                if place == column
                and fact.value is not None
                and not (summary and summary[other])
                and sign * fact.value > sign * reference.value
            ),
            key=lambda fact: (-sign * (fact.value or 0.0), fact.row),
        )
        if 1 <= len(beyond) <= _MOST_TIED:
            value = ", ".join(dict.fromkeys(names.rows[fact.row] for fact in beyond))
            yield CellCandidate("beyond", "row", (*beyond, reference), (row,), (column,), value)


def find_reference(table: MatchedTable, reference: str) -> int | None:
    """Return the row with the name `reference`, which others are compared with; None if the table has no such row.

    A row is found by its whole name or by its name without the part in brackets.
    """
    asked = QuestionWords.of(reference)
    forms = [
        (name, *variants)
        for name, variants in zip(table.names.rows, entry_variants(table.data.rows), strict=True)
    ]
    weights = rarity(table.names.rows)
    mentions = [
        max(mention(form, asked, weights) for form in filter(None, own)) if any(own) else 0.0 for own in forms
    ]
    top = max(mentions, default=0.0)
    return mentions.index(top) if top >= _MENTIONED else None


def wants_larger(question: Question, words: str) -> bool:
    """True if the larger value wins.

    The question's own word decides; for "best" or "better" the direction of the measure in `words` decides. What hurts
    most leaves the lowest value, or the highest value of a measure of errors.
    """
    plain = _HURTS.sub(" ", question.wording)  # "costs the most" names no cost
    larger_is_better = not (LOWER_IS_BETTER & set(tokens(f"{plain} {words}")))
    operation = next((op for op in question.operations if isinstance(op, Extreme | Compare)), None)
    if isinstance(operation, Extreme):
        literal = {"max": True, "min": False}.get(operation.want)
        if literal is not None and _HURTS.search(question.wording):
            return literal != larger_is_better
        return literal if literal is not None else (operation.want in ("best", "fast")) == larger_is_better
    if isinstance(operation, Compare):
        literal = {"above": True, "below": False}.get(operation.relation)
        return literal if literal is not None else (operation.relation == "better") == larger_is_better
    return larger_is_better


def _position(name: str, wording: str) -> int:
    """Return the position in `wording` of the first word of `name` found there; the length of `wording` if there is
    none."""
    places = [wording.lower().find(token) for token in tokens(name)]
    return min((place for place in places if place >= 0), default=len(wording))
