"""Cells of a table that a question asks for, found by the names over and beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field

import numpy as np

from ....figures.question.label_match import QuestionWords, mention, tokens
from ....figures.question.operations import Extreme
from ....figures.question.parser import Question
from ....figures.question.vocabulary import LOWER_IS_BETTER
from ....figures.types import Entries, Fact, FigureData
from ....indexes.cluster_index import Vectors
from ....indexes.text.analysis import STOP_WORDS, analyse
from ....indexes.text.term_statistics import inverse_frequencies
from ...relevance.concepts import related_terms
from ...relevance.features import GENERIC
from ...relevance.names import FIGURE_LABEL
from .aliases import Aliases

_RELATED = 0.4  # what a related word counts for, of the word itself
_CLOSE = 0.85  # entries that match nearly as well as the best are meant as well
_MOST = 3
_BEGINS, _PREFIX, _SHORT_PREFIX = 0.6, 5, 3  # "sudoku" of "sudoku2x3", "bio" for "biomedical"
_ABBREVIATES = 0.8
_LONG_FORM, _HALF = 0.9, 0.5  # of a name's longer form, and the share of it that a question must have
_NEAR = 0.5  # what a similarity of 1 counts for, of a rare word in common
_CONTEXT = 0.5  # what a word of the sentences about a table counts for, of one in its caption or names
_NAMES_PAPER = 0.3  # weight of a term that names the paper
_FEW_ROWS = 3
_COMPARES = re.compile(
    r"\b(?:than|against|versus|vs\.?|compared|ahead|behind|or|with and without)\b", re.IGNORECASE
)
# Between the things that a question compares or lists.
_BETWEEN = re.compile(
    r"\b(?:than|against|versus|vs\.?|compared (?:to|with)|next to|ahead of|behind|or|and|with and without|beats?)(?!\w)|[,;:]",
    re.IGNORECASE,
)
_WHOLE = 0.85  # share from which a name is meant as a whole
_OWN_SHARE = 0.5  # share of an entry's best possible score from which a part of the question names it
_IN_FULL, _MOST_NAMED = 1.0, 4  # strength of the mention of a name that the question has as a whole
_TABLE_WORDS = frozenset(analyse("table row column cell line entry paper according"))
_HYPHENATED = re.compile(r"[^\W_]+(?:-[^\W_]+)+")
_NUMBERED = re.compile(r"[a-z]{2,}\d+")


@dataclass(frozen=True, slots=True)
class EntryMatch:
    """Match of a question with the name of an entry: `score`, 0 and more, and `share` of the best score that the
    entry could have; `terms` are those of the question that match."""

    score: float = 0.0
    share: float = 0.0
    terms: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CellMatch:
    """Cells with the names of their row and column, best first.

    `support` is the share of the question's weight that these names, the caption and the text about the table have, 0..1;
    `by_names` the share that the names alone have. `has_row` and `has_column` are True where the question names them; `fit` is
    the share of the names of the best cell that the question has, 0..1; `terms` are those of the question that caption and names
    have.
    """

    cells: tuple[tuple[str, str, Fact], ...]
    support: float
    by_names: float = 0.0
    has_row: bool = False
    has_column: bool = False
    fit: float = 0.0
    terms: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TableNames:
    """The names of rows and columns, all levels of each in one text, and the cells that are values."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    facts: tuple[Fact, ...]

    @staticmethod
    def of(data: FigureData) -> TableNames:
        """The names in `data`; rows without a name are named by the values of the first column."""
        rows, columns, facts = _names(data.rows), _names(data.columns), data.facts
        if not any(rows):
            rows = [
                "".join(fact.text for fact in facts if (fact.row, fact.column) == (row, 0))
                for row in range(len(rows))
            ]
            facts = tuple(fact for fact in facts if fact.column > 0)
            columns[:1] = [""]
        return TableNames(tuple(rows), tuple(columns), facts)


