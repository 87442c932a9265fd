"""Find the violins of an image: symmetric outlines with a median line or dot and an inner box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from ...papers.raster import find_runs
from ...papers.types import BBox
from ..shapes.cielab import Floats
from ..shapes.rulings import Ruling
from ..shapes.shape import Shape, box_corners
from .canvas import DISTINCT, Canvas, Mask, distance, most_common, window
from .regions import to_rgb

# The first four sizes are in letter heights.
THIN = 0.3  # whiskers and gridlines are thinner
NARROWEST, SHORTEST = 1.2, 0.8  # least width and height of a violin
LINE = 0.45  # largest thickness of a line inside
SYMMETRIC = 0.1  # largest average difference between the halves, as a share of the width
SOLID = 0.93  # least share of its bounding box that a rectangle covers
ROUND = 0.05  # largest average deviation of an ellipse from its formula, as a share of the width
SMOOTH = (
    8  # least number of corners and of different widths of an outline; a box with whiskers has three widths
)
OFF_PLACE = 0.15  # largest deviation from a place, as a share of the distance between places
MOST_VIOLINS = 0.75  # least share of violins among the large areas
CROSSED = 0.6  # least share of the middle of a row that a line inside takes
RULED = 0.5  # least share of the side of an area that a gridline takes
RIM = 4  # pixels at the sides of an area and at the ends of a violin
FEWEST = 2
WHITE: tuple[int, int, int] = (255, 255, 255)


def join_violins(
    shapes: Sequence[Shape],
    canvas: Canvas,
    areas: Sequence[BBox],
    texts: Sequence[BBox],
    rulings: tuple[Sequence[Ruling], Sequence[Ruling]],
) -> list[Shape]:
    """Return the shapes with each violin in one piece, followed by its median as a segment and its inner box.

    The shapes stay unchanged if no area has FEWEST violins in one direction. `rulings` holds the horizontal,
    then the vertical rulings.
    """
    level, upright = rulings
    whole = BBox(0.0, 0.0, float(canvas.width), float(canvas.height))
    for area in sorted(areas or [whole], key=lambda a: (-a.width * a.height, a.x0, a.y0)):
        rows, columns = window(area, canvas)
        lab = canvas.lab[rows, columns]
        if min(lab.shape[:2]) < 4 * RIM:
            continue
        drawn = _drawn(lab, area, texts, level, upright)
        for turned in (False, True):
            violins = _violins(drawn.T if turned else drawn, lab.swapaxes(0, 1) if turned else lab, canvas.em)
            if violins:
                found = [_moved(s, columns.start, rows.start, turned) for violin in violins for s in violin]
                bodies = [s.box for s in found if s.kind == "polygon"]
                kept = [
                    s
                    for s in shapes
                    if s.kind == "segment" or not area.x0 < s.cx < area.x1 or not area.y0 < s.cy < area.y1
                ]
                return [s for s in kept if not any(_is_inside(s, body) for body in bodies)] + found
    return list(shapes)


def _drawn(
    lab: Floats, area: BBox, texts: Sequence[BBox], level: Sequence[Ruling], upright: Sequence[Ruling]
) -> Mask:
    """Mark the pixels of an area that differ from its background, without texts, gridlines and the area's sides."""
    drawn: Mask = distance(lab, most_common(lab)) > DISTINCT
    drawn[:RIM] = drawn[-RIM:] = drawn[:, :RIM] = drawn[:, -RIM:] = False
    x, y = int(area.x0), int(area.y0)
    for text in texts:
        drawn[
            max(0, int(text.y0) - y) : max(0, int(text.y1) - y),
            max(0, int(text.x0) - x) : max(0, int(text.x1) - x),
        ] = False
    for ruling, pixels, mask, offset in (
        *((r, lab, drawn, y) for r in level if r.length > RULED * area.width),
        *((r, lab.swapaxes(0, 1), drawn.T, x) for r in upright if r.length > RULED * area.height),
    ):
        band = slice(max(0, int(ruling.at) - offset - 2), max(0, int(ruling.at) - offset + 3))
        if pixels[band].size:
            own = most_common(pixels[max(0, min(len(pixels) - 1, round(ruling.at) - offset))])
            mask[band] &= distance(pixels[band], own) > DISTINCT / 2
    return drawn


