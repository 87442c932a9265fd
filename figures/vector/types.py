"""Paths, images and texts of a PDF figure as frozen values."""

from __future__ import annotations

from dataclasses import dataclass

from ...papers.types import BBox
from ..primitives import RGB, Point

FEWEST_PATHS = 8  # beside an image, from which these are the drawing


@dataclass(frozen=True, slots=True)
class Subpath:
    """A run of connected points, curves flattened. `curved`: part of it was drawn with Bezier curves."""

    points: tuple[Point, ...]
    closed: bool
    curved: bool = False


@dataclass(frozen=True, slots=True)
class VectorPath:
    """A painted path. Colors are sRGB bytes as seen on white (alpha applied); None: not filled, not stroked.

    `width` is the stroke's width and `dash` its pattern, in points; `box` is the hull of the points cut to `clip`.
    `patterned`: the fill may be a tiling pattern, whose color is unknown. `order` grows in painting order.
    """

    subpaths: tuple[Subpath, ...]
    fill: RGB | None
    stroke: RGB | None
    width: float
    dash: tuple[float, ...]
    box: BBox
    clip: BBox | None = None
    opacity: float = 1.0
    patterned: bool = False
    order: int = 0


@dataclass(frozen=True, slots=True)
class VectorImage:
    """A raster image that the page places at `box`."""

    box: BBox
    order: int = 0


@dataclass(frozen=True, slots=True)
class VectorText:
    """A run of text on one baseline. `angle` is its direction in degrees, counter-clockwise, in -180..180.

    `box` is the box of the glyphs, from the baseline to the height of capitals across the direction of writing;
    `size` is the font size in points and `color` the sRGB fill color. `words` are start and end of each word in the
    direction of writing, () where they are not known.
    """

    text: str
    box: BBox
    size: float
    angle: float = 0.0
    color: RGB = (0, 0, 0)
    words: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class VectorFigure:
    """The drawing of a PDF page inside `box` (page points). All other coordinates are points from the TOP left of `box`.

    `truncated`: the page has more objects than are read (see page_objects.MAX_OBJECTS), so the rest is missing.
    """

    box: BBox
    paths: tuple[VectorPath, ...]
    images: tuple[VectorImage, ...]
    texts: tuple[VectorText, ...]
    truncated: bool = False

    def is_image(self, least: float) -> bool:
        """True if an image covers `least` of the figure (0..1), and few paths are drawn beside it: a frame, a key."""
        largest = max((image.box.width * image.box.height for image in self.images), default=0.0)
        return largest >= least * self.box.width * self.box.height and len(self.paths) < FEWEST_PATHS
