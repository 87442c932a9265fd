"""Points: compact blobs of one colour."""

from __future__ import annotations

import cv2
import numpy as np

from ...papers.types import BBox
from .canvas import Mask

SMALLEST = 0.4  # letter heights, of a marker


def is_dotted(mask: Mask, em: float) -> bool:
    """Whether most of the mask is compact blobs as large as markers, not strokes or the dots of a dotted line."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    blobs = stats[1:count].astype(np.float64)
    if len(blobs) == 0:
        return False
    width, height, size = blobs[:, 2], blobs[:, 3], blobs[:, 4]
    small, large = np.minimum(width, height), np.maximum(width, height)
    compact = (small >= SMALLEST * em) & (large <= 2 * small) & (size >= 0.5 * width * height)
    return float(size[compact].sum()) >= 0.7 * float(size.sum())


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
