"""Fit of the sentences of a figure to the structure of a request."""

from __future__ import annotations

from collections.abc import Mapping

from ..label_match import QuestionWords, mention
from ..operations import Adjacent, AtSide, Between, Extreme, Operation
from ..request import Cue, FigureRequest
from .types import FigureStatement

# Cues of one group rule each other out: a text above another does not answer what is below it.
_GROUPS: tuple[frozenset[Cue], ...] = (
    frozenset({"above", "below", "left of", "right of", "before", "after", "between"}),
    frozenset({"top", "bottom", "left", "right", "first", "last", "middle"}),
    frozenset({"x axis", "y axis"}),
    frozenset({"style", "meaning", "course", "crossing", "list", "panel", "range", "marked"}),
)
_LONGEST = 60  # characters of a value that a request may name
# Of cue groups that it has as asked, has contrary to what is asked, lacks, and has otherwise; of the mention of its subject,
# none of it, and of its value; of a count and a printed line.
WEIGHTS = (1.3, -0.8, -0.5, -1.0, 1.4, -1.8, -0.9, 0.6, -1.4)
_HIGH = ("max", "best", "fast")
_SIDES: Mapping[str, Cue] = {"above": "above", "below": "below", "left": "left of", "right": "right of"}
_RELATIONSHIPS: Mapping[str, Cue] = {
    "next": "after", "previous": "before", "parent": "above", "child": "below", "start": "first", "end": "last",
    "path": "between", "root": "top",
}  # fmt: skip


def weigh_statement(statement: FigureStatement, request: FigureRequest) -> float:
    """The log odds, but for a constant, that a sentence answers a request."""
    return sum(weight * sign for weight, sign in zip(WEIGHTS, find_signs(statement, request), strict=True))


def find_signs(statement: FigureStatement, request: FigureRequest) -> tuple[float, ...]:
    """Signs that a sentence answers, in the order of WEIGHTS."""
    cues, words = list_cues(request), QuestionWords.of(request.wording)
    own = frozenset(statement.relations)
    related = sum(bool(group & cues & own) for group in _GROUPS)
    contrary = sum(bool(group & cues and group & own and not group & cues & own) for group in _GROUPS)
    lacking = sum(bool(group & cues and not group & own) for group in _GROUPS)
    others = sum(bool(group & own and not group & cues) for group in _GROUPS)
    parts = [part for part in statement.subject.split("; ") if part]
    subject = sum(min(1.0, mention(part, words)) for part in parts) / len(parts) if parts else 0.0
    value = min(1.0, mention(statement.value, words)) if len(statement.value) < _LONGEST else 0.0
    is_count = statement.kind == "count"
    counted = is_count * (1.0 if request.wants == "count" else -1.0)
    unnamed = bool(parts) and subject == 0.0
    return (
        related,
        contrary,
        lacking,
        others,
        subject,
        unnamed,
        value,
        counted,
        statement.kind == "text",
    )


def list_cues(request: FigureRequest) -> frozenset[Cue]:
    """The cues of the words of a request, and where these have none of a group those of its operations and relationship."""
    implied = [_RELATIONSHIPS[request.relationship]] if request.relationship in _RELATIONSHIPS else []
    found = set(request.cues)
    for cue in [*map(_imply, request.operations), *implied]:
        if cue and not any(cue in group and group & found for group in _GROUPS):
            found.add(cue)
    return frozenset(found)


def _imply(operation: Operation) -> Cue | None:
    """The cue that an operation stands for; None for one without."""
    match operation:
        case Adjacent():
            return _SIDES.get(operation.side)
        case Between(placed=True):
            return "between"
        case AtSide() if operation.vertical:
            return "bottom" if operation.vertical > 0 else "top"
        case AtSide() if operation.horizontal:
            return "right" if operation.horizontal > 0 else "left"
        case Extreme(of="value"):
            return "top" if operation.want in _HIGH else "bottom"
    return None
