"""Tables whose names are matched with a question, and cells with measures of how well they fit the question."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from ....figures.types import Entries, Fact, FigureData
from ....indexes.text.analysis import analyze
from ...relevance.concepts import related_terms
from .aliases import Aliases
from .name_match import EntryMatch, QuestionMatcher, joined_terms

UNREADABLE = "\ufffd"  # stands for a character that the PDF does not give
_SUBSCRIPT = re.compile(r"([PRF])-?([A-Z]{2,4})")
_KNOWN_OR_NOT = frozenset({"IV", "OOV"})  # words in the vocabulary and out of it
_UNREAD_SUBSCRIPT = re.compile(rf"\bF[^\w\s]*{UNREADABLE}\S*")  # "F" with an unreadable subscript "β=1"
# "ΔF1" and "LASdiff", which become two words.
_DIFFERENCE = re.compile(r"([Δ∆])(?=\w)|([A-Z]\w*?[^\W_])_?(?=diff\b)")
_UNREAD_SIGN = re.compile(rf"(?<!\S){UNREADABLE}(?!\S)")
_WORD, _FEWEST_WORDS = re.compile(r"[^\W\d_]{4,}"), 2
_DASHES = " -–—−/"
_RELATED = 0.4  # weight of a related word, relative to the word itself
_MOST = 3
_CONTEXT = 0.5  # weight of a word in the sentences about a table, relative to a word in its caption or names
_NAMES_PAPER = 0.3  # factor for the weight of a term that names the paper
_OPERATOR = re.compile(r"(?<=\d) ?([+×x*/]) ?(?=\d)")  # between numbers: "1024 + 2048" and "1024+2048"
_COUNT_IN_NAME = re.compile(r"(?<![\w.])(\d+)-(?=[a-z])")  # "4-gram" may mean the row with a cell "4"


@dataclass(frozen=True, slots=True)
class CellMatch:
    """Cells as (name of the row, name of the column, cell), best first, with measures of how well they fit a question.

    `support`     share of the question's weight that these names, the caption and the text about the table have, 0..1
    `by_names`    share of the question's weight that the names alone have, 0..1
    `has_row`     the question names the rows of the cells
    `has_column`  the question names the columns of the cells
    `fit`         share of the best cell's names that the question has, 0..1
    `terms`       terms of the question that the caption and the names have
    `choices`     number of cells whose names add no term of the question to those of better cells; 1 for a single cell
    """

    cells: tuple[tuple[str, str, Fact], ...]
    support: float
    by_names: float = 0.0
    has_row: bool = False
    has_column: bool = False
    fit: float = 0.0
    terms: frozenset[str] = frozenset()
    choices: int = 1


@dataclass(frozen=True, slots=True)
class TableNames:
    """The names of the rows and columns of a table, each with all its levels in one text, and the cells that have
    values."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    facts: tuple[Fact, ...]

    @staticmethod
    def of(data: FigureData) -> TableNames:
        """Return the names and cells in `data`.

        Rows without names are named by the values of the first column. Cells are left out if they or their names have a
        character that could not be read, or if they contain only a dash.
        """
        rows, columns = _names(data.rows), _readable_measures(_names(data.columns))
        rows, columns, facts = _without_signs(rows), _without_signs(columns), data.facts
        if not any(rows):
            rows = [
                "".join(fact.text for fact in facts if (fact.row, fact.column) == (row, 0))
                for row in range(len(rows))
            ]
            facts = tuple(fact for fact in facts if fact.column > 0)
            columns[:1] = [""]
        readable = (
            fact
            for fact in facts
            if UNREADABLE not in f"{rows[fact.row]} {columns[fact.column]} {fact.text}"
            and (fact.text.strip(_DASHES) or not fact.text.strip())
        )
        return TableNames(tuple(rows), tuple(columns), tuple(readable))


@dataclass(frozen=True, slots=True)
class TableText:
    """The words of a table other than its names.

    `aliases` are longer forms of its names, `context` the sentences about it, and `title` the title of its paper.
    """

    caption: str = ""
    aliases: Aliases = field(default_factory=dict)
    context: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class AskedTable:
    """A table that questions are asked of, with its words.

    `excluded` are the terms by which a question names the paper. `rarity_of` gives the weight of a term; by default all
    terms weigh the same.
    """

    data: FigureData
    text: TableText = TableText()
    excluded: frozenset[str] = frozenset()
    rarity_of: Callable[[str], float] | None = None


