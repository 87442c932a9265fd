"""Charts of the sample papers: matplotlib figures made from TOML, embedded as vector graphics or as an image."""

from __future__ import annotations

import io
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import ScalarFormatter
from reportlab.lib.utils import ImageReader
from reportlab.platypus import Flowable

from .content import Float
from .vector import CanvasRenderer

POINTS_PER_INCH = 72
IMAGE_DPI = 170
STYLE = {
    "font.size": 7.5,
    "axes.linewidth": 0.6,
    "lines.linewidth": 1.1,
    "lines.markersize": 3.4,
    "legend.fontsize": 6.8,
}


class Chart(Flowable):  # type: ignore[misc]
    """A chart as a flowable, as wide as its column but at most 300 points."""

    def __init__(self, item: Float, width: float) -> None:
        super().__init__()
        self.item = item
        self.chart_width = min(width, 300.0)
        self.chart_height = self.chart_width * float(item.spec.get("aspect", 0.62))

    def wrap(self, available: float, _height: float) -> tuple[float, float]:
        self.indent = (available - self.chart_width) / 2
        return available, self.chart_height

    def draw(self) -> None:
        canvas = self.canv
        canvas.saveState()
        canvas.translate(self.indent, 0)
        size = (self.chart_width / POINTS_PER_INCH, self.chart_height / POINTS_PER_INCH)
        figure = draw_chart(self.item.spec, size)
        if self.item.spec["embed"] == "vector":
            figure.draw(CanvasRenderer(canvas, self.chart_width, self.chart_height))
        else:
            buffer = io.BytesIO()
            figure.savefig(buffer, format="png", dpi=IMAGE_DPI)
            canvas.drawImage(ImageReader(buffer), 0, 0, self.chart_width, self.chart_height)
        canvas.restoreState()


def draw_chart(spec: dict[str, Any], size: tuple[float, float]) -> Figure:
    """Draw the chart that `spec` describes; `size` is in inches."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=size, dpi=POINTS_PER_INCH, layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        {"line": _lines, "bar": _bars, "stacked": _stacked, "barh": _horizontal}[spec["kind"]](axes, spec)
        axes.set_xlabel(spec.get("xlabel", ""))
        axes.set_ylabel(spec.get("ylabel", ""))
        axes.spines[["top", "right"]].set_visible(spec["kind"] == "line")
        _legend(axes, spec)
        figure.draw_without_rendering()  # computes the layout with real text sizes before the chart is embedded
    return figure


def _lines(axes: Axes, spec: dict[str, Any]) -> None:
    for series in spec["series"]:
        axes.plot(
            spec["x"], series["y"], label=series["name"], color=series["color"],
            marker=series.get("marker"), linestyle=series.get("dash", "-"),
        )  # fmt: skip
    if spec.get("xscale") == "log":
        axes.set_xscale("log")
        axes.minorticks_off()
    axes.set_xticks(spec["x"])
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.grid(color="0.88", linewidth=0.5)


def _bars(axes: Axes, spec: dict[str, Any]) -> None:
    width = 0.8 / len(spec["series"])
    for index, series in enumerate(spec["series"]):
        places = [at + (index - (len(spec["series"]) - 1) / 2) * width for at in range(len(spec["x"]))]
        bars = axes.bar(places, series["y"], width, label=series["name"], color=series["color"])
        if spec.get("values"):
            axes.bar_label(bars, fontsize=6.5, padding=1)
    axes.set_xticks(range(len(spec["x"])), spec["x"])


def _stacked(axes: Axes, spec: dict[str, Any]) -> None:
    base = [0.0] * len(spec["x"])
    for series in spec["series"]:
        axes.bar(spec["x"], series["y"], 0.6, bottom=base, label=series["name"], color=series["color"])
        base = [low + value for low, value in zip(base, series["y"], strict=True)]


def _horizontal(axes: Axes, spec: dict[str, Any]) -> None:
    (series,) = spec["series"]
    bars = axes.barh(spec["x"], series["y"], 0.6, color=series["color"])
    axes.bar_label(bars, fontsize=6.5, padding=2)
    axes.invert_yaxis()
    axes.margins(x=0.1)


def _legend(axes: Axes, spec: dict[str, Any]) -> None:
    if "legend" not in spec:
        return
    if spec["legend"] == "outside":
        axes.figure.legend(loc="outside right upper", frameon=False)
    else:
        axes.legend(loc=spec["legend"], framealpha=0.9, edgecolor="0.8", borderpad=0.3, labelspacing=0.25)
