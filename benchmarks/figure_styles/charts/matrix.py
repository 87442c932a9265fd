"""Data of line, bar, stacked and radar charts: a value for each name under each condition."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..names import Lexicon, distinct
from .style import DASHES, HATCHES, MARKERS, PALETTES, Colour, Style

MEASURES = (  # name, axis label, low, high
    ("accuracy", "Accuracy (%)", 35.0, 95.0), ("F1 score", "F1", 30.0, 92.0), ("BLEU score", "BLEU", 8.0, 42.0),
    ("MRR", "MRR", 0.05, 0.65), ("diversity score", "Diversity", 2.0, 10.0), ("recall", "Recall", 0.2, 0.95),
    ("success rate", "Success rate", 0.1, 0.9), ("perplexity", "Perplexity", 8.0, 40.0),
)  # fmt: skip
SCALES = (  # name, axis label, values
    ("k", "k", (200, 400, 600, 800, 1000)), ("number of examples", "Number of examples", (1, 2, 4, 8, 16, 32)),
    ("alternative set size", "Alternative set size", (10, 20, 30, 40, 50, 60)),
    ("number of layers", "Number of layers", (2, 4, 6, 8, 10, 12)), ("beam size", "Beam size", (1, 3, 5, 7, 9)),
    ("entropy", "Entropy", (0, 3, 6, 9, 12, 15)), ("lag", "Average lag", (1, 3, 5, 7, 9, 11)),
)  # fmt: skip
POWERS = ("training set size", "Training set size", (100, 1000, 10000, 100000, 1000000))
STEPS = ("p1", "p2", "p3", "p4", "p5", "p6", "p7")


@dataclass(frozen=True, slots=True)
class Look:
    """How one series is drawn; empty parts are not varied."""

    colour: Colour
    dash: str = "-"
    marker: str = ""
    hatch: str = ""


@dataclass(frozen=True, slots=True)
class Matrix:
    """`values[panel][series][category]`; `x` holds the places of the categories when they are numbers."""

    noun: str
    measure: str
    y_label: str
    x_name: str
    x_label: str
    series: tuple[str, ...]
    looks: tuple[Look, ...]
    categories: tuple[str, ...]
    datasets: bool  # whether the categories are names of data sets
    x: tuple[float, ...]
    panels: tuple[str, ...]
    values: tuple[tuple[tuple[float, ...], ...], ...]

    def span(self, panel: int) -> float:
        """From the lowest to the highest value of a panel."""
        flat = [value for row in self.values[panel] for value in row]
        return max(flat) - min(flat)


def random_matrix(rng: Random, style: Style, lexicon: Lexicon) -> Matrix:
    """Data for a chart of this style."""
    many, wide = rng.randint(*style.series), rng.randint(*style.categories)
    measure, label, low, high = rng.choice(MEASURES)
    if style.kind == "stacked":  # parts of which the sum means something
        measure, label, low, high = "number of examples", "Number of examples", 40.0, 900.0
    elif style.log == "y":
        measure, label, low, high = "perplexity", "Perplexity", 3.0, 3000.0
    x_name, x_label, x, datasets = "", "", tuple(range(wide)), False
    if style.entities == "series":
        series = _methods(rng, style, lexicon, many)
        if style.kind == "line":
            x_name, x_label, x = _scale(rng, style, wide)
            categories = tuple(f"{value:g}" if value < 10000 else str(value) for value in x)
            if not x_name:
                categories = STEPS[: len(x)]
                x_label = rng.choice(["Prompt", "Step", "Setting"])
        else:
            datasets = style.panels == 1  # several panels are titled by data sets themselves
            categories = tuple(distinct(rng, lexicon.dataset if datasets else lexicon.group, wide))
    else:
        series = tuple(distinct(rng, lexicon.group, many)) if many > 1 else ("",)
        categories = _methods(rng, style, lexicon, wide)
    wide = len(categories)
    titles = tuple(distinct(rng, lexicon.dataset, style.panels)) if style.panels > 1 else ("",)
    draw = _curves if style.kind == "line" else _bars
    values = tuple(draw(rng, len(series), wide, low, high, style.log == "y") for _ in titles)
    noun = rng.choice(["method", "model", "approach"])
    return Matrix(
        noun,
        measure,
        label,
        x_name,
        x_label,
        series,
        _looks(rng, style, len(series)),
        categories,
        datasets,
        tuple(map(float, x)),
        titles,
        values,
    )


def _methods(rng: Random, style: Style, lexicon: Lexicon, count: int) -> tuple[str, ...]:
    names = distinct(rng, lexicon.method, count)
    if style.cited:
        names = [f"{name} {lexicon.citation(rng)}" for name in names]
    return tuple(names)


def _scale(rng: Random, style: Style, wide: int) -> tuple[str, str, tuple[int, ...]]:
    if style.log == "x":
        return POWERS
    if rng.random() < 0.25:
        return "", "", tuple(range(min(wide, len(STEPS))))
    return rng.choice(SCALES)


def _curves(
    rng: Random, many: int, wide: int, low: float, high: float, log: bool
) -> tuple[tuple[float, ...], ...]:
    """Curves of different height, slope and restlessness, inside [low, high]."""
    rows = []
    heights = [(at + rng.uniform(0.2, 0.8)) / many for at in range(many)]
    rng.shuffle(heights)
    calm = rng.randrange(many)
    for at, height in enumerate(heights):
        slope = 0.03 if at == calm else rng.uniform(-0.5, 0.5)
        noise = 0.01 if at == calm else rng.choice([0.02, 0.03, 0.1])
        shares = [
            height + slope * (c / max(1, wide - 1) - 0.5) + rng.uniform(-noise, noise) for c in range(wide)
        ]
        rows.append(tuple(_scaled(share, low, high, log) for share in shares))
    return tuple(rows)


def _bars(
    rng: Random, many: int, wide: int, low: float, high: float, log: bool
) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(_scaled(rng.random(), low, high, log) for _ in range(wide)) for _ in range(many))


def _scaled(share: float, low: float, high: float, log: bool) -> float:
    share = min(1.0, max(0.0, share))
    value = low * (high / low) ** share if log else low + share * (high - low)
    return round(value, 3 if high < 2 else 1)


def _looks(rng: Random, style: Style, count: int) -> tuple[Look, ...]:
    colours = list(PALETTES[style.palette])
    if rng.random() < 0.5:
        rng.shuffle(colours)
    dashes = [rng.choice(list(DASHES)) if style.dashes else "-" for _ in range(count)]
    markers = rng.sample(list(MARKERS), count) if style.markers else [""] * count
    return tuple(
        Look(
            colours[at % len(colours)],
            dashes[at],
            markers[at],
            HATCHES[at % len(HATCHES)] if style.hatched else "",
        )
        for at in range(count)
    )