class QuestionMatcher:
    """Matches the names in a table with a question; `aliases` are longer forms of the names."""

    def __init__(self, question: str, aliases: Aliases) -> None:
        plain = FIGURE_LABEL.sub(" ", question)
        self.text = plain
        self.terms = [t for t in dict.fromkeys(analyse(plain)) if t not in GENERIC | _TABLE_WORDS]
        self._aliases = aliases
        self._initials = _initials(plain)

    def without(self, terms: frozenset[str]) -> QuestionMatcher:
        """The matcher of a question without `terms`."""
        other = copy(self)
        other.terms = [term for term in self.terms if term not in terms]
        return other

    def match(self, names: Sequence[str]) -> list[EntryMatch]:
        """The match of each name: terms that few of the names have weigh more; unmatched ones of a name count against it."""
        analysed = [_name_terms(name) for name in names]
        idf = inverse_frequencies({term for own in analysed for term in own}, analysed, flat=True)
        return [self._match(own, _joined(name), idf) for own, name in zip(analysed, names, strict=True)]

    def _match(self, own: Sequence[str], joined: set[str], idf: Mapping[str, float]) -> EntryMatch:
        weight, total, matched = 0.0, 0.0, set[str]()
        for term in dict.fromkeys(own):
            degree, terms = self._likeness(term, joined)
            weight += idf[term] * degree
            matched |= terms
            total += idf[term] if degree or term not in joined else 0.0
        total = total or 1.0
        return EntryMatch(weight * (0.5 + 0.5 * weight / total), weight / total, frozenset(matched))

    def _likeness(self, token: str, joined: set[str]) -> tuple[float, frozenset[str]]:
        """1 for a term of the question, less for a longer form, initials, a common beginning or a related word."""
        terms = self.terms
        if token in terms:
            return 1.0, frozenset({token})
        asked = set(terms)
        longer = [(len(form & asked) / len(form), form & asked) for form in self._aliases.get(token, ())]
        share, shared = max(longer, key=lambda pair: pair[0], default=(0.0, frozenset()))
        if share >= _HALF:
            return _LONG_FORM * share, frozenset(shared)
        if token in self._initials:
            return _ABBREVIATES, self._initials[token]
        if token in joined:
            return 0.0, frozenset()
        begun = {
            term
            for term in terms
            if (len(term) >= _PREFIX and token.startswith(term))
            or (len(token) >= _SHORT_PREFIX and token.isalpha() and term.startswith(token))
            or (_NUMBERED.fullmatch(token) and token.rstrip("0123456789") == term)
        }
        if begun:
            return _BEGINS, frozenset(begun)
        related = related_terms(token) & asked
        return (_RELATED, frozenset(related)) if related else (0.0, frozenset())


@dataclass(frozen=True, slots=True)
class TableText:
    """The words of a table beside its names: `caption`, `aliases` of the names, and the sentences about it as `context`."""

    caption: str = ""
    aliases: Aliases = field(default_factory=dict)
    context: str = ""


def find_cells(
    data: FigureData,
    question: str,
    text: TableText,
    excluded: frozenset[str],
    rarity_of: Callable[[str], float] | None = None,
    similarity: Callable[[str, Sequence[str]], Sequence[float]] | None = None,
) -> CellMatch | None:
    """The cells of `data` whose row and column `question` names; None where it names neither.

    `excluded` are terms of the question that name the paper. Where it names a row only, all cells of that row that have a
    value are meant; likewise for a column; several rows or columns that it names in full are all meant. Values in the
    question lead to their rows. `rarity_of` gives the weight of a term in the support; by default all weigh the same.
    `similarity` of the question to names, -1..1, orders rows whose names fit it equally well.
    """
    table = _MatchedTable(data, question, text, excluded, rarity_of)
    if not table.matcher.terms or not data.facts:
        return None
    rows, columns, plain = table.names.rows, table.names.columns, table.matcher.text
    row_scores = [match.score for match in table.rows]
    for fact in table.names.facts:
        if fact.text.strip() and fact.text.strip(" %") in question.split():
            row_scores[fact.row] += 2.0
    best_rows = _named_in_full(plain, rows, _variants(data.rows)) or _best(row_scores, table.rows)
    best_columns = _named_in_full(plain, columns, _variants(data.columns)) or _best(
        [match.score for match in table.columns], table.columns
    )
    if len(best_rows) == 1:
        best_rows |= _also_named(question, text.aliases, rows, best_rows)
    if len(best_columns) == 1 and len(best_rows) <= 1:
        best_columns |= _also_named(question, text.aliases, columns, best_columns)
    if len(best_rows) == 1 and len(rows) <= _FEW_ROWS and best_columns and _COMPARES.search(plain):
        best_rows = set(range(len(rows)))  # "better than ...", in words that the other rows do not have
    if not best_rows and not best_columns:
        return None
    nearness = similarity(plain, rows) if similarity else [0.0] * len(rows)
    facts = sorted(
        (
            fact
            for fact in table.names.facts
            if fact.text.strip()
            and (not best_rows or fact.row in best_rows)
            and (not best_columns or fact.column in best_columns)
        ),
        key=lambda fact: (
            -row_scores[fact.row] - _NEAR * nearness[fact.row] - table.columns[fact.column].score,
            -nearness[fact.row],
            fact.row,
            fact.column,
        ),
    )
    return table.match_of(facts, bool(best_rows), bool(best_columns)) if facts else None


