"""Group words into lines of text, and lines into segments: runs of words that are closer together than columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from ...papers.types import BBox, Word
from .rules import Rule

# text heights; a space is about a third of the text height, and a column gap is rarely less than one
SEGMENT_GAP = 0.75
VALUE_GAP = 0.5  # SEGMENT_GAP before a decimal number, which rarely belongs to a name
OVERLAP = 0.3  # text heights; most that the box of a word may reach over the rule next to it
SPREAD_GAP = 1.2  # SEGMENT_GAP around a plus-minus sign and before an arrow
TALL = 1.6  # a rotated label is at least this much taller than wide, and taller than its neighbors
SAME_LINE = 0.5  # text heights; centers of subscripts and superscripts stay within it
_VALUE = re.compile(r"[-+−–±~<>≈]?\(?[\d.,]*\d(?: ?[\d.,])*%?[kKMB]?\)?[*†‡§]?|[-–—−]+|N/?A", re.IGNORECASE)

_MARK = re.compile(r"[*†‡§¶]+")
_SPREAD = ("±", "+/-")
_ARROW = re.compile(r"[↑↓⇑⇓]+")
_UNFINISHED = re.compile(r"\d[\d.,%]*\s?(?:[eE]\s?[-−–]|[×·/])$")
_DECIMAL = re.compile(r"[-+−–]?\d*\.\d+%?[*†‡§]?")


@dataclass(frozen=True, slots=True)
class TextSegment:
    """Words that belong together, left to right, and the box around them."""

    words: tuple[Word, ...]
    bbox: BBox

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def center(self) -> float:
        return (self.bbox.x0 + self.bbox.x1) / 2


@dataclass(frozen=True, slots=True)
class TableLine:
    """The segments on one line, left to right. `y` is the middle of the text."""

    y: float
    segments: tuple[TextSegment, ...]

    @property
    def bbox(self) -> BBox:
        return bounds([segment.bbox for segment in self.segments])


def bounds(boxes: Sequence[BBox]) -> BBox:
    """Return the box around all `boxes` (at least one)."""
    return BBox(
        min(box.x0 for box in boxes),
        min(box.y0 for box in boxes),
        max(box.x1 for box in boxes),
        max(box.y1 for box in boxes),
    )


def segment_of(words: Sequence[Word]) -> TextSegment:
    """Return the segment of `words`, ordered left to right."""
    ordered = tuple(sorted(words, key=lambda word: (word.bbox.x0, word.text)))
    return TextSegment(ordered, bounds([word.bbox for word in ordered]))


def text_height(words: Sequence[Word]) -> float:
    """Return the median height of the words that are not rotated, at least 4; 12 without such words."""
    heights = [word.bbox.height for word in words if not _upright_tall(word)]
    return max(4.0, median(heights)) if heights else 12.0


def _upright_tall(word: Word) -> bool:
    """True if the box looks like rotated text.

    The text must have at least three letters, because "et" and "ll" are also tall when horizontal.
    """
    return len(word.text) > 2 and word.bbox.height > TALL * word.bbox.width


def split_turned(words: Sequence[Word], height: float) -> tuple[list[Word], list[Word]]:
    """Split the words into words of horizontal text and rotated labels."""
    turned = [word for word in words if _upright_tall(word) and word.bbox.height > TALL * height]
    return [word for word in words if word not in turned], turned


def find_lines(words: Sequence[Word], height: float, vertical: Sequence[Rule] = ()) -> list[TableLine]:
    """Return the lines from top to bottom. A word joins the line with the nearest middle, if it is near enough.

    A `vertical` rule between two words puts them into different segments, even if they are close.
    """
    groups: list[list[Word]] = []
    middles: list[float] = []
    # Full-height words come first. They fix the lines that small marks and subscripts then join.
    for word in sorted(
        words, key=lambda word: (word.bbox.height < 0.75 * height, word.bbox.y0 + word.bbox.y1, word.bbox.x0)
    ):
        middle = (word.bbox.y0 + word.bbox.y1) / 2
        near = min(range(len(groups)), key=lambda i: abs(middles[i] - middle), default=None)
        marked = _marked_line(word, groups, height)
        if marked is not None:
            groups[marked].append(word)
        elif near is None or abs(middles[near] - middle) > SAME_LINE * height:
            groups.append([word])
            middles.append(middle)
        else:
            groups[near].append(word)
            if word.bbox.height >= 0.75 * height:
                middles[near] = median((w.bbox.y0 + w.bbox.y1) / 2 for w in groups[near])
    order = sorted(range(len(groups)), key=lambda i: middles[i])
    return [TableLine(middles[i], tuple(_segments(groups[i], height, vertical))) for i in order]


def _marked_line(word: Word, lines: Sequence[Sequence[Word]], height: float) -> int | None:
    """Return the index of the line with the word directly before a raised mark; None if `word` is no mark or no
    word is before it.
    """
    if not _MARK.fullmatch(word.text):
        return None
    return next(
        (
            index
            for index, line in enumerate(lines)
            for other in line
            if abs(word.bbox.x0 - other.bbox.x1) < 0.3 * height
            and other.bbox.y0 - 0.5 * height < (word.bbox.y0 + word.bbox.y1) / 2 < other.bbox.y1
        ),
        None,
    )


def _segments(words: Sequence[Word], height: float, vertical: Sequence[Rule]) -> list[TextSegment]:
    ordered = sorted(words, key=lambda word: (word.bbox.x0, word.text))
    runs: list[list[Word]] = []
    for word in ordered:
        last = runs[-1][-1] if runs else None
        if (
            last
            and (_is_unfinished(runs[-1], word, height) or not _apart(last, word, height))
            and not _are_ruled_off(last, word, height, vertical)
        ):
            runs[-1].append(word)
        else:
            runs.append([word])
    return [segment_of(run) for run in runs]


def _is_unfinished(run: Sequence[Word], word: Word, height: float) -> bool:
    """True if a value continues with the next word: inside its brackets, as the exponent of "5e −", or after "×" or
    "/".
    """
    if word.bbox.x0 - run[-1].bbox.x1 > SPREAD_GAP * height:
        return False
    text = " ".join(part.text for part in run)
    return any(c.isdigit() for c in word.text + text) and (
        text.count("(") > text.count(")") or _UNFINISHED.search(text) is not None
    )


def _are_ruled_off(left: Word, right: Word, height: float, vertical: Sequence[Rule]) -> bool:
    """True if a rule runs through the gap between two neighbors. Their boxes may reach slightly over it."""
    middle, slack = (left.bbox.y0 + left.bbox.y1) / 2, OVERLAP * height
    start, end = left.bbox.x1 - slack, right.bbox.x0 + slack
    return any(start <= rule.at <= end and rule.start <= middle <= rule.end for rule in vertical)


def _apart(left: Word, right: Word, height: float) -> bool:
    """True if a column border runs between two neighbors: the gap is wide, or both are separate values."""
    gap = right.bbox.x0 - left.bbox.x1
    if gap <= SPREAD_GAP * height and (
        right.text.startswith(_SPREAD) or left.text.endswith(_SPREAD) or _ARROW.fullmatch(right.text)
    ):
        return False
    if gap > VALUE_GAP * height and _ARROW.fullmatch(left.text):
        return True
    if gap > SEGMENT_GAP * height:
        return True
    if gap > VALUE_GAP * height and _DECIMAL.fullmatch(right.text):
        return True
    both = _VALUE.fullmatch(left.text) and _VALUE.fullmatch(right.text)
    joined = (
        right.text[:1] in "±()/"
        or left.text[-1:] in "±(,;/"
        or left.text.count("(") > left.text.count(")")
        or right.bbox.height < 0.75 * left.bbox.height
    )
    return bool(both and not joined and gap > 0.3 * height)
