"""Count the entries of a figure: "How many methods exceed 80?"."""

from __future__ import annotations

import re
from collections import Counter

from ..entity_kinds import kind_of
from ..label_match import QuestionWords, mention, stems
from ..names import parse_name
from ..operations import Between, Compare, Equals
from ..request import FigureRequest
from ..types import FigureData
from .by_relation import between, compare
from .by_value import equals, marked
from .cell_shares import CellValue
from .entities import entity_weights
from .scope import build_scope
from .views import View, build_views

NAMED_FIELD = 0.3  # least strength with which the counted noun must mention a column
_COUNTED = re.compile(
    r"\bhow many (?P<things>[^?]*?)(?= (?:do|does|did|is|are|was|were|has|have|had)\b)|\bnumber of (?P<number>\w+)",
    re.I,
)
_AT_COUNT = re.compile(
    r"\b(?:at|after|with|from|for|around|until|till|before|beyond|by|using|given)\s(?:(?:about|around|roughly|approximately)\s)?"
    r"how many (?P<things>(?:[\w-]+ ?){1,3})",
    re.I,
)
_PANELS = re.compile(r"\b(?:panel|(?:sub-?)?(?:plot|figure|chart|graph))s?\b", re.I)
_BARS = re.compile(
    r"\bhow many (?:\w+ )?bars (?:are|does|do|is)\b(?![^?]*\b(?:group|each|per|category|cluster)\b)", re.I
)
_MARKS = re.compile(r"\bhow many (?:\w+ ){0,2}?(?:bars|points|markers|dots|columns|boxes)\b", re.I)
_DRAWN = re.compile(
    r"\b(?:bar|line|curve|point|marker|dot|group|categor(?:y|ie)|series|panel|plot|subplot|slice|sector|axi|axe|entrie"
    r"|colou?r|item|row|column|name|label)s?\b",
    re.I,
)


def names_field(data: FigureData, view: View, question: FigureRequest) -> bool:
    """True if the counted noun is a value in the figure: "How many parameters does BERT have?"."""
    match = _COUNTED.search(question.wording)
    if match is None:
        return False
    noun = QuestionWords.of(match["things"] or match["number"])
    titles = [parse_name(data.y_title)] + [name for a in view.fields.attributes for name in a.names]
    forms = [form for title in titles for form in (title.text, *title.variants)]
    return any(mention(form, noun) > NAMED_FIELD for form in forms)


def asks_at_count(data: FigureData, question: FigureRequest) -> bool:
    """True if the question asks for a position on the x axis in the form "At how many layers is A best?"."""
    match = _AT_COUNT.search(question.wording)
    title = stems(data.x_title) if data.x_title else set[str]()
    return match is not None and bool(title & stems(match["things"]))


def counts_entries(data: FigureData, question: FigureRequest) -> bool:
    """True if the question counts entries of a drawing ("How many methods ...?").

    False for counts of other things: "How many errors does X make?".
    """
    match = _COUNTED.search(question.wording)
    if match is None:
        return True
    things = match["things"] or match["number"]
    titles = [a.title for a in (*data.rows.attributes, *data.columns.attributes)] + [data.x_title]
    return bool(kind_of(things) or _DRAWN.search(things) or stems(" ".join(titles)) & stems(things))


def count_positions(data: FigureData, question: FigureRequest) -> CellValue | None:
    """Return the number of positions along the x axis if its title is the counted noun: "How many iterations are
    shown?".

    On a numeric axis the number is the last tick; None if such an axis starts at a number other than 0 or 1.
    """
    match = _COUNTED.search(question.wording)
    noun = stems(match["things"] or match["number"]) if match else set()
    named = [name.text for a in data.columns.attributes[:1] for name in a.names if name.text]
    if not noun & (stems(data.x_title) - stems(data.y_title)) or question.operations or not named:
        return None
    if all(at is None for at in data.columns.at):
        return CellValue(str(len(set(named))), confidence=0.6)
    return CellValue(named[-1], confidence=0.6) if named[0] in ("0", "1") else None


def differs_by_panel(data: FigureData, question: FigureRequest) -> bool:
    """True if the question counts bars, points or boxes, and their number differs between the panels."""
    if data.kind == "table" or _MARKS.search(question.wording) is None:
        return False
    blocks = data.columns.blocks
    counts = Counter(blocks[fact.column] for fact in data.facts if fact.column < len(blocks))
    return len(counts) > 1 and len(set(counts.values())) > 1


def count_bars(data: FigureData, question: FigureRequest) -> CellValue | None:
    """Return the number of bars in a grouped bar chart.

    None if the question does not count bars, or if a group lacks a bar.
    """
    if data.kind != "bar" or question.operations or _BARS.search(question.wording) is None:
        return None
    rows, columns = data.rows.count, data.columns.count
    drawn = {(fact.row, fact.column) for fact in data.facts if fact.value is not None}
    if rows < 2 or columns < 2 or len(drawn) < rows * columns:
        return None
    return CellValue(str(len(drawn)), confidence=0.6)


def count_entries(data: FigureData, question: FigureRequest) -> CellValue | None:
    """Count the different names that satisfy the comparisons of the question; all names if there is no comparison."""
    best: tuple[float, CellValue] | None = None
    for view in build_views(data):
        for attribute, weight in zip(
            view.items.attributes, entity_weights(view, question, data), strict=True
        ):
            panels = attribute.role == "panel" and _PANELS.search(question.wording) is None
            if weight <= 0 or panels or (best is not None and weight <= best[0]):
                continue
            scope = build_scope(data, view, attribute, question)
            holding = [1.0 if item in scope.members() else 0.0 for item in range(view.items.count)]
            for op in question.operations:
                shares = None
                if isinstance(op, Compare):
                    shares = compare(scope, op)
                elif isinstance(op, Between):
                    shares = between(scope, op)
                elif isinstance(op, Equals):
                    shares = equals(scope, op)
                if shares is not None:
                    holding = [h * (share > 0.5) for h, share in zip(holding, shares, strict=True)]
            signs = marked(scope) if data.kind == "table" else None
            if signs is not None:
                holding = [h * sign for h, sign in zip(holding, signs, strict=True)]
            names = {
                attribute.names[i].text for i, held in enumerate(holding) if held and attribute.names[i].text
            }
            boxes = tuple(box for i, held in enumerate(holding) if held and (box := attribute.boxes[i]))
            best = weight, CellValue(str(len(names)), "", None, boxes, 0.6)
    return best[1] if best else None
