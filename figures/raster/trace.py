"""Trace the lines of a drawing: thin a mask to one pixel, then follow it between ends and junctions."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..primitives import Point

Flags = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class TracedLine:
    """A line one pixel wide.

    `points` are its pixels in order. `ends` are the junctions at its first and last point; -1 means no junction.
    """

    points: tuple[Point, ...]
    ends: tuple[int, int] = (-1, -1)


def trace_lines(mask: Flags) -> list[TracedLine]:
    """Return the lines of the thinned mask between free ends and junctions. Junctions are numbered from 0."""
    thin = thin_lines(mask)
    forks = ((thin > 0) & (_crossings(thin) >= 3)).astype(np.uint8)
    marks = cv2.dilate(forks, np.ones((3, 3), np.uint8)) & thin  # the branches of a fork touch diagonally
    junctions = marks > 0
    count, marks = cv2.connectedComponents(marks, connectivity=8)
    rest = thin.copy()
    rest[junctions] = 0
    total, labels = cv2.connectedComponents(rest, connectivity=8)
    members: list[list[tuple[int, int]]] = [[] for _ in range(total)]
    for y, x in zip(*(axis.tolist() for axis in np.nonzero(rest)), strict=True):
        members[labels[y, x]].append((x, y))
    padded = np.pad(marks, 1)
    lines = []
    for pixels in members[1:]:
        ordered = _in_order(pixels)
        ends = _junction_at(padded, ordered[0]), _junction_at(padded, ordered[-1])
        if len(ordered) == 1 and ends[0] >= 0:
            around = sorted(set(padded[_around(ordered[0])].ravel().tolist()) - {0})
            ends = around[0] - 1, (around[1] - 1 if len(around) > 1 else -1)
        lines.append(TracedLine(tuple((float(x), float(y)) for x, y in ordered), ends))
    touched = {end for line in lines for end in line.ends}
    for junction in range(count - 1):
        if junction not in touched:  # it is a dot of a few pixels
            ys, xs = np.nonzero(marks == junction + 1)
            lines.append(TracedLine(((float(xs.mean()), float(ys.mean())),)))
    return lines


def thin_lines(mask: Flags) -> Flags:
    """Thin a mask to lines of one pixel (Zhang and Suen, 1984). Pixels at the edge of the image are dropped."""
    image = np.zeros(mask.shape, np.uint8)
    image[1:-1, 1:-1] = mask[1:-1, 1:-1] > 0
    flat, width = image.ravel(), mask.shape[1]
    steps = np.array([-width, -width + 1, 1, width + 1, width, width - 1, -1, -width - 1])
    weights = (1 << np.arange(8)).astype(np.uint16)
    pixels = np.flatnonzero(flat)
    changed = True
    while changed:
        changed = False
        for table in _REMOVABLE:
            codes = flat[pixels[:, None] + steps].astype(np.uint16) @ weights
            gone = table[codes]
            if gone.any():
                flat[pixels[gone]] = 0
                pixels = pixels[~gone]
                changed = True
    return image


def _removable(first: bool) -> NDArray[np.bool_]:
    """Return, for each code of eight neighbors (north first, clockwise), True if the pixel can be removed in this
    pass.
    """
    table = np.zeros(256, dtype=bool)
    for code in range(256):
        p = [code >> bit & 1 for bit in range(8)]
        changes = sum(p[i] == 0 and p[(i + 1) % 8] == 1 for i in range(8))
        north, east, south, west = p[0], p[2], p[4], p[6]
        sides = (
            (north * east * south, east * south * west)
            if first
            else (north * east * west, north * south * west)
        )
        table[code] = 2 <= sum(p) <= 6 and changes == 1 and not any(sides)
    return table


_REMOVABLE = (_removable(True), _removable(False))


def _crossings(thin: Flags) -> NDArray[np.int64]:
    """Return the number of lines that leave each pixel: the changes from empty to set around it."""
    p = np.pad(thin > 0, 1)
    ring = [
        p[:-2, 1:-1],
        p[:-2, 2:],
        p[1:-1, 2:],
        p[2:, 2:],
        p[2:, 1:-1],
        p[2:, :-2],
        p[1:-1, :-2],
        p[:-2, :-2],
    ]
    changes: NDArray[np.int64] = sum((~ring[i] & ring[(i + 1) % 8]).astype(np.int64) for i in range(8))  # type: ignore[assignment]
    return changes


def _in_order(pixels: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Order the pixels of one line from end to end: the shortest path between its two farthest pixels."""
    inside = set(pixels)
    start = _walk(inside, pixels[0])[0]
    end, before = _walk(inside, start)
    path = [end]
    while path[-1] in before:
        path.append(before[path[-1]])
    return path


def _walk(
    inside: set[tuple[int, int]], start: tuple[int, int]
) -> tuple[tuple[int, int], dict[tuple[int, int], tuple[int, int]]]:
    """Return the pixel farthest from `start`, and map each reached pixel to the pixel before it."""
    before: dict[tuple[int, int], tuple[int, int]] = {}
    waiting, last = deque([start]), start
    while waiting:
        last = waiting.popleft()
        x, y = last
        for step in _NEIGHBORS:
            pixel = x + step[0], y + step[1]
            if pixel in inside and pixel != start and pixel not in before:
                before[pixel] = last
                waiting.append(pixel)
    return last, before


_NEIGHBORS = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))


def _around(pixel: tuple[int, int]) -> tuple[slice, slice]:
    """Return the 3 x 3 window of a pixel in an array padded by one."""
    x, y = pixel
    return slice(y, y + 3), slice(x, x + 3)


def _junction_at(padded: NDArray[np.int32], pixel: tuple[int, int]) -> int:
    """Return the junction next to a pixel; -1 without a junction."""
    return int(padded[_around(pixel)].max()) - 1
