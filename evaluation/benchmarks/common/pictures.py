"""Pictures of benchmarks: taken out of data files, kept on disk, shown to models."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from PIL import Image as Pixels

from ....agent.llm.types import Image
from ....agent.vision.read_figure import encoded
from ....figures.image import load_image
from ....papers.files import write_atomic
from ...types import Picture

_JPEG = b"\xff\xd8"


def keep_picture(folder: Path, data: bytes) -> Path:
    """The file below `folder` that holds the encoded picture `data`, written unless it is there; named after its content."""
    ending = "jpg" if data.startswith(_JPEG) else "png"
    path = folder / f"{hashlib.sha256(data).hexdigest()[:24]}.{ending}"
    if not path.exists():
        write_atomic(path, data)
    return path


def shown(pictures: Sequence[Picture], side: int = 0) -> tuple[Image, ...]:
    """`pictures` as a model gets them, at most `side` pixels on the longer side (0: as large as providers take).

    Raises UsageError for a picture that is missing or damaged.
    """
    return tuple(encoded(_fitted(load_image(Path(picture.path)), side)) for picture in pictures)


def _fitted(picture: Pixels.Image, side: int) -> Pixels.Image:
    if side and max(picture.size) > side:
        picture.thumbnail((side, side), Pixels.Resampling.LANCZOS)
    return picture
