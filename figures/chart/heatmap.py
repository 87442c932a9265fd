"""Read heatmaps and confusion matrices: a grid of colored cells with names along two sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from ...papers.types import BBox
from ..primitives import RGB
from ..shapes.cielab import color_distance, to_lab_triple
from ..shapes.placed_labels import PlacedLabel
from ..shapes.scene import Scene
from ..shapes.shape import Shape, outer_box
from ..shapes.textures import Rendering
from .axes.categories import Category
from .axes.numeric import Axis, numeric_axes, sparse_axis
from .axes.plot_area import PlotArea
from .axes.plot_area_labels import with_titles
from .axes.side_names import column_names, nearest_place, row_names
from .style import Style
from .types import Mark, Series

SAME_SIZE = 0.12  # largest relative difference in size between cells of one grid
MOST_SIZES = 6  # number of rectangle sizes, most frequent first, that are tried as cells
GAP = 0.25  # largest gap between two cells, as a share of a cell
PICTURED = {"rectangle", "polygon", "circle"}  # small cells of a blurred image lose their corners
FILLED = 0.7  # least share of grid positions that have a cell
WIDER = 1.1  # an image wider than this times the grid has cells that the grid lacks
FEWEST = 4  # cells
THICKEST_BAR = 0.3  # thickness of a color bar, as a share of the side of the area
SHORTEST_BAR = 3.0  # height of a color bar, in its widths
SAMPLES = 200  # colors read from a color bar
PRINTED = 0.5  # least share of the cells with a printed number

Grid = tuple[BBox, list[float], list[float], dict[tuple[int, int], Shape]]


def read_heatmap(scene: Scene) -> tuple[PlotArea, list[Series], list[Mark]] | None:
    """Return the plot area with its column names, one series per row, and one mark per cell.

    None if there is no grid with names. Values are the numbers printed in the cells. Without numbers, the color
    bar gives the values; without a color bar, a value is the darkness of its cell.
    """
    labels = scene.labels
    image = max(scene.images, key=_area, default=None)
    grid = _cell_grid(scene)
    if grid is not None and image is not None and image.width > WIDER * grid[0].width:
        grid = None  # cells as pale as the page are missing from the grid
    panel = _named_area(scene, grid[0]) if grid is not None else None
    if grid is not None and panel is not None:
        _, xs, ys, cells = grid
        fills = {key: cell.fill for key, cell in cells.items()}
        if image is not None:  # in an image, neighboring cells of the same color form one shape
            fills = _image_fills(scene.rendering, panel.area, xs, ys) | fills
    else:
        grid = None
        panel = _named_area(scene, image) if image is not None else None
        if panel is None:
            return None
        xs, ys = [c.at for c in panel.columns], [r.at for r in panel.rows]
        fills = _image_fills(scene.rendering, panel.area, xs, ys)
    series = [Series(row.text, Style("patch", (100.0, 0.0, 0.0)), row.box) for row in panel.rows]
    scale = _color_scale(scene, panel.area)
    marks = _cells(panel, xs, ys, fills, labels, scale)
    printed = sum(m.printed for m in marks)
    if not marks or (grid is None and printed < PRINTED * len(marks) and not scale):
        return None
    titled = with_titles(panel, [p.label for p in labels])
    return replace(titled, rows=()), series, marks


def _named_area(scene: Scene, box: BBox) -> PlotArea | None:
    outside = replace(scene, labels=[p for p in scene.labels if not _holds(box, p)])
    rows = row_names(outside, box)
    columns = column_names(outside, box)
    if len(rows) < 2 or len(columns) < 2:
        return None
    return PlotArea(box, (100.0, 0.0, 0.0), scene.em, columns=columns, rows=rows)


def _holds(box: BBox, label: PlacedLabel) -> bool:
    return box.x0 <= label.label.cx <= box.x1 and box.y0 <= label.label.cy <= box.y1


def _cell_grid(scene: Scene) -> Grid | None:
    """Return the grid with the most cells, built from filled rectangles of equal size that touch or almost touch."""
    kinds = PICTURED if scene.images else {"rectangle"}
    filled = [
        s
        for s in scene.shapes
        if s.kind in kinds and s.fill is not None and min(s.box.width, s.box.height) > 0.7 * scene.em
    ]
    groups: dict[tuple[int, int], list[Shape]] = {}
    for shape in filled:
        groups.setdefault(
            (round(np.log(shape.box.width) / SAME_SIZE), round(np.log(shape.box.height) / SAME_SIZE)), []
        ).append(shape)
    best: Grid | None = None
    for members in sorted(groups.values(), key=len, reverse=True)[:MOST_SIZES]:
        width = float(np.median([s.box.width for s in members]))
        height = float(np.median([s.box.height for s in members]))
        grid = _grid_of(
            [s for s in filled if _is_like(s.box.width, width) and _is_like(s.box.height, height)]
        )
        if grid is not None and (best is None or len(grid[3]) > len(best[3])):
            best = grid
    return best


def _is_like(size: float, other: float) -> bool:
    return abs(size - other) < SAME_SIZE * other


def _grid_of(cells: Sequence[Shape]) -> Grid | None:
    width, height = (
        float(np.median([c.box.width for c in cells])),
        float(np.median([c.box.height for c in cells])),
    )
    xs, ys = _positions([c.cx for c in cells], 0.3 * width), _positions([c.cy for c in cells], 0.3 * height)
    if len(xs) < 2 or len(ys) < 2 or len(cells) < FEWEST:
        return None
    steps = (np.diff(xs), width), (np.diff(ys), height)
    if any(np.median(step) > (1 + GAP) * size or step.max() > 1.6 * np.median(step) for step, size in steps):
        return None
    placed: dict[tuple[int, int], Shape] = {}
    for cell in cells:
        placed[_index(xs, cell.cx), _index(ys, cell.cy)] = cell
    box = outer_box([c.box for c in cells])
    colors = {c.fill for c in placed.values()}
    if box is None or len(placed) < FILLED * len(xs) * len(ys) or len(colors) < 2:
        return None
    return box, xs, ys, placed


def _positions(values: Sequence[float], slack: float) -> list[float]:
    """Return the distinct positions. Neighbors at most `slack` apart are averaged."""
    ordered = sorted(values)
    groups = [[ordered[0]]]
    for before, value in pairwise(ordered):
        if value - before > slack:
            groups.append([])
        groups[-1].append(value)
    return [float(np.mean(group)) for group in groups]


def _index(positions: Sequence[float], value: float) -> int:
    return min(range(len(positions)), key=lambda i: abs(positions[i] - value))


def _cells(
    panel: PlotArea,
    xs: Sequence[float],
    ys: Sequence[float],
    fills: dict[tuple[int, int], RGB | None],
    labels: Sequence[PlacedLabel],
    scale: list[tuple[RGB, float]],
) -> list[Mark]:
    """Return a mark for each position of the grid that has a value and lies next to a row name and a column name."""
    half = _half(xs, panel.area.width), _half(ys, panel.area.height)
    marks = []
    for i, x in enumerate(xs):
        for j, y in enumerate(ys):
            box = BBox(x - half[0], y - half[1], x + half[0], y + half[1])
            inner = [p for p in labels if p.label.number is not None and _holds(box, p)]
            fill = fills.get((i, j))
            value = inner[0].label.number if inner else _scaled(fill, scale) if fill is not None else None
            row, column = _own(panel.rows, y, half[1]), _own(panel.columns, x, half[0])
            if value is not None and row >= 0 and column >= 0:
                marks.append(Mark(row, 0, column, box, None, value, 0.0, printed=bool(inner)))
    return marks


def _half(positions: Sequence[float], whole: float) -> float:
    return float(np.median(np.diff(positions))) / 2 if len(positions) > 1 else whole / 2


def _own(names: Sequence[Category], at: float, half: float) -> int:
    """Return the index of the name next to a row or column; -1 if no name is aligned with it."""
    index = nearest_place(names, at)
    return index if index >= 0 and abs(names[index].at - at) <= 1.05 * half else -1


def _image_fills(
    rendering: Rendering, area: BBox, xs: Sequence[float], ys: Sequence[float]
) -> dict[tuple[int, int], RGB | None]:
    """Map each (column, row) to the color of that cell of an image.

    The color is taken near a corner, away from text in the center.
    """
    half = 0.7 * _half(xs, area.width), 0.7 * _half(ys, area.height)
    return {
        (i, j): rendering.color(x - half[0], y - half[1]) for i, x in enumerate(xs) for j, y in enumerate(ys)
    }


def _color_scale(scene: Scene, area: BBox) -> list[tuple[RGB, float]]:
    """Return the colors of a color bar next to the area, with their values; empty without a color bar."""
    boxes = list(scene.images)
    boxes += [s.box for s in scene.shapes if s.kind == "rectangle"]
    boxes = [box for box in boxes if not _overlaps(box, area)]
    for upright in (True, False):
        strips: dict[tuple[int, int], list[BBox]] = {}
        for box in boxes:
            start, end = (box.x0, box.x1) if upright else (box.y0, box.y1)
            if end - start < THICKEST_BAR * (area.width if upright else area.height):
                strips.setdefault((round(start), round(end)), []).append(box)
        for parts in sorted(strips.values(), key=lambda p: (-sum(map(_area, p)), p[0].x0)):
            whole = outer_box(parts)
            if whole is None:
                continue
            length, width = (whole.height, whole.width) if upright else (whole.width, whole.height)
            axis = _bar_axis(scene, whole, upright) if length >= SHORTEST_BAR * width else None
            if axis is not None:
                return _bar_colors(scene.rendering, whole, axis)
    return []


def _area(box: BBox) -> float:
    return box.width * box.height


def _bar_colors(rendering: Rendering, bar: BBox, axis: Axis) -> list[tuple[RGB, float]]:
    x, y = (bar.x0 + bar.x1) / 2, (bar.y0 + bar.y1) / 2
    ends = (bar.y0, bar.y1) if axis.upright else (bar.x0, bar.x1)
    places = np.linspace(ends[0] + 0.5, ends[1] - 0.5, SAMPLES).tolist()
    points = [((x, at) if axis.upright else (at, y), axis.value(at)) for at in places]
    colors = [(rendering.color(*point), value) for point, value in points]
    return [(color, value) for color, value in colors if color is not None]


def _overlaps(box: BBox, area: BBox) -> bool:
    return box.intersection_area(area) > 0.5 * box.width * box.height


def _bar_axis(scene: Scene, box: BBox, upright: bool) -> Axis | None:
    em = scene.em
    numbers = [p for p in scene.labels if p.label.number is not None]
    if upright:
        near = [p for p in numbers if -em <= p.box.x0 - box.x1 <= 3 * em]
        beside = [p.label for p in near if box.y0 - em <= p.label.cy <= box.y1 + em]
    else:
        near = [p for p in numbers if -em <= p.box.y0 - box.y1 <= 2 * em]
        near = near or [p for p in numbers if -em <= box.y0 - p.box.y1 <= 2 * em]
        beside = [p.label for p in near if box.x0 - em <= p.label.cx <= box.x1 + em]
    if len(beside) == 2:
        return sparse_axis(beside, upright)
    return next((axis for axis in numeric_axes(beside, em) if axis.upright == upright), None)


def _scaled(fill: RGB, scale: Sequence[tuple[RGB, float]]) -> float | None:
    """Return the value of the scale's color nearest to `fill`. Without a scale, return how dark the fill is, 0..100."""
    if not scale:
        return round(100.0 - to_lab_triple(fill)[0], 2)
    return min(scale, key=lambda entry: (color_distance(entry[0], fill), entry[1]))[1]
