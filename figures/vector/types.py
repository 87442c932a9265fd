"""Types for the paths, images and texts of a PDF figure."""

from __future__ import annotations

from dataclasses import dataclass

from ...papers.types import BBox
from ..primitives import RGB, Point

FEWEST_PATHS = 8  # with at least this many paths next to an image, the paths are the drawing


@dataclass(frozen=True, slots=True)
class Subpath:
    """A run of connected points, with curves flattened. `curved` is True if part of it was drawn with Bezier curves."""

    points: tuple[Point, ...]
    closed: bool
    curved: bool = False


@dataclass(frozen=True, slots=True)
class VectorPath:
    """A painted path.

    Colors are sRGB bytes as seen on white (with alpha applied); None means not filled or not stroked. `width` is
    the stroke width and `dash` its pattern, in points. `box` is the hull of the points, cut to `clip`.
    `patterned` is True if the fill may be a tiling pattern, whose color is unknown. `order` grows in painting
    order.
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
    """A run of text on one baseline.

    `angle` is its direction in degrees, counter-clockwise, in -180..180. `box` is the box of the glyphs, from
    the baseline to the height of capitals. `size` is the font size in points, and `color` is the sRGB fill
    color. `words` holds the start and end of each word in the writing direction; () if they are unknown.
    """

    text: str
    box: BBox
    size: float
    angle: float = 0.0
    color: RGB = (0, 0, 0)
    words: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class VectorFigure:
    """The drawing of a PDF page inside `box` (page points). All other coordinates are points from the TOP left of
    `box`.

    `truncated` is True if the page has more objects than are read (see page_objects.MAX_OBJECTS), so that some
    are missing.
    """

    box: BBox
    paths: tuple[VectorPath, ...]
    images: tuple[VectorImage, ...]
    texts: tuple[VectorText, ...]
    truncated: bool = False

    def is_image(self, least: float) -> bool:
        """True if an image covers at least the share `least` (0..1) of the figure, and few paths are drawn next to
        it (a frame or a key).
        """
        largest = max((image.box.width * image.box.height for image in self.images), default=0.0)
        return largest >= least * self.box.width * self.box.height and len(self.paths) < FEWEST_PATHS
