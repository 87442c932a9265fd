"""Pie and ring charts: shares of a whole."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from PIL import Image

from ..names import Lexicon, distinct
from ..types import Asked
from ..wording import Wordings, ask
from .style import PALETTES, Colour, Style, new_figure, themed, to_image


@dataclass(frozen=True, slots=True)
class Shares:
    noun: str
    names: tuple[str, ...]
    percent: tuple[float, ...]
    colours: tuple[Colour, ...]


def random_shares(rng: Random, style: Style, lexicon: Lexicon) -> Shares:
    """Shares that sum to 100 and differ by at least 1.5."""
    count = rng.randint(*style.series)
    weights = [1.0 + at * rng.uniform(0.5, 0.9) for at in range(count)]
    rng.shuffle(weights)
    percent = [round(100 * weight / sum(weights), 1) for weight in weights]
    noun, draw = rng.choice([("dataset", lexicon.dataset), ("method", lexicon.method)])
    return Shares(noun, tuple(distinct(rng, draw, count)), tuple(percent), PALETTES[style.palette][:count])


def draw_shares(shares: Shares, style: Style) -> Image.Image:
    """The chart as an image."""
    with themed(style):
        figure = new_figure(style)
        axes = figure.add_subplot()
        wedges = axes.pie(
            shares.percent, labels=shares.names if style.legend == "direct" else None,
            colors=[value for _, value in shares.colours], autopct="%.1f%%" if style.labels else None,
            pctdistance=0.75, wedgeprops={"width": 0.5 if style.bubbles else 1.0, "edgecolor": "white"},
            textprops={"fontsize": 8}, startangle=90,
        )[0]  # fmt: skip
        if style.legend != "direct":
            figure.legend(wedges, shares.names, loc="outside right upper")
        return to_image(figure)


def share_questions(
    rng: Random, shares: Shares, style: Style, wordings: Wordings, count: int
) -> tuple[Asked, ...]:
    """Largest and smallest, every printed share, every colour: up to `count`, in random order."""
    order = sorted(range(len(shares.names)), key=lambda at: -shares.percent[at])
    asked = [
        Asked(ask(rng, wordings, "share-max", n=shares.noun), shares.names[order[0]], "share-max"),
        Asked(ask(rng, wordings, "share-min", n=shares.noun), shares.names[order[-1]], "share-min"),
    ]
    for at, name in enumerate(shares.names):
        if style.labels and shares.percent.count(shares.percent[at]) == 1:
            text = ask(rng, wordings, "share-value", n=shares.noun, v=f"{shares.percent[at]}%")
            asked.append(Asked(text, name, "share-value"))
        look = f"{shares.colours[at][0]} {rng.choice(['slice', 'segment', 'part'])}"
        asked.append(Asked(ask(rng, wordings, "colour", n=shares.noun, look=look), name, "colour"))
    rng.shuffle(asked)
    return tuple(asked[:count])
