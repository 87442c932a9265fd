"""Lines: one path per series through the pixels of its colour, across gaps, dashes and crossings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .canvas import Mask
from .lettering import runs

STEP = 2  # columns between nodes of a path
LOOKBACK = 6.0  # letter heights that a path may leap over where other marks cover it
LEAP = 0.35  # cost of leaping over one node, against the gain of 1 for passing through a node

Path = NDArray[np.float64]


def trace(mask: Mask, em: float) -> Path:
    """(n, 2) pixel positions x, y of the smoothest path that passes most of the mask's columns; empty when there is none.

    Dynamic programming over the runs of inked pixels in every STEP-th column: each run passed earns 1, a change of
    height costs its slope beyond what the run's own height explains, a leap costs LEAP per column left out.
    """
    xs, ys, spans = _nodes(mask)
    if len(xs) < 3:
        return np.zeros((0, 2))
    scores, before = np.ones(len(xs)), np.full(len(xs), -1)
    reach = LOOKBACK * em
    first = 0
    for node in range(len(xs)):
        while xs[node] - xs[first] > reach:
            first += 1
        last = int(np.searchsorted(xs, xs[node], side="left"))
        if last <= first:
            continue
        dx = xs[node] - xs[first:last]
        rise = np.abs(ys[node] - ys[first:last]) - 0.5 * (spans[node] + spans[first:last])
        gain = (
            scores[first:last]
            + 1
            - LEAP * (dx / STEP - 1) * 0.2
            - 0.15 * np.maximum(0, rise) / em * (1 + 4 / (1 + dx / STEP))
        )
        best = int(gain.argmax())
        if gain[best] > scores[node]:
            scores[node], before[node] = gain[best], first + best
    node = int(scores.argmax())
    path = []
    while node >= 0:
        path.append((xs[node], ys[node]))
        node = int(before[node])
    return np.array(path[::-1], dtype=np.float64)


def _nodes(mask: Mask) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    xs, ys, spans = [], [], []
    for column in range(0, mask.shape[1], STEP):
        for top, bottom in runs(mask[:, column]):
            xs.append(float(column))
            ys.append((top + bottom - 1) / 2)
            spans.append(float(bottom - top))
    return np.array(xs), np.array(ys), np.array(spans)


def height_at(path: Path, x: float, em: float) -> float | None:
    """y of the path at x, linear between its nodes; None farther than one letter height beyond its ends."""
    if len(path) == 0 or not path[0, 0] - em <= x <= path[-1, 0] + em:
        return None
    return float(np.interp(x, path[:, 0], path[:, 1]))
