"""Counts of the texts in a drawing: under one of several headings, or in the block that a label names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...label_match import singular_tokens
from ...request import FigureRequest
from ...statements.texts import DrawnText, is_words

_COUNTED = re.compile(
    r"\bhow many (?P<things>[^?,;]+?)(?= (?:are|is|were|was|do|does|did|has|have|came|come|can|go|in)\b|[?,;]|$)",
    re.IGNORECASE,
)
_ON_LINE = 0.5  # letter heights between the middles of texts side by side
_FEWEST_HEADINGS, _FEWEST_LINES = 2, 3


def count_texts(question: FigureRequest, texts: Sequence[DrawnText], lines: Sequence[DrawnText]) -> str:
    """The number of texts under the heading, or of lines in the block beside the label, that `question` counts; "" for another
    question, and where the drawing has no such heading or label."""
    counted = _COUNTED.search(question.wording)
    if counted is None or question.operations:
        return ""
    things = singular_tokens(counted["things"])
    labels = [
        text
        for text in texts
        if is_words(text.text) and singular_tokens(text.text) == things[: len(singular_tokens(text.text))]
    ]
    if len(labels) != 1:
        return ""
    number = _count_under(labels[0], texts) or _count_beside(labels[0], texts, lines)
    return str(number) if number else ""


def _count_under(heading: DrawnText, texts: Sequence[DrawnText]) -> int:
    """The texts nearer to a heading of the top line than to the others there; 0 where it is not one of them."""
    top = [text for text in texts if abs(text.cy - min(t.cy for t in texts)) <= _ON_LINE * heading.box.height]
    if heading not in top or len(top) < _FEWEST_HEADINGS:
        return 0
    others = [text for text in texts if text not in top]
    return sum(min(top, key=lambda head: abs(head.cx - text.cx)) is heading for text in others)


def _count_beside(label: DrawnText, texts: Sequence[DrawnText], lines: Sequence[DrawnText]) -> int:
    """The lines of the only block of several lines whose middle is level with the label; 0 without one."""
    blocks = []
    for text in texts:
        inside = [line for line in lines if text.box.intersection_area(line.box) > 0]
        if text is not label and abs(text.cy - label.cy) <= label.box.height and len(inside) >= _FEWEST_LINES:
            blocks.append(len(inside))
    return blocks[0] if len(blocks) == 1 else 0
