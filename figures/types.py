"""Types of the figure reader: the opened image, the data read from it, and the answer to a question."""

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
    """A figure, opened and decoded.

    `pixels` are RGB and upright, and `words` are in these pixels. `drawing` holds the paths and texts of a PDF
    page in points from the top left of the figure; None for a raster image. `scale` is pixels per point (1 for a
    raster image). `origin` is the image's top left corner in points of the page.
    """

    pixels: Image.Image
    words: tuple[Word, ...] = ()
    caption: str = ""
    drawing: VectorFigure | None = None
    scale: float = 1.0
    origin: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class FigureName:
    """A name in a figure.

    `text` is the name as printed, without citations, footnote marks and values; "" if nothing is printed.
    `variants` are other forms of the name ("HyperRel" for "HyperRel (ours)"). `markers` are the citations and
    footnote marks printed with the name.
    """

    text: str
    variants: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Appearance:
    """The drawing style of a series, mark, node or cell.

    `color` is CIELAB. "" and None mean unspecified. `dash` is solid, dashed, dotted or dashdot. `marker` is a
    shape of raster.marker_shapes. `prints` may hold "bold", "italic", "underlined" and "shaded".
    """

    color: Lab | None = None
    dash: str = ""
    marker: str = ""
    hollow: bool = False
    hatched: bool = False
    prints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Attribute:
    """One name per entry: a column of names, headings over rows, a header level, series, places, panels or nodes.

    `depth` is 0 next to the values and grows outwards. `heading` is True for names that group entries.
    """

    role: Role
    names: tuple[FigureName, ...]
    boxes: tuple[BBox | None, ...]
    title: str = ""
    depth: int = 0
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Entries:
    """One side of the facts: the rows of a table, the series, places or points of a chart, or the names of a
    diagram.

    Entries are in drawing order: top to bottom, left to right, or legend order. `at` holds positions on a
    numeric axis. `blocks` numbers the ruled parts of a table, the panels of a chart or the nodes of a diagram.
    `summary` marks totals and averages. Each of these is () or has one item per entry.
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

    `numbers` are the numbers of the cell or mark, with the main number first; () if a cell is empty or holds a
    dash. If `printed` is False, the number is measured and its `step` is the measurement error. `factor` is the
    multiplier in the axis title or header ("(k)" is 1000). `spread` is the deviation given with the value.
    `text` is the cell as printed.
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
        """The main number; None if the fact has no number."""
        return self.numbers[0].value if self.numbers else None


@dataclass(frozen=True, slots=True)
class SampledCurve:
    """The line of entry `row` in the panel with index `panel`. `points` are (x, y) in axis units, left to right."""

    row: int
    panel: int
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A connection between two row entries of a diagram. A "child" edge leads from the parent `source` to the child
    `target`.
    """

    source: int
    target: int
    kind: EdgeKind = "child"


@dataclass(frozen=True, slots=True)
class FigureData:
    """The data read from a figure, in the same form for tables, charts and diagrams. Boxes are in pixels of the
    image.

    `facts` hold the value of a row entry under a column entry: methods by columns, series by places, points by
    (x, y), or slices by share. A diagram has only rows and `edges`. `curves` are sampled lines of the rows.
    `x_range` is the range of a numeric x axis. `others` are further texts (titles, ticks) that are rarely an
    answer. `exact` is True for data from vector paths. `scaled` is False for marks without an axis or printed
    values; their numbers are lengths in the image.
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

    `text` is the name as printed, and `markers` are the citations and footnote marks printed with it.
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

    `entities` are ordered with the best first. Their probabilities are 0..1 and sum to at most 1. Names that
    answer together ("Which methods come under X?") are an exception: each has the probability of the answer.
    `operation` tells how the question was understood ("lookup", "max", "between", ...). `evidence` holds the
    boxes used, in image pixels. `abstained` means that no operation matched; the entities are then the flat
    prior over the figure's names.

    If the question asks for a value, `value` is the number as printed or computed ("2.8 ± .3", "12.5"), `unit`
    is its unit, and `value_box` is the box of its cell or mark. Otherwise they are "" and None.
    """

    entities: tuple[Entity, ...] = ()
    operation: str = ""
    evidence: tuple[BBox, ...] = ()
    abstained: bool = True
    value: str = ""
    unit: str = ""
    value_box: BBox | None = None
