"""Names of the boxes of a diagram in the colour that a question states, the nearest ones beside another text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...label_match import singular_tokens, tokens
from ...operations import Adjacent, StyleFilter
from ...primitives import Lab
from ...raster.colour_names import COMMON, fits
from ...request import FigureRequest
from ...statements.texts import DrawnText
from ...types import FigureData
from ..by_position import offset

_NODE = re.compile(
    r"\b(?:box|block|node|cell|rectangle|circle|module|component|unit|layer|part)(?:es|s)?\b", re.IGNORECASE
)
_OF_COLOUR = 0.1  # least degree to which a colour has the name that is stated


def answer_coloured(question: FigureRequest, lines: Sequence[DrawnText], data: FigureData) -> str:
    """The name of the boxes in the colour that `question` states, of the nearest such boxes where it names a text beside them; ""
    for another question, and where they have more than one name."""
    styles = [op for op in question.operations if isinstance(op, StyleFilter) and op.colours]
    beside = [op for op in question.operations if isinstance(op, Adjacent)]
    if data.kind != "diagram" or len(styles) != 1 or len(styles) + len(beside) != len(question.operations):
        return ""
    if question.wants != "name" or not _NODE.search(question.wording):
        return ""
    if not data.rows.attributes or not data.rows.appearances:
        return ""
    nodes = data.rows.attributes[0]
    found = [
        (name.text, box)
        for name, box, look in zip(nodes.names, nodes.boxes, data.rows.appearances, strict=True)
        if box is not None and look is not None and look.colour
        and any(_is_of(colour, look.colour) for colour in styles[0].colours)
    ]  # fmt: skip
    if beside:
        stated = _find_line(beside[0].name, lines)
        if stated is None:
            return ""
        distances = [(offset(stated.box, box, beside[0].side)[0], name) for name, box in found]
        nearest = min((distance for distance, _ in distances if distance > 0), default=0.0)
        found = [
            item
            for item, (distance, _) in zip(found, distances, strict=True)
            if 0 < distance <= nearest + stated.box.height
        ]
    names = list(dict.fromkeys(name for name, _ in found))
    return names[0] if len(names) == 1 else ""


def _is_of(word: str, colour: Lab) -> bool:
    """True if no common name of a colour fits better than `word`."""
    degree = fits(word, colour)
    return degree >= max(_OF_COLOUR, *(fits(other, colour) for other in COMMON))


def _find_line(phrase: str, lines: Sequence[DrawnText]) -> DrawnText | None:
    """The only line with which `phrase` begins; None where there is none, or are several."""
    wanted = singular_tokens(phrase)
    found = [
        line
        for line in lines
        if tokens(line.text) and wanted[: len(tokens(line.text))] == singular_tokens(line.text)
    ]
    return found[0] if len(found) == 1 else None