def _violins(drawn: Mask, lab: Floats, em: float) -> list[list[Shape]]:
    """Return each vertical violin with the shapes that show its median and quartiles."""
    whole = np.zeros(drawn.shape, np.uint8)
    contours, _ = cv2.findContours(
        np.ascontiguousarray(drawn).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    cv2.drawContours(whole, contours, -1, 1, thickness=cv2.FILLED)
    side = np.ones((1, max(3, round(THIN * em))), np.uint8)
    bodies, _ = cv2.findContours(
        cv2.morphologyEx(whole, cv2.MORPH_OPEN, side), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    large = [
        c
        for c in bodies
        if cv2.boundingRect(c)[2] >= NARROWEST * em and cv2.boundingRect(c)[3] >= SHORTEST * em
    ]
    found: list[list[Shape]] = []
    for contour in sorted(large, key=lambda c: cv2.boundingRect(c)[:2]):
        x, y, width, height = cv2.boundingRect(contour)
        inside = np.zeros((height, width), np.uint8)
        cv2.drawContours(inside, [contour], -1, 1, thickness=cv2.FILLED, offset=(-x, -y))
        corners = cv2.approxPolyDP(contour, 1.0, closed=True).reshape(-1, 2)
        if not _is_violin(inside > 0, len(corners)):
            continue
        region = lab[y : y + height, x : x + width]
        points = tuple((float(px), float(py)) for px, py in contour.reshape(-1, 2).tolist())
        fill = most_common(region[inside > 0])
        red, green, blue = to_rgb(fill.reshape(1, 1, 3))[0, 0].tolist()
        box = BBox(float(x), float(y), float(x + width), float(y + height))
        body = Shape("polygon", points, box, (red, green, blue), (0, 0, 0), closed=True, order=len(found))
        found.append([body, *_inner(inside > 0, distance(region, fill) > DISTINCT, region, box, em)])
    enough = len(found) >= max(FEWEST, MOST_VIOLINS * len(large))
    return found if enough and _are_spaced([violin[0].box for violin in found]) else []


def _are_spaced(boxes: Sequence[BBox]) -> bool:
    """True if the centers are at multiples of their smallest distance, as for categories. The points of a scatter
    plot are not.
    """
    middles = sorted((box.x0 + box.x1) / 2 for box in boxes)
    gaps = [b - a for a, b in pairwise(middles)]
    pitch = min(gaps, default=0.0)
    if pitch < min(box.width for box in boxes) / 2:
        return False
    return all(abs(gap / pitch - round(gap / pitch)) < OFF_PLACE for gap in gaps)


def _is_violin(inside: Mask, corners: int) -> bool:
    """True for a smooth outline with symmetric halves that is neither a rectangle nor an ellipse."""
    height, width = inside.shape
    widths = inside.sum(axis=1)
    along = (np.arange(height) + 0.5) / height
    ellipse = float(np.abs(widths / width - 2 * np.sqrt(along * (1 - along))).mean()) < ROUND
    centers = (inside * np.arange(width)).sum(axis=1) / np.maximum(1, widths)
    off = np.abs(centers - (width - 1) / 2).mean()
    changing = len(np.unique(widths // 2)) >= SMOOTH
    return (
        changing
        and corners >= SMOOTH
        and float(inside.mean()) < SOLID
        and not ellipse
        and float(off) < SYMMETRIC * width / 2
    )


def _inner(inside: Mask, other: Mask, lab: Floats, box: BBox, em: float) -> list[Shape]:
    """Return the median as a segment and the inner box as a rectangle, as far as they are drawn.

    `other` marks the pixels that do not have the fill color.
    """
    width = inside.shape[1]
    widths = inside.sum(axis=1)
    middle = width / 2
    half = np.maximum(1, 0.3 * widths)
    columns = np.arange(width)[None, :]
    central = inside & (np.abs(columns + 0.5 - middle) <= half[:, None])
    rows = (other & central).sum(axis=1) > CROSSED * np.maximum(1, central.sum(axis=1))
    rows[:RIM] = rows[-RIM:] = False
    lines = [(a + b) / 2 for a, b in find_runs(rows) if b - a <= max(3, LINE * em)]
    stem = slice(max(0, int(middle) - 1), int(middle) + 2)
    bar = _inner_box(other, inside, middle)
    if bar is not None:
        (top, bottom), half_bar = bar
        strip = lab[top:bottom, stem]
        own = np.median(strip.reshape(-1, 3), axis=0)
        marked = find_runs(distance(strip, own).min(axis=1) > DISTINCT)
        inner_lines = [(a + b) / 2 + top for a, b in marked]
        shape = BBox(box.x0 + middle - half_bar, box.y0 + top, box.x0 + middle + half_bar, box.y0 + bottom)
        rectangle = Shape("rectangle", box_corners(shape), shape, (0, 0, 0), None, closed=True)
        return [rectangle, *(_segment(box, at) for at in inner_lines[len(inner_lines) // 2 :][:1])]
    return [_segment(box, at) for at in lines[len(lines) // 2 :][:1]]


def _inner_box(other: Mask, inside: Mask, middle: float) -> tuple[tuple[int, int], float] | None:
    """Return the row range and half width of the thick part of a bar along the middle of a violin; None without
    such a bar.
    """
    columns = np.abs(np.arange(inside.shape[1]) + 0.5 - middle)
    widths = (other & inside & (columns < 0.2 * inside.shape[1])[None, :]).sum(axis=1)
    thickest = float(np.percentile(widths, 98)) if widths.size else 0.0
    if thickest < 3 or thickest > 0.38 * inside.shape[1]:
        return None
    runs = find_runs(np.convolve(widths > 0.6 * thickest, np.ones(5), mode="same") > 0)
    start, end = max(runs, key=lambda run: run[1] - run[0], default=(0, 0))
    return ((start, end), thickest / 2) if end - start > 0.06 * len(inside) else None


def _segment(box: BBox, at: float) -> Shape:
    """Return a horizontal segment across the middle of a violin."""
    middle, half, y = (box.x0 + box.x1) / 2, 0.2 * box.width, box.y0 + at
    line = BBox(middle - half, y, middle + half, y)
    return Shape("segment", ((line.x0, y), (line.x1, y)), line, WHITE, (0, 0, 0))


def _moved(shape: Shape, x: int, y: int, turned: bool) -> Shape:
    """Return a shape of an area in canvas pixels. If `turned`, its x and y are first exchanged."""
    box = shape.box
    points = shape.points
    if turned:
        points, box = tuple((b, a) for a, b in points), BBox(box.y0, box.x0, box.y1, box.x1)
    moved = BBox(box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y)
    return replace(shape, points=tuple((a + x, b + y) for a, b in points), box=moved)


def _is_inside(shape: Shape, body: BBox) -> bool:
    """True for pieces of a violin and for shapes drawn inside it."""
    return (
        body.x0 - 2 <= shape.cx <= body.x1 + 2
        and body.y0 - 2 <= shape.cy <= body.y1 + 2
        and (shape.box.width <= body.width + 4 and shape.box.height <= body.height + 4)
    )
