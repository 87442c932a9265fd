"""Find the nodes of a diagram: texts that share a box, and texts outside boxes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ...papers.types import BBox
from ..primitives import Point
from ..raster.canvas import Canvas, window
from ..shapes.label import Label
from .frames import grown
from .hierarchy import find_frames, find_title
from .types import Node

TOLERANCE = 3  # byte values; largest variation of the background of a box
LARGEST, WHOLE = (
    0.5,
    0.9,
)  # shares of the image; a larger region may be (LARGEST) or surely is (WHOLE) the page or an outer frame
EVEN = 3.0  # largest difference between neighboring pixels of one area, per CIELAB channel
# Letter heights and square letter heights: largest side and least area of a part of a box without text
LID, LEAST = 1.2, 1.0
RIM = 3  # pixels at the edge of the image
COMPACT = 0.75  # least share of its convex hull that a box covers
LINE_WIDTH = 1.3  # letter heights; more than the width of lines between boxes
LINE_GAP = 0.7  # letter heights; largest gap between lines of one label outside boxes
COVERED = 0.05  # least share of its bounding box that a background covers
TIGHT = 1.5  # a box must be larger than this times the area of its text
INSET = 0.18  # text heights; the bounding box of a text may overlap the frame around it by this much
INSET_TIGHT = 1.2  # the same as TIGHT, for a text box reduced by INSET
SAME_EDGE = 6.0  # pixels; largest distance between the edges of two parts of one box


def build_nodes(canvas: Canvas, phrases: Sequence[Label]) -> list[Node]:
    """Return one node per box with text and one per text outside boxes, from top to bottom, then left to right."""
    em = canvas.em
    boxes, outlines = _boxes(canvas, phrases)
    groups: dict[BBox | None, list[Label]] = {}
    for phrase, box in zip(phrases, boxes, strict=True):
        groups.setdefault(box, []).append(phrase)
    bare = groups.pop(None, [])
    bare += _take_labels(groups, em)
    nodes = [
        replace(_node(canvas, lines, box), outline=outlines.get(box, ()))
        for box, lines in groups.items()
        if box
    ]
    gathered = gather_lines([phrase.box for phrase in bare], em, LINE_GAP)
    nodes += [_node(canvas, [bare[index] for index in group], None) for group in gathered]
    return sorted(nodes, key=lambda n: (round(n.box.y0 / em), n.box.x0))


def _take_labels(groups: dict[BBox | None, list[Label]], em: float) -> list[Label]:
    """Keep only the title line of each frame around other boxes, and return the frame's other texts.

    The title is next to an edge of the frame or above everything inside the frame. A frame without a title is
    removed from `groups`.
    """
    taken: list[Label] = []
    boxes = [box for box in groups if box]
    held: dict[BBox, list[BBox]] = {}
    for inner, outer in find_frames(boxes).items():
        held.setdefault(boxes[outer], []).append(boxes[inner])
    for frame, inside in held.items():
        texts = groups[frame]
        title = find_title(frame, [text.box for text in texts], em)
        if title is None:
            highest = min(range(len(texts)), key=lambda i: texts[i].cy)
            title = highest if texts[highest].cy < min(box.y0 for box in inside) else None
        line = [] if title is None else [text for text in texts if _shares_line(text, texts[title], em)]
        taken += [text for text in texts if text not in line]
        if line:
            groups[frame] = line
        else:
            del groups[frame]
    return taken


def _shares_line(one: Label, other: Label, em: float) -> bool:
    """True if one text continues the line of the other."""
    apart = max(one.box.x0 - other.box.x1, other.box.x0 - one.box.x1)
    return abs(one.cy - other.cy) < 0.5 * em and apart < em


def _boxes(
    canvas: Canvas, phrases: Sequence[Label]
) -> tuple[list[BBox | None], dict[BBox, tuple[Point, ...]]]:
    """Return the box of the uniform background behind each text, and the convex hulls of these boxes.

    The box is None for a text on the page itself.
    """
    pixels = np.clip(canvas.lab + np.array([0, 128, 128], np.float32), 0, 255).astype(np.uint8)
    labels = np.zeros((canvas.height, canvas.width), dtype=np.int32)
    known: list[BBox] = [BBox(0, 0, 0, 0)]

    def flooded(text: BBox) -> BBox | None:
        for x, y in _seeds(text, canvas):
            label = int(labels[y, x])
            if label == 0:
                label = len(known)
                known.append(_flood(pixels, labels, (x, y), label, canvas.em))
            if _holds(known[label], text):
                return None if _is_page(known[label], canvas) else known[label]
        return None

    found = [flooded(phrase.box) for phrase in phrases]
    around = [
        box if box and _is_roomy(box, phrase.box) else _around(phrase.box, found) or box
        for phrase, box in zip(phrases, found, strict=True)
    ]
    for index, phrase in enumerate(phrases):
        inner = grown(phrase.box, -INSET * min(phrase.box.width, phrase.box.height))
        framed = flooded(inner) if around[index] is None else None
        if framed and _is_roomy(framed, inner, INSET_TIGHT):
            found[index] = around[index] = framed
    unified = _unified(around)
    whole = {before: after for before, after in zip(found, unified, strict=True) if before and after}
    regions: dict[BBox, list[int]] = {}
    for label, box in enumerate(known):
        if box in whole:
            regions.setdefault(whole[box], []).append(label)
    parts = _enclosed_parts(canvas, phrases)
    return unified, {box: _hull(labels, box, members, parts, canvas) for box, members in regions.items()}


def _enclosed_parts(canvas: Canvas, phrases: Sequence[Label]) -> list[BBox]:
    """Return small areas of even color without text that lines enclose, such as the lids of cylinders."""
    flat = np.ones((canvas.height, canvas.width), np.uint8)
    flat[:, 1:] &= np.abs(np.diff(canvas.lab, axis=1)).max(axis=2) < EVEN
    flat[1:] &= np.abs(np.diff(canvas.lab, axis=0)).max(axis=2) < EVEN
    for phrase in phrases:
        flat[window(phrase.box, canvas)] = 0
    stats = cv2.connectedComponentsWithStats(flat, connectivity=4)[2][1:].tolist()
    return [
        BBox(x, y, x + w, y + h)
        for x, y, w, h, area in stats
        if min(w, h) <= LID * canvas.em and area > 0.3 * w * h and area > LEAST * canvas.em**2
    ]


def _hull(
    labels: NDArray[np.int32], box: BBox, members: Sequence[int], parts: Sequence[BBox], canvas: Canvas
) -> tuple[Point, ...]:
    """Return the corners of the convex hull of the regions in a box and of the enclosed parts attached to it."""
    rows, columns = window(box, canvas)
    ys, xs = np.nonzero(np.isin(labels[rows, columns], members))
    if len(xs) < 3:
        return ()
    points = np.stack([xs + columns.start, ys + rows.start], axis=1).astype(np.int32)
    for part in parts:
        if _is_attached(part, box):
            x0, x1 = max(part.x0, box.x0), min(part.x1, box.x1)
            middle = (x0 + x1) / 2, (part.y0 + part.y1) / 2
            ends = [(x0, middle[1]), (x1, middle[1]), (middle[0], part.y0), (middle[0], part.y1)]
            points = np.concatenate([points, np.array(ends, np.int32)])
    return tuple((float(x), float(y)) for [[x, y]] in cv2.convexHull(points).tolist())


def _is_attached(part: BBox, box: BBox) -> bool:
    """True for a part directly next to a box, within the extent of one of its sides."""
    within_x = box.x0 - SAME_EDGE < part.x0 and part.x1 < box.x1 + SAME_EDGE
    within_y = box.y0 - SAME_EDGE < part.y0 and part.y1 < box.y1 + SAME_EDGE
    apart = max(part.x0 - box.x1, box.x0 - part.x1, part.y0 - box.y1, box.y0 - part.y1)
    return (within_x or within_y) and apart < SAME_EDGE


def _is_page(box: BBox, canvas: Canvas) -> bool:
    """True for a large region that reaches two opposite edges of the image, or fills nearly all of it."""
    wide = box.x0 <= RIM and box.x1 >= canvas.width - RIM
    tall = box.y0 <= RIM and box.y1 >= canvas.height - RIM
    share = box.width * box.height / (canvas.width * canvas.height)
    return share > LARGEST and (wide or tall or share > WHOLE)


def _is_roomy(box: BBox, text: BBox, least: float = TIGHT) -> bool:
    """True if the box is clearly larger than the text. A tight box is only a gap between letters or neighbors."""
    return box.width * box.height > least * text.width * text.height


def _around(text: BBox, boxes: Sequence[BBox | None]) -> BBox | None:
    """Return the smallest of the boxes that holds the text; None without such a box.

    This is for texts so close to the outline of their box that a flood fill from their edge fails.
    """
    holding = [box for box in boxes if box is not None and _holds(box, text) and _is_roomy(box, text)]
    return min(holding, key=lambda box: (box.width * box.height, box.x0, box.y0), default=None)


def _unified(boxes: Sequence[BBox | None]) -> list[BBox | None]:
    """Merge the regions of a box that is divided by a text reaching its outline: they overlap and share two edges."""
    whole = {box: box for box in boxes if box is not None}
    for one in list(whole):
        for other in list(whole):
            a, b = whole[one], whole[other]
            smaller = min(a.width * a.height, b.width * b.height)
            if a != b and a.intersection_area(b) > 0.5 * smaller and _common_edges(a, b) >= 2:
                joined = a.union(b)
                whole = {box: joined if known in (a, b) else known for box, known in whole.items()}
    return [None if box is None else whole[box] for box in boxes]


def _common_edges(a: BBox, b: BBox) -> int:
    pairs = ((a.x0, b.x0), (a.y0, b.y0), (a.x1, b.x1), (a.y1, b.y1))
    return sum(abs(one - other) <= SAME_EDGE for one, other in pairs)


def _seeds(box: BBox, canvas: Canvas) -> list[tuple[int, int]]:
    """Return the start points of flood fills, just outside a text: corners, centers of the sides, and points in
    between.
    """
    left, right = max(0, int(box.x0) - 2), min(canvas.width - 1, int(box.x1) + 1)
    top, bottom = max(0, int(box.y0) - 2), min(canvas.height - 1, int(box.y1) + 1)
    middle, center = (top + bottom) // 2, (left + right) // 2
    inner = (
        left + round(0.6 * box.height),
        right - round(0.6 * box.height),
    )  # because OCR reads the sides of boxes as brackets
    seeds = [(left, middle), (right, middle), (left, top), (right, bottom), (center, top), (center, bottom)]
    return seeds + [(x, y) for x in inner if left < x < right for y in (top, bottom)]


def _holds(box: BBox, text: BBox) -> bool:
    """True if most of a text is in a box. Descenders, for example, may stick out."""
    return box.intersection_area(text) > 0.8 * text.width * text.height


def _flood(
    pixels: NDArray[np.uint8], labels: NDArray[np.int32], seed: tuple[int, int], label: int, em: float
) -> BBox:
    """Mark the even background around a point with `label`, and return the bounding box of this background.

    Lines of the same color that connect boxes are cut off, so that each box stays separate. The result is an
    empty box if the region consists only of lines.
    """
    filled = np.zeros((labels.shape[0] + 2, labels.shape[1] + 2), dtype=np.uint8)
    limits = (TOLERANCE,) * 3
    flags = 4 | (1 << 8) | cv2.FLOODFILL_MASK_ONLY | cv2.FLOODFILL_FIXED_RANGE
    area, _, _, (x, y, width, height) = cv2.floodFill(pixels, filled, seed, 0, limits, limits, flags)
    part = slice(y, y + height), slice(x, x + width)
    ground = filled[1:-1, 1:-1][part]
    own = _without_lines(ground, (seed[0] - x, seed[1] - y), em)
    if own is not None:
        labels[part][(own > 0) & (ground > 0)] = label
        x0, y0, own_width, own_height = cv2.boundingRect(own)
        return BBox(float(x + x0), float(y + y0), float(x + x0 + own_width), float(y + y0 + own_height))
    labels[part][ground > 0] = label
    if area < COVERED * width * height:  # these are lines and not a background
        return BBox(0, 0, 0, 0)
    return BBox(float(x), float(y), float(x + width), float(y + height))


def _without_lines(ground: NDArray[np.uint8], seed: tuple[int, int], em: float) -> NDArray[np.uint8] | None:
    """Return the part of an area around a point without the lines that leave it; None for compact areas."""
    contours, _ = cv2.findContours(ground, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(contours, key=len)
    if cv2.contourArea(outline) >= COMPACT * cv2.contourArea(cv2.convexHull(outline)):
        return None
    whole = cv2.drawContours(np.zeros_like(ground), [outline], -1, 1, thickness=cv2.FILLED)
    kernel = np.ones((max(3, round(LINE_WIDTH * em)),) * 2, np.uint8)
    parts = cv2.connectedComponents(cv2.morphologyEx(whole, cv2.MORPH_OPEN, kernel), connectivity=4)[1]
    label = int(parts[seed[1], seed[0]])
    return (parts == label).astype(np.uint8) if label else None


def gather_lines(boxes: Sequence[BBox], em: float, gap: float) -> list[list[int]]:
    """Group lines of text into labels, by index.

    The lines of a label are directly below one another and share their left side or center. `gap` is the largest
    distance of two lines in letter heights.
    """
    groups: list[list[int]] = []
    for index in sorted(range(len(boxes)), key=lambda i: (boxes[i].y0, boxes[i].x0)):
        box = boxes[index]
        for group in groups:
            last = boxes[group[-1]]
            offsets = last.x0 - box.x0, (last.x0 + last.x1 - box.x0 - box.x1) / 2
            if min(map(abs, offsets)) < 0.6 * em and -0.3 * em < box.y0 - last.y1 < gap * em:
                group.append(index)
                break
        else:
            groups.append([index])
    return groups


def _node(canvas: Canvas, lines: Sequence[Label], box: BBox | None) -> Node:
    ordered = _reading_order(lines)
    text = remove_frame_brackets(join_hyphenated(" ".join(p.text for p in ordered)))
    around = ordered[0].box
    for line in ordered[1:]:
        around = around.union(line.box)
    whole = around if box is None else box
    return Node(text, whole, _color(canvas, whole), split_items(text), boxed=box is not None)


def _reading_order(texts: Sequence[Label]) -> list[Label]:
    """Return texts line by line. Texts whose centers are less than half a letter apart share a line."""
    lines: list[list[Label]] = []
    for text in sorted(texts, key=lambda p: p.cy):
        if lines and text.cy - lines[-1][-1].cy < 0.5 * text.em:
            lines[-1].append(text)
        else:
            lines.append([text])
    return [text for line in lines for text in sorted(line, key=lambda p: p.box.x0)]


def join_hyphenated(text: str) -> str:
    """Join words split at a line end. The hyphen stays before capitals and digits: "MAD- X" becomes "MAD-X"."""
    return re.sub(r"(?<=[A-Za-z\d])- (?=[a-z])", "", re.sub(r"(?<=[A-Za-z\d])- (?=[A-Z\d])", "-", text))


def remove_frame_brackets(text: str) -> str:
    """Remove brackets that are misread sides of the box: "[Few-shot]", "(Prompting)", "(MolGPT (Quint, 2012))"."""
    if re.fullmatch(r"\((?!\d{4}\))[^()]*\)", text):
        return text[1:-1].strip()
    if re.match(r"[\[|{](?!\d+\])", text):
        text = text[1:]
    if re.search(r"[\]|}]$", text) and not re.search(r"\[\d+\]$", text):
        text = text[:-1]
    if text.count(")") > text.count("(") and text.endswith(")"):
        text = text[:-1]
    if text.count("(") > text.count(")") and text.startswith("("):
        text = text[1:]
    whole = re.fullmatch(r"\((.*\(.*\).*)\)", text)
    return whole[1].strip() if whole else text.strip()


def _color(canvas: Canvas, box: BBox) -> tuple[float, float, float]:
    """Return the median color of the most colorful tenth of the box and its outline (CIELAB)."""
    region = canvas.lab[window(BBox(box.x0 - 4, box.y0 - 4, box.x1 + 4, box.y1 + 4), canvas)].reshape(-1, 3)
    if len(region) == 0:
        return (100.0, 0.0, 0.0)
    chroma = np.hypot(region[:, 1], region[:, 2])
    strong = region[chroma >= np.percentile(chroma, 90)]
    lightness, a, b = np.median(strong, axis=0).tolist()
    return (lightness, a, b)


_YEAR = re.compile(
    r"\s*(?:19|20)\d\d"
)  # after a comma: "Li et al., 2015" is one citation, even if OCR missed its brackets


_NO_NAMES = {"e.g", "i.e", "etc", "and", "such as", "others", "inter alia"}


def split_items(text: str) -> tuple[str, ...]:
    """Return the names that a label lists, split at commas and semicolons outside brackets.

    A label that lists nothing is returned whole.
    """
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if depth <= 0 and character in ",;" and not _YEAR.match(text, index + 1):
            parts.append(text[start:index])
            start = index + 1
    parts.append(text[start:])
    names = [re.sub(r"^(?:e\.g\.|such as|and|etc\.?)\s*", "", part.strip(" .")) for part in parts]
    kept = tuple(name for name in names if re.search(r"\w", name) and name.lower() not in _NO_NAMES)
    listed = len(kept) > 1 and max(len(name) for name in kept) <= 60
    return kept if listed else (text,)
