"""Trace lines: one path per series through the pixels of its color, across gaps, dashes and crossings."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..canvas import Mask

STEP = 2  # columns between nodes of a path
LOOKBACK = 6.0  # letter heights; longest gap that a path may cross where other marks cover it
LEAP = 0.35  # cost of skipping one node; passing through a node gains 1

Path = NDArray[np.float64]


def trace(mask: Mask, em: float) -> Path:
    """Return the (n, 2) pixel positions x, y of the smoothest path through most columns of the mask; empty without
    a path.

    Dynamic programming runs over the runs of inked pixels in every STEP-th column. Each run on the path gains 1.
    A change in height costs its slope, less the part that the heights of the runs explain. A gap costs a share
    of LEAP for each column that it skips.
    """
    xs, ys, spans = _nodes(mask)
    if len(xs) < 3:
        return np.zeros((0, 2))
    scores, before = np.ones(len(xs)), np.full(len(xs), -1)
    columns = [int(start) for start in np.flatnonzero(np.diff(xs, prepend=-1.0))]
    firsts = np.searchsorted(xs, xs - LOOKBACK * em, side="left")
    for start, end in pairwise([*columns, len(xs)]):
        first = int(firsts[start])
        if start <= first:
            continue
        # (nodes of this column, nodes before it within reach)
        dx = xs[start] - xs[first:start]
        rise = np.abs(ys[start:end, None] - ys[first:start]) - 0.5 * (
            spans[start:end, None] + spans[first:start]
        )
        gain = (
            scores[first:start]
            + 1
            - LEAP * (dx / STEP - 1) * 0.2
            - 0.15 * np.maximum(0, rise) / em * (1 + 4 / (1 + dx / STEP))
        )
        best = gain.argmax(axis=1)
        most = gain[np.arange(end - start), best]
        better = most > scores[start:end]
        scores[start:end] = np.where(better, most, scores[start:end])
        before[start:end] = np.where(better, first + best, -1)
    node = int(scores.argmax())
    path = []
    while node >= 0:
        path.append((xs[node], ys[node]))
        node = int(before[node])
    return np.array(path[::-1], dtype=np.float64)


def _nodes(mask: Mask) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the column, middle row and height of each run of inked pixels, by column and then from the top."""
    inked = np.pad(mask[:, ::STEP].T.astype(np.int8), ((0, 0), (1, 1)))
    edges = np.diff(inked, axis=1)
    columns, tops = np.nonzero(edges == 1)
    bottoms = np.nonzero(edges == -1)[1]
    return STEP * columns.astype(np.float64), (tops + bottoms - 1) / 2, (bottoms - tops).astype(np.float64)
