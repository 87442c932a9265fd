"""How a chart looks, and the colours that people have one word for."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

Colour = tuple[str, str]  # the word for it, and its value

PALETTES: dict[str, tuple[Colour, ...]] = {
    "tab": (
        ("blue", "#1f77b4"), ("orange", "#ff7f0e"), ("green", "#2ca02c"), ("red", "#d62728"),
        ("purple", "#9467bd"), ("brown", "#8c564b"), ("pink", "#e377c2"), ("gray", "#7f7f7f"),
    ),
    "muted": (
        ("blue", "#4878d0"), ("orange", "#ee854a"), ("green", "#6acc64"), ("red", "#d65f5f"),
        ("purple", "#956cb4"), ("brown", "#8c613c"), ("pink", "#dc7ec0"), ("gray", "#797979"),
    ),
    "bold": (
        ("red", "#e41a1c"), ("blue", "#377eb8"), ("green", "#4daf4a"), ("purple", "#984ea3"),
        ("orange", "#ff7f00"), ("brown", "#a65628"), ("pink", "#f781bf"), ("gray", "#999999"),
    ),
    "pastel": (
        ("blue", "#a1c9f4"), ("orange", "#ffb482"), ("green", "#8de5a1"), ("red", "#ff9f9b"),
        ("purple", "#d0bbff"), ("brown", "#debb9b"), ("pink", "#fab0e4"), ("gray", "#cfcfcf"),
    ),
    "pure": (
        ("red", "#ff0000"), ("blue", "#0000ff"), ("green", "#008000"), ("black", "#000000"),
        ("magenta", "#ff00ff"), ("cyan", "#00cccc"), ("orange", "#ffa500"), ("gray", "#808080"),
    ),
    "dark": (
        ("green", "#1b9e77"), ("orange", "#d95f02"), ("purple", "#7570b3"), ("pink", "#e7298a"),
        ("yellow", "#e6ab02"), ("brown", "#a6761d"), ("gray", "#666666"), ("blue", "#2b5c8a"),
    ),
    "okabe": (
        ("orange", "#e69f00"), ("light blue", "#56b4e9"), ("green", "#009e73"), ("blue", "#0072b2"),
        ("red", "#c1272d"), ("pink", "#cc79a7"), ("black", "#000000"), ("yellow", "#f0e442"),
    ),
}  # fmt: skip
MARKERS = {"o": "circle", "s": "square", "^": "triangle", "D": "diamond", "*": "star", "X": "cross", "v": ""}
DASHES = {"-": "solid", "--": "dashed", ":": "dotted", "-.": ""}
HATCHES = ("//", "\\\\", "xx", "..", "--", "++", "oo", "")


@dataclass(frozen=True, slots=True)
class Style:
    """A look. `legend` is where the names stand; ranges count inclusively."""

    name: str
    kind: str  # line | bars | stacked | radar | scatter | pie | tree
    palette: str = "tab"
    font: str = "DejaVu Sans"
    size: tuple[float, float] = (5.2, 3.6)  # inches
    dpi: int = 150
    theme: str = "plain"  # plain | grid | dark | open
    legend: str = "inside"  # inside | right | below | above | direct
    frame: bool = True
    markers: bool = False
    dashes: bool = False
    labels: bool = False  # values written beside points or bars
    errors: bool = False
    band: bool = False
    log: str = ""  # "" | x | y
    horizontal: bool = False
    hatched: bool = False
    entities: str = "series"  # what the questions ask for: series | categories | points
    series: tuple[int, int] = (3, 5)
    categories: tuple[int, int] = (4, 7)
    panels: int = 1
    bubbles: bool = False
    cited: bool = False  # names carry "(Author et al., year)"
    turned: bool = False  # category labels are slanted
    variant: str = ""  # "" | steps (of a line) | lollipop (of a bar)


THEMES: dict[str, dict[str, Any]] = {
    "plain": {},
    "grid": {"axes.grid": True, "grid.color": "0.85", "axes.axisbelow": True},
    "dark": {
        "axes.facecolor": "#eaeaf2", "axes.grid": True, "grid.color": "white", "axes.axisbelow": True,
        "axes.edgecolor": "white",
    },
    "open": {"axes.spines.top": False, "axes.spines.right": False},
}  # fmt: skip


@contextmanager
def themed(style: Style) -> Iterator[None]:
    """matplotlib with the fonts and the theme of `style`."""
    settings: dict[str, Any] = {
        "font.family": style.font,
        "font.size": 9.0,
        "legend.fontsize": 8.0,
        "axes.unicode_minus": False,
    }
    with matplotlib.rc_context({**settings, **THEMES[style.theme]}):
        yield


def new_figure(style: Style) -> Figure:
    width, height = style.size
    figure = Figure(
        figsize=(width * (1 + 0.6 * (style.panels - 1)), height), dpi=style.dpi, layout="constrained"
    )
    FigureCanvasAgg(figure)
    return figure


def to_image(figure: Figure) -> Image.Image:
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png")
    return Image.open(buffer).convert("RGB")


def place_legend(figure: Figure, axes: Axes, style: Style, count: int) -> None:
    """The legend of the whole figure, where the style wants it."""
    handles, labels = axes.get_legend_handles_labels()
    if style.legend == "inside":
        axes.legend(loc="best", frameon=style.frame)
    elif style.legend == "right":
        figure.legend(handles, labels, loc="outside right upper", frameon=style.frame)
    elif style.legend in {"below", "above"}:
        where = "outside lower center" if style.legend == "below" else "outside upper center"
        figure.legend(handles, labels, loc=where, ncol=min(count, 3), frameon=style.frame)