def find_extreme_cell(
    data: FigureData,
    question: Question,
    text: TableText,
    excluded: frozenset[str],
    rarity_of: Callable[[str], float] | None = None,
) -> CellMatch | None:
    """The cell with the highest, lowest or best value that `question` asks for, of the rows under the column that it names.

    The rows are those that it names, if there are two or more, else all. Of one row that it names without a column, the
    columns are compared. None where it ranks nothing, or leaves the column open.
    """
    extreme = next((op for op in question.operations if isinstance(op, Extreme) and op.of == "value"), None)
    if extreme is None or data.kind != "table":
        return None
    start, end = extreme.span
    wording = f"{question.wording[:start]} {question.wording[end:]}"
    table = _MatchedTable(data, wording, text, excluded, rarity_of)
    values = [fact for fact in table.names.facts if fact.value is not None]
    without_paper = table.matcher.without(excluded).match(table.names.rows)  # "the Foo paper" is no row
    rows = _best([match.score for match in without_paper], without_paper)
    columns = _best([match.score for match in table.columns], table.columns)
    numeric = {fact.column for fact in values}
    if not columns and len(numeric) == 1:
        columns = numeric
    if len(columns) == 1:
        compared = [
            fact
            for fact in values
            if fact.column in columns and (len(rows) < 2 or fact.row in rows) and not _is_summary(data, fact)
        ]
    elif len(rows) == 1 and not columns:
        compared = [fact for fact in values if fact.row in rows]
    else:
        return None
    if len(compared) < 2:
        return None
    high = _wants_high(extreme, f"{wording} {table.names.columns[compared[0].column]}")
    ranked = sorted(
        compared, key=lambda fact: (-(fact.value or 0.0) if high else fact.value or 0.0, fact.row)
    )
    chosen = ranked[min(extreme.rank, len(ranked)) - 1]
    return table.match_of([chosen], bool(rows), bool(columns))


def _is_summary(data: FigureData, fact: Fact) -> bool:
    return bool(data.rows.summary) and data.rows.summary[fact.row]


def _wants_high(extreme: Extreme, words: str) -> bool:
    """True if large values are wanted: by the word itself, or by the measure in `words` where it is "best" or "worst"."""
    if extreme.want in ("max", "min"):
        return extreme.want == "max"
    lower_is_better = bool(LOWER_IS_BETTER & set(tokens(words)))
    return (extreme.want in ("best", "fast")) != lower_is_better


class _MatchedTable:
    """The names of a table matched with a question, and the weights of the question's terms."""

    def __init__(
        self,
        data: FigureData,
        question: str,
        text: TableText,
        excluded: frozenset[str],
        rarity_of: Callable[[str], float] | None,
    ) -> None:
        self.matcher = QuestionMatcher(question, text.aliases)
        self.names = TableNames.of(data)
        self.rows = self._match_levels(self.names.rows, data.rows)
        self.columns = self._match_levels(self.names.columns, data.columns)
        self._text = text
        # The paper's own system may be a row: the terms that name the paper count less, in the support alone.
        self._weights = {
            term: ((rarity_of(term) if rarity_of else 1.0) + 0.5 * (not term.isalpha()))
            * (_NAMES_PAPER if term in excluded else 1.0)
            for term in self.matcher.terms
        }

    def _match_levels(self, names: Sequence[str], entries: Entries) -> list[EntryMatch]:
        """The best match of each entry: by all its names, or by those of one level alone."""
        matches = [self.matcher.match(names)]
        if len(entries.attributes) > 1:
            matches += [
                self.matcher.match([name.text for name in level.names]) for level in entries.attributes
            ]
        return [max(levels, key=lambda match: match.score) for levels in zip(*matches, strict=True)]

    def match_of(self, facts: Sequence[Fact], has_row: bool, has_column: bool) -> CellMatch:
        """The match of `facts`, best first."""
        names, weights = self.names, self._weights
        cells = tuple((names.rows[fact.row], names.columns[fact.column], fact) for fact in facts)
        named = {
            term
            for fact in facts[:_MOST]
            for match in (self.rows[fact.row], self.columns[fact.column])
            for term in match.terms
        }
        used = named | set(analyse(f"{self._text.caption} {cells[0][0]} {cells[0][1]}"))
        near = set(analyse(self._text.context))
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
        return CellMatch(cells, met / total, by_names / total, has_row, has_column, fit, terms)


