"""Line, bar, stacked and radar charts drawn from a matrix."""

from __future__ import annotations

import math
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

from .matrix import Matrix
from .style import Style, new_figure, place_legend, themed, to_image


def draw_matrix(matrix: Matrix, style: Style) -> Image.Image:
    """The chart as an image."""
    with themed(style):
        figure = new_figure(style)
        polar: dict[str, Any] = {"projection": "polar"} if style.kind == "radar" else {}
        panels = [
            figure.add_subplot(1, len(matrix.panels), at + 1, **polar) for at in range(len(matrix.panels))
        ]
        for at, axes in enumerate(panels):
            PLOTS[style.kind](axes, matrix, at, style)
            axes.set_title(matrix.panels[at], fontsize=10)
            if style.kind != "radar":
                _label(axes, matrix, style, first=at == 0)
        if matrix.series != ("",):
            _name_series(figure, panels, matrix, style)
        return to_image(figure)


def _label(axes: Axes, matrix: Matrix, style: Style, first: bool) -> None:
    value, other = (
        (axes.set_xlabel, axes.set_ylabel) if style.horizontal else (axes.set_ylabel, axes.set_xlabel)
    )
    if first or style.horizontal:
        value(matrix.y_label)
    other(matrix.x_label)


def _name_series(figure: Figure, panels: list[Axes], matrix: Matrix, style: Style) -> None:
    if style.legend != "direct":
        place_legend(figure, panels[0], style, len(matrix.series))
        return
    for at, axes in enumerate(panels):
        ends = sorted(range(len(matrix.series)), key=lambda s: matrix.values[at][s][-1])
        place = -math.inf
        gap = 0.075 * matrix.span(at)
        for series in ends:  # lifted where two line ends lie close
            place = max(matrix.values[at][series][-1], place + gap)
            axes.annotate(
                matrix.series[series], (matrix.x[-1], place), xytext=(6, 0), textcoords="offset points",
                color=matrix.looks[series].colour[1], va="center", fontsize=8,
            )  # fmt: skip
        axes.margins(x=0.05)


def _lines(axes: Axes, matrix: Matrix, panel: int, style: Style) -> None:
    for name, look, row in zip(matrix.series, matrix.looks, matrix.values[panel], strict=True):
        axes.plot(
            matrix.x, row, label=name, color=look.colour[1], linestyle=look.dash, marker=look.marker or None,
            markersize=5, linewidth=1.5,
            drawstyle="steps-mid" if style.variant == "steps" else "default",
        )  # fmt: skip
        if style.band:
            width = 0.04 * matrix.span(panel)
            axes.fill_between(
                matrix.x,
                [v - width for v in row],
                [v + width for v in row],
                color=look.colour[1],
                alpha=0.18,
                linewidth=0,
            )
        if style.labels:
            for x, value in zip(matrix.x, row, strict=True):
                axes.annotate(
                    f"{value:g}",
                    (x, value),
                    xytext=(0, 4),
                    textcoords="offset points",
                    fontsize=7,
                    ha="center",
                )
    if style.log == "x":
        axes.set_xscale("log")
    else:
        axes.set_xticks(matrix.x, matrix.categories)
    if style.log == "y":
        axes.set_yscale("log")


def _bars(axes: Axes, matrix: Matrix, panel: int, style: Style) -> None:
    if style.variant == "lollipop":
        _lollipops(axes, matrix, panel, style)
        return
    width = 0.8 / len(matrix.series)
    draw = axes.barh if style.horizontal else axes.bar
    for at, (name, look, row) in enumerate(
        zip(matrix.series, matrix.looks, matrix.values[panel], strict=True)
    ):
        places = [c + (at - (len(matrix.series) - 1) / 2) * width for c in range(len(matrix.categories))]
        paint: dict[str, Any] = {"color": look.colour[1], "edgecolor": "black", "linewidth": 0.5}
        if style.hatched:
            paint = {"color": "white", "edgecolor": look.colour[1], "hatch": look.hatch, "linewidth": 1.0}
        if style.errors:
            span = matrix.span(panel)
            paint |= {"xerr" if style.horizontal else "yerr": [0.03 * span] * len(row), "capsize": 2}
        bars = draw(places, row, width * 0.94, label=name or None, **paint)
        if style.labels:
            axes.bar_label(bars, fmt="%g", fontsize=6.5, padding=1)
    _ticks(axes, matrix, style)


def _lollipops(axes: Axes, matrix: Matrix, panel: int, style: Style) -> None:
    row, colour = matrix.values[panel][0], matrix.looks[0].colour[1]
    for place, value in enumerate(row):
        x, y = (value, place) if style.horizontal else (place, value)
        stem = ([0, x], [y, y]) if style.horizontal else ([x, x], [0, y])
        axes.plot(*stem, color=colour, linewidth=1.5)
        axes.plot(x, y, "o", color=colour, markersize=8)
        if style.labels:
            axes.annotate(f"{value:g}", (x, y), xytext=(7, -3), textcoords="offset points", fontsize=7)
    _ticks(axes, matrix, style)


def _stacked(axes: Axes, matrix: Matrix, panel: int, style: Style) -> None:
    base = [0.0] * len(matrix.categories)
    draw = axes.barh if style.horizontal else axes.bar
    for name, look, row in zip(matrix.series, matrix.looks, matrix.values[panel], strict=True):
        start: dict[str, Any] = {"left" if style.horizontal else "bottom": base}
        bars = draw(range(len(row)), row, 0.65, label=name, color=look.colour[1], edgecolor="white", **start)
        if style.labels:
            axes.bar_label(bars, fmt="%g", label_type="center", fontsize=6.5)
        base = [low + value for low, value in zip(base, row, strict=True)]
    _ticks(axes, matrix, style)


def _ticks(axes: Axes, matrix: Matrix, style: Style) -> None:
    places = range(len(matrix.categories))
    if style.horizontal:
        axes.set_yticks(places, matrix.categories)
        axes.invert_yaxis()
    else:
        turn: dict[str, Any] = {"rotation": 35, "ha": "right"} if style.turned else {}
        axes.set_xticks(places, matrix.categories, **turn)


def _radar(axes: Axes, matrix: Matrix, panel: int, style: Style) -> None:
    count = len(matrix.categories)
    angles = [2 * math.pi * at / count for at in range(count)]
    for name, look, row in zip(matrix.series, matrix.looks, matrix.values[panel], strict=True):
        axes.plot([*angles, angles[0]], [*row, row[0]], label=name, color=look.colour[1], linewidth=1.5)
        if style.band:
            axes.fill([*angles, angles[0]], [*row, row[0]], color=look.colour[1], alpha=0.12)
    axes.set_xticks(angles, matrix.categories)
    axes.tick_params(axis="x", pad=8)
    axes.tick_params(axis="y", labelsize=7)


PLOTS = {"line": _lines, "bars": _bars, "stacked": _stacked, "radar": _radar}
