"""Values of the figure reader: the opened image, the data read from it, and the answer to a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..papers.types import BBox, Word
from .numbers import Number
from .primitives import Lab, Point

if TYPE_CHECKING:
    from PIL import Image

    from .vector.types import VectorFigure

FigureKind = Literal["table", "bar", "line", "scatter", "pie", "radar", "heatmap", "box", "diagram", "other"]
Role = Literal["row", "column", "group", "series", "place", "label", "panel", "node"]
EdgeKind = Literal["child", "arrow", "line"]


@dataclass(frozen=True, slots=True)
class FigureImage:
    """A figure opened and decoded once. `pixels` are RGB and upright; `words` are in its pixels.

    `drawing` holds the paths and texts of a PDF's page in points from the top left of the figure, None for a raster
    image; `scale` is pixels per point (1 for a raster image), `origin` the image's top left corner in points of the page.
    """

    pixels: Image.Image
    words: tuple[Word, ...] = ()
    caption: str = ""
    drawing: VectorFigure | None = None
    scale: float = 1.0
    origin: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class FigureName:
    """A name in a figure, parsed once; "" where nothing is printed.

    `text` is the name as printed, without citations, footnote marks and values; `variants` are other forms of it
    ("HyperRel" for "HyperRel (ours)"); `markers` the citations and footnote marks that were printed with it.
    """

    text: str
    variants: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Appearance:
    """Drawing style of a series, mark, node or cell. `color` is CIELAB; "" and None mean unspecified.

    `dash` is solid, dashed, dotted or dashdot; `marker` a shape of raster.marker_shapes; `prints` are among "bold",
    "italic", "underlined" and "shaded".
    """

    color: Lab | None = None
    dash: str = ""
    marker: str = ""
    hollow: bool = False
    hatched: bool = False
    prints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Attribute:
    """One name per entry: a column of names, the headings over rows, a header level, series, places, panels, nodes.

    `depth` is 0 next to the values and grows outwards; `heading` is True for names that group entries.
    """

    role: Role
    names: tuple[FigureName, ...]
    boxes: tuple[BBox | None, ...]
    title: str = ""
    depth: int = 0
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Entries:
    """One side of the facts: the rows of a table, the series, places or points of a chart, the names of a diagram.

    Entries are in drawing order: top to bottom, left to right, legend order. `at` are positions on a numeric axis,
    `blocks` number ruled parts of a table or nodes of a diagram, `summary` marks totals and averages; each is () or
    has one item per entry.
    """

    count: int = 0
    attributes: tuple[Attribute, ...] = ()
    appearances: tuple[Appearance | None, ...] = ()
    at: tuple[float | None, ...] = ()
    blocks: tuple[int, ...] = ()
    summary: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """The value of entry `row` under entry `column`.

    `numbers` are those of the cell or mark, the main one first; () where a cell is empty or holds a dash. A measured
    number (`printed` is False) has its measurement error as `step`. `factor` is the multiplier printed in the axis
    title or header ("(k)": 1000); `spread` the deviation beside or around the value; `text` the cell as printed.
    """

    row: int
    column: int
    numbers: tuple[Number, ...] = ()
    text: str = ""
    unit: str = ""
    factor: float = 1.0
    spread: float | None = None
    printed: bool = True
    box: BBox | None = None
    appearance: Appearance | None = None

    @property
    def value(self) -> float | None:
        """The main number; None where there is none."""
        return self.numbers[0].value if self.numbers else None


@dataclass(frozen=True, slots=True)
class SampledCurve:
    """A line of entry `row` in the panel of this index: (x, y) in axis units from left to right."""

    row: int
    panel: int
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A connection between two row entries of a diagram: "child" belongs under its parent `source`."""

    source: int
    target: int
    kind: EdgeKind = "child"


@dataclass(frozen=True, slots=True)
class FigureData:
    """Data read from a figure, the same for tables, charts and diagrams. Boxes are in pixels of the image.

    `facts` hold the value of a row entry under a column entry: methods x columns, series x places, points x (x, y),
    slices x share. A diagram has rows and `edges` alone. `curves` are sampled lines of the rows. `x_range` is the span
    of a numeric x axis. `others` are further texts (titles, ticks) that hardly ever answer. `exact` is True for
    data from vector paths, `scaled` False for marks without an axis or printed values, whose numbers are lengths in the image.
    """

    kind: FigureKind
    rows: Entries = Entries()
    columns: Entries = Entries()
    facts: tuple[Fact, ...] = ()
    curves: tuple[SampledCurve, ...] = ()
    edges: tuple[Edge, ...] = ()
    x_title: str = ""
    y_title: str = ""
    x_range: tuple[float, float] | None = None
    others: tuple[FigureName, ...] = ()
    exact: bool = False
    scaled: bool = True


@dataclass(frozen=True, slots=True)
class Entity:
    """A name in the figure with the probability that it answers the question.

    `text` is the name as printed; `markers` are citations and footnote marks printed with it.
    """

    text: str
    probability: float
    markers: tuple[str, ...] = ()

    @property
    def printed(self) -> str:
        """The name followed by its markers, as the figure prints them."""
        return " ".join((self.text, *self.markers))


@dataclass(frozen=True, slots=True)
class Reading:
    """The answer of a figure to a question.

    `entities` are best first, probabilities in 0..1; they sum to at most 1, but names that answer together
    ("Which methods come under X?") each have the probability of the answer. `operation` names how the
    question was understood ("lookup", "max", "between", ...); `evidence` are the boxes used, in image pixels.
    `abstained` means that no operation matched: the entities are then the flat prior over the figure's names.
    Where the question asks for a value, `value` is its number as printed or computed ("2.8 ± .3", "12.5"), `unit` its
    unit and `value_box` the box of its cell or mark; "" and None otherwise.
    """

    entities: tuple[Entity, ...] = ()
    operation: str = ""
    evidence: tuple[BBox, ...] = ()
    abstained: bool = True
    value: str = ""
    unit: str = ""
    value_box: BBox | None = None
