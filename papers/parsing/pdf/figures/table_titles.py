"""Find the titles above tables that have no caption."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from ....types import BBox
from ..layout.headings import is_known_heading, is_numbered
from ..text.lines import Line
from .page_objects import measure_overlap

_GAP = 1.3  # largest distance to the table, in font sizes of the title
_LARGER = 0.6  # points above the size of the text from which a line is a heading
_MOST_WORDS = 14


def find_table_titles(
    flow: Sequence[Sequence[Line]], tables: Sequence[BBox], size: float
) -> Mapping[BBox, Line]:
    """Map each of `tables` that has a title to the line with this title.

    A title is a line in bold or italic type or capitals, in the font `size` of the text. It is directly above the table
    and apart from the text above.
    """
    lines = list(chain.from_iterable(flow))
    titles = {}
    for box in tables:
        above = [
            line
            for line in lines
            if line.bbox.y1 <= box.y0 + 2 and measure_overlap(line.bbox, (box.x0, box.x1)) > 0
        ]
        above.sort(key=lambda line: -line.bbox.y1)
        if above and _is_title(above[0], size) and box.y0 - above[0].bbox.y1 < _GAP * above[0].size:
            before = above[0].bbox.y0 - above[1].bbox.y1 if len(above) > 1 else float("inf")
            if before > 0.5 * above[0].size:
                titles[box] = above[0]
    return titles


def _is_title(line: Line, size: float) -> bool:
    text = line.text
    styled = line.bold or line.italic or text.isupper()
    return (
        styled
        and line.size < size + _LARGER
        and len(line.tokens) <= _MOST_WORDS
        and not text.endswith((".", ",", ";"))
        and not is_numbered(text)
        and not is_known_heading(text)
    )
