"""Write image files of figures into the folder that a cluster keeps for one parsed paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..files import write_atomic
from ..types import BBox, Figure

CROP_DPI = 200
MARGIN = 2.0  # points of the page around the figure that its image shows
_MAX_PIXELS = 5000  # most pixels of a crop's longer side; larger crops are rendered at a lower resolution


def crop_scale(longer_side: float) -> float:
    """Return the pixels per point of a crop whose longer side has `longer_side` points."""
    return min(CROP_DPI / 72, _MAX_PIXELS / longer_side)


def crop_region(box: BBox, width: int, height: int) -> BBox:
    """Return the part of the page that a crop of `width` x `height` pixels shows: the figure's `box` with its margin.

    An image with other proportions was not rendered from the page; then the box itself is returned.
    """
    scale = crop_scale(max(box.width, box.height) + 2 * MARGIN)
    x0, y0 = max(0.0, box.x0 - MARGIN), max(0.0, box.y0 - MARGIN)
    x1, y1 = x0 + width / scale, y0 + height / scale
    slack = MARGIN + 1.0 / scale
    rendered = abs(x1 - box.x1) <= slack and abs(y1 - box.y1) <= slack
    return BBox(x0, y0, x1, y1) if rendered else box


def write_crop(crops_dir: Path, name: str, png: bytes) -> str:
    """Write an image to <crops_dir>/<name>.png; return its path relative to the cluster, for `Figure.image`.

    `crops_dir` is two levels below the cluster: "figures/<id>.<key>" gives "figures/<id>.<key>/p5-table1.png".
    """
    path = crops_dir / f"{name}.png"
    write_atomic(path, png)
    return path.relative_to(crops_dir.parent.parent).as_posix()


def delete_other_crops(crops_dir: Path, figures: Sequence[Figure]) -> None:
    """Delete the images in `crops_dir` that belong to none of `figures`.

    An interrupted run may have left such images.
    """
    current = {crops_dir.parent.parent / figure.image for figure in figures}
    for path in crops_dir.glob("*.png"):
        if path not in current:
            path.unlink(missing_ok=True)
