"""Add the labels written next to points to their marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from ...papers.types import BBox
from ..shapes.label import Label
from .types import Mark

REACH = 3.0  # letter heights; largest distance between a point and its label


def with_labels(marks: Sequence[Mark], texts: Sequence[Label], em: float) -> list[Mark]:
    """Return the marks with the nearby texts as labels.

    The pairing has the least total distance, and each text labels at most one point.
    """
    if not marks or not texts:
        return list(marks)
    far = REACH * em
    cost = np.array([[min(far, _distance(mark.box, text.box)) for text in texts] for mark in marks])
    done = list(marks)
    for i, j in zip(*linear_sum_assignment(cost), strict=True):
        if cost[i, j] < far:
            done[i] = replace(done[i], label=texts[j].text)
    return done


def _distance(point: BBox, text: BBox) -> float:
    """Return the gap between the edges of two boxes.

    A text centered above or below the point ranks before a text that starts beside the point, if the gaps are equal.
    """
    dx = max(0.0, text.x0 - point.x1, point.x0 - text.x1)
    dy = max(0.0, text.y0 - point.y1, point.y0 - text.y1)
    off = abs((text.x0 + text.x1 - point.x0 - point.x1) / 2) / max(1.0, text.width)
    return float(np.hypot(dx, dy)) + 0.5 * off
