"""Join the words of one line into labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from ...papers.types import BBox
from ..shapes.label import Label, phrase_from
from .canvas import DISTINCT, Canvas, window
from .text_ink import letters

# Largest gap between two words of one label, in heights of the taller word. Labels crowded along an axis are as close;
# they are separated again later by their tick marks.
WORD_GAP = 0.8
PIECES = 0.6  # share of the typical space; a smaller gap after a letter is no space, although OCR read one
FEWEST_SPACES = 4


def tick_columns(phrases: Sequence[Label]) -> list[Label]:
    """Return the numbers that are tick labels: right-aligned above each other, most with nothing before them.

    Such numbers are never joined with other words.
    """
    numbers = [p for p in phrases if p.number is not None]
    found: list[Label] = []
    for number in numbers:
        column = [n for n in numbers if abs(n.box.x1 - number.box.x1) < 0.3 * number.em]
        led = [n for n in column if any(stands_before(p, n) for p in phrases)]
        if len(column) >= 3 and len(led) <= len(column) / 3:
            found.append(number)
    return found


def stands_before(left: Label, right: Label, reach: float = WORD_GAP) -> bool:
    shared = min(left.box.y1, right.box.y1) - max(left.box.y0, right.box.y0)
    em = max(left.em, right.em)
    return shared > 0.5 * min(left.em, right.em) and 0 <= right.box.x0 - left.box.x1 <= reach * em


def join_lines(phrases: list[Label], canvas: Canvas) -> list[Label]:
    """Join the words of each line, left to right, or bottom to top for vertical text."""
    waiting = sorted(phrases, key=lambda p: (-p.box.y1 if p.vertical else p.box.x0, p.box.y0, p.text))
    limit = PIECES * _typical_space(waiting, canvas)
    done: list[Label] = []
    for phrase in waiting:
        before = [p for p in done if _follows(p, phrase, canvas)]
        if before:
            nearest = min(before, key=lambda p: abs(_gap(p, phrase)))
            done.remove(nearest)
            cut = 0 < _gap(nearest, phrase) < limit and nearest.text[-1].isalpha()
            glue = "" if cut or re.match(r"[.,%)]", phrase.text) or nearest.text.endswith(".") else " "
            text = phrase.text.lstrip(".") if nearest.text.endswith(".") else phrase.text
            whole = phrase_from(nearest.text + glue + text, nearest.box.union(phrase.box))
            done.append(replace(whole, words=(*(nearest.words or (nearest,)), phrase)))
        else:
            done.append(phrase)
    return done


def _typical_space(phrases: Sequence[Label], canvas: Canvas) -> float:
    """Return the median gap between the words of a line; 0 with fewer than FEWEST_SPACES gaps."""
    gaps = []
    for right in phrases:
        near = [left for left in phrases if 0 < _gap(left, right) <= WORD_GAP * max(left.em, right.em)]
        gaps.append(min((_gap(left, right) for left in near if _follows(left, right, canvas)), default=0.0))
    spaces = [gap for gap in gaps if gap > 0]
    return median(spaces) if len(spaces) >= FEWEST_SPACES else 0.0


def _gap(left: Label, right: Label) -> float:
    if left.vertical:
        return left.box.y0 - right.box.y1
    return right.box.x0 - left.box.x1


def _follows(left: Label, right: Label, canvas: Canvas) -> bool:
    """True if `right` continues the line that `left` starts, with nothing drawn between them."""
    em = max(left.em, right.em)
    if left.slanted or right.slanted:
        return False
    if left.vertical != right.vertical or min(left.em, right.em) < 0.35 * em:
        return False
    if left.vertical:
        shared = min(left.box.x1, right.box.x1) - max(left.box.x0, right.box.x0)
    else:
        shared = min(left.box.y1, right.box.y1) - max(left.box.y0, right.box.y0)
    both_numbers = left.number is not None and right.number is not None
    fragment = re.match(r"[.,%]", right.text) is not None or left.text.endswith(".")
    limit = (0.3 if fragment else 0.12) if both_numbers else WORD_GAP
    if shared < 0.5 * min(left.em, right.em) or not -0.5 * em < _gap(left, right) <= limit * em:
        return False
    top, bottom = max(left.box.y0, right.box.y0), min(left.box.y1, right.box.y1)
    inset = 0.25 * (bottom - top)  # the box around a label may overlap the boxes of texts above and below
    between = BBox(left.box.x1 + 1, top + inset, right.box.x0 - 1, bottom - inset)
    if left.vertical or between.width < 2:
        return True
    rows, columns = window(between, canvas)
    return not bool((letters(canvas, rows, columns) & (canvas.chroma[rows, columns] > 2 * DISTINCT)).any())
