"""Find the ruling lines of a table image, solid or dashed, without underlines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

from ...papers.types import Word

CONTRAST = 24  # gray levels from the background; rules are often paler than text
OUTSIDE = 0.5  # least share of a vertical stroke outside words; a stroke with less may consist of letters
INKED = 0.7  # least share of ink in that part of a rule
CROSSED = 5  # pixels; more than the thickness of a crossing rule
BROKEN = (
    0.2  # text heights; a shorter gap does not end a rule, while the gaps between partial rules are wider
)
MAX_THICKNESS = 0.45  # text heights; thicker strokes are shading or drawings


@dataclass(frozen=True, slots=True)
class Rule:
    """A line from `start` to `end`. `at` is the y position of a horizontal line, or the x position of a vertical
    line.
    """

    at: float
    start: float
    end: float

    @property
    def length(self) -> float:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of an image, each list ordered by position."""

    horizontal: tuple[Rule, ...] = ()
    vertical: tuple[Rule, ...] = ()


def find_rules(image: Image.Image, words: Sequence[Word], height: float) -> Rules:
    """Return the rules of `image`, whose text is about `height` pixels high."""
    gray = np.asarray(image.convert("L"))
    found = []
    for across, shortest in ((True, 2.0), (False, 1.6)):
        thin = _thin(gray, height, across=across)
        solid = _strokes(
            thin if across else _over_crossings(thin), round(shortest * height), height, across=across
        )
        dashed = _strokes(
            _bridged(thin, words, height, across=across), round(8 * height), height, across=across
        )
        if not across:
            solid = [rule for rule in solid if not _is_of_letters(rule, thin, words)]
        fresh = [rule for rule in dashed if _covered(rule, solid, height) < 0.5]
        found.append(sorted(solid + fresh, key=lambda rule: (rule.at, rule.start)))
    horizontal = [rule for rule in found[0] if not _underlines(rule, words, height)]
    return Rules(
        tuple(_rejoined(horizontal, found[1], height)), tuple(_rejoined(found[1], horizontal, height))
    )


def _rejoined(rules: Sequence[Rule], crossing: Sequence[Rule], height: float) -> list[Rule]:
    """Join pieces of `rules` that almost touch, or that a crossing rule separates.

    At a crossing, the crossing rule hides the contrast to the background.
    """
    joined: list[Rule] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.at / (0.3 * height)), rule.start)):
        last = joined[-1] if joined else None
        if (
            last is not None
            and abs(last.at - rule.at) < 0.3 * height
            and rule.start - last.end < 0.8 * height
            and (
                abs(rule.start - last.end) < BROKEN * height
                or any(
                    last.end - 3 <= other.at <= rule.start + 3 and other.start - 3 <= rule.at <= other.end + 3
                    for other in crossing
                )
            )
        ):
            joined[-1] = Rule(last.at, last.start, max(last.end, rule.end))
        else:
            joined.append(rule)
    return sorted(joined, key=lambda rule: (rule.at, rule.start))


def _thin(gray: npt.NDArray[np.uint8], height: float, *, across: bool) -> npt.NDArray[np.uint8]:
    """Mark pixels that are darker than the pixels on both sides, so that shading does not count as ink."""
    import cv2

    reach = 2 * round(0.35 * height) + 3
    hat = cv2.morphologyEx(gray, cv2.MORPH_BLACKHAT, np.ones((reach, 1) if across else (1, reach), np.uint8))
    thin: npt.NDArray[np.uint8] = (hat > CONTRAST).astype(np.uint8)
    return thin


def _over_crossings(thin: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Join vertical strokes where horizontal rules cross them, because the cells of a dense grid are hardly higher
    than their text.
    """
    import cv2

    joined: npt.NDArray[np.uint8] = cv2.morphologyEx(thin, cv2.MORPH_CLOSE, np.ones((CROSSED, 1), np.uint8))
    return joined


def _is_of_letters(rule: Rule, thin: npt.NDArray[np.uint8], words: Sequence[Word]) -> bool:
    """True if a vertical stroke is mostly inside words and has little ink outside them: letters below each other."""
    first, last = round(rule.start), round(rule.end)
    left = max(0, round(rule.at) - 2)
    inked = np.any(thin[first:last, left : left + 5], axis=1)
    outside = np.ones_like(inked)
    for word in words:
        if word.bbox.x0 - 1 <= rule.at <= word.bbox.x1 + 1:
            top, bottom = round(word.bbox.y0) - first, round(word.bbox.y1) - first
            outside[max(0, top) : max(0, bottom)] = False
    rows = int(np.count_nonzero(outside))
    return rows < OUTSIDE * len(outside) and int(np.count_nonzero(inked & outside)) < INKED * rows


def _bridged(
    thin: npt.NDArray[np.uint8], words: Sequence[Word], height: float, *, across: bool
) -> npt.NDArray[np.uint8]:
    """Return `thin` with the words masked and the gaps between dashes closed."""
    import cv2

    ink = thin.copy()
    # The first and last letters of a column extend beyond their boxes, and look like dashes below each other.
    rim = 0 if across else 2
    for word in words:
        box = word.bbox
        ink[
            max(0, round(box.y0) - 2) : max(0, round(box.y1) + 2),
            max(0, round(box.x0) - rim) : max(0, round(box.x1) + rim),
        ] = 0
    bridge = max(3, round(0.8 * height))
    closed: npt.NDArray[np.uint8] = cv2.morphologyEx(
        ink, cv2.MORPH_CLOSE, np.ones((1, bridge) if across else (bridge, 1), np.uint8)
    )
    return closed


def _covered(rule: Rule, others: Sequence[Rule], height: float) -> float:
    """Return the share of the rule's length that other rules at the same position cover."""
    level = [other for other in others if abs(rule.at - other.at) < 0.3 * height]
    return sum(max(0.0, min(rule.end, o.end) - max(rule.start, o.start)) for o in level) / max(
        1.0, rule.length
    )


def _strokes(ink: npt.NDArray[np.uint8], length: int, height: float, *, across: bool) -> list[Rule]:
    """Return the strokes along one axis that are at least `length` long and not too thick for a rule."""
    import cv2

    length = max(12, length)
    opened = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((1, length) if across else (length, 1), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
    found = []
    for x, y, width, tall, area in stats[1:].tolist():
        start, long, at, thick = (x, width, y, tall) if across else (y, tall, x, width)
        if area / max(1, long) <= max(3.0, MAX_THICKNESS * height) and thick <= max(5.0, 0.6 * height):
            found.append(Rule(float(at) + thick / 2, float(start), float(start + long)))
    return found


def _underlines(rule: Rule, words: Sequence[Word], height: float) -> bool:
    """True if the stroke runs directly under one or a few words and is hardly longer than they are."""
    over = [
        word.bbox
        for word in words
        if word.bbox.x1 > rule.start
        and word.bbox.x0 < rule.end
        and -0.5 * height < rule.at - word.bbox.y1 < 0.35 * height
    ]
    if not over:
        return False
    x0, x1 = min(box.x0 for box in over), max(box.x1 for box in over)
    return (
        abs(x0 - rule.start) < 0.5 * height and abs(x1 - rule.end) < 0.5 * height and rule.length < 9 * height
    )
