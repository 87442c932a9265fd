"""Answer a question from a figure: run OCR if needed, read the figure by its kind, then return calibrated answers."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ..papers.shared_results import SharedResults
from .answer.execute import answer_question
from .raster.classify import is_boxed, is_table
from .request import FigureRequest
from .table.data import build_table_data
from .table.layout import has_table_layout
from .table.read import read_table
from .table.repeated_headers import split_lists
from .table.side_by_side import join_data, split_side_by_side
from .table.sideways import turn_boxes, turn_sideways_table
from .types import FigureData, FigureImage, Reading

if TYPE_CHECKING:
    from PIL import Image

    from .chart.types import Chart
    from .diagram.types import Diagram
    from .vector.types import VectorFigure

_DECIMAL = re.compile(r"[-+−±~]?\d*\.?\d+%?")
MOST_VALUES = 0.05  # largest share of numbers among the words of a tree
_JOINED, _FEWEST_EDGES = (
    0.6,
    3,
)  # least share of connected names, and least number of lines, of a dense diagram

_DATA: SharedResults[FigureData | None] = SharedResults(48)


def answer_from(figure: FigureImage, request: FigureRequest) -> Reading:
    """Answer `request` from `figure`: names printed in it, with probabilities and evidence boxes in its pixels.

    If no operation of the request fits the figure, the reading abstains, and its entities are the flat prior
    over the figure's names.
    """
    data = read_data(figure)
    if data is None:
        return Reading(operation=request.kind)
    return answer_question(data, request)


def read_data(figure: FigureImage) -> FigureData | None:
    """Read the names and values of a figure of any kind; None if no reader finds a structure.

    The data of the latest figures is cached by content, because it does not depend on the question.
    """
    pixels = hashlib.blake2b(figure.pixels.tobytes(), digest_size=16).digest()
    key = pixels, figure.pixels.size, figure.words, figure.caption, figure.drawing, figure.scale
    return _DATA.get(key, lambda: _read_data(figure))


def _read_data(figure: FigureImage) -> FigureData | None:
    sideways = turn_sideways_table(figure)
    if sideways is not None:
        upright, back = sideways
        data = _read_table(upright)
        return turn_boxes(data, back) if data else None
    captioned_table = figure.caption.lower().startswith("table")
    boxed = not captioned_table and is_boxed(figure.pixels, figure.words)
    table = captioned_table or (not boxed and is_table(figure.pixels, figure.words))
    exact = None if captioned_table or figure.drawing is None else _read_vectors(figure)
    if exact is not None and (
        not table or (exact.kind == "diagram" and not has_table_layout(figure.pixels, figure.words))
    ):
        return exact  # dense boxes of text between lines may look like a table
    drawn = None if table else _read_raster(figure, boxed)
    if drawn is not None:
        return drawn
    if captioned_table:
        return _read_table(figure)
    if not table:
        return _read_raster(figure, True) or _read_table(figure)
    if not has_table_layout(figure.pixels, figure.words):
        boxes = _read_raster(figure, True)
        if boxes is not None and _is_joined(boxes):
            return boxes
    return _read_tree(figure) or _read_table(figure) or _read_raster(figure, True)


def _is_joined(data: FigureData) -> bool:
    """True for a diagram in which lines or arrows connect most names."""
    joined = {end for edge in data.edges for end in (edge.source, edge.target)}
    return (
        data.kind == "diagram"
        and len(data.edges) >= _FEWEST_EDGES
        and len(joined) >= _JOINED * data.rows.count
    )


def _read_table(figure: FigureImage) -> FigureData | None:
    tables = [read_table(*part) for part in split_side_by_side(figure.pixels, figure.words)]
    parts = [build_table_data(part) for table in tables if table for part in split_lists(table)]
    return join_data(parts) if len(parts) > 1 else next(iter(parts), None)


def _read_tree(figure: FigureImage) -> FigureData | None:
    """Read texts without numbers that lines connect into one tree.

    None for other figures, such as tables of words.
    """
    from .diagram.read import build_diagram_data, is_one_tree, read_diagram

    values = sum(_DECIMAL.fullmatch(word.text) is not None for word in figure.words)
    if values > MOST_VALUES * len(figure.words):
        return None
    diagram = read_diagram(figure.pixels, figure.words)
    return build_diagram_data(diagram) if diagram is not None and is_one_tree(diagram) else None


def _read_vectors(figure: FigureImage) -> FigureData | None:
    """Read the vector drawing of a PDF; None if it shows neither a diagram nor a chart with marks."""
    from .chart.data import build_chart_data
    from .diagram.read import build_diagram_data
    from .diagram.types import Diagram

    assert figure.drawing is not None
    found = read_drawing(figure.drawing, figure.scale, figure.pixels)
    if found is None:
        return None
    data = build_diagram_data(found) if isinstance(found, Diagram) else build_chart_data(found)
    return replace(data, exact=True)


def read_drawing(
    figure: VectorFigure, scale: float = 1.0, pixels: Image.Image | None = None
) -> Chart | Diagram | None:
    """Return the chart or diagram that the figure draws; None if it draws neither.

    A chart with a numeric axis and marks, a pie, a radar chart or a heatmap comes first, then a diagram, then
    bars and boxes without a numeric axis. `scale` is pixels per point of the image `pixels`.
    """
    from .chart.read import read_shapes
    from .diagram.from_shapes import diagram_of_shapes
    from .vector.scene import build_scene

    scene = build_scene(figure, scale, pixels)
    if scene is None:
        return None
    chart = read_shapes(scene)
    chart = None if chart is None or not chart.marks else replace(chart, scale=1.0 / scale)
    if chart is not None and _has_axes(chart):
        return chart
    diagram = diagram_of_shapes(scene)
    if diagram is not None:
        return replace(diagram, scale=1.0 / scale)
    return chart if chart is not None and chart.kind in ("bar", "box") else None


def _has_axes(chart: Chart) -> bool:
    if chart.kind in ("heatmap", "pie", "radar"):
        return True
    if chart.kind in ("line", "scatter") and all(panel.y is None for panel in chart.panels):
        return False
    axes = [axis for panel in chart.panels for axis in (panel.x, panel.y) if axis is not None]
    return any(len(axis.ticks) > 2 for axis in axes) and len(chart.marks) > 1


def _read_raster(figure: FigureImage, boxed: bool) -> FigureData | None:
    """Read a chart or a diagram from pixels; None if the figure is neither.

    If words are in separate boxes, only a pie or radar chart counts as a chart. Bars without a value axis or
    printed values may be the boxes of a tree. The readers are imported inside this function, because tables do
    not need them.
    """
    from .chart.data import build_chart_data
    from .diagram.read import build_diagram_data, is_one_tree, read_diagram
    from .raster.read import read_chart

    chart = read_chart(figure.pixels, figure.words)
    if boxed and chart is not None and chart.kind not in ("pie", "radar"):
        chart = None
    if chart is None or chart.kind == "other" or _is_without_values(chart):
        diagram = read_diagram(figure.pixels, figure.words)
        if diagram is not None and (chart is None or chart.kind == "other" or is_one_tree(diagram)):
            return build_diagram_data(diagram)
    return build_chart_data(chart) if chart is not None else None


def _is_without_values(chart: Chart) -> bool:
    """True for bars whose values are given neither by an axis nor by printed numbers."""
    axes = any(panel.x if panel.level else panel.y for panel in chart.panels)
    return chart.kind == "bar" and not axes and not any(mark.printed for mark in chart.marks)
