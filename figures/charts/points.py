"""Points: compact blobs of one colour."""

from __future__ import annotations

import cv2
import numpy as np

from ...papers.types import BBox
from .canvas import Mask


def points_of(mask: Mask, em: float) -> list[tuple[BBox, float]]:
    """Boxes (mask pixels) and areas of the blobs, left to right; specks far smaller than the typical blob are left out."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    blobs = [
        row for row in stats[1:count].tolist() if row[4] >= 0.04 * em * em and min(row[2], row[3]) >= 0.2 * em
    ]
    if not blobs:
        return []
    typical = float(np.median([row[4] for row in blobs]))
    kept = [row for row in blobs if row[4] >= 0.15 * typical]
    return sorted(
        ((BBox(x, y, x + w, y + h), float(n)) for x, y, w, h, n in kept),
        key=lambda item: (item[0].x0, item[0].y0),
    )