class MatchedTable:
    """A table whose names are matched with a question. `weights` maps the terms of the question to their weights."""

    def __init__(self, table: AskedTable, question: str) -> None:
        data, text, rarity_of = table.data, table.text, table.rarity_of
        self.data, self.names = data, TableNames.of(data)
        self.matcher = QuestionMatcher(question, text.aliases)
        rows, columns = self.names.rows, self.names.columns
        self.rows = _match_levels(self.matcher.beside(columns), rows, data.rows)
        self.columns = _match_levels(self.matcher.beside(rows), columns, data.columns)
        self.text, self.excluded = text, table.excluded
        # The paper's own system may be a row, so terms that name the paper still count in the matches; they only weigh
        # less in the support. A hyphenated word counts by its parts.
        self._compounds = joined_terms(question)
        self.weights = {
            term: ((rarity_of(term) if rarity_of else 1.0) + 0.5 * (not term.isalpha()))
            * (_NAMES_PAPER if term in table.excluded else 1.0)
            for term in self.matcher.terms
            if term not in self._compounds
        }

    def given_cells(self) -> frozenset[Fact]:
        """Return the cells whose values the question gives as a condition: "with 600 dimensions", "the 4-gram
        model"."""
        question = _OPERATOR.sub(r"\1", self.matcher.text)
        printed = {*(word.strip("(),;:?") for word in question.split()), *_COUNT_IN_NAME.findall(question)}
        return frozenset(
            fact
            for fact in self.names.facts
            if fact.text.strip() and _OPERATOR.sub(r"\1", fact.text.strip(" %")) in printed
        )

    def match_named(self, facts: Sequence[Fact], given: Collection[Fact] = ()) -> CellMatch:
        """Return the match of `facts`. Their rows and columns count as named if the question has a word of their
        names."""
        has_row = any(self.rows[fact.row].terms for fact in facts)
        has_column = any(self.columns[fact.column].terms for fact in facts)
        return self.match_of(facts, has_row, has_column, given)

    def match_of(
        self, facts: Sequence[Fact], has_row: bool, has_column: bool, given: Collection[Fact] = ()
    ) -> CellMatch:
        """Return the match of `facts`, which are in order, best first.

        The question has the values of the cells `given`, which single out their rows.
        """
        names, weights = self.names, self.weights
        cells = tuple((names.rows[fact.row], names.columns[fact.column], fact) for fact in facts)
        named = {
            term
            for fact in facts[:_MOST]
            for match in (self.rows[fact.row], self.columns[fact.column])
            for term in match.terms
        }
        rows = {fact.row for fact in facts[:_MOST]}
        named |= {term for fact in given if fact.row in rows for term in analyze(fact.text)}
        used = set(analyze(f"{self.text.caption} {cells[0][0]} {cells[0][1]}"))
        named |= {part for term, parts in self._compounds.items() if term in named for part in parts}
        used |= named
        near = set(analyze(self.text.context))
        total = sum(weights.values()) or 1.0
        met = sum(weight * _degree(term, used, near) for term, weight in weights.items())
        by_names = sum(weight for term, weight in weights.items() if term in named)
        fits = [
            match.share
            for match, name in (
                (self.rows[facts[0].row], cells[0][0]),
                (self.columns[facts[0].column], cells[0][1]),
            )
            if name
        ]
        fit = sum(fits) / max(len(fits), 1)
        terms = frozenset(term for term in weights if term in used)
        choices = self._count_choices(facts)
        return CellMatch(cells, met / total, by_names / total, has_row, has_column, fit, terms, choices)

    def _count_choices(self, facts: Sequence[Fact]) -> int:
        """Return the number of cells whose names add no term of the question to those of better cells, plus 1 for the
        first cell."""
        seen, choices = set[str](), 1
        for place, fact in enumerate(facts):
            terms = self.rows[fact.row].terms | self.columns[fact.column].terms
            choices += place > 0 and terms <= seen
            seen |= terms
        return choices


def _match_levels(matcher: QuestionMatcher, names: Sequence[str], entries: Entries) -> list[EntryMatch]:
    """Return the best match of each entry, by all levels of its name together or by one level alone."""
    matches = [matcher.match(names)]
    if len(entries.attributes) > 1:
        matches += [matcher.match([name.text for name in level.names]) for level in entries.attributes]
    return [max(levels, key=lambda match: match.score) for levels in zip(*matches, strict=True)]


def _degree(term: str, used: set[str], near: set[str]) -> float:
    """Return the weight of a term: 1 in `used`, less in `near` or if only a related term is in `used`, 0 otherwise."""
    if term in used:
        return 1.0
    if term in near:
        return _CONTEXT
    return _RELATED if related_terms(term) & used else 0.0


def entry_variants(entries: Entries) -> list[tuple[str, ...]]:
    """Return for each entry its innermost name and the variants of that name, such as the name without the part in
    brackets."""
    inner = min(entries.attributes, key=lambda attribute: attribute.depth, default=None)
    if inner is None:
        return [()] * entries.count
    return [(name.text, *name.variants) for name in inner.names]


def _readable_measures(names: Sequence[str]) -> list[str]:
    """Return `names` with the subscript of a measure and the sign of a difference as separate words.

    A subscript that could not be read is removed. "ROOV" is the recall of OOV words if another measure has the same
    subscript, or if there is also a recall of IV words. Other subscripts are split only if a precision has them as
    well: "FNN" and "RNN" are networks.
    """
    parts = [_SUBSCRIPT.fullmatch(word) for name in names for word in name.split()]
    seen = {(part[1], part[2]) for part in parts if part}

    def spell(word: str) -> str:
        part = _SUBSCRIPT.fullmatch(word)
        if part is None:
            return word
        letters = {letter for letter, index in seen if index == part[2]}
        known = part[2] in _KNOWN_OR_NOT and len({index for _, index in seen} & _KNOWN_OR_NOT) > 1
        measured = len(letters) > 1 and (part[2] in _KNOWN_OR_NOT or "P" in letters)
        return f"{part[1]} {part[2]}" if measured or known else word

    plain = [_DIFFERENCE.sub(r"\1\2 ", _UNREAD_SUBSCRIPT.sub("F", name)) for name in names]
    return [" ".join(map(spell, name.split(" "))) for name in plain]


def _without_signs(names: Sequence[str]) -> list[str]:
    """Return `names` without symbols that could not be read, as in "# words per file", if at least two words are
    left."""
    plain = [" ".join(_UNREAD_SIGN.sub(" ", name).split()) for name in names]
    return [
        rest if rest != name and len(_WORD.findall(rest)) >= _FEWEST_WORDS else name
        for name, rest in zip(names, plain, strict=True)
    ]


def _names(entries: Entries) -> list[str]:
    """Return for each entry all levels of its name in one text, outer levels first."""
    levels = sorted(entries.attributes, key=lambda attribute: -attribute.depth)
    return [" ".join(filter(None, (level.names[i].text for level in levels))) for i in range(entries.count)]
