"""Scatter and bubble charts: each name is a point, named beside it or in the legend."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10
from random import Random

from PIL import Image

from ..names import Lexicon, distinct
from ..types import Asked
from ..wording import Wordings, article, ask
from .style import MARKERS, PALETTES, Colour, Style, new_figure, place_legend, themed, to_image

AXES = (  # x: name, label, low, high, logarithmic; y: name, label, low, high
    (("number of parameters", "Parameters (M)", 20.0, 9000.0, True), ("accuracy", "Accuracy (%)", 45.0, 92.0)),
    (("latency", "Latency (ms)", 5.0, 120.0, False), ("F1 score", "F1", 40.0, 90.0)),
    (("training time", "Training time (hours)", 1.0, 60.0, False), ("BLEU score", "BLEU", 10.0, 40.0)),
    (("perplexity", "Perplexity", 8.0, 60.0, False), ("diversity score", "Diversity", 0.1, 0.9)),
)  # fmt: skip
CLEAR = 0.06  # of an axis


@dataclass(frozen=True, slots=True)
class Points:
    noun: str
    x_name: str
    x_label: str
    y_name: str
    y_label: str
    log: bool
    names: tuple[str, ...]
    colours: tuple[Colour, ...]
    markers: tuple[str, ...]
    x: tuple[float, ...]
    y: tuple[float, ...]
    sizes: tuple[float, ...]


def random_points(rng: Random, style: Style, lexicon: Lexicon) -> Points:
    """Points spread over the plane, no two names on top of each other."""
    count = rng.randint(*style.series)
    (x_name, x_label, x_low, x_high, log), (y_name, y_label, y_low, y_high) = rng.choice(AXES)
    spots = _spread(rng, count)
    x = [x_low * (x_high / x_low) ** u if log else x_low + u * (x_high - x_low) for u, _ in spots]
    palette = PALETTES[style.palette]
    steps = rng.sample(range(1, 9), count) if count <= 8 else [rng.randint(1, 8) for _ in range(count)]
    return Points(
        noun=rng.choice(["method", "model", "approach"]),
        x_name=x_name, x_label=x_label, y_name=y_name, y_label=y_label, log=log,
        names=tuple(distinct(rng, lexicon.method, count)),
        colours=tuple(palette[at % len(palette)] for at in range(count)),
        markers=tuple(rng.sample(list(MARKERS), count)) if style.markers and count <= len(MARKERS) else ("o",) * count,
        x=tuple(round(value, 1) for value in x),
        y=tuple(round(y_low + v * (y_high - y_low), 3 if y_high < 2 else 1) for _, v in spots),
        sizes=tuple(60.0 * step for step in steps) if style.bubbles else (45.0,) * count,
    )  # fmt: skip


def _spread(rng: Random, count: int) -> list[tuple[float, float]]:
    spots: list[tuple[float, float]] = []
    while len(spots) < count:
        spot = (rng.uniform(0.03, 0.97), rng.uniform(0.03, 0.97))
        if all(abs(spot[0] - u) > 0.2 or abs(spot[1] - v) > 0.08 for u, v in spots):
            spots.append(spot)
    return spots


def draw_points(points: Points, style: Style) -> Image.Image:
    """The chart as an image."""
    with themed(style):
        figure = new_figure(style)
        axes = figure.add_subplot()
        for at, name in enumerate(points.names):
            axes.scatter(
                points.x[at], points.y[at], s=points.sizes[at], color=points.colours[at][1],
                marker=points.markers[at], label=name, alpha=0.85,
            )  # fmt: skip
            if style.legend == "direct":
                lift = 5 + (points.sizes[at] ** 0.5) / 2 * style.bubbles
                axes.annotate(
                    name,
                    (points.x[at], points.y[at]),
                    xytext=(0, lift),
                    textcoords="offset points",
                    ha="center",
                    fontsize=8,
                )
        if points.log:
            axes.set_xscale("log")
        axes.margins(0.12)
        axes.set_xlabel(points.x_label)
        axes.set_ylabel(points.y_label)
        if style.legend != "direct":
            place_legend(figure, axes, style, len(points.names))
        return to_image(figure)


def point_questions(
    rng: Random, points: Points, style: Style, wordings: Wordings, count: int
) -> tuple[Asked, ...]:
    """Up to `count` different questions."""
    found: dict[tuple[str, str], Asked] = {}  # one question of a kind about each name
    for _ in range(count * 8):
        asked = rng.choice((_extreme, _extreme, _extreme, _threshold, _look, _largest))(
            rng, points, style, wordings
        )
        if asked is not None and len(found) < count:
            found.setdefault((asked.operation, asked.answer), asked)
    return tuple(found.values())


def _measure(rng: Random, points: Points) -> tuple[str, list[float]]:
    """An axis: its name, and the place of each point on it in 0..1 or, on a logarithmic axis, likewise."""
    if rng.random() < 0.5:
        return points.y_name, _shares(list(points.y), log=False)
    return points.x_name, _shares(list(points.x), log=points.log)


def _shares(values: list[float], log: bool) -> list[float]:
    places = [log10(value) for value in values] if log else values
    low, high = min(places), max(places)
    return [(place - low) / (high - low) for place in places]


def _extreme(rng: Random, points: Points, _style: Style, wordings: Wordings) -> Asked | None:
    name, places = _measure(rng, points)
    order = sorted(range(len(places)), key=lambda at: -places[at])
    operation = rng.choice(["max", "min", "rank", "rank-low"])
    place = {"max": 0, "min": len(order) - 1, "rank": 1, "rank-low": len(order) - 2}[operation]
    around = [other for other in (place - 1, place + 1) if 0 <= other < len(order)]
    if any(abs(places[order[place]] - places[order[other]]) < CLEAR for other in around):
        return None
    return Asked(
        ask(rng, wordings, operation, n=points.noun, m=name, at=""), points.names[order[place]], operation
    )


def _threshold(rng: Random, points: Points, _style: Style, wordings: Wordings) -> Asked | None:
    order = sorted(range(len(points.y)), key=lambda at: -points.y[at])
    first, second = points.y[order[0]], points.y[order[1]]
    shown = f"{(first + second) / 2:.2f}" if first < 2 else f"{(first + second) / 2:.0f}"
    if first - second < 2 * CLEAR * (max(points.y) - min(points.y)) or not second < float(shown) < first:
        return None
    slots = {"n": points.noun, "m": points.y_name, "am": article(points.y_name), "v": shown, "at": ""}
    return Asked(ask(rng, wordings, "above-threshold", **slots), points.names[order[0]], "above-threshold")


def _look(rng: Random, points: Points, style: Style, wordings: Wordings) -> Asked | None:
    at = rng.randrange(len(points.names))
    word = MARKERS[points.markers[at]]
    if style.markers and word and rng.random() < 0.5 and not (word == "triangle" and "v" in points.markers):
        return Asked(ask(rng, wordings, "marker-point", n=points.noun, k=word), points.names[at], "marker")
    colour = points.colours[at]
    if points.colours.count(colour) != 1:
        return None
    thing = rng.choice(["point", "marker", "dot"]) if not style.bubbles else rng.choice(["circle", "bubble"])
    if style.markers and thing in {"dot", "circle"}:
        thing = "marker"
    return Asked(
        ask(rng, wordings, "colour", n=points.noun, look=f"{colour[0]} {thing}"), points.names[at], "colour"
    )


def _largest(rng: Random, points: Points, style: Style, wordings: Wordings) -> Asked | None:
    order = sorted(range(len(points.sizes)), key=lambda at: -points.sizes[at])
    if not style.bubbles or points.sizes[order[0]] < 1.2 * points.sizes[order[1]]:
        return None
    return Asked(ask(rng, wordings, "largest", n=points.noun), points.names[order[0]], "largest")
