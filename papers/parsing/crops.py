"""Image files of figures, in the folder that a cluster keeps for one parsed paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..files import write_atomic
from ..types import Figure


def write_crop(crops_dir: Path, name: str, png: bytes) -> str:
    """Write an image to <crops_dir>/<name>.png and return its path relative to the cluster, for `Figure.image`.

    `crops_dir` is two levels below the cluster: "figures/<id>.<key>" gives "figures/<id>.<key>/p5-table1.png".
    """
    path = crops_dir / f"{name}.png"
    write_atomic(path, png)
    return path.relative_to(crops_dir.parent.parent).as_posix()


def delete_other_crops(crops_dir: Path, figures: Sequence[Figure]) -> None:
    """Delete the images in `crops_dir` that belong to none of `figures`: an interrupted earlier run may leave some."""
    current = {crops_dir.parent.parent / figure.image for figure in figures}
    for path in crops_dir.glob("*.png"):
        if path not in current:
            path.unlink(missing_ok=True)
