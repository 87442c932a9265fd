"""Answers to one part of a question from the data of one figure: computed, read, or looked up by the names of its
cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....figures.answer.execute import answer_question
from ....figures.label_match import tokens
from ....figures.types import Fact, FigureData, FigureImage, Reading
from ....papers.types import BBox, Figure, Paper, Word
from ...query.grammar.parser import Question
from ...types import Citation
from ..tables.matched_table import UNREADABLE, CellMatch, TableNames

_SURE = 0.45  # least probability of a name for it to be an answer
_TIED = 1e-3  # names within this distance of the best name's probability are given together with it
_CELLS = 4
_TIME_UNITS = ("s", "ms", "h", "min")
_QUANTITY = re.compile(
    r"\b(?:range|value|number|size|dimension(?:ality)?|percentage|rate|threshold|length|amount)s?$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\b(?:weight|value|probability|percentage|threshold)$", re.IGNORECASE)
_OPERATION = re.compile(r"\b(?:operation|function|activation|non-?linearity)$", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]{3}")
_CHOICE = re.compile(r",\s*(?P<choices>[^,?]+?\sor\s[^,?]+)\?\s*$", re.IGNORECASE)
_PAIR = re.compile(r"\b(?:pair|two)\b", re.IGNORECASE)
_JOINED = re.compile(r"\w(?:\s?[-–/,&+]\s?|\sand\s|\svs\.?\s)\w")  # a name of a pair, such as "De-En"
_EXTREMES = ("extreme", "compare", "between", "adjacent", "atposition")


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A figure of a paper with its image and the data read from it. `named` is True if the question or the caller names
    it."""

    image: FigureImage
    paper: Paper
    figure: Figure
    data: FigureData
    named: bool


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """An answer to one part of a question. `text` is "" if the figure has no answer."""

    reading: Reading
    text: str = ""
    quotes: tuple[Citation, ...] = ()


def answer_by_reading(shown: ShownFigure, question: Question) -> PartAnswer:
    """Answer with the value that the executor computes, or with the name that it chooses; empty text if neither is
    sure."""
    reading = answer_question(shown.data, question)
    best = reading.entities[0] if reading.entities else None
    sure = best.probability if best is not None and not reading.abstained else 0.0
    counted = question.wants == "count" and reading.value_box is None
    # A count of 0 means that the question names no entry.
    if reading.value and not (counted and (not shown.named or reading.value == "0")):
        box = reading.value_box or (reading.evidence[0] if reading.evidence else None)
        related = question.wants in ("difference", "ratio", "verdict")
        quotes = quote_rows(shown, reading.evidence[:2] if related else [box] if box else [])
        cells = _cells_at(shown.data, reading.evidence[:2]) if related else ()
        return PartAnswer(reading, value_with_cells(reading, cells), tuple(quotes))
    # "Which method has an NSE of 0.713 in Table 1?": if the question names no table, the value may be from another
    # table.
    singling_out = {*_EXTREMES, "equals"} if shown.named else set(_EXTREMES)
    singled_out = not singling_out.isdisjoint(question.kind.split("+"))
    drawn = shown.data.kind != "table" and question.kind != "text"
    if best is None or sure < _SURE or not (singled_out or drawn) or not any(map(str.isalnum, best.text)):
        return PartAnswer(reading)
    if drawn and _QUANTITY.search(question.asked) and not any(map(str.isdigit, best.text)):
        return PartAnswer(reading)  # "which range of the parameter" does not ask for the name of a line
    if question.answer_type in ("number", "year", "reason") and not (drawn and question.wants == "name"):
        return PartAnswer(reading)
    if drawn and (question.wants == "verdict" or not _is_name(best.text)):
        return PartAnswer(reading)
    together = [entity.text for entity in reading.entities if entity.probability >= best.probability - _TIED]
    if drawn and len(together) < _names_asked(question.asked) and not _JOINED.search(together[0]):
        return PartAnswer(reading)  # only one name of the two that "which pair" asks for
    return PartAnswer(reading, ", ".join(together), tuple(quote_rows(shown, reading.evidence[:2])))


def _is_name(text: str) -> bool:
    """True unless `text` is all in brackets, such as "(300)": the second line of a name."""
    return not (text.startswith("(") and text.endswith(")"))


def _names_asked(asked: str) -> int:
    """Return how many names answer the question: 2 for "which pair of sentences" or "which two models", otherwise 1."""
    return 2 if _PAIR.search(asked) else 1


def is_chosen(question: Question, text: str) -> bool:
    """True if `text` has a word of the choices that end the question ("..., A or B?"), or if the question offers no
    choices."""
    choices = _CHOICE.search(question.wording)
    return choices is None or not set(tokens(choices["choices"])).isdisjoint(tokens(text))


def fits_noun(question: Question, text: str) -> bool:
    """True if `text` fits the noun that `question` asks for.

    A weight, a value and the like need a number. An operation or a function needs letters, not only a symbol.
    """
    if _NUMBERED.search(question.asked):
        return any(map(str.isdigit, text))
    return not _OPERATION.search(question.asked) or _LETTERS.search(text) is not None