def name_similarity(
    encode: Callable[[Sequence[str]], Vectors] | None,
) -> Callable[[str, Sequence[str]], Sequence[float]] | None:
    """The cosine of a question with each of several names; None without an embedding model."""
    if encode is None:
        return None

    def cosines(question: str, names: Sequence[str]) -> list[float]:
        vectors = np.asarray(encode([question, *names]), dtype=np.float64)
        lengths = np.maximum(np.linalg.norm(vectors, axis=1), 1e-12)
        found: list[float] = (vectors[1:] @ vectors[0] / (lengths[1:] * lengths[0])).tolist()
        return found

    return cosines


def _degree(term: str, used: set[str], near: set[str]) -> float:
    if term in used:
        return 1.0
    if term in near:
        return _CONTEXT
    return _RELATED if related_terms(term) & used else 0.0


def _also_named(question: str, aliases: Aliases, names: Sequence[str], chosen: set[int]) -> set[int]:
    """Entries beside the one that is `chosen` which a part of a question that compares or lists things names by itself."""
    also = set[int]()
    for part in _BETWEEN.split(question):
        if part and part.strip():
            matches = QuestionMatcher(part, aliases).match(names)
            top = max(matches, key=lambda match: match.score, default=EntryMatch())
            best = {i for i, match in enumerate(matches) if match.score == top.score}
            if top.share >= _OWN_SHARE and len(best) == 1 and not best & chosen:
                also |= best
    return also if len(also) < _MOST_NAMED else set()


def _named_in_full(question: str, names: Sequence[str], variants: Sequence[Sequence[str]]) -> set[int]:
    """Entries whose whole name, or a variant of it, the question has: at least two and at most _MOST_NAMED; else none.

    A name within a longer one that the question has as well is not meant.
    """
    wording = QuestionWords.of(question)
    named: dict[int, set[str]] = {}
    for index, name in enumerate(names):
        forms = [
            form for form in (name, *variants[index]) if tokens(form) and mention(form, wording) >= _IN_FULL
        ]
        if forms:
            named[index] = set(tokens(max(forms, key=len)))
    kept = {index for index, own in named.items() if not any(own < other for other in named.values())}
    distinct = {frozenset(named[index]) for index in kept}
    return kept if 2 <= len(kept) <= _MOST_NAMED and len(distinct) > 1 else set()


def _variants(entries: Entries) -> list[tuple[str, ...]]:
    """Of each entry the innermost name and its variants, such as the name without what is in brackets."""
    inner = min(entries.attributes, key=lambda attribute: attribute.depth, default=None)
    if inner is None:
        return [()] * entries.count
    return [(name.text, *name.variants) for name in inner.names]


def _names(entries: Entries) -> list[str]:
    """All names of each entry, outer levels first."""
    levels = sorted(entries.attributes, key=lambda attribute: -attribute.depth)
    return [" ".join(filter(None, (level.names[i].text for level in levels))) for i in range(entries.count)]


def _name_terms(name: str) -> list[str]:
    """The terms of a name; its words where it has stop words only ("IT"), its signs where it has no words."""
    return analyse(name) or name.casefold().split()


def _joined(name: str) -> set[str]:
    """The terms that join the parts of hyphenated words in `name`: "skipgram" for "skip-gram"."""
    return {term for word in _HYPHENATED.findall(name.casefold()) for term in analyse(word.replace("-", ""))}


def _initials(question: str) -> dict[str, frozenset[str]]:
    """Initials of two to four words in a row, lower case, with the terms of these words: "ri" for "requests of information"."""
    words = [word for word in re.findall(r"[^\W\d_]+", question.lower()) if word not in STOP_WORDS]
    runs = (words[start : start + size] for size in (2, 3, 4) for start in range(len(words) - size + 1))
    return {"".join(word[0] for word in run): frozenset(analyse(" ".join(run))) for run in runs}


def _best(scores: Sequence[float], matches: Sequence[EntryMatch]) -> set[int]:
    """Entries that match nearly as well as the best, without those that match fewer of the same terms; empty where none
    matches, or all alike."""
    top = max(scores, default=0.0)
    best = {i for i, score in enumerate(scores) if top > 0 and score >= _CLOSE * top}
    first = matches[scores.index(top)] if best else EntryMatch()
    if first.share < _WHOLE:  # no name is meant as a whole: those with the same words are meant alike
        best |= {i for i, match in enumerate(matches) if first.terms and match.terms == first.terms}
    if len(best) >= max(2, len(scores)):
        return set()
    return {i for i in best if not any(matches[i].terms < matches[j].terms for j in best)}
