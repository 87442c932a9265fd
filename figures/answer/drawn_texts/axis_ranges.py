"""Ranges of axes, as far as their ticks are printed: "What range does the y axis cover?", "the highest value on the x axis"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...request import FigureRequest
from ...statements.axes import find_ranges
from ...statements.texts import DrawnText

_AXIS = r"(?:(?P<letter{0}>[xy])[- ]?|(?P<level{0}>horizontal|vertical)\s+)ax[ie]s"
_UP = r"highest|largest|maximum|max|biggest|top|upper|greatest|last"
_DOWN = r"lowest|smallest|minimum|min|bottom|lower|first"
_VALUE = r"(?:values?|ticks?|tick (?:labels?|marks?|values?)|numbers?|labels?|limits?|bounds?|ends?)"
_RANGE = re.compile(
    r"\b(?:range|span|extent|limits|scale|cover\w*|extend\w*|go(?:es)?|runs?)\b[^?]*?\b" + _AXIS.format(1)
    + r"|\b" + _AXIS.format(2) + r"\b[^?]*?\b(?:range|span|cover\w*|extend\w*|go|goes|run|runs|start\w*|begin\w*|end\w*)\b",
    re.IGNORECASE,
)  # fmt: skip
_EXTREME = re.compile(
    rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\s(?:\w+\s)?{_VALUE}\s"
    r"(?:(?:(?:that|which) is )?(?:shown|marked|printed|labell?ed|given)\s)?"
    r"(?:on|of|along|at|in) the " + _AXIS.format(1),
    re.IGNORECASE,
)
_OF_A_CURVE = re.compile(
    r"\b(?:curves?|lines?|bars?|method|model|reach\w*|achiev\w*|by(?! the [xyhv]))\b", re.IGNORECASE
)
_MOST = 2  # axes of panels whose ranges are given


def answer_axis_range(question: FigureRequest, texts: Sequence[DrawnText]) -> str:
    """The first and last tick of the axis that the question asks the range of, or one of them; "" for another question, and where
    no ticks are found or the panels have more than two ranges."""
    if _OF_A_CURVE.search(question.wording):
        return ""
    extreme, ranged = _EXTREME.search(question.wording), _RANGE.search(question.wording)
    match = extreme or ranged
    if match is None:
        return ""
    groups = match.groupdict()
    letters = [groups.get(name) or "" for name in ("letter1", "letter2", "level1", "level2")]
    upright = any(letter.lower() in ("y", "vertical") for letter in letters)
    ranges = list(dict.fromkeys(find_ranges(texts, upright)))
    if not 0 < len(ranges) <= _MOST:
        return ""
    if extreme is not None:
        return "; ".join(dict.fromkeys(high if extreme["up"] else low for low, high in ranges))
    return "; ".join(f"{low} to {high}" for low, high in ranges)