def answer_by_correction(shown: ShownFigure, reading: Reading) -> PartAnswer:
    """Answer with the value or name that a person gave."""
    text = reading.value or reading.entities[0].text
    return PartAnswer(reading, text, tuple(quote_rows(shown, reading.evidence[:1])))


def _with_unit(reading: Reading) -> str:
    """Return the value of `reading` with its unit, which is not repeated if the value already ends with it."""
    unit = "" if reading.value.endswith(reading.unit) else reading.unit
    return f"{reading.value} {unit}".strip()


def value_with_cells(reading: Reading, cells: Sequence[tuple[str, str, Fact]]) -> str:
    """Return the value followed by the two cells that it comes from, each with the name that differs: "56 (LSTM 262,
    sisg 206)"."""
    value = _with_unit(reading)
    if len(cells) != 2:
        return value
    (*names, one), (*others, other) = cells
    place = 0 if one.row != other.row else 1
    if not names[place] or not others[place]:
        return value
    return f"{value} ({names[place]} {print_cell(one)}, {others[place]} {print_cell(other)})"


def _cells_at(data: FigureData, boxes: Sequence[BBox]) -> list[tuple[str, str, Fact]]:
    """Return the table cells in `boxes`, in their order, as (name of the row, name of the column, cell); [] for a
    chart."""
    if data.kind != "table":
        return []
    names = TableNames.of(data)
    by_box = {fact.box: fact for fact in names.facts if fact.box}
    facts = [by_box[box] for box in boxes if box in by_box]
    return [(names.rows[fact.row], names.columns[fact.column], fact) for fact in facts]


def read_same(shown: ShownFigure, question: Question, match: CellMatch) -> Reading:
    """Return the reading of `question` if its first name is that of the best cell of `match`, otherwise an empty
    reading.

    The name of the row or column may have headings before it.
    """
    reading = answer_question(shown.data, question)
    row, column, _ = match.cells[0]
    same = any(name.endswith(first.text) for name in (row, column) for first in reading.entities[:1])
    return reading if same and not reading.abstained else Reading()


def answer_by_cells(
    shown: ShownFigure, match: CellMatch, reading: Reading, *, names_first: bool = False
) -> PartAnswer:
    """Answer with the cells of `match`.

    A single cell is printed before its names; if the question asks for the names (`names_first`), the names come first.
    """
    rows = list(dict.fromkeys(fact.row for _, _, fact in match.cells))[:3]
    parts = []
    boxes: list[BBox | None] = []
    for row in rows:
        cells = [cell for cell in match.cells if cell[2].row == row][: _CELLS if len(rows) == 1 else 3]
        name, column, fact = cells[0]
        names = ", ".join(filter(None, (name, column)))
        if len(cells) > 1:
            values = ", ".join(f"{column} {print_cell(fact)}".strip() for _, column, fact in cells)
            parts.append(f"{name}: {values}")
        elif len(rows) > 1 or names_first or not names:
            parts.append(f"{names}: {print_cell(fact)}".removeprefix(": "))
        else:
            parts.append(f"{print_cell(fact)} ({names})")
        boxes.append(fact.box)
    evidence = tuple(dict.fromkeys(box for box in boxes if box))
    quotes = tuple(quote_rows(shown, boxes))
    return PartAnswer(replace(reading, evidence=evidence), "; ".join(parts), quotes)


def print_cell(fact: Fact) -> str:
    """Return the text of a cell as printed, with a space before a unit of time: "5.040 s"."""
    text = fact.text.strip()
    unit = fact.unit if fact.unit in _TIME_UNITS else ""
    number = text.removesuffix(unit)
    return f"{number.strip()} {unit}" if unit and number != text and number[-1:].isdigit() else text


def quote_rows(shown: ShownFigure, boxes: Sequence[BBox | None]) -> list[Citation]:
    """Return the printed lines of a table that `boxes` (in pixels of the crop) lie on, as citations of the page.

    Words are verbatim from the page. There is no quote for a chart, for a line with an unreadable character, or for a
    table whose words came from OCR.
    """
    figure, quotes = shown.figure, dict[Citation, None]()
    for box in boxes if shown.data.kind == "table" else ():
        if box is None or not figure.words:
            continue
        top, bottom = (shown.image.origin[1] + side / shown.image.scale for side in (box.y0, box.y1))
        line = sorted(
            (word for word in figure.words if _overlap(word, top, bottom) > 0.5),
            key=lambda word: word.bbox.x0,
        )
        if line and not any(UNREADABLE in word.text for word in line):
            around = line[0].bbox
            for word in line[1:]:
                around = around.union(word.bbox)
            quotes[Citation(shown.paper.id, figure.page, around, " ".join(word.text for word in line))] = None
    return list(quotes)


def _overlap(word: Word, top: float, bottom: float) -> float:
    """Return the height that the word shares with the band from `top` to `bottom` (points of the page), 0..1.

    The height is given as a share of the height of the word or of the band, whichever is smaller.
    """
    shared = min(bottom, word.bbox.y1) - max(top, word.bbox.y0)
    return shared / max(min(word.bbox.height, bottom - top), 1e-6)
