"""Read the style of a series from its legend swatch."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from ....papers.raster import find_runs
from ...chart.style import COLORED, Style
from ...shapes.cielab import Floats
from ..canvas import DISTINCT, Mask, distance, most_common
from ..marker_shapes import classify_shape

PALEST = 5.0  # least color distance of a swatch from the background


def read_style(region: Floats, background: Floats, em: float) -> Style:
    """Return the style of a swatch, given its (height, width, 3) CIELAB pixels cut to the ink and the `background`
    color.
    """
    away = distance(region, background)
    ink = away > min(DISTINCT, max(PALEST, 0.35 * float(np.percentile(away, 95))))
    height, width = ink.shape
    heights = ink.sum(axis=0)
    # of the line without its marker
    thickness = float(np.percentile(heights[heights > 0], 25)) if heights.any() else 1.0
    filled = fill(ink)
    if _is_block(filled, em) or _is_block(fill(ink, max(3, round(0.35 * em))), em):
        patch = _patch(region, ink, background, float(ink.mean()))
        if width > 1.6 * height:
            return patch
        shape = classify_shape(_coverage(region, background, ink))
        if _is_hollow(ink):
            return Style("marker", stroke_color(region[ink], background), "", shape, True)
        return replace(patch, kind="marker", marker=shape, hatched=False)
    if width > 1.5 * height and width > 1.2 * em:
        return _line(region, ink, background, thickness, em)
    color = stroke_color(region[ink], background)
    return Style("marker", color, "", classify_shape(_coverage(region, background, ink)), _is_hollow(ink))


def _coverage(region: Floats, background: Floats, ink: Mask) -> Floats:
    """Return the coverage of each pixel, 0..1. The inside of an outline counts as covered."""
    away = distance(region, background)
    full = float(np.percentile(away[ink], 80)) if ink.any() else 1.0
    covered: Floats = np.maximum(np.clip(away / full, 0.0, 1.0), fill(ink) if _is_hollow(ink) else 0.0)
    return covered


def _is_block(filled: Mask, em: float) -> bool:
    """True if most of the mask is one rectangle at least half a letter high, apart from blurred edges."""
    height, width = filled.shape
    body = filled[filled.mean(axis=1) > 0.7]
    tall = len(body) >= max(0.5 * em, 0.6 * height)
    return tall and width >= 0.8 * len(body) and width <= 5 * len(body) and float(body.mean()) > 0.9


def fill(ink: Mask, bridge: int = 3) -> Mask:
    """Fill the outer contours of a mask. Gaps in the contours narrower than `bridge` pixels are closed."""
    side = np.ones((bridge, bridge), np.uint8)
    padded = cv2.morphologyEx(np.pad(ink, bridge).astype(np.uint8), cv2.MORPH_CLOSE, side)
    contours, _ = cv2.findContours(padded, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(padded, contours, -1, 1, thickness=cv2.FILLED)
    inner: Mask = padded[bridge:-bridge, bridge:-bridge] > 0
    return inner


def stroke_color(pixels: Floats, background: Floats) -> tuple[float, float, float]:
    """Return the color of (n, 3) inked pixels without their antialiased edges. Colored pixels are preferred to
    black outlines.
    """
    if len(pixels) == 0:
        return _triple(background)
    chroma = np.hypot(pixels[:, 1], pixels[:, 2])
    colored = chroma >= COLORED
    if colored.mean() >= 0.2:
        pixels, chroma = pixels[colored], chroma[colored]
        core = pixels[chroma >= 0.75 * np.percentile(chroma, 90)]
    else:
        away = distance(pixels, background)
        core = pixels[away >= 0.75 * np.percentile(away, 90)]
    return _triple(np.median(core, axis=0))


def _triple(lab: Floats) -> tuple[float, float, float]:
    return (round(float(lab[0]), 2), round(float(lab[1]), 2), round(float(lab[2]), 2))


def _patch(region: Floats, ink: Mask, background: Floats, outline: float) -> Style:
    height, width = ink.shape
    dy, dx = max(1, height // 5), max(1, width // 8)
    inside = region[dy : height - dy, dx : width - dx]
    body = most_common(inside) if inside.size else most_common(region)
    if float(np.linalg.norm(body - background)) > DISTINCT / 2:
        rest = distance(inside, body) > 2 * DISTINCT
        return Style("patch", _triple(body), hatched=bool(rest.size and rest.mean() > 0.08))
    return Style("patch", stroke_color(region[ink], background), hollow=outline < 0.5, hatched=outline > 0.25)


def _line(region: Floats, ink: Mask, background: Floats, thickness: float, em: float) -> Style:
    height = ink.shape[0]
    rows = ink.sum(axis=1)
    axis_row = int(np.argmax(np.convolve(rows, np.ones(max(1, round(thickness))), mode="same")))
    if height < 1.6 * thickness + 2 and height < 0.5 * em:
        return Style(
            "line", stroke_color(region[ink], background), classify_dash(np.any(ink, axis=0), thickness)
        )
    half = max(1, round(0.5 * thickness))
    stroke = np.any(ink[max(0, axis_row - half) : axis_row + half + 1], axis=0)
    tall = fill(ink).sum(axis=0) > thickness + max(2.0, 0.6 * thickness)
    spans = [run for run in find_runs(tall) if run[1] - run[0] >= 2]
    if not spans:
        return Style("line", stroke_color(region[ink], background), classify_dash(stroke, thickness))
    start, end = spans[0][0], spans[-1][1]
    middle = len(tall) / 2
    nearest = min(spans, key=lambda run: abs((run[0] + run[1]) / 2 - middle))
    if len(spans) > 2 or end - start > 1.6 * height:
        start, end = nearest
    bare = np.concatenate([stroke[: max(0, start - 1)], stroke[end + 1 :]])
    dash = _dash_beside(stroke, start, end, thickness) if bare.size and bare.mean() > 0.15 else ""
    center = (start + end) / 2
    if abs(center - middle) < 0.25 * height:
        center = middle  # the line may hide half of an arrow head
    hollow = _is_hollow(ink[:, start:end])
    coverage = _coverage(region, background, ink)
    # Pixels next to the marker belong to the line. They are removed, and the line's rows there do not count.
    counted = np.ones(ink.shape, dtype=np.float32)
    outside = np.ones(ink.shape[1], dtype=bool)
    outside[start:end] = False
    line_rows = np.any(ink[:, outside], axis=1)
    counted[np.ix_(line_rows, outside)] = 0.0
    coverage[np.ix_(line_rows, outside)] = 0.0
    shape = classify_shape(coverage, counted, center)
    return Style("line" if dash else "marker", stroke_color(region[ink], background), dash, shape, hollow)


def _dash_beside(stroke: Mask, start: int, end: int, thickness: float) -> str:
    """Return the dash of the line on both sides of a marker."""
    left, right = stroke[: max(0, start - 1)], stroke[end + 1 :]
    joined = np.concatenate([left, right])
    solid = joined.mean() > 0.9
    return "solid" if solid else classify_dash(joined, thickness)


def classify_dash(stroke: Mask, thickness: float) -> str:
    """Return the dash of a stroke, judged by the lengths of its drawn pieces in line widths."""
    drawn = [end - start for start, end in find_runs(stroke)]
    if len(drawn) < 2 or stroke.mean() > 0.93:
        return "solid"
    whole = drawn[1:-1] or drawn
    shortest, longest = min(whole), max(whole)
    if longest <= 2.3 * thickness + 1:
        return "dotted"
    if shortest <= 2.3 * thickness + 1 and longest >= 2 * shortest:
        return "dashdot"
    return "dashed"


def _is_hollow(ink: Mask) -> bool:
    """True if the ink only outlines its shape."""
    shape = fill(ink)
    return bool(shape.any()) and float((ink & shape).sum()) < 0.8 * float(shape.sum())
