"""Drawings of several parts: the place of the one that a question names by its letter or side, and what is in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from ....papers.types import BBox
from ...statements.texts import DrawnText
from ...types import FigureData
from ..restriction.by_panel import pick_entries

_PART = (
    r"(?:tree|graph|part|panel|diagram|drawing|network|automaton|parse|half|side|analysis|derivation|picture|structure"
    r"|lattice)"
)
_LETTER = re.compile(
    r"\(\s*(?P<bracketed>[a-h])\s*\)"
    r"|\b(?:panel|part|pattern|tree|sub-?figure|fig(?:ure|\.)?\s*\d+) ?(?P<plain>[a-h])\b(?!\s+\w+ing)",
    re.IGNORECASE,
)
_SIDE = re.compile(
    rf"\b(?P<before>left|right)(?:-hand|most)?(?: (?:hand )?side)? (?:\w+ )?{_PART}\b"
    rf"|\b{_PART} (?:that is )?(?:on|at|to) the (?P<after>left|right)\b",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?:\(\s?|(?<!\w))[a-h]\s?\.?\)")
_ON_LINE = 0.7  # letter heights between the tops of titles side by side
_FEWEST = 2  # titles of parts
_FEWEST_TEXTS = 3  # on each side of a gap between two parts
_GAP = 1.0  # letter heights between two parts without titles


@dataclass(frozen=True, slots=True)
class _Title:
    letter: str
    box: BBox


def find_part(wording: str, texts: Sequence[DrawnText]) -> list[DrawnText]:
    """The texts of the part that `wording` names, without its title; [] where it names none, or the parts are not clear."""
    letter, side = _LETTER.search(wording), _SIDE.search(wording)
    level = [text for text in texts if not text.upright]
    if letter is not None:
        return _lettered((letter["bracketed"] or letter["plain"]).lower(), level)
    return _at_side((side["before"] or side["after"]).lower(), level) if side else []


def is_title(text: DrawnText) -> bool:
    """True for the title of a lettered part: "(b) Confirmed"."""
    return _TITLE.match(text.text) is not None


def restrict_diagram(data: FigureData, part: Sequence[DrawnText]) -> FigureData:
    """The nodes of a diagram in the box around the texts of a part, with the edges between them; all without such texts."""
    if data.kind != "diagram" or not part or not data.rows.attributes:
        return data
    around = part[0].box
    for text in part[1:]:
        around = around.union(text.box)
    boxes = data.rows.attributes[0].boxes
    kept = [
        row
        for row, box in enumerate(boxes)
        if box
        and around.x0 <= (box.x0 + box.x1) / 2 <= around.x1
        and around.y0 <= (box.y0 + box.y1) / 2 <= around.y1
    ]
    new = {old: index for index, old in enumerate(kept)}
    edges = tuple(
        replace(edge, source=new[edge.source], target=new[edge.target])
        for edge in data.edges
        if edge.source in new and edge.target in new
    )
    return replace(data, rows=pick_entries(data.rows, kept), edges=edges)


def _lettered(letter: str, texts: Sequence[DrawnText]) -> list[DrawnText]:
    titles = _find_titles(texts)
    others = [text for text in texts if not is_title(text)]
    if len(titles) < _FEWEST or not others:
        return []
    rows = _in_rows(titles)
    height = max(title.box.height for title in titles)
    is_below = min(text.box.y0 for text in others) < rows[0][0].box.y0 - height
    found = []
    for text in others:
        ends = [row[0].box.y0 for row in rows]
        index = sum(end < text.cy for end in ends) - (0 if is_below else 1)
        if 0 <= index < len(rows):
            row = rows[index]
            borders = [(a.box.x1 + b.box.x0) / 2 for a, b in pairwise(row)]
            title = row[sum(text.cx > border for border in borders)]
            found += [text] if title.letter == letter else []
    return found


def _find_titles(texts: Sequence[DrawnText]) -> list[_Title]:
    """The titles with the letters of parts, which may have been read as one text, each with its share of the box."""
    titles = []
    for text in texts:
        starts = [match.start() for match in _TITLE.finditer(text.text)]
        if not starts or starts[0]:
            continue
        width = text.box.width / max(len(text.text), 1)
        for start, end in pairwise([*starts, len(text.text)]):
            letter = next(char for char in text.text[start:] if char.isalpha()).lower()
            left, right = text.box.x0 + start * width, text.box.x0 + end * width
            titles.append(_Title(letter, BBox(left, text.box.y0, right, text.box.y1)))
    letters = [title.letter for title in titles]
    return titles if len(set(letters)) == len(letters) else []


def _in_rows(titles: Sequence[_Title]) -> list[list[_Title]]:
    """The titles row by row, from the left."""
    rows: list[list[_Title]] = []
    for title in sorted(titles, key=lambda title: title.box.y0):
        if rows and title.box.y0 - rows[-1][0].box.y0 <= _ON_LINE * title.box.height:
            rows[-1].append(title)
        else:
            rows.append([title])
    return [sorted(row, key=lambda title: title.box.x0) for row in rows]


def _at_side(side: str, texts: Sequence[DrawnText]) -> list[DrawnText]:
    """The texts on one side of the widest gap between columns of texts; [] where no gap parts the drawing in two."""
    ordered = sorted(texts, key=lambda text: text.box.x0)
    gaps, end = list[tuple[float, int]](), float("-inf")
    for place, text in enumerate(ordered):
        if _FEWEST_TEXTS <= place <= len(ordered) - _FEWEST_TEXTS:
            gaps.append((text.box.x0 - end, place))
        end = max(end, text.box.x1)
    widest, place = max(gaps, default=(0.0, 0))
    if not gaps or widest < _GAP * median(text.box.height for text in texts):
        return []
    return ordered[:place] if side == "left" else ordered[place:]
