"""Points as marks, with the labels written beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from ...papers.types import BBox
from ..shapes.label import Label
from .types import Mark

REACH = 3.0  # letter heights between a point and its label


def with_labels(marks: Sequence[Mark], texts: Sequence[Label], em: float) -> list[Mark]:
    """The marks with the texts beside them as labels: the pairing of least total distance, one text per point."""
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
    """Gap between the rims of two boxes; texts that begin beside the point rank before those above or below it."""
    dx = max(0.0, text.x0 - point.x1, point.x0 - text.x1)
    dy = max(0.0, text.y0 - point.y1, point.y0 - text.y1)
    off = abs((text.x0 + text.x1 - point.x0 - point.x1) / 2) / max(1.0, text.width)
    return float(np.hypot(dx, dy)) + 0.5 * off
