"""Cells of a table that a question asks for, as a structure whose row, column, operation and table a follow-up replaces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ...figures.entity_kinds import kind_of
from ...figures.label_match import tokens
from ...figures.label_mentions import find_mentions
from ...figures.operations import Extreme
from ...figures.types import Entries, FigureData
from ...indexes.text.analysis import analyse
from ...papers.captions import figure_label
from ..answerers.tables.aliases import find_aliases
from ..answerers.tables.matched_table import AskedTable, MatchedTable, TableNames, TableText, entry_variants
from ..answerers.tables.name_match import EntryMatch
from ..query.grammar.decompose import mask_label
from ..query.grammar.finders.masking import FILLER, mask
from ..query.grammar.parser import Question, parse_question
from ..types import Answer

_NAMED = 0.5  # share of a name that a follow-up must have
_TIED = 0.95  # share of the best score from which another name fits as well
_MOSTLY = 0.5  # share of the words of a follow-up without a verb that names of the table must have
# What refers to the question before and names nothing in a table: "the best one", "same for CR", "its precision".
_REFERRING = re.compile(
    r"\b(?:same|one|ones|there|its|their|it|they|them|that|this|the|then|here|instead|else|also|too|please|does|do|did|is|are|was|were|"
    r"has|have|which|what|how|about|figure|table|rows?|columns?|cells?)\b",
    re.IGNORECASE,
)
_FUNCTION_WORDS = frozenset("and or for of in on at with by to from a an under".split())


@dataclass(frozen=True, slots=True)
class CellRequest:
    """Cells of a table: `anchor` is the id of its paper, `label` that of the table.

    `row` and `column` are names of the table as it prints them, "" for one that is open. `extreme` are the words for the value
    that is looked for among the rows ("second lowest"), of which `row` is then the one that was found; `noun` is what the
    question calls a row ("language"), "" if nothing. `around` is the question before and behind the name of the row, where no
    single column is asked for.
    """

    anchor: str
    label: str
    row: str = ""
    column: str = ""
    extreme: str = ""
    noun: str = ""
    around: tuple[str, str] | None = None

    @property
    def is_open(self) -> bool:
        """True if it asks for nothing that a table has by name."""
        return not (self.row or self.column or self.extreme or self.around)

    @property
    def question(self) -> str:
        """The request as a question."""
        if self.around and self.row and not self.column:
            return self.row.join(self.around)
        if self.extreme:
            what = f"Which {self.noun or 'row'} has the {self.extreme} {self.column or 'value'}"
        elif self.row and self.column:
            what = f"What is the {self.column} of {self.row}"
        else:
            what = f"What is {self.row}" if self.row else f"What is the {self.column}"
        return f"{what} in {self.label}?"


def find_request(question: str, answer: Answer, label: str, data: FigureData) -> CellRequest:
    """The request that `question` made of the table `label`, by the cells that `answer` took from its `data`."""
    parsed = parse_question(question, one_hop=True)
    extreme = next((op for op in parsed.operations if isinstance(op, Extreme) and op.of == "value"), None)
    request = CellRequest(
        answer.anchor,
        label,
        extreme=parsed.wording[slice(*extreme.span)] if extreme else "",
        noun=_noun(parsed.asked) if extreme else "",
    )
    reading = answer.reading
    boxes = {*reading.evidence, reading.value_box} if reading else set()
    fact = next((fact for fact in TableNames.of(data).facts if fact.box and fact.box in boxes), None)
    if fact is None:
        return request
    table = _match(data, parsed.wording)
    rows, columns = _entry_names(table, data)
    row, terms = rows[fact.row], table.columns[fact.column].terms
    single = extreme is not None or (reading is not None and fact.box == reading.value_box)
    alike = sum(match.terms == terms for match in table.columns)
    if single or (terms and alike == 1):
        return replace(request, row=row, column=columns[fact.column])
    mention = next(iter(find_mentions(question, [row])), None)
    around = (question[: mention.start], question[mention.end :]) if mention else None
    return replace(request, row=row, around=around)


def edit_request(
    request: CellRequest, followup: str, data: FigureData, *, has_verb: bool = False
) -> CellRequest | None:
    """`request` with what `followup` names of the table `data` in place of its own row, column or extreme.

    None where the follow-up is about something else: names of the table have too few of its words, or, if it `has_verb`, not
    all.
    """
    rows, columns = _entry_names(_match(data, ""), data)
    parsed, extreme, rest = _parse_followup(followup, (*rows, *columns))
    table = _match(data, rest)
    row = _best_name(table.rows, rows, request.row, rest)
    column = _best_name(table.columns, columns, request.column, rest)
    named = _sides(row[1], column[1])
    covered = (row[1].terms if "row" in named else frozenset()) | (
        column[1].terms if "column" in named else frozenset()
    )
    terms = set(table.matcher.terms)
    if terms and len(covered & terms) < (1.0 if has_verb else _MOSTLY) * len(terms):
        return None
    if not (named or extreme or figure_label(followup)):
        return None
    edited = request
    if "row" in named:
        edited = replace(edited, row=row[0], extreme="")
    if "column" in named:
        edited = replace(edited, column=column[0])
        if not extreme and re.search(r"\b(?:its|their|it|that one)\b", followup, re.IGNORECASE):
            edited = replace(edited, extreme="")  # of the row that was found
    if extreme:
        words = parsed.wording[slice(*extreme.span)]
        noun = _noun(parsed.asked) if has_verb else request.noun or _row_title(data)
        edited = replace(edited, extreme=words, noun=noun)
    return edited


def names_extreme_alone(followup: str) -> bool:
    """True if `followup` asks for an extreme and does not name what of: "which is the worst there?"."""
    _, extreme, rest = _parse_followup(followup)
    return extreme is not None and not analyse(rest)


def _parse_followup(followup: str, names: Sequence[str] = ()) -> tuple[Question, Extreme | None, str]:
    """The follow-up parsed, the extreme that it asks for, and its other words without labels and those that refer back.

    A word for an extreme within one of the `names` of the table asks for none: "Bakeoff-best"."""
    parsed = parse_question(followup, one_hop=True)
    named = [
        mention
        for mention in find_mentions(parsed.wording, [name for name in names if name])
        if len(tokens(parsed.wording[mention.start : mention.end])) > 1
    ]
    extreme = next(
        (
            op
            for op in parsed.operations
            if isinstance(op, Extreme)
            and op.of == "value"
            and not any(name.start <= op.span[0] and op.span[1] <= name.end for name in named)
        ),
        None,
    )
    wording = mask_label(parsed.wording)
    rest = mask(wording, extreme.span) if extreme else wording
    return parsed, extreme, _REFERRING.sub(" ", rest.replace(FILLER, " "))


def move_request(request: CellRequest, label: str, data: FigureData) -> CellRequest | None:
    """`request` of the table `label`, with the names that its `data` has; None where it lacks the row, or the column of an
    extreme."""
    table = _match(data, "")
    rows, columns = _entry_names(table, data)
    row = _same_name(request.row, rows, table.names.rows)
    column = _same_name(request.column, columns, table.names.columns)
    needed = request.column if request.extreme else request.row or request.column
    found = column if request.extreme or not request.row else row
    return replace(request, label=label, row=row, column=column) if found or not needed else None


def _same_name(name: str, names: Sequence[str], full_names: Sequence[str]) -> str:
    """The one of `names` that is `name`, or whose full name is; "" if none is."""
    folded = "".join(name.casefold().split())
    pairs = zip(names, full_names, strict=True)
    return next(
        (
            short
            for short, full in pairs
            if folded in {"".join(each.casefold().split()) for each in (short, full)}
        ),
        "",
    )


def _entry_names(table: MatchedTable, data: FigureData) -> tuple[list[str], list[str]]:
    """The names of rows and columns: the innermost alone where no other entry has it, else all levels."""

    def short(names: Sequence[str], entries: Entries) -> list[str]:
        inner = [variants[0] if variants else "" for variants in entry_variants(entries)]
        return [
            own if own and inner.count(own) == 1 else name for own, name in zip(inner, names, strict=True)
        ]

    return short(table.names.rows, data.rows), short(table.names.columns, data.columns)


def _match(data: FigureData, text: str) -> MatchedTable:
    """The names of `data` matched with `text`, by common codes as well: "recall" is R."""
    return MatchedTable(AskedTable(data, TableText(aliases=find_aliases("", ()))), text)


def _best_name(
    matches: Sequence[EntryMatch], names: Sequence[str], before: str, text: str
) -> tuple[str, EntryMatch]:
    """The name that `text` is or fits best, of several the one that is most like the name `before`; ties go to the first."""
    words = set(tokens(text)) - _FUNCTION_WORDS
    same = [place for place, name in enumerate(names) if words and words == set(tokens(name))]
    if same:
        return names[same[0]], EntryMatch(1.0, 1.0, frozenset(analyse(text)) or frozenset(words))
    top = max(matches, key=lambda match: match.score, default=EntryMatch())
    if not top.terms or top.share < _NAMED:
        return "", EntryMatch()
    old = before.casefold().split()
    place = max(
        (place for place, match in enumerate(matches) if match.score >= _TIED * top.score),
        key=lambda place: (sum(word in old for word in names[place].casefold().split()), -place),
    )
    return names[place], matches[place]


def _sides(row: EntryMatch, column: EntryMatch) -> tuple[Literal["row", "column"], ...]:
    """The sides of the table that a follow-up names: both where each has words that the other has not, else the better one."""
    if row.terms - column.terms and column.terms - row.terms:
        return ("row", "column")
    if not row.terms and not column.terms:
        return ()
    return ("row",) if (len(row.terms), row.share) >= (len(column.terms), column.share) else ("column",)


def _noun(asked: str) -> str:
    """The noun `asked` if it is one for entries of tables: others, such as "dialog act", may have words of the names."""
    return asked if kind_of(asked) else ""


def _row_title(data: FigureData) -> str:
    """The heading over the names of the rows, "" if there is none."""
    title = next((attribute.title for attribute in data.rows.attributes if not attribute.heading), "")
    return _noun(title.casefold())
