"""Find the panels (a), (b), ... of a figure by their printed letters, and the parts of the caption about each panel."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..papers.types import BBox, Word

LETTERS = "abcdefghijklmnop"
# What people call a panel in a question.
PANEL_WORD = (
    r"(?:panels?|plots?|charts?|graphs?|sub-?(?:plots?|figures?)|diagrams?|pictures?|figures?|projections?|maps?|halves|half"
    r"|parts?)"
)
_SAME_ROW = 0.08  # largest difference in height within a row of letters, as a share of the figure's height
_HEAD = 0.35  # letters farther down in the first row, as a share of its height, are below their panels
_CLAUSE = re.compile(r"(?:^|(?<=[\s.;:,(]))\(?(?P<letter>[a-pA-P])(?:\)|[.:,](?=\s)|(?=\s+[A-Z(]))\s*")


def find_panels(words: Sequence[Word], box: BBox) -> dict[str, BBox]:
    """Map the lower-case letter of each panel to its box inside `box`; empty if `words` have no "a" and "b".

    The letters have one style and are in reading order. Each letter is at the upper left of its panel, or below
    its panel if the letters are in the lower part of the row.
    """
    for style in _styles(words):
        letters = {letter: word.bbox for letter, word in zip(LETTERS, style, strict=False)}
        if len(letters) > 1 and _in_reading_order(list(letters.values()), box):
            return _divide(letters, box)
    return {}


def describe_panels(caption: str) -> dict[str, str]:
    """Map each panel letter to its part of `caption`: the text after "(a)", "A." or "b," up to the next letter.

    Empty with fewer than two letters.
    """
    found, expected = list[re.Match[str]](), 0
    for match in _CLAUSE.finditer(caption):
        if match["letter"].lower() == LETTERS[expected]:
            found.append(match)
            expected = min(expected + 1, len(LETTERS) - 1)
    ends = [*(match.start() for match in found[1:]), len(caption)]
    if len(found) < 2:
        return {}
    return {
        match["letter"].lower(): caption[match.end() : end].strip(" ,;")
        for match, end in zip(found, ends, strict=True)
    }


def _styles(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Yield, for each style of printing letters, the words "a", "b", ... up to the first letter that is missing or
    repeated.

    Styles with more letters come first.
    """
    styles: dict[tuple[str, bool], dict[str, list[Word]]] = {}
    for word in words:
        letter = word.text.strip("()[].:")
        if len(letter) == 1 and letter.lower() in LETTERS:
            style = word.text.replace(letter, "x"), letter.isupper()
            styles.setdefault(style, {}).setdefault(letter.lower(), []).append(word)
    for found in sorted(styles.values(), key=len, reverse=True):
        run = []
        for letter in LETTERS:
            if len(found.get(letter, ())) != 1:
                break
            run.append(found[letter][0])
        yield run


def _in_reading_order(boxes: Sequence[BBox], figure: BBox) -> bool:
    rows = _rows(boxes, figure)
    ordered = [box for row in rows for box in sorted(row, key=lambda box: box.x0)]
    down = sorted(boxes, key=lambda box: (box.x0, box.y0))  # column by column
    return list(boxes) == ordered or list(boxes) == down


def _rows(boxes: Sequence[BBox], figure: BBox) -> list[list[BBox]]:
    rows: list[list[BBox]] = []
    for box in sorted(boxes, key=lambda box: box.y0):
        if rows and box.y0 - rows[-1][0].y0 < _SAME_ROW * figure.height:
            rows[-1].append(box)
        else:
            rows.append([box])
    return rows


def _divide(letters: dict[str, BBox], figure: BBox) -> dict[str, BBox]:
    """Map each letter to its part of the figure, which ends at the next letter to the right and at the next row."""
    rows = _rows(list(letters.values()), figure)
    tops = [min(box.y0 for box in row) for row in rows]
    first = tops[1] if len(tops) > 1 else figure.y1
    below = tops[0] - figure.y0 > _HEAD * (first - figure.y0)
    panels = {}
    for letter, box in letters.items():
        place = next(number for number, row in enumerate(rows) if box in row)
        if below:
            y0 = max((other.y1 for other in rows[place - 1]), default=figure.y0) if place else figure.y0
            y1 = box.y0
        else:
            y0 = tops[place] if place else figure.y0
            y1 = tops[place + 1] if place + 1 < len(tops) else figure.y1
        row = sorted(other.x0 for other in rows[place])
        at = row.index(box.x0)
        x0 = box.x0 if at else figure.x0
        x1 = row[at + 1] if at + 1 < len(row) else figure.x1
        if below and len(row) > 1:  # a letter below its panel is in the middle of it
            x0 = (row[at - 1] + row[at]) / 2 if at else figure.x0
            x1 = (row[at] + row[at + 1]) / 2 if at + 1 < len(row) else figure.x1
        panels[letter] = BBox(x0, y0, x1, y1)
    return panels
